// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "option_plan.hpp"

#include <xdpbond/control/options.hpp>

#include <algorithm>
#include <string>

namespace xdpbond::loader {
namespace {

using control::assignments;
using control::bond_settings;

bool means_something(const std::string& option, unsigned mode) {
    bond_settings settings;
    settings.options.mode = static_cast<__u8>(mode);
    const std::string changed[] = {option};
    return static_cast<bool>(control::validate(settings, {}, changed));
}

std::string value_in(const assignments& pairs, const std::string& option) {
    const auto found = std::ranges::find(pairs, option, &assignments::value_type::first);
    return found == pairs.end() ? "" : found->second;
}

bool is_given(const control::up_request& request, const std::string& option) {
    return std::ranges::find(request.changed, option) != request.changed.end();
}

class planner {
public:
    planner(const bond_settings& now, const bond_settings& wanted, const control::up_request& request)
        : now_(now), wanted_(wanted), request_(request), file_(control::is_file(request.program)) {}

    option_changes plan() {
        const auto new_mode = file_ && !is_given(request_, "mode") ? now_.options.mode : wanted_.options.mode;
        if (now_.options.mode != new_mode)
            change(planned_.before, [&](const std::string& option) {
                return means_something(option, now_.options.mode) && !means_something(option, new_mode);
            });
        // One change may bring about another: delays are counted in polls, a new primary ends active_slave.
        for (int round = 0; round < 3; ++round)
            if (!change(planned_.changes, [&](const std::string& option) { return means_something(option, new_mode); }))
                break;
        return std::move(planned_);
    }

private:
    bool counts(const std::string& option) const {
        // Where nobody polls there are none to count a delay in.
        if (wanted_.watch.miimon == 0 && (option == "updelay" || option == "downdelay"))
            return false;
        return is_given(request_, option) || (option != "active_slave" && !file_);
    }

    // Adds what differs of the options that `concerned` takes, and does it to now_; false: nothing does.
    template <class Concerned>
    bool change(assignments& to, Concerned concerned) {
        const auto have = control::describe(now_), want = control::describe(wanted_);
        assignments differing;
        for (const auto& [option, value] : want)
            if (counts(option) && concerned(option) && value_in(have, option) != value)
                differing.emplace_back(option, value.empty() ? "none" : value);
        const bool new_primary =
            std::ranges::find(differing, "primary", &assignments::value_type::first) != differing.end();
        static_cast<void>(control::assign(now_, differing));
        if (new_primary)
            now_.active_slave = value_in(differing, "active_slave");
        for (auto& pair : differing) {
            std::erase_if(to, [&](const auto& earlier) { return earlier.first == pair.first; });
            to.push_back(std::move(pair));
        }
        return !differing.empty();
    }

    bond_settings now_;
    const bond_settings& wanted_;
    const control::up_request& request_;
    bool file_;
    option_changes planned_;
};

} // namespace

option_changes plan_options(const bond_settings& now, const bond_settings& wanted, const control::up_request& request) {
    return planner(now, wanted, request).plan();
}

} // namespace xdpbond::loader
