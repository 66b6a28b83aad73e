// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "bonds.hpp"

#include <xdpbond/control/operations.hpp>

namespace xdpbond::loader {

result<std::vector<control::bond_state>> inspect_bonds(const control::context& where, const std::string& name) {
    std::vector<control::bond_state> bonds;
    if (!name.empty()) {
        auto bond = control::inspect(where, name);
        if (!bond)
            return bond.failure();
        bonds.push_back(*std::move(bond));
        return bonds;
    }
    const auto names = control::list(where);
    if (!names)
        return names.failure();
    for (const auto& each : *names) {
        auto bond = control::inspect(where, each);
        if (bond)
            bonds.push_back(*std::move(bond));
        else if (bond.failure().code != exit_code::no_such) // taken down since it was listed
            return bond.failure();
    }
    return bonds;
}

} // namespace xdpbond::loader
