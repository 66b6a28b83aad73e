// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A bond's compiled object in this machine's kernel, seen through its maps.

#include "outcome.hpp"

#include "support/bytes.hpp"

#include <xdpbond/control/publish.hpp>
#include <xdpbond/control/request.hpp>
#include <xdpbond/control/table.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

struct bpf_object;

namespace xdpbond::test {

using elf = std::span<const std::byte>;

// The object of a generated skeleton.
template <class Skeleton>
elf object_of() {
    std::size_t size = 0;
    const auto* bytes = static_cast<const std::byte*>(Skeleton::elf_bytes(&size));
    return {bytes, size};
}

// A shipped object. `hash` is ignored where the mode has none.
elf shipped(const char* program, unsigned mode, unsigned hash = XDPBOND_HASH_LAYER2);

// How the object is loaded beside its options: with bpf_rdonly_cast where the kernel has it, or as if it had none.
enum class reading { as_kernel_can, by_probe, as_kernel_can_traced };

constexpr std::uint32_t loopback = 1; // its ifindex in every network namespace

class kernel_bond {
public:
    // Of `options` an object built with constants takes none, others all but mode and hash. Throws std::runtime_error
    // with the verifier's log where the object does not load.
    explicit kernel_bond(elf object, const xdpbond_options& options = control::default_options(),
                         reading how = reading::as_kernel_can, const std::string& bond = "bond");

    // Another bond that the same object has.
    kernel_bond other_bond(const std::string& bond) const;

    // Instructions the verifier looked at.
    std::uint32_t verified(const std::string& program) const;

    // Runs a program once: its verdict. Frames have 14 bytes or more; what does not fit into a page is in fragments.
    // `program`: null where the object has one.
    std::uint32_t run(const bytes& frame, std::uint32_t ingress = loopback, const char* program = nullptr) const;

    // The same, and what the counters say. Checks that they counted the whole frame's bytes.
    outcome send(const bytes& frame, std::uint32_t ingress = loopback, const char* program = nullptr);

    // The one slot that the counters show since they were last read; none where there is not exactly one.
    std::optional<unsigned> slot_since();

    xdpbond_counters counters() const; // of all CPUs
    void reset_counters();             // balance-rr's turn too

    // The table as the control plane maps it.
    xdpbond_table& table() const { return *table_; }
    // Writes the idle half and publishes it, with slots and addresses as they are given.
    void write(const xdpbond_half& half) const;

    // The control plane's writer of this bond.
    control::publisher writer() const;

    // Keys of the device map.
    void put(unsigned slot, std::uint32_t ifindex) const;
    void take_out(unsigned slot) const;

    int map(const std::string& suffix) const; // descriptor of "<bond><suffix>"
    int program(const char* name = nullptr) const;

private:
    struct loaded {
        std::shared_ptr<bpf_object> object;
        std::map<std::string, std::uint32_t> verified; // by program
    };
    static loaded load(elf object, const xdpbond_options& options, reading how);
    kernel_bond(loaded object, const std::string& bond);
    int table_map() const;
    std::vector<xdpbond_counters> read() const;

    loaded loaded_;
    std::string bond_;
    control::mapped_table table_;
    std::vector<xdpbond_counters> last_;
};

} // namespace xdpbond::test
