// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Stages of our own and of the library, conditions within conditions, two bonds.

#include <xdpbond/xdpbond.hpp>

using namespace xdpbond;

constexpr bond uplink{.name = "uplink", .mode = mode::active_backup, .slaves = 2, .no_slave = otherwise::pass};
constexpr bond flood{.name = "flood", .mode = mode::broadcast, .slaves = 2};

constexpr stage drop_longer{.function = "drop_longer", .header = "length.h"};
constexpr condition is_longer{.function = "is_longer", .header = "length.h"};

using composed = program<"composed",                                                                     //
                         pass_control_frames,                                                            //
                         drop_longer(1000),                                                              //
                         when<is_multicast, when<!is_broadcast, pass>, ingress<flood>, transmit<flood>>, //
                         when<is_longer(500), drop>,                                                     //
                         uplink>;
