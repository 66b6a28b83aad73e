// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/operations.hpp>

#include "address_change.hpp"
#include "dismantle.hpp"
#include "join.hpp"
#include "live_bond.hpp"
#include "place.hpp"
#include "program_swap.hpp"
#include "sentence.hpp"
#include "slave_entry.hpp"
#include "table_plan.hpp"
#include "take_out.hpp"
#include "undo.hpp"

#include <xdpbond/control/capabilities.hpp>
#include <xdpbond/control/config.hpp>

#include <algorithm>
#include <chrono>
#include <thread>

namespace xdpbond::control {

namespace {

bool has_port(const xdpbond_config& config, __u32 ifindex) {
    const auto end = config.slave + config.slaves;
    return std::find_if(config.slave, end, [&](const auto& slave) { return slave.ifindex == ifindex; }) != end;
}

// A live bond goes back to an earlier configuration: its slaves, their order, its program, its options.
struct going_back {
    const place& here;
    live_bond& bond;
    xdpbond_config before;
    report done{};

    result<void> go();

private:
    result<void> drop_new_slaves();
    result<void> take_back_slaves();
};

result<void> going_back::drop_new_slaves() {
    for (__u32 i = bond.config.slaves; i-- > 0;) {
        if (has_port(before, bond.config.slave[i].ifindex))
            continue;
        bond.config.slave[i].flags |= XDPBOND_SLAVE_LEAVING;
        if (auto written = write_config(bond.config_map.get(), bond.config); !written)
            return written;
        bool unpublished = false;
        if (auto gone = take_out(here, bond, i, done, unpublished); !gone)
            return gone;
    }
    return {};
}

result<void> going_back::take_back_slaves() {
    for (__u32 i = 0; i < before.slaves; i++) {
        if (has_port(bond.config, before.slave[i].ifindex))
            continue;
        const std::string name = name_of(before.slave[i].name);
        auto port = here.net.by_index(before.slave[i].ifindex);
        if (!port || port->name != name) {
            done.push_back(text("warning: ", name, " is gone and cannot be a slave again"));
            continue;
        }
        if (auto joined = join_again(here, bond, before.slave[i], done); !joined)
            return joined;
        // How it is attached and prepared is as it is now; the rest as it was.
        const xdpbond_config_slave& now = bond.config.slave[bond.config.slaves - 1];
        xdpbond_config_slave& again = before.slave[i];
        again.attach = now.attach;
        std::copy(std::begin(now.perm_hwaddr), std::end(now.perm_hwaddr), again.perm_hwaddr);
        again.changed = now.changed;
        again.far_changed = now.far_changed;
        again.far_ifindex = now.far_ifindex;
        again.far_netns = now.far_netns;
    }
    return {};
}

result<void> going_back::go() {
    if (auto dropped = drop_new_slaves(); !dropped)
        return dropped;
    if (other_address(bond.config, before))
        if (auto changed = change_address(here, bond.config_map.get(), bond.config, before, done); !changed)
            return changed;
    if (auto taken = take_back_slaves(); !taken)
        return taken;
    // In the way that a change goes: for broadcast the table comes before the program.
    const bool table_first = before.options.mode == XDPBOND_MODE_BROADCAST;
    if (table_first)
        if (auto published = publish_plan(here, bond.pins, before); !published)
            return published.failure();
    if (auto back = swap_back(here, bond.pins, bond.config, done); !back)
        return back;
    auto published = publish_plan(here, bond.pins, before);
    if (!published)
        return published.failure();
    done.push_back(*published);
    bond.config = before;
    return write_config(bond.config_map.get(), before);
}

// Undoes the change that waits; `token`: only if it is that one.
result<report> undo_pending(const context& where, std::string_view name, const std::uint64_t* token) {
    auto here = enter(where);
    if (!here)
        return here.failure();
    auto pins = find_bond(*here, name);
    if (!pins)
        return pins.failure();
    auto pending = pending_change(*pins);
    if (!pending)
        return pending.failure();
    const auto none = error{exit_code::no_such, text(name, ": no change waits for confirmation")};
    const auto waits = [&] { return pending && *pending && (!token || (*pending)->token == *token); };
    if (!waits())
        return none;
    if ((*pending)->was_none) {
        auto owned = own_bond(where, *here, name);
        if (!owned)
            return owned.failure();
        pending = pending_change(*pins);
        if (!waits())
            return none;
        return where.dry_run ? describe_dismantling(*pins, here->net) : dismantle(*pins, here->net);
    }
    auto bond = open_live_bond(where, *here, name, true);
    if (!bond)
        return bond.failure();
    pending = pending_change(*pins);
    if (!waits())
        return none;
    going_back back{*here, *bond, (*pending)->before, {}};
    if (where.dry_run)
        return report{text("go back to ", (*pending)->before.slaves, " slaves and the options of before")};
    if (auto gone = back.go(); !gone)
        return gone.failure();
    disarm_undo(*pins);
    return back.done;
}

} // namespace

result<report> confirm(const context& where, std::string_view name) {
    auto here = enter_to_manage(where);
    if (!here)
        return here.failure();
    auto bond = own_bond(where, *here, name);
    if (!bond)
        return bond.failure();
    auto pending = pending_change(bond->pins);
    if (!pending)
        return pending.failure();
    if (!*pending)
        return error{exit_code::no_such, text(name, ": no change waits for confirmation")};
    if (!where.dry_run)
        disarm_undo(bond->pins);
    return report{text("keep the change of ", name)};
}

result<report> revert(const context& where, std::string_view name) {
    if (auto allowed = may_manage_bonds(); !allowed)
        return allowed.failure();
    return undo_pending(where, name, nullptr);
}

result<void> enlist_for_undo(const context& where, std::string_view name, std::uint64_t token) {
    auto here = enter(where);
    if (!here)
        return here.failure();
    auto pins = here->pins(name);
    auto pending = pending_change(pins);
    if (!pending)
        return pending.failure();
    if (!*pending || (*pending)->token != token)
        return error{exit_code::no_such, text(name, ": no change waits for confirmation")};
    return enlist_waiter(pins, **pending);
}

result<report> undo_unless_confirmed(const context& where, std::string_view name, std::uint64_t token) {
    using namespace std::chrono_literals;
    for (;; std::this_thread::sleep_for(200ms)) {
        auto here = enter(where);
        if (!here)
            return here.failure();
        auto pending = pending_change(here->pins(name));
        if (!pending)
            return pending.failure();
        if (!*pending || (*pending)->token != token)
            return report{};
        if ((*pending)->deadline > boot_time())
            continue;
        auto undone = undo_pending(where, name, &token);
        if (undone)
            return undone;
        if (undone.failure().code == exit_code::no_such)
            return report{};
        // Another command works on the bond: it may be the very one that is to be undone.
        if (undone.failure().code != exit_code::busy)
            return undone;
    }
}

} // namespace xdpbond::control
