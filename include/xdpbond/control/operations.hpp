// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The operations on bonds: each takes the writer lock, does all of it or nothing, and leaves what it made pinned.

#include <xdpbond/control/request.hpp>
#include <xdpbond/control/result.hpp>
#include <xdpbond/control/state.hpp>
#include <xdpbond/control/trace.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xdpbond::control {

// Gives the compiled object (ELF bytes) for a program ("tx", "forward") in a mode and policy.
using object_provider =
    std::function<result<std::span<const std::byte>>(std::string_view program, const xdpbond_options& options)>;

// Builds a bond: checks everything first, then slaves up, program loaded once and attached to each slave by a pinned
// link, table published. On any failure every interface, pin and program is as it was before.
result<report> up(const context& where, const up_request& request, const object_provider& objects);

// Takes a bond down and restores its interfaces; finishes an interrupted up or down.
result<report> down(const context& where, std::string_view name);

// Changes options of a live bond. mode, xmit_hash_policy and the like swap the program by link update, slave by slave;
// active_slave and primary publish a new table; program=P ("tx", "forward", an object file's path) swaps the program,
// and keeps the maps, whose layout has to be the same. A refused change leaves everything as it was.
result<report> set(const context& where, std::string_view name, const assignments& changes,
                   const object_provider& objects);

// The same program from the object that there is for it now, where that is another one than the bond was made from:
// after an upgrade. Swapped as by set() with program=P; an empty report: it is the same.
result<report> refresh_program(const context& where, std::string_view name, const object_provider& objects);

// Adds a port to a live bond, last in the enslave order: checked and attached first, published then. Refused as by
// `up`, and where the bond's program has no room. A failed add leaves everything as it was.
result<report> add_slave(const context& where, const slave_request& request, const object_provider& objects);

// Takes a slave out of a live bond, the last one too: unpublished first, then, once no frame is on its way to it,
// detached and put back as it was. A failed one can be repeated.
result<report> del_slave(const context& where, const slave_request& request);

// Changes options of one slave: state=standby drains it, state=active brings it back; prio in active-backup.
result<report> set_slave(const context& where, const slave_request& request);

// Does what slaves need whose interfaces are not what they were: one that is there again, under whatever number, or
// that has lost the bond's program gets it; from one that was moved to another network namespace it is taken off; one
// that was renamed is known by its new name. What cannot be helped is in the error, and the rest is done all the same.
result<report> tend(const context& where, std::string_view name, const object_provider& objects);

// Finishes or undoes what interrupted commands left of a bond, as the next command would. Busy where a command is at
// it.
result<report> repair(const context& where, std::string_view name);

// Names of all bonds, also of those that no list tells of because a killed command had not got far: for repair(). Where
// there are none, empty folders that such a command has left are removed.
result<std::vector<std::string>> list_to_repair(const context& where);

// Keeps a change that was made with context.confirm_within, or undoes it at once. No change waits: no_such.
result<report> confirm(const context& where, std::string_view name);
result<report> revert(const context& where, std::string_view name);

// For the process that undoes such a change: enters itself as it (before context.start_waiter returns), then waits, and
// undoes the change when its time is over. An empty report: confirmed, or gone with its bond.
result<void> enlist_for_undo(const context& where, std::string_view name, std::uint64_t token);
result<report> undo_unless_confirmed(const context& where, std::string_view name, std::uint64_t token);

// Removes what is left of bonds whose interfaces or network namespaces are gone, and of interrupted commands, in every
// network namespace below context.pin_dir; never a live bond. The report tells what was removed.
result<report> clean(const context& where);

// Tells what becomes of the frames that the bond's program sees: swaps it for one that tells, as `set` would, and back
// in the end. Holds the bond's lock only for that: a change of the bond ends the trace, with `busy`; `down`, with
// `no_such`. `objects` must give tunable objects. In a dry run only the steps are told.
result<trace_result> trace(const context& where, const trace_request& request, const object_provider& objects);

// Names of the bonds in this network namespace, sorted.
result<std::vector<std::string>> list(const context& where);

// The state of one bond. Reads only; takes no lock.
result<bond_state> inspect(const context& where, std::string_view name);

} // namespace xdpbond::control
