// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A live bond's program replaced by another one, slave by slave; maps, counters and links stay.

#include "attached.hpp"
#include "bond_object.hpp"
#include "place.hpp"

#include <xdpbond/control/operations.hpp>

#include <vector>

namespace xdpbond::control {

class program_swap {
public:
    // Whether the slaves do not all run the pinned program: an earlier swap was killed.
    static bool is_unfinished(const bond_pins& pins, const xdpbond_config& config, const links& net);

    // Loads the program for these options with the bond's own maps; touches nothing yet. `trace`: as in object_wishes.
    static result<program_swap> prepare(const place& here, const bond_pins& pins, const xdpbond_config& config,
                                        const object_provider& objects, std::uint32_t trace = 0);

    // Swaps on each slave, each in one step. Slaves whose device is gone are left out. An error may leave some swapped.
    result<void> run();

    // Pins the new program instead of the old one.
    result<void> commit();

    // Back to the old program on every slave, and pinned.
    void undo();

    // What the slaves that run() has swapped run now. One whose device or link is gone does not count.
    enum class whereabouts { swapped, replaced, gone };
    whereabouts now() const;

    // Where the slaves run the new program still, they run the one that is pinned now.
    result<void> withdraw();

    // Of the new program's object.
    std::uint64_t fingerprint() const { return object_.fingerprint(); }
    int trace_map() const { return object_.trace_map(); }

    // What run() does, as sentences.
    report steps() const;

private:
    program_swap(bond_pins pins, bond_object object, unique_fd old)
        : pins_(std::move(pins)), object_(std::move(object)), old_(std::move(old)) {}

    bond_pins pins_;
    bond_object object_;
    unique_fd old_; // the program that is pinned now
    std::vector<attached_slave> ports_;
    std::string step_;
    bool mixed_ = false; // not all of ports_ run the pinned program
};

// Every port runs the pinned program again.
result<void> run_pinned(const place& here, const bond_pins& pins, const xdpbond_config& config, report& done);

// Every port runs the program again that is pinned to undo a change to, and that one is the bond's.
result<void> swap_back(const place& here, const bond_pins& pins, const xdpbond_config& config, report& done);

} // namespace xdpbond::control
