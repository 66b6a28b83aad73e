// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// One configured bond on its way from what is there: its orders, in steps that orders_for() interleaves with those of
// the other bonds. Pure.

#include "member_plan.hpp"
#include "reconcile.hpp"

#include <optional>
#include <set>

namespace xdpbond::loader {

// Which ports a plan may touch: all of them, or those that had to wait.
using concerned_ports = std::optional<std::set<std::string>>;

class bond_plan {
public:
    // `there`: nullptr where there is no such bond. `concerned`: nullopt for all.
    bond_plan(const configured_bond& wanted, const control::bond_state* there, const found_ports& ports,
              concerned_ports concerned, reconciliation& into);

    const std::string& name() const { return wanted_.request.name; }
    bool is_there() const { return there_ != nullptr; }
    // Ports that it has now, by their own names, and those that it is to have.
    std::vector<std::string> has() const;
    std::vector<std::string> wants() const;

    // Slaves join and leave; ports in `taken` are another bond's and are left for later.
    void change_members(const std::set<std::string>& taken);
    // Lets those go that are in `elsewhere` and not its own.
    void release(const std::set<std::string>& elsewhere);
    void change_options();
    void build(const std::set<std::string>& taken);
    // A port that it is to have is another bond's: one of the file, which may let it go later, or not.
    void tell_of(const std::string& port, const std::string& other, bool configured);
    // What waits.
    void end();

private:
    bool is_concerned(const std::string& port) const;
    member resolve(const std::string& name) const;
    bool is_present(const std::string& name) const;
    std::vector<member> target(const std::set<std::string>& taken) const;
    member_plan::actions actions();
    control::assignments settings_of(const std::string& port) const;
    control::bond_settings wanted_settings() const;
    bool is_given(std::string_view option) const;
    unsigned mode_then() const;
    void set(control::assignments changes);
    void set_slaves(bool leaving_active_backup);
    void wait_for(const std::string& port, std::string why);
    bool refuse_what_cannot_change();
    void refuse(std::size_t line, std::string reason);
    void give(order order);

    const configured_bond& wanted_;
    const control::bond_state* there_;
    const found_ports& ports_;
    concerned_ports concerned_;
    reconciliation& into_;
    member_plan members_;
    std::map<std::string, control::assignments> slave_now_; // state and prio of each member as they are now
    control::bond_settings now_;
    std::vector<waiting_port> held_;
    std::set<std::string> added_;
    bool left_alone_ = false; // it cannot or must not be changed now
};

} // namespace xdpbond::loader
