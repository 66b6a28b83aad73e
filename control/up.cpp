// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/operations.hpp>

#include "assemble.hpp"
#include "bond_object.hpp"
#include "dismantle.hpp"
#include "members.hpp"
#include "object_source.hpp"
#include "place.hpp"
#include "sentence.hpp"
#include "undo.hpp"

#include <xdpbond/control/bpffs.hpp>
#include <xdpbond/control/capabilities.hpp>
#include <xdpbond/control/config.hpp>
#include <xdpbond/control/kernel.hpp>
#include <xdpbond/control/lock.hpp>
#include <xdpbond/control/options.hpp>

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace xdpbond::control {

namespace {

void add(report& to, const report& more) {
    to.insert(to.end(), more.begin(), more.end());
}

// The options that were asked for; those that name a slave are where they are not empty.
std::vector<std::string> asked_for(const up_request& request) {
    std::vector<std::string> given = request.changed;
    if (!request.settings.primary.empty())
        given.emplace_back("primary");
    if (!request.settings.active_slave.empty())
        given.emplace_back("active_slave");
    return given;
}

// What is there under this name: nothing, a complete bond (busy), or the leftovers of a command that did not finish,
// which are removed.
result<void> clear_leftovers(const context& where, const place& here, const bond_pins& pins, report& done) {
    std::error_code ignored;
    if (!std::filesystem::exists(pins.folder, ignored))
        return {};
    auto lock = lock_bond(pins);
    if (!lock)
        return lock.failure().code == exit_code::no_such ? result<void>() : lock.failure();
    if (auto map = open_pin(pins.config())) {
        auto config = read_config(map->get(), pins.name());
        if (!config)
            return config.failure();
        if (config->state == XDPBOND_STATE_READY)
            return error{exit_code::busy,
                         text(pins.name(), ": exists already; change it with `xdpbond-load set ", pins.name(),
                              " OPTION=VALUE`, or take it down first with `xdpbond-load down ", pins.name(), "`")};
    }
    done.push_back(text("undo what an interrupted command left of ", pins.name()));
    auto undone = where.dry_run ? describe_dismantling(pins, here.net) : dismantle(pins, here.net);
    if (!undone)
        return undone.failure();
    add(done, *undone);
    return {};
}

// The bond's folder, new, locked and empty.
result<unique_fd> make_locked_folder(const bond_pins& pins) {
    for (;;) {
        if (auto made = make_folder(pins); !made)
            return made.failure();
        auto lock = lock_bond(pins);
        // Gone again: another command took these for leftovers.
        if (!lock && lock.failure().code == exit_code::no_such)
            continue;
        if (!lock)
            return lock;
        auto names = pins_in(pins);
        if (!names)
            return names.failure();
        if (!names->empty())
            return error{exit_code::busy, text(pins.name(), ": another command has just made it")};
        return lock;
    }
}

result<bond_object> prepare_object(const up_request& request, const members& found, const kernel_features& kernel,
                                   const object_provider& objects) {
    object_wishes wishes;
    wishes.options = request.settings.options;
    wishes.slaves = static_cast<std::uint32_t>(found.slaves);
    wishes.peer = found.peer().ifindex;
    wishes.have_cast = kernel.rdonly_cast;
    return open_object(request.program, wishes, objects);
}

result<report> make(const context& where, const place& here, const bond_pins& pins, const up_request& request,
                    const members& found, bond_object& object) {
    auto lock = make_locked_folder(pins);
    if (!lock)
        return lock.failure();
    auto armed = arm_undo(where, pins, nullptr);
    auto made = armed ? assemble(here, pins, request, found, object) : armed.failure();
    // Should this fail as well, its leftovers are the next command's to undo; the first error matters more.
    if (!made)
        static_cast<void>(dismantle(pins, here.net));
    else
        start_countdown(where, pins);
    return made;
}

} // namespace

result<report> up(const context& where, const up_request& asked, const object_provider& objects) {
    up_request request = asked;
    if (is_file(request.program))
        if (auto adopted = adopt_options(request); !adopted)
            return adopted.failure();
    if (auto valid = validate(request, asked_for(request)); !valid)
        return valid.failure();
    if (!where.planner)
        if (auto unwatched = check_unwatched(request.changed); !unwatched)
            return unwatched.failure();
    if (auto allowed = may_manage_bonds(); !allowed)
        return allowed.failure();
    auto kernel = read_kernel_features();
    if (!kernel)
        return kernel.failure();
    auto bpffs = check_bpffs(where.pin_dir);
    if (!bpffs)
        return bpffs.failure();
    auto here = enter(where);
    if (!here)
        return here.failure();

    report done;
    const bond_pins pins = here->pins(request.name);
    if (auto cleared = clear_leftovers(where, *here, pins, done); !cleared)
        return cleared.failure();
    auto found = find_members(*here, request);
    if (!found)
        return found.failure();
    auto object = prepare_object(request, *found, *kernel, objects);
    if (!object)
        return object.failure();
    if (*bpffs == bpffs_state::mountable) {
        done.push_back(text("mount a bpffs at ", where.pin_dir.native()));
        if (!where.dry_run)
            if (auto mounted = mount_bpffs(where.pin_dir); !mounted)
                return mounted.failure();
    }
    if (where.dry_run) {
        add(done, describe_assembly(request, *found));
        return done;
    }

    auto made = make(where, *here, pins, request, *found, *object);
    if (!made) {
        if (*bpffs == bpffs_state::mountable)
            unmount_bpffs(where.pin_dir);
        return made.failure();
    }
    add(done, *made);
    return done;
}

} // namespace xdpbond::control
