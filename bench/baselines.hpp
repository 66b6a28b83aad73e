// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The programs that bonds are compared with (baseline.bpf.c), loaded.

#include "timing.hpp"

#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <memory>
#include <span>

struct baseline;

namespace xdpbond::bench {

struct baselines {
    std::shared_ptr<baseline> object; // keeps xdp_tx attached to the ingress port too: a test run from it needs that
    subject xdp_tx;
    subject xdp_drop;
    subject redirect_map;   // through a hash of devices, as bonds have
    subject redirect_array; // through an array of them
    subject shared_counter;
};

// `ifindexes` are the slaves; the first one is the ingress port.
control::result<baselines> load_baselines(std::span<const std::uint32_t> ifindexes);

} // namespace xdpbond::bench
