// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The slaves of one bond on their way to those that are wanted, in the wanted order. Pure.

#include "order.hpp"

#include <functional>
#include <string>
#include <vector>

namespace xdpbond::loader {

struct member {
    std::string name;   // as the bond remembers it, or the interface's own where it is none yet
    bool sends = false; // it could send now, were it in the bond and not on standby

    friend bool operator==(const member&, const member&) = default;
};

class member_plan {
public:
    // `capacity`: most slaves that the bond's program takes.
    member_plan(std::vector<member> now, std::size_t capacity) : now_(std::move(now)), capacity_(capacity) {}

    // What adding and taking out does, told as it is decided.
    struct actions {
        std::function<void(const member&)> add, remove;
        std::function<void(const member&, const char* why)> hold; // it would be the last that can send
    };

    // Makes the slaves those of `target`, in that order.
    void lead_to(const std::vector<member>& target, const actions& act);

    // Takes one out, whatever is left then.
    void take_out(const std::string& name, const actions& act);

    const std::vector<member>& now() const { return now_; }
    bool has(const std::string& name) const;

private:
    bool can_spare(const std::string& name) const;
    void add(const member& joining, const actions& act);
    // The first of those that are not wanted, where one can be spared; false: none can.
    bool take_out_one(const std::vector<member>& target, const actions& act);

    std::vector<member> now_;
    std::size_t capacity_;
};

} // namespace xdpbond::loader
