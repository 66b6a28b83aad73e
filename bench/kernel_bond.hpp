// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The kernel's own bond as a subject: a program on it that answers XDP_TX, which the kernel turns into a redirect to
// the slave that it chooses.

#include "bonds.hpp"
#include "timing.hpp"

#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace xdpbond::bench {

// Puts a program on an interface, for native XDP.
control::result<void> attach(const subject& program, const std::string& ifname);

// Whether native XDP on a kernel bond exists in this mode and with this policy.
bool kernel_sends(const bond_kind& kind);

// "bond0" and its slaves in the current network namespace, up, with a program; what they send is dropped at the far
// ends. Gone with this object.
class kernel_bond {
public:
    static control::result<kernel_bond> make(const bond_kind& kind, unsigned slaves, const subject& xdp_tx,
                                             const subject& xdp_drop);
    kernel_bond(kernel_bond&& from) noexcept;
    kernel_bond& operator=(kernel_bond&&) = delete;
    ~kernel_bond();

    const subject& program() const { return program_; }

    // A slave from which this frame is redirected to another one, and not sent back: that is the way to compare with a
    // redirect. Waits until the bond has chosen its slaves.
    control::result<std::uint32_t> ingress(const frame& packet) const;

private:
    kernel_bond() = default;
    control::result<void> set_up(const bond_kind& kind, unsigned slaves, const subject& xdp_drop);

    std::uint32_t bond_ = 0;
    std::vector<std::uint32_t> slaves_;
    subject program_;
};

} // namespace xdpbond::bench
