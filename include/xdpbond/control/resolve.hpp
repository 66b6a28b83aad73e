// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The kernel's address of a device, for the in-band carrier check and mode broadcast.

#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <memory>

namespace xdpbond::control {

// A small program, loaded for one <bond>_slaves map and run once for each question.
class device_resolver {
public:
    // `slaves`: descriptor of the map.
    static result<device_resolver> open(int slaves);

    // Address of the net_device behind a slot; 0 where the map has no such key.
    result<std::uint64_t> device_at(std::uint32_t slot) const;

private:
    struct program;
    struct closer {
        void operator()(program* opened) const;
    };
    explicit device_resolver(program* opened) : program_(opened) {}
    std::unique_ptr<program, closer> program_;
};

} // namespace xdpbond::control
