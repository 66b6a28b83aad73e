// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/operations.hpp>

#include "dismantle.hpp"
#include "place.hpp"

namespace xdpbond::control {

result<report> down(const context& where, std::string_view name) {
    auto here = enter_to_manage(where);
    if (!here)
        return here.failure();
    auto bond = own_bond(where, *here, name);
    if (!bond) {
        // A command that was killed between making or removing folders has left empty ones.
        if (bond.failure().code == exit_code::no_such && !where.dry_run)
            remove_empty_parents(here->pins(name));
        return bond.failure();
    }
    return where.dry_run ? describe_dismantling(bond->pins, here->net) : dismantle(bond->pins, here->net);
}

} // namespace xdpbond::control
