// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// This kernel's verifier takes every program, built for constants and for the loader's options.

#include "every_bond.hpp"
#include "kernel_bond.hpp"

#include "constant_objects.h"

#include <doctest/doctest.h>

#include <iterator>
#include <string>

using namespace xdpbond::test;

namespace {

// The kernel gives up at a million. Far less: `up` should not take seconds.
constexpr std::uint32_t most_verified = 200000;

#define CONSTANT_OBJECT(name, ...) object_of<fixed_##name>,
constexpr elf (*constant_objects[])() = {XDPBOND_BUILTIN_BONDS(CONSTANT_OBJECT)};
static_assert(std::size(constant_objects) == every_bond.size());

void check_verified(const kernel_bond& bond, const std::string& program, const std::string& form) {
    const std::uint32_t count = bond.verified(program);
    MESSAGE(program << " " << form << ": verified " << count << " instructions");
    CHECK(count > 0);
    CHECK(count < most_verified);
}

} // namespace

TEST_CASE("every mode and policy loads with constant options, with and without bpf_rdonly_cast") {
    for (std::size_t i = 0; i < every_bond.size(); ++i)
        for (const reading how : {reading::as_kernel_can, reading::by_probe}) {
            CAPTURE(std::string(every_bond[i].name));
            const kernel_bond bond(constant_objects[i](), {}, how);
            check_verified(bond, "tx", every_bond[i].name);
            check_verified(bond, "forward", every_bond[i].name);
        }
}

TEST_CASE("every shipped object loads with the default options") {
    for (const auto& [name, mode, hash] : every_bond)
        for (const char* program : {"tx", "forward"}) {
            CAPTURE(std::string(name));
            check_verified(kernel_bond(shipped(program, mode, hash)), program, name);
        }
}

TEST_CASE("every shipped object loads for tracing one of two frames") {
    for (const auto& [name, mode, hash] : bonds_to_try())
        for (const char* program : {"tx", "forward"}) {
            CAPTURE(std::string(name));
            const auto options = xdpbond::control::default_options();
            check_verified(kernel_bond(shipped(program, mode, hash), options, reading::as_kernel_can_traced), program,
                           std::string(name) + ", traced");
        }
}

TEST_CASE("every shipped object loads with every option at its other end") {
    auto options = xdpbond::control::default_options();
    options.packets_per_slave = 0;
    options.all_slaves_active = 1;
    options.control_frames = XDPBOND_CONTROL_NONE;
    options.no_slave = options.broadcast_frags = XDPBOND_OTHERWISE_PASS;
    options.carrier_check = options.statistics = 0;
    options.hash_version = XDPBOND_HASH_VERSION_5_15;
    options.rr_slaves = XDPBOND_RR_USABLE;
    for (const auto& [name, mode, hash] : bonds_to_try())
        for (const char* program : {"tx", "forward"}) {
            CAPTURE(std::string(name));
            check_verified(kernel_bond(shipped(program, mode, hash), options), program, name);
        }
}
