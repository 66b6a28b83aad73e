// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The bonds that are measured: every mode and policy, built with constants and built to be tuned.

#include "features.hpp"
#include "timing.hpp"

#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct bpf_object;

namespace xdpbond::bench {

// How a bond's options reach its program.
enum class form {
    constant, // an application's build: folded into the code
    tunable,  // the command's built-in object: read from .rodata
};

constexpr std::string_view form_name(form how) {
    return how == form::constant ? "constant" : "tunable";
}

// A mode, with the policy where it has one.
struct bond_kind {
    xdpbond_mode mode{};
    xdpbond_hash_policy hash{};

    bool hashes() const { return mode == XDPBOND_MODE_BALANCE_XOR || mode == XDPBOND_MODE_8023AD; }
    // "balance-rr", "balance-xor layer3+4"
    std::string name() const;
};

std::vector<bond_kind> every_bond_kind();

// A loaded, published bond. `program` lives as long as `object`.
struct bond {
    std::shared_ptr<bpf_object> object;
    form how{};
    features upto{};
    subject program;
};

// What bonds are loaded for.
struct surroundings {
    std::vector<std::uint32_t> slaves; // ifindexes
    bool have_cast = false;            // the kernel has bpf_rdonly_cast
};

// Both forms, or the one named, with each set of features, published.
control::result<std::vector<bond>> load_bonds(const bond_kind& kind, std::string_view form, const surroundings& where);

} // namespace xdpbond::bench
