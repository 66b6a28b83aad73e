// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// tests/data/kernel-monitor.txt, made by record.py: random events played to real kernel bonds, and after each what had
// become of the bond. The monitor gets the same events and must be where the kernel was.

#include "watched_bond.hpp"

#include <doctest/doctest.h>

#include <array>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

using namespace xdpbond::control;
using xdpbond::test::watched_bond;

namespace {

// The slaves' interfaces: veths, whose carrier needs both ends up.
struct interface {
    bool up = true;
    bool far_end_up = true;
    std::uint32_t carrier_downs = 0;

    bool carrier() const { return up && far_end_up; }
};

class replay {
public:
    replay(std::string_view mode, bool events_told) : bond_(0, mode_of(mode)), events_told_(events_told) {
        set_miimon(bond_.options, 10);
        bond_.look();
    }

    // Plays an event; returns whether it was refused.
    bool play(const std::string& what, const std::string& first, const std::string& second) {
        const bool refused = !act(what, first == "-" ? "" : first, second);
        see();
        if (events_told_ || (what != "carrier" && what != "admin"))
            bond_.look();
        bond_.wait(250);
        return refused;
    }

    // As the record has it after "=> ok" or "=> refused".
    std::string state(bool with_active) const {
        std::ostringstream text;
        text << "active " << (with_active && !bond_.plan.active.empty() ? bond_.plan.active : "-");
        text << " carrier " << bond_.plan.carrier << " miimon " << bond_.options.miimon;
        text << " updelay " << updelay_ms(bond_.options) << " downdelay " << downdelay_ms(bond_.options);
        for (const auto& slave : bond_.plan.slaves) {
            std::string link(name_of(slave.link));
            if (const auto space = link.find(' '); space != link.npos)
                link[space] = '_';
            text << ' ' << slave.name << ':' << link << ':' << slave.failures;
        }
        return text.str();
    }

private:
    static unsigned mode_of(std::string_view name) {
        return name == "active-backup" ? XDPBOND_MODE_ACTIVE_BACKUP
               : name == "balance-xor" ? XDPBOND_MODE_BALANCE_XOR
               : name == "broadcast"   ? XDPBOND_MODE_BROADCAST
                                       : XDPBOND_MODE_BALANCE_RR;
    }

    bool act(const std::string& what, const std::string& first, const std::string& second) {
        const bool counts = !first.empty() && first[0] >= '0' && first[0] <= '9';
        const unsigned number = counts ? static_cast<unsigned>(std::stoul(first)) : 0;
        if (what == "join") {
            ports_.at(number) = {true, ports_[number].far_end_up, ports_[number].carrier_downs};
            bond_.add(number);
        } else if (what == "leave") {
            bond_.remove(number);
        } else if (what == "carrier") {
            set(ports_.at(number), &interface::far_end_up, second == "on");
        } else if (what == "admin") {
            set(ports_.at(number), &interface::up, second == "up");
        } else if (what == "prio") {
            if (std::exchange(bond_.slave(number).prio, std::stoi(second)) == bond_.slave(number).prio)
                set_again(bond_.memory, what, bond_.now);
        } else if (what == "primary") {
            if (std::exchange(bond_.options.primary, first) == first)
                set_again(bond_.memory, what, bond_.now);
        } else if (what == "primary_reselect") {
            const reselect how = first == "always"   ? reselect::always
                                 : first == "better" ? reselect::better
                                                     : reselect::failure;
            if (std::exchange(bond_.options.primary_reselect, how) == how)
                set_again(bond_.memory, what, bond_.now);
        } else if (what == "active_slave") {
            return static_cast<bool>(choose_active(bond_.memory, first, bond_.now));
        } else if (what == "updelay") {
            return static_cast<bool>(set_updelay(bond_.options, number));
        } else if (what == "downdelay") {
            return static_cast<bool>(set_downdelay(bond_.options, number));
        } else if (what == "miimon") {
            set_miimon(bond_.options, number);
        } else {
            FAIL("unknown event ", what);
        }
        return true;
    }

    static void set(interface& port, bool interface::*side, bool on) {
        const bool before = port.carrier();
        port.*side = on;
        port.carrier_downs += before && !port.carrier();
    }

    void see() {
        for (auto& slave : bond_.slaves) {
            const auto& port = ports_.at(static_cast<unsigned>(slave.name[1] - '0'));
            slave.up = port.up;
            slave.carrier = port.carrier();
            slave.carrier_downs = port.carrier_downs;
        }
    }

    watched_bond bond_;
    bool events_told_;
    std::array<interface, 4> ports_{};
};

unsigned compare(bool events_told) {
    std::ifstream record(XDPBOND_TEST_DATA "/kernel-monitor.txt");
    REQUIRE(record);
    std::optional<replay> bond;
    std::string mode, line;
    unsigned compared = 0;
    while (std::getline(record, line)) {
        if (line.starts_with("#"))
            continue;
        std::istringstream words(line);
        std::string what, first, second, how;
        words >> what >> first;
        if (what == "bond") {
            bond.emplace(mode = first, events_told);
            continue;
        }
        if (words >> second; second != "=>")
            words >> how;
        words >> how >> std::ws;
        CAPTURE(line);
        CAPTURE(compared);
        const bool refused = bond->play(what, first, second);
        CHECK(refused == (how == "refused"));
        std::string expected;
        std::getline(words, expected);
        REQUIRE(bond->state(mode == "active-backup") == expected);
        ++compared;
    }
    return compared;
}

} // namespace

TEST_CASE("a thousand events end as in the kernel, whether netlink tells of them or only polls see them") {
    CHECK(compare(true) == 1044);
    CHECK(compare(false) == 1044);
}
