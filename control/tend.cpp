// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/operations.hpp>

#include "attached.hpp"
#include "live_bond.hpp"
#include "live_change.hpp"
#include "place.hpp"
#include "reattach.hpp"
#include "sentence.hpp"
#include "slave_entry.hpp"
#include "table_plan.hpp"

#include <xdpbond/control/config.hpp>

namespace xdpbond::control {

namespace {

// The number that an interface with the slave's name has now; 0: there is none.
std::uint32_t ifindex_by_name(const place& here, const xdpbond_config_slave& slave) {
    auto port = here.net.by_name(name_of(slave.name));
    return port ? port->ifindex : 0;
}

bool is_slaves_name(const xdpbond_config& config, const std::string& name) {
    for (__u32 i = 0; i < config.slaves; i++)
        if (name_of(config.slave[i].name) == name)
            return true;
    return name_of(config.peer.name) == name;
}

// The bond follows its slave's new name, and so do the wishes for it. True: there is one.
bool follow_name(xdpbond_config& config, xdpbond_config_slave& slave, const std::string& name, report& done) {
    const std::string before = name_of(slave.name);
    if (before == name || is_slaves_name(config, name))
        return false;
    done.push_back(text("follow ", before, " of ", name_of(config.name), ", which is called ", name, " now"));
    set_name(slave.name, name);
    for (auto* wish : {&config.primary, &config.active_slave})
        if (name_of(*wish) == before)
            set_name(*wish, name);
    return true;
}

} // namespace

result<report> tend(const context& where, std::string_view name, const object_provider& objects) {
    auto here = enter_to_manage(where);
    if (!here)
        return here.failure();
    auto bond = open_live_bond(where, *here, name);
    if (!bond)
        return bond.failure();
    report done = bond->repaired;
    if (!where.dry_run)
        if (auto finished = finish_swap(*here, *bond, objects, done); !finished)
            return finished.failure();
    bool renamed = false;
    std::string unhelped;
    for (__u32 i = 0; i <= bond->config.slaves; i++) {
        const bool is_peer = i == bond->config.slaves;
        xdpbond_config_slave& slave = is_peer ? bond->config.peer : bond->config.slave[i];
        if (!slave.name[0])
            continue;
        attached_slave now = look_at(bond->pins, slave, here->net);
        if (now.attached) {
            renamed |= follow_name(bond->config, slave, now.port.name, done);
            continue;
        }
        if (where.dry_run)
            continue;
        // Moved to another namespace it would go on sending frames of others to this bond's slaves.
        if (now.info.ifindex && !now.port.ifindex) {
            if (auto off = detach(bond->pins.link(slave.slot)); !off)
                return off.failure();
            done.push_back(text("detach from ", name_of(slave.name), ", which was moved to another network namespace"));
        }
        if (!ifindex_by_name(*here, slave))
            continue;
        const auto again = is_peer ? reattach_peer(*here, *bond, objects, done) : reattach_slave(*here, *bond, i, done);
        if (!again)
            unhelped += text(unhelped.empty() ? "" : "; ", again.failure().message);
    }
    if (renamed && !where.dry_run)
        if (auto written = write_config(bond->config_map.get(), bond->config); !written)
            return written.failure();
    if (!unhelped.empty())
        return error{exit_code::failed, unhelped};
    return done;
}

} // namespace xdpbond::control
