// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// From the bonds that are there to those of a configuration file: which orders, and where they lead.

#include "daemon/reconcile.hpp"
#include "made_up_bond.hpp"
#include "made_up_world.hpp"

#include <xdpbond/control/config.hpp>
#include <xdpbond/control/options.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

using namespace xdpbond::loader;
using namespace xdpbond::test;
using xdpbond::control::assignments;

namespace {

configuration wanted(const std::string& text) {
    auto reading = read_configuration(text, "/etc/xdpbond/xdpbond.toml");
    for (const auto& mistake : reading.mistakes)
        FAIL_CHECK(text_of(mistake));
    return reading.content;
}

using words = std::vector<std::string>;

// A world with eth0, eth1, ..., all with carrier, and the bonds of a file.
struct rig : made_up_world {
    reconciliation last;

    explicit rig(unsigned ports = 4) {
        for (unsigned i = 0; i < ports; ++i)
            plug("eth" + std::to_string(i));
    }

    // What is done for this file.
    words reach(const std::string& text) {
        const auto content = wanted(text);
        last = orders_for(content, bonds, find(content));
        return carry_out_last();
    }

    words reach_waiting(const std::string& text) {
        const auto content = wanted(text);
        last = orders_for_waiting(content, bonds, find(content), std::vector(last.waiting));
        return carry_out_last();
    }

    words carry_out_last() {
        done.clear();
        carry_out(last.orders);
        for (const auto& each : refused)
            FAIL_CHECK(each);
        return done;
    }

    words waiting() const {
        words all;
        for (const auto& each : last.waiting)
            all.push_back(each.bond + " " + each.port);
        return all;
    }

    xdpbond_config_slave& slave(const std::string& name, unsigned place) {
        return bond(name)->config.slave[place] = bond(name)->slaves[place].config;
    }
};

std::string uplink(const std::string& slaves, const std::string& more = "") {
    return "[bond.uplink]\nslaves = \"" + slaves + "\"\n" + more;
}

} // namespace

TEST_CASE("a bond that is not there is built, whole and marked; then nothing is to be done") {
    rig rig;
    const auto file =
        uplink("eth0,eth1", "mode = 1\nprimary = \"eth1\"\nslave.eth0.prio = 5\nslave.eth0.state = \"standby\"\n");
    CHECK(rig.reach(file) == words{"up uplink eth0 eth1"});
    REQUIRE(rig.last.orders.size() == 1);
    CHECK(rig.last.orders[0].up.from_file);
    REQUIRE(rig.last.orders[0].slave_starts.size() == 1);
    CHECK(rig.last.orders[0].slave_starts[0].settings == assignments{{"prio", "5"}, {"state", "standby"}});
    CHECK(rig.reach(file) == words());
    CHECK(rig.waiting() == words());
}

TEST_CASE("only the options that differ are set, together; what the file does not say is at its default") {
    rig rig;
    rig.reach(uplink("eth0,eth1",
                     "mode = 2\nxmit_hash_policy = \"layer3+4\"\nno_slave = \"pass\"\nmiimon = 50\nupdelay = 100\n"));
    CHECK(rig.reach(uplink("eth0,eth1", "mode = 2\nxmit_hash_policy = \"layer2+3\"\nno_slave = \"pass\"\n")) ==
          words{"set uplink xmit_hash_policy=layer2+3 miimon=100 updelay=0"});
    rig.carry_out({order_set("uplink", {{"statistics", "off"}})});
    CHECK(rig.reach(uplink("eth0,eth1", "mode = 2\nxmit_hash_policy = \"layer2+3\"\nno_slave = \"pass\"\n")) ==
          words{"set uplink statistics=on"});
}

TEST_CASE("what means nothing in the new mode is put back before the mode changes") {
    rig rig;
    rig.reach(uplink("eth0,eth1", "packets_per_slave = 7\n"));
    CHECK(rig.reach(uplink("eth0,eth1", "mode = 2\n")) ==
          words{"set uplink packets_per_slave=1", "set uplink mode=balance-xor"});
    rig.reach(uplink("eth0,eth1", "mode = 1\nprimary = \"eth0\"\nslave.eth1.prio = 3\n"));
    CHECK(rig.reach(uplink("eth0,eth1")) ==
          words{"slave uplink eth1 prio=0", "set uplink primary=none", "set uplink mode=balance-rr"});
}

TEST_CASE("delays are counted in polls: another miimon leaves them where the file has them") {
    rig rig;
    rig.reach(uplink("eth0,eth1", "updelay = 200\ndowndelay = 400\n"));
    CHECK(rig.reach(uplink("eth0,eth1", "miimon = 50\nupdelay = 200\ndowndelay = 400\n")) ==
          words{"set uplink miimon=50 updelay=200 downdelay=400"});
    CHECK(rig.reach(uplink("eth0,eth1", "miimon = 0\n")) == words{"set uplink miimon=0"});
    CHECK(rig.reach(uplink("eth0,eth1")) == words{"set uplink miimon=100 updelay=0 downdelay=0"});
    CHECK(rig.reach(uplink("eth0,eth1")) == words());
}

TEST_CASE("active_slave is the operator's where the file does not give it") {
    rig rig;
    rig.reach(uplink("eth0,eth1", "mode = 1\n"));
    rig.carry_out({order_set("uplink", {{"active_slave", "eth1"}})});
    CHECK(rig.reach(uplink("eth0,eth1", "mode = 1\n")) == words());
    CHECK(rig.reach(uplink("eth0,eth1", "mode = 1\nactive_slave = \"eth0\"\n")) ==
          words{"set uplink active_slave=eth0"});
    // A new primary would end it.
    const auto both = uplink("eth0,eth1", "mode = 1\nactive_slave = \"eth0\"\nprimary = \"eth1\"\n");
    CHECK(rig.reach(both) == words{"set uplink primary=eth1 active_slave=eth0"});
    CHECK(rig.reach(both) == words());
}

TEST_CASE("slaves are added before others are taken out, and as few as possible change places") {
    const struct {
        const char *before, *after;
        words orders;
    } cases[] = {
        {"eth0,eth1", "eth0,eth1,eth2", {"add uplink eth2"}},
        {"eth0,eth1,eth2", "eth0,eth2", {"del uplink eth1"}},
        {"eth0", "eth1", {"add uplink eth1", "del uplink eth0"}},
        {"eth0,eth1", "eth1,eth0", {"del uplink eth0", "add uplink eth0"}},
        {"eth0,eth1,eth2",
         "eth2,eth0,eth1",
         {"del uplink eth0", "add uplink eth0", "del uplink eth1", "add uplink eth1"}},
        {"eth0,eth1,eth2", "eth0,eth2,eth1", {"del uplink eth1", "add uplink eth1"}},
        {"eth0,eth1", "eth2,eth1", {"add uplink eth2", "del uplink eth1", "add uplink eth1", "del uplink eth0"}},
        {"eth0,eth1", "eth2,eth3", {"add uplink eth2", "add uplink eth3", "del uplink eth0", "del uplink eth1"}},
    };
    for (const auto& each : cases) {
        CAPTURE(each.before);
        CAPTURE(each.after);
        rig rig;
        rig.reach(uplink(each.before));
        CHECK(rig.reach(uplink(each.after)) == each.orders);
        CHECK(rig.reach(uplink(each.after)) == words());
        CHECK(rig.silenced == 0);
        std::string after = each.after;
        std::ranges::replace(after, ',', ' ');
        CHECK(rig.slaves("uplink") == after);
    }
}

TEST_CASE("where the program has no room for one more, one leaves first") {
    rig rig;
    rig.capacity = 2;
    rig.reach(uplink("eth0,eth1"));
    CHECK(rig.reach(uplink("eth2,eth3")) ==
          words{"del uplink eth0", "add uplink eth2", "del uplink eth1", "add uplink eth3"});
}

TEST_CASE("a slave that is moved gets its options again, and a primary that was moved is one again") {
    rig rig;
    const auto file = [](const char* slaves) {
        return uplink(slaves, "mode = 1\nprimary = \"eth0\"\n[bond.uplink.slave.eth0]\nprio = 4\n"
                              "[bond.uplink.slave.eth2]\nstate = \"standby\"\n");
    };
    rig.reach(file("eth0,eth1,eth2"));
    CHECK(rig.reach(file("eth1,eth2,eth0")) ==
          words{"del uplink eth0", "add uplink eth0", "set uplink primary=eth0", "slave uplink eth0 prio=4"});
    CHECK(rig.reach(file("eth0,eth1,eth2")).back() == "add uplink eth2 state=standby");
    CHECK(rig.reach(file("eth0,eth1,eth2")) == words());
}

TEST_CASE("options of slaves: what differs, and who sends again first") {
    rig rig;
    rig.reach(uplink("eth0,eth1", "slave.eth1.state = \"standby\"\n"));
    CHECK(rig.reach(uplink("eth0,eth1", "slave.eth0.state = \"standby\"\n")) ==
          words{"slave uplink eth1 state=active", "slave uplink eth0 state=standby"});
    CHECK(rig.reach(uplink("eth0,eth1")) == words{"slave uplink eth0 state=active"});
    CHECK(rig.reach(uplink("eth0,eth1", "mode = 1\nslave.eth0.prio = 7\n")) ==
          words{"set uplink mode=active-backup", "slave uplink eth0 prio=7"});
}

TEST_CASE("the last slave that can send is not taken out: it waits for another") {
    rig rig;
    rig.reach(uplink("eth0,eth1"));
    rig.interfaces["eth1"].carrier = false;
    rig.look();
    CHECK(rig.reach(uplink("eth1,eth0")) == words());
    CHECK(rig.waiting() == words{"uplink eth0"});
    CHECK(rig.last.waiting[0].why.find("last slave that can send") != std::string::npos);
    CHECK(rig.reach_waiting(uplink("eth1,eth0")) == words());
    CHECK(rig.waiting() == words{"uplink eth0"});
    rig.interfaces["eth1"].carrier = true;
    rig.look();
    CHECK(rig.reach_waiting(uplink("eth1,eth0")) == words{"del uplink eth0", "add uplink eth0"});
    CHECK(rig.waiting() == words());

    rig.interfaces["eth1"].carrier = false;
    rig.look();
    CHECK(rig.reach(uplink("eth1")) == words());
    CHECK(rig.waiting() == words{"uplink eth0"});
    rig.interfaces["eth1"].carrier = true;
    rig.look();
    CHECK(rig.reach_waiting(uplink("eth1")) == words{"del uplink eth0"});
    CHECK(rig.silenced == 0);
}

TEST_CASE("ports that are not there yet: the bond is built from the others, and they join in their places") {
    rig rig(1);
    const auto file =
        uplink("eth1,eth0,eth2", "mode = 1\nprimary = \"eth1\"\nslave.eth1.prio = 3\nslave.eth2.state = \"standby\"\n");
    CHECK(rig.reach(file) == words{"up uplink eth0"});
    CHECK(rig.waiting() == words{"uplink eth1", "uplink eth2"});
    rig.plug("eth2");
    CHECK(rig.reach_waiting(file) == words{"add uplink eth2 state=standby"});
    CHECK(rig.waiting() == words{"uplink eth1"});
    rig.plug("eth1");
    CHECK(rig.reach_waiting(file) == words{"add uplink eth1", "del uplink eth0", "add uplink eth0", "del uplink eth2",
                                           "add uplink eth2 state=standby", "set uplink primary=eth1",
                                           "slave uplink eth1 prio=3"});
    CHECK(rig.reach(file) == words());
}

TEST_CASE("none of a bond's ports is there, or not the other side: it waits whole") {
    rig rig(1);
    CHECK(rig.reach(uplink("eth4,eth5")) == words());
    CHECK(rig.waiting() == words{"uplink eth4", "uplink eth5"});
    rig.plug("eth5");
    CHECK(rig.reach_waiting(uplink("eth4,eth5")) == words{"up uplink eth5"});
    CHECK(rig.waiting() == words{"uplink eth4"});

    const auto forward = "[bond.other]\nslaves = [\"eth0\"]\nprogram = \"forward:lan0\"\n";
    CHECK(rig.reach(forward) == words{"down uplink"});
    CHECK(rig.waiting() == words{"other lan0"});
    rig.plug("lan0");
    CHECK(rig.reach_waiting(forward) == words{"up other eth0"});
    CHECK(rig.reach(forward) == words());
}

TEST_CASE("what was done by hand meanwhile stays when a late port joins, until the file is read again") {
    rig rig(3);
    const auto file = uplink("eth0,eth1,eth3");
    rig.reach(file);
    rig.carry_out({order_set("uplink", {{"statistics", "off"}}),
                   order_slave(order_kind::del_slave, {"uplink", "eth1", {}, false}),
                   order_slave(order_kind::add_slave, {"uplink", "eth2", {}, false})});
    rig.plug("eth3");
    CHECK(rig.reach_waiting(file) == words{"add uplink eth3", "del uplink eth2", "add uplink eth2"});
    CHECK(rig.slaves("uplink") == "eth0 eth3 eth2");
    rig.reach(file);
    CHECK(rig.slaves("uplink") == "eth0 eth1 eth3");
}

TEST_CASE("a slave whose interface is gone for the moment stays a slave") {
    rig rig;
    rig.reach(uplink("eth0,eth1"));
    rig.unplug("eth1");
    rig.look();
    CHECK(rig.reach(uplink("eth0,eth1")) == words());
    CHECK(rig.waiting() == words());
}

TEST_CASE("a bond that was made for the file and is not in it any more is taken down; one made by hand is left alone") {
    rig rig;
    rig.reach(uplink("eth0,eth1") + "[bond.other]\nslaves = [\"eth2\"]\n");
    auto request = wanted("[bond.mine]\nslaves = [\"eth3\"]\n").bonds[0].request;
    request.from_file = false;
    rig.carry_out({order_up(request)});
    CHECK(rig.reach(uplink("eth0,eth1")) == words{"down other"});
    CHECK(rig.bond("mine"));

    // Its ports are its own, unless it lets them go.
    CHECK(rig.reach(uplink("eth0,eth1,eth3")) == words());
    REQUIRE(rig.last.refused.size() == 1);
    CHECK(text_of(rig.last.refused[0])
              .starts_with("/etc/xdpbond/xdpbond.toml:2: bond uplink: eth3 is a port of bond mine, which is not in "
                           "this file; take it out "));
}

TEST_CASE("ports that go from bond to bond leave the one before they join the other") {
    rig rig(6);
    const auto file = [](const char* a, const char* b) {
        return "[bond.a]\nslaves = \"" + std::string(a) + "\"\n[bond.b]\nslaves = \"" + std::string(b) + "\"\n";
    };
    rig.reach(file("eth0,eth1", "eth2,eth3"));
    CHECK(rig.reach(file("eth0", "eth1,eth2,eth3")) ==
          words{"del a eth1", "add b eth1", "del b eth2", "add b eth2", "del b eth3", "add b eth3"});
    CHECK(rig.reach(file("eth0,eth4", "eth5,eth1")).size() > 3);
    CHECK(rig.silenced == 0);
    CHECK(rig.reach(file("eth0,eth4", "eth5,eth1")) == words());
    // Exchanged: for a moment both are without.
    rig.reach(file("eth0", "eth1"));
    CHECK(rig.reach(file("eth1", "eth0")) == words{"del a eth0", "del b eth1", "add a eth1", "add b eth0"});
    // To a bond that is new, from one that ends.
    CHECK(rig.reach("[bond.c]\nslaves = \"eth0,eth1\"\n") == words{"down a", "down b", "up c eth0 eth1"});
}

TEST_CASE(
    "program, other side and attach mode cannot change live: said with the line, and nothing of that bond is done") {
    rig rig;
    rig.reach(uplink("eth0,eth1") + "[bond.other]\nslaves = [\"eth2\"]\n");
    CHECK(rig.reach(uplink("eth0", "attach = \"generic\"\nprogram = \"forward:eth3\"\n") +
                    "[bond.other]\nslaves = [\"eth2\"]\nmode = 2\n") == words{"set other mode=balance-xor"});
    REQUIRE(rig.last.refused.size() == 2);
    CHECK(text_of(rig.last.refused[0]) == "/etc/xdpbond/xdpbond.toml:4: bond uplink: runs program tx and cannot change "
                                          "to forward:eth3 while it is up; take "
                                          "it down with `xdpbond-load down uplink`, and let the file be read again");
    CHECK(text_of(rig.last.refused[1])
              .starts_with("/etc/xdpbond/xdpbond.toml:3: bond uplink: was attached with attach = auto and cannot "
                           "change to generic"));
}

TEST_CASE("fail_over_mac=active cannot come or go with slaves, nor with it the mode; the bond's address can change") {
    rig rig;
    rig.reach(uplink("eth0,eth1", "mode = 1\n"));
    CHECK(rig.reach(uplink("eth0,eth1", "mode = 1\nfail_over_mac = \"active\"\n")) == words());
    REQUIRE(rig.last.refused.size() == 1);
    CHECK(text_of(rig.last.refused[0])
              .starts_with("/etc/xdpbond/xdpbond.toml:4: bond uplink: cannot change to fail_over_mac=active "));
    rig.carry_out({order_down("uplink")});
    rig.reach(uplink("eth0,eth1", "mode = 1\nfail_over_mac = \"active\"\n"));
    CHECK(rig.reach(uplink("eth0,eth1", "mode = 2\n")) == words());
    REQUIRE(rig.last.refused.size() == 1);
    CHECK(text_of(rig.last.refused[0])
              .starts_with("/etc/xdpbond/xdpbond.toml:3: bond uplink: has fail_over_mac=active, which cannot end "));
    rig.carry_out({order_down("uplink")});

    rig.reach(uplink("eth0,eth1"));
    CHECK(rig.reach(uplink("eth0,eth1", "address = \"02:00:00:00:00:01\"\n")) ==
          words{"set uplink address=02:00:00:00:00:01"});
    CHECK(rig.reach(uplink("eth0,eth1", "address = \"02:00:00:00:00:01\"\n")) == words());
    CHECK(rig.reach(uplink("eth0,eth1")) == words{"set uplink address=default"});
}

TEST_CASE("an object file's options are its own where the file is silent") {
    rig rig;
    const auto program = std::string("program = \"/opt/a.bpf.o\"\n");
    rig.reach(uplink("eth0,eth1", program + "mode = 1\n"));
    rig.carry_out({order_set("uplink", {{"all_slaves_active", "1"}, {"no_slave", "pass"}})});
    CHECK(rig.reach(uplink("eth0,eth1", program)) == words());
    CHECK(rig.reach(uplink("eth0,eth1", program + "slave.eth0.prio = 3\nno_slave = \"drop\"\n")) ==
          words{"set uplink no_slave=drop", "slave uplink eth0 prio=3"});
}

TEST_CASE("half-made bonds are finished and made anew; half-done slaves are cleared away") {
    rig rig;
    rig.reach(uplink("eth0,eth1"));
    for (const auto state : {XDPBOND_STATE_BUILDING, XDPBOND_STATE_REMOVING}) {
        rig.bond("uplink")->config.state = static_cast<__u16>(state);
        CHECK(rig.reach(uplink("eth0,eth1")) == words{"down uplink", "up uplink eth0 eth1"});
    }
    rig.bond("uplink")->slaves[1].config.flags |= XDPBOND_SLAVE_LEAVING;
    rig.look();
    CHECK(rig.reach(uplink("eth0,eth1")) == words{"set uplink", "add uplink eth1"});
    rig.carry_out({order_slave(order_kind::add_slave, {"uplink", "eth2", {}, false})});
    rig.bond("uplink")->slaves[2].config.flags |= XDPBOND_SLAVE_JOINING;
    rig.look();
    CHECK(rig.reach(uplink("eth0,eth1")) == words{"set uplink"});
    CHECK(rig.slaves("uplink") == "eth0 eth1");
}

TEST_CASE("a change that waits for confirmation is waited for") {
    rig rig;
    rig.reach(uplink("eth0,eth1"));
    rig.bond("uplink")->pending.emplace();
    CHECK(rig.reach(uplink("eth0,eth1", "mode = 2\n")) == words());
    CHECK(rig.waiting() == words{"uplink "});
    rig.bond("uplink")->pending.reset();
    CHECK(rig.reach_waiting(uplink("eth0,eth1", "mode = 2\n")) == words{"set uplink mode=balance-xor"});
}

TEST_CASE("alternative and older names of an interface are its names too") {
    rig rig(0);
    rig.plug("eth0", true, "enp1s0");
    rig.plug("eth1", true, "enp2s0");
    const auto file = uplink("enp1s0,enp2s0", "mode = 1\nprimary = \"enp2s0\"\nslave.enp1s0.prio = 1\n");
    CHECK(rig.reach(file) == words{"up uplink enp1s0 enp2s0"});
    CHECK(rig.reach(file) == words());
    // Renamed since it joined.
    auto moved = rig.interfaces["eth1"];
    rig.interfaces.erase("eth1");
    rig.interfaces["wan"] = moved;
    CHECK(rig.reach(file) == words());
    CHECK(rig.reach(uplink("eth0,wan", "mode = 1\nprimary = \"wan\"\nslave.eth0.prio = 1\n")) == words());
    // The same twice, which the file's text does not tell.
    CHECK(rig.reach(uplink("eth0,enp1s0")) == words());
    REQUIRE(rig.last.refused.size() == 1);
    CHECK(rig.last.refused[0].reason == "bond uplink: enp1s0 and eth0 are the same interface; give each port once");
}

namespace {

// A file with up to three bonds over nine ports, any of which may be missing.
class random_file {
public:
    explicit random_file(std::mt19937& random) : random_(random) {}

    std::string text() {
        std::vector<std::string> ports;
        for (int i = 0; i < 9; ++i)
            ports.push_back("eth" + std::to_string(i));
        std::ranges::shuffle(ports, random_);
        std::string text;
        for (const char* name : {"a", "b", "c"}) {
            if (!below(4))
                continue;
            std::vector<std::string> slaves(ports.end() - 1 - below(3), ports.end());
            ports.resize(ports.size() - slaves.size());
            text += bond(name, slaves);
        }
        return text;
    }

private:
    int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

    std::string bond(const std::string& name, const std::vector<std::string>& slaves) {
        std::string list;
        for (const auto& slave : slaves)
            list += (list.empty() ? "" : ",") + slave;
        const int mode = below(5);
        std::string text = "[bond." + name + "]\nslaves = \"" + list + "\"\nmode = " + std::to_string(mode) + "\n";
        const auto maybe = [&](const std::string& line) { text += below(2) ? line + "\n" : ""; };
        const auto any = [&] {
            return "\"" + slaves[static_cast<std::size_t>(below(static_cast<int>(slaves.size())))] + "\"";
        };
        maybe("no_slave = \"pass\"");
        maybe("statistics = false");
        maybe("miimon = " + std::to_string(50 + 50 * below(3)));
        maybe("updelay = " + std::to_string(300 * below(3)));
        maybe("downdelay = 600");
        maybe("address = \"02:00:00:00:00:0" + std::to_string(below(3) + 1) + "\"");
        if (mode == 0)
            maybe("packets_per_slave = " + std::to_string(below(5)));
        if (mode == 2 || mode == 4)
            maybe("xmit_hash_policy = " + std::to_string(below(6)));
        if (mode == 3)
            maybe("broadcast_frags = \"pass\"");
        if (mode == 1) {
            maybe("primary = " + any());
            maybe("active_slave = " + any());
            maybe("primary_reselect = \"failure\"");
            maybe("slave." + slaves[0] + ".prio = " + std::to_string(below(9) - 4));
        }
        if (slaves.size() > 1)
            maybe("slave." + slaves[1] + ".state = \"standby\"");
        return text;
    }

    std::mt19937& random_;
};

// The state is that of the file, with every port in it.
void check_is(rig& rig, const configuration& file) {
    CHECK(rig.bonds.size() == file.bonds.size());
    for (const auto& bond : file.bonds) {
        CAPTURE(bond.request.name);
        auto* its = rig.bond(bond.request.name);
        REQUIRE(its);
        std::string slaves;
        for (const auto& slave : bond.request.slaves)
            slaves += (slaves.empty() ? "" : " ") + slave;
        CHECK(rig.slaves(bond.request.name) == slaves);
        auto want = xdpbond::control::describe(bond.request.settings);
        auto have = xdpbond::control::describe(xdpbond::control::settings_of(its->config));
        const auto& given = bond.request.changed;
        for (auto* pairs : {&want, &have})
            std::erase_if(*pairs, [&](const auto& pair) {
                return pair.first == "active_slave" && std::ranges::find(given, "active_slave") == given.end();
            });
        for (std::size_t i = 0; i < want.size(); ++i)
            CHECK(have[i].first + "=" + have[i].second == want[i].first + "=" + want[i].second);
        for (const auto& slave : its->slaves) {
            std::string state = "active", prio = "0";
            for (const auto& each : bond.slaves)
                if (each.name == xdpbond::control::name_of(slave.config.name))
                    for (const auto& [option, value] : each.settings)
                        (option == "state" ? state : prio) = value;
            CHECK(std::to_string(slave.config.prio) == prio);
            CHECK(bool(slave.config.flags & XDPBOND_SLAVE_STANDBY) == (state == "standby"));
        }
    }
}

// Something that an operator, or a kill, may have left.
void meddle(rig& rig, std::mt19937& random) {
    for (auto& bond : rig.bonds) {
        if (random() % 4 == 0)
            rig.carry_out({order_set(bond.name, {{"statistics", "off"}, {"carrier_check", "off"}})});
        if (random() % 4 == 0 && !bond.slaves.empty())
            rig.carry_out({order_slave(
                order_kind::set_slave,
                {bond.name, xdpbond::control::name_of(bond.slaves[0].config.name), {{"state", "standby"}}, true})});
        if (random() % 6 == 0)
            bond.config.state = random() % 2 ? XDPBOND_STATE_BUILDING : XDPBOND_STATE_REMOVING;
        else if (random() % 4 == 0 && bond.slaves.size() > 1)
            bond.slaves.back().config.flags |= random() % 2 ? XDPBOND_SLAVE_JOINING : XDPBOND_SLAVE_LEAVING;
    }
    for (auto& [name, interface] : rig.interfaces)
        interface.carrier = random() % 4 != 0;
    rig.look();
}

} // namespace

TEST_CASE("from any state to any file: every order is accepted, and in the end it is as the file says") {
    for (unsigned seed = 0; seed < 3000; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(seed);
        rig rig(9);
        rig.reach(random_file(random).text());
        rig.refused.clear();
        meddle(rig, random);
        rig.refused.clear();
        const auto text = random_file(random).text();
        CAPTURE(text);
        std::vector<std::string> missing;
        for (int i = 0; i < 9; ++i)
            if (random() % 6 == 0) {
                const auto name = "eth" + std::to_string(i);
                const bool used = std::ranges::any_of(rig.bonds, [&](const auto& bond) {
                    return std::ranges::any_of(bond.slaves, [&](const auto& slave) {
                        return xdpbond::control::name_of(slave.config.name) == name;
                    });
                });
                if (!used) {
                    rig.unplug(name);
                    missing.push_back(name);
                }
            }
        rig.reach(text);
        CHECK(rig.last.refused.empty());
        // One after the other comes back; links come up.
        for (const auto& name : missing) {
            rig.plug(name, random() % 2);
            rig.reach_waiting(text);
        }
        for (auto& [name, interface] : rig.interfaces)
            interface.carrier = true;
        rig.look();
        for (int times = 0; times < 4 && !rig.last.waiting.empty(); ++times)
            rig.reach_waiting(text);
        CHECK(rig.waiting() == words());
        check_is(rig, wanted(text));
        CHECK(rig.reach(text) == words());
        if (!rig.refused.empty())
            break;
    }
}

TEST_CASE("one bond, any change of its slaves: it is never without a slave that can send where that can be helped") {
    for (unsigned seed = 0; seed < 2000; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(seed);
        rig rig(6);
        const auto some = [&] {
            std::vector<std::string> names;
            for (int i = 0; i < 6; ++i)
                names.push_back("eth" + std::to_string(i));
            std::ranges::shuffle(names, random);
            std::string list = names[0];
            for (unsigned i = 1, count = 1 + random() % 5; i < count; ++i)
                list += "," + names[i];
            return uplink(list);
        };
        rig.reach(some());
        for (auto& [name, interface] : rig.interfaces)
            interface.carrier = random() % 2;
        rig.look();
        const auto text = some();
        rig.reach(text);
        CHECK(rig.silenced == 0);
        for (auto& [name, interface] : rig.interfaces)
            interface.carrier = true;
        rig.look();
        for (int times = 0; times < 4 && !rig.last.waiting.empty(); ++times)
            rig.reach_waiting(text);
        CHECK(rig.silenced == 0);
        CHECK(rig.reach(text) == words());
    }
}
