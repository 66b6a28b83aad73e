// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A change that undoes itself unless it is confirmed: what it is undone to lies pinned beside the bond, so that it
// outlives the command and whoever called it.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/pins.hpp>
#include <xdpbond/control/request.hpp>
#include <xdpbond/control/result.hpp>
#include <xdpbond/control/state.hpp>

#include <cstdint>
#include <optional>

namespace xdpbond::control {

struct undo_record {
    std::uint64_t token;        // of this change
    std::uint64_t deadline;     // nanoseconds of CLOCK_BOOTTIME
    std::uint64_t waiter_start; // of the process that undoes: field 22 of /proc/PID/stat
    std::uint32_t waiter;       // its pid; 0: none yet
    std::uint32_t was_none;     // 1: there was no bond, undoing is taking it down
    xdpbond_config before;
};

// The change that waits for confirmation; nullopt: none does.
result<std::optional<undo_record>> pending_change(const bond_pins& pins);

// The same in a reader's words.
std::optional<pending_undo> describe_pending(const bond_pins& pins);

// A change waits: busy, with the ways out. Else success.
result<void> check_nothing_pending(const bond_pins& pins);

// Between the checks of a change and its first step, where the caller asked for confirmation: pins what to undo it to
// (`before`; nullptr: no bond) and starts the process that undoes it. Hold the bond's lock.
result<void> arm_undo(const context& where, const bond_pins& pins, const xdpbond_config* before);

// The change is done: from now on its seconds count. Or it has failed and was undone: nothing is left to undo.
void start_countdown(const context& where, const bond_pins& pins);
void disarm_undo(const bond_pins& pins);

// For the process that undoes: enters itself.
result<void> enlist_waiter(const bond_pins& pins, undo_record record);

std::uint64_t boot_time();

} // namespace xdpbond::control
