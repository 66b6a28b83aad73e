// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/operations.hpp>

#include "dismantle.hpp"
#include "living_netns.hpp"
#include "place.hpp"
#include "sentence.hpp"

#include <xdpbond/control/attach.hpp>
#include <xdpbond/control/bpffs.hpp>
#include <xdpbond/control/capabilities.hpp>
#include <xdpbond/control/config.hpp>
#include <xdpbond/control/lock.hpp>

#include <algorithm>
#include <system_error>

namespace xdpbond::control {

namespace {

namespace fs = std::filesystem;

enum class condition { live, half_built, dead, unlinked };

// What a bond's pins tell, without its network namespace. Hold its lock.
condition condition_of(const bond_pins& pins) {
    auto names = pins_in(pins);
    if (!names)
        return condition::live;
    std::size_t links = 0, dead = 0;
    for (const auto& name : *names) {
        if (!name.starts_with("link_"))
            continue;
        links++;
        auto link = open_pin(pins.folder / name);
        if (!link)
            return condition::live; // cannot be looked at: not ours to judge
        auto info = read_link(link->get());
        dead += info && info->ifindex == 0;
    }
    auto map = open_pin(pins.config());
    if (!map)
        return map.failure().code == exit_code::no_such ? condition::half_built : condition::live;
    auto config = read_config(map->get(), pins.name());
    if (config && config->state != XDPBOND_STATE_READY)
        return condition::half_built;
    if (!links)
        return condition::unlinked;
    return dead == links ? condition::dead : condition::live;
}

struct cleaner {
    const context& where;
    const living_netns& living;
    report done{};

    result<void> clean_netns(const fs::path& folder);

private:
    result<void> clean_bond(const bond_pins& pins, const netns* home);
    result<void> remove_dead(const bond_pins& pins, std::string_view why);
};

// Its namespace is gone, or all that it held is: there is nothing to restore.
result<void> cleaner::remove_dead(const bond_pins& pins, std::string_view why) {
    done.push_back(text("remove ", pins.folder.native(), ": ", why));
    return where.dry_run ? result<void>() : remove_pins(pins);
}

result<void> cleaner::clean_bond(const bond_pins& pins, const netns* home) {
    auto lock = lock_bond(pins);
    if (!lock && lock.failure().code == exit_code::no_such)
        return {};
    if (!lock && lock.failure().code == exit_code::busy) {
        done.push_back(text("warning: ", lock.failure().message));
        return {};
    }
    if (!lock)
        return lock.failure();
    const condition found = condition_of(pins);
    if (found == condition::live || (found == condition::unlinked && (home || !living.complete)))
        return {};
    if (home) {
        // Its ports are put back as they were, as far as they are there.
        auto inside = home->enter();
        if (!inside)
            return inside.failure();
        auto net = links::open();
        if (!net)
            return net.failure();
        done.push_back(
            text("remove ", pins.folder.native(), ": ",
                 found == condition::dead ? "nothing runs its program any more" : "an interrupted command left it"));
        auto steps = where.dry_run ? describe_dismantling(pins, *net) : dismantle(pins, *net);
        if (!steps)
            return steps.failure();
        done.insert(done.end(), steps->begin(), steps->end());
        return {};
    }
    // A half-built bond may have a link to a living device in a namespace that only a descriptor holds.
    if (found == condition::half_built) {
        auto names = pins_in(pins);
        const auto is_alive = [&pins](const std::string& name) {
            auto link = name.starts_with("link_") ? open_pin(pins.folder / name) : error{};
            auto info = link ? read_link(link->get()) : error{};
            return info && info->ifindex;
        };
        if (!living.complete || !names || std::ranges::any_of(*names, is_alive))
            return {};
    }
    return remove_dead(pins,
                       found == condition::dead ? "every interface of it is gone" : "its network namespace is gone");
}

result<void> cleaner::clean_netns(const fs::path& folder) {
    auto bonds = bonds_in(folder);
    if (!bonds)
        return bonds.failure();
    const netns* home = living.find(folder.filename().native());
    for (const auto& bond : *bonds)
        if (auto cleaned = clean_bond(bond, home); !cleaned)
            return cleaned;
    // Left empty by a command that was killed.
    if (std::error_code failure; !where.dry_run && fs::is_empty(folder, failure) && !failure)
        remove_empty_parents({folder / "none"});
    return {};
}

} // namespace

result<report> clean(const context& where) {
    if (auto allowed = may_manage_bonds(); !allowed)
        return allowed.failure();
    auto bpffs = check_bpffs(where.pin_dir);
    if (!bpffs)
        return bpffs.failure();
    auto living = find_living_netns(where);
    if (!living)
        return living.failure();
    cleaner work{where, *living};
    auto folders = bonds_in(where.pin_dir / "xdpbond");
    if (!folders)
        return folders.failure();
    for (const auto& folder : *folders)
        if (auto cleaned = work.clean_netns(folder.folder); !cleaned)
            return cleaned.failure();
    return work.done;
}

} // namespace xdpbond::control
