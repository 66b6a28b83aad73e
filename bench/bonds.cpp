// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "bonds.hpp"

#include "constant_objects.hpp"
#include "object.hpp"
#include "publish.hpp"

#include <xdpbond/control/options.hpp>

#include <builtin.hpp>

#include <fmt/format.h>
#include <linux/bpf.h>

#include <utility>

namespace xdpbond::bench {
namespace {

using control::result;

xdpbond_options options_of(const bond_kind& kind, features upto) {
    xdpbond_options options = control::default_options();
    options.mode = static_cast<__u8>(kind.mode);
    options.hash = static_cast<__u8>(kind.hash);
    select_features(options, upto);
    return options;
}

// Publishes bond `name` of a loaded object, and finds its program.
result<bond> make_bond(object_handle object, const bond_kind& kind, form how, features upto, std::string_view name,
                       std::string_view program, const surroundings& where) {
    if (const auto published = publish(*object, name, options_of(kind, upto), where.slaves); !published)
        return published.failure();
    const auto fd = find_program(*object, program);
    if (!fd)
        return fd.failure();
    return bond{.object = std::move(object),
                .how = how,
                .upto = upto,
                .program = {.name = fmt::format("{} {} with {}", kind.name(), form_name(how), feature_name(upto)),
                            .program = *fd,
                            .verdict = XDP_REDIRECT}};
}

// One object with a bond for each set of features.
result<void> load_constant(const bond_kind& kind, const surroundings& where, std::vector<bond>& into) {
    auto object = open_object(kind.name(), constant_object(kind));
    if (!object)
        return object.failure();
    for (const auto upto : all_features) {
        const auto about = about_bond(**object, bond_name(upto));
        if (!about)
            return about.failure();
        (*about)->have_cast = where.have_cast;
    }
    if (const auto loaded = load_object(**object, kind.name()); !loaded)
        return loaded;
    for (const auto upto : all_features) {
        auto made = make_bond(*object, kind, form::constant, upto, bond_name(upto),
                              fmt::format("send_{}", bond_name(upto)), where);
        if (!made)
            return made.failure();
        into.push_back(std::move(*made));
    }
    return {};
}

// An object for each set of features, tuned before it is loaded.
result<void> load_tunable(const bond_kind& kind, const surroundings& where, std::vector<bond>& into) {
    for (const auto upto : all_features) {
        auto object = open_object(kind.name(), builtin::object("tx", kind.mode, kind.hash));
        if (!object)
            return object.failure();
        const auto about = about_bond(**object, "bond");
        if (!about)
            return about.failure();
        (*about)->have_cast = where.have_cast;
        (*about)->options = options_of(kind, upto);
        if (const auto loaded = load_object(**object, kind.name()); !loaded)
            return loaded;
        auto made = make_bond(*object, kind, form::tunable, upto, "bond", "", where);
        if (!made)
            return made.failure();
        into.push_back(std::move(*made));
    }
    return {};
}

} // namespace

std::string bond_kind::name() const {
    const auto mode_name = control::mode_name(mode);
    return hashes() ? fmt::format("{} {}", mode_name, control::hash_name(hash)) : std::string(mode_name);
}

std::vector<bond_kind> every_bond_kind() {
    std::vector<bond_kind> kinds;
    for (const auto mode : {XDPBOND_MODE_BALANCE_RR, XDPBOND_MODE_ACTIVE_BACKUP, XDPBOND_MODE_BALANCE_XOR,
                            XDPBOND_MODE_BROADCAST, XDPBOND_MODE_8023AD}) {
        if (!bond_kind{mode, {}}.hashes()) {
            kinds.push_back({mode, {}});
            continue;
        }
        for (const auto hash : {XDPBOND_HASH_LAYER2, XDPBOND_HASH_LAYER2_3, XDPBOND_HASH_LAYER3_4,
                                XDPBOND_HASH_ENCAP2_3, XDPBOND_HASH_ENCAP3_4, XDPBOND_HASH_VLAN_SRCMAC})
            kinds.push_back({mode, hash});
    }
    return kinds;
}

result<std::vector<bond>> load_bonds(const bond_kind& kind, std::string_view only, const surroundings& where) {
    std::vector<bond> bonds;
    for (const auto how : {form::constant, form::tunable}) {
        if (!only.empty() && form_name(how) != only)
            continue;
        const auto load = how == form::constant ? load_constant : load_tunable;
        if (const auto loaded = load(kind, where, bonds); !loaded)
            return loaded.failure();
    }
    return bonds;
}

} // namespace xdpbond::bench
