// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// In which order ports get a program that may make their drivers reset them.

#include <xdpbond/control/facts.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace xdpbond::control {

// Indexes of the ports in the order to attach them: those without carrier first, for they have nothing to lose, then
// those with carrier; within each as they are given. Pure.
std::vector<std::size_t> attach_order(std::span<const link_facts> ports);

// Whether a port may get its program now. `back` tells of every port that had carrier and got its program whether its
// carrier has returned: the last port that has carrier waits until all of those are back. Pure.
bool may_attach(std::span<const link_facts> ports, std::size_t port, const std::vector<bool>& back);

} // namespace xdpbond::control
