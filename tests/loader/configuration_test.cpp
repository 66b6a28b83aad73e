// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// A configuration file: the values that a good one gives, and every mistake of a bad one with its line.

#include "daemon/configuration.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

using namespace xdpbond::loader;

namespace {

configuration_reading read(const std::string& text) {
    return read_configuration(text, "/etc/xdpbond/xdpbond.toml");
}

configuration good(const std::string& text) {
    const auto reading = read(text);
    for (const auto& mistake : reading.mistakes)
        FAIL_CHECK(text_of(mistake));
    return reading.content;
}

// "LINE: reason" of each, one a line.
std::string told(const std::string& text) {
    std::string lines;
    for (const auto& mistake : read(text).mistakes) {
        CHECK(mistake.file == "/etc/xdpbond/xdpbond.toml");
        lines += std::to_string(mistake.line) + ": " + mistake.reason + "\n";
    }
    return lines;
}

const std::string uplink = "[bond.uplink]\nslaves = [\"eth0\", \"eth1\"]\n";

struct wrong {
    const char* what;
    std::string text;
    std::string told; // all of it; what a library says, or may change, is left open by a final '*'
};

bool matches(const std::string& told, const std::string& expected) {
    if (!expected.ends_with('*'))
        return told == expected;
    return told.starts_with(expected.substr(0, expected.size() - 1)) && std::ranges::count(told, '\n') == 1;
}

} // namespace

TEST_CASE("a file with everything in it gives exactly that") {
    const auto read = good(R"(# two bonds
netns = "blue"
pin_dir = "/run/bpf"
on_stop = "down"

[bond.uplink]
slaves = ["eth1", "eth0",   # the order counts
          "eth2"]
program = "forward:lan0"
attach = "native"
force = true
on_stop = "keep"
mode = "balance-xor"
xmit_hash_policy = "layer3+4"
hash_version = 5.15
carrier_check = false
statistics = "off"
no_slave = "pass"

[bond.uplink.slave.eth0]
state = "standby"

[bond.backbone]
slaves = ["eth8", "eth9"]
program = "programs/edge.bpf.o:edge"
mode = 1
primary = "eth9"
all_slaves_active = 1
slave.eth8 = {prio = -5, state = "active"}
slave.eth9.prio = 10
)");
    CHECK(read.file == "/etc/xdpbond/xdpbond.toml");
    CHECK(read.netns == "blue");
    CHECK(read.pin_dir == "/run/bpf");
    REQUIRE(read.bonds.size() == 2);

    const auto& first = read.bonds[0];
    CHECK(first.line == 6);
    CHECK(first.program_line == 9);
    CHECK(first.request.name == "uplink");
    CHECK(first.request.slaves == std::vector<std::string>{"eth1", "eth0", "eth2"});
    CHECK(first.request.program == "forward");
    CHECK(first.request.peer == "lan0");
    CHECK(first.request.attach == XDPBOND_ATTACH_NATIVE);
    CHECK(first.request.force);
    CHECK(!first.down_on_stop);
    const auto& options = first.request.settings.options;
    CHECK(options.mode == XDPBOND_MODE_BALANCE_XOR);
    CHECK(options.hash == XDPBOND_HASH_LAYER3_4);
    CHECK(options.hash_version == XDPBOND_HASH_VERSION_5_15);
    CHECK(options.carrier_check == 0);
    CHECK(options.statistics == 0);
    CHECK(options.no_slave == XDPBOND_OTHERWISE_PASS);
    CHECK(options.packets_per_slave == 1);
    CHECK(first.request.changed == std::vector<std::string>{"carrier_check", "hash_version", "mode", "no_slave",
                                                            "statistics", "xmit_hash_policy"});
    REQUIRE(first.slaves.size() == 1);
    CHECK(first.slaves[0].name == "eth0");
    CHECK(first.slaves[0].line == 20);
    CHECK(first.slaves[0].settings == xdpbond::control::assignments{{"state", "standby"}});

    const auto& second = read.bonds[1];
    CHECK(second.request.name == "backbone");
    CHECK(second.request.program == "/etc/xdpbond/programs/edge.bpf.o:edge");
    CHECK(second.request.peer == "");
    CHECK(second.request.attach == XDPBOND_ATTACH_AUTO);
    CHECK(!second.request.force);
    CHECK(second.down_on_stop);
    CHECK(second.request.settings.options.mode == XDPBOND_MODE_ACTIVE_BACKUP);
    CHECK(second.request.settings.options.all_slaves_active == 1);
    CHECK(second.request.settings.primary == "eth9");
    REQUIRE(second.slaves.size() == 2);
    CHECK(second.slaves[0].settings == xdpbond::control::assignments{{"prio", "-5"}, {"state", "active"}});
    CHECK(second.slaves[1].settings == xdpbond::control::assignments{{"prio", "10"}});
}

TEST_CASE("the examples of the manual, of README.md and of the package are good") {
    const auto text_in = [](const std::string& file) {
        std::ifstream input(std::string(XDPBOND_SOURCE) + "/" + file);
        return std::string{std::istreambuf_iterator(input), {}};
    };
    // From there to a line that says so, without the roff.
    const auto part = [](const std::string& text, const std::string& from, const std::string& to) {
        const auto begin = text.find(from);
        REQUIRE(begin != text.npos);
        std::string found = text.substr(begin, text.find(to, begin) - begin);
        std::erase(found, '\\');
        return found;
    };
    const auto page = good(part(text_in("docs/xdpbond.toml.5"), "[bond.uplink]\n", ".fi"));
    REQUIRE(page.bonds.size() == 2);
    CHECK(page.bonds[1].slaves.at(0).settings == xdpbond::control::assignments{{"prio", "-1"}});
    CHECK(good(part(text_in("README.md"), "[bond.uplink]\n", "then `systemctl")).bonds.size() == 1);
    CHECK(good(text_in("systemd/snippets/xdpbond.toml")).bonds.size() == 1);
}

TEST_CASE("what is not given has the defaults of the command line") {
    const auto read = good(uplink);
    CHECK(!read.netns);
    CHECK(!read.pin_dir);
    REQUIRE(read.bonds.size() == 1);
    const auto& bond = read.bonds[0];
    CHECK(bond.request.program == "tx");
    CHECK(bond.request.attach == XDPBOND_ATTACH_AUTO);
    CHECK(!bond.request.force);
    CHECK(bond.request.changed.empty());
    CHECK(bond.request.settings.options.mode == XDPBOND_MODE_BALANCE_RR);
    CHECK(!bond.down_on_stop);
    CHECK(bond.slaves.empty());
}

TEST_CASE("the spelling of the command line's options will do as well") {
    const auto read = good("pin-dir = \"/run/bpf\"\n[bond.uplink]\nslaves = \"eth0,eth1\"\nmode = \"802.3ad\"\n"
                           "xmit-hash-policy = \"layer2+3\"\non-stop = \"down\"\n");
    CHECK(read.pin_dir == "/run/bpf");
    CHECK(read.bonds[0].request.slaves == std::vector<std::string>{"eth0", "eth1"});
    CHECK(read.bonds[0].request.settings.options.hash == XDPBOND_HASH_LAYER2_3);
    CHECK(read.bonds[0].down_on_stop);
}

TEST_CASE(
    "options of who watches are the daemon's to keep; a delay that is no multiple of miimon is rounded, and told") {
    const auto reading = read(uplink + "downdelay = 200\nmiimon = 50\nmode = 1\nprimary_reselect = \"better\"\n"
                                       "updelay = 120\nmin_links = 1\n");
    CHECK(reading.usable());
    const auto& watch = reading.content.bonds.at(0).request.settings.watch;
    CHECK(watch.miimon == 50);
    CHECK(watch.updelay == 2);
    CHECK(watch.downdelay == 4);
    CHECK(watch.primary_reselect == 1);
    CHECK(watch.min_links == 1);
    REQUIRE(reading.notes.size() == 1);
    CHECK(reading.notes[0].line == 7);
    CHECK(reading.notes[0].reason.find("updelay") != std::string::npos);
    CHECK(told(uplink + "miimon = 0\nupdelay = 100\n").starts_with("4: "));
    CHECK(told(uplink + "miimon = -1\n") == "3: miimon=-1: miimon takes a number from 0 to 2147483647\n");
    CHECK(good(uplink).bonds[0].request.from_file);
}

TEST_CASE("an empty file asks for no bond") {
    CHECK(good("").bonds.empty());
    CHECK(good("# nothing yet\n\n").bonds.empty());
    CHECK(good("[bond]\n").bonds.empty());
}

TEST_CASE("a program in a file: its options are its own, until the object is read") {
    const auto bond = good(uplink + "program = \"/opt/a.bpf.o\"\npackets_per_slave = 4\n").bonds[0];
    CHECK(bond.request.program == "/opt/a.bpf.o");
    CHECK(bond.request.changed == std::vector<std::string>{"packets_per_slave"});
    CHECK(good(uplink + "program = \"../a.bpf.o\"\n").bonds[0].request.program == "/etc/a.bpf.o");
    CHECK(told(uplink + "program = \"/opt/a.bpf.o\"\nmode = \"balance-xor\"\npackets_per_slave = 4\n") ==
          "5: packets_per_slave: means nothing in mode balance-xor, only in balance-rr\n");
}

TEST_CASE("every kind of mistake is told in its own line, with what to do") {
    const wrong cases[] = {
        {"a string without its end", "[bond.uplink]\nslaves = [\"eth0\"]\nmode = \"balance-xor\nattach = \"auto\"\n",
         "3: not TOML: *"},
        {"an array without its end", "[bond.uplink]\nslaves = [\"eth0\"\nmode = \"balance-xor\"\n", "2: not TOML: *"},
        {"no value", "[bond.uplink]\nslaves = [\"eth0\"]\nmode =\n", "3: not TOML: *"},
        {"words that are no statement", "[bond.uplink]\nslaves = [\"eth0\"]\nwhat is this\n", "3: not TOML: *"},
        {"a string without quotes", "[bond.uplink]\nslaves = [\"eth0\"]\nmode = balance-xor\n", "3: not TOML: *"},
        {"a broken header", "[bond.uplink\nslaves = [\"eth0\"]\n", "1: not TOML: *"},
        {"a bond twice", uplink + "[bond.uplink]\nslaves = [\"eth2\"]\n",
         "3: 'bond.uplink': is there a second time; give each table and each key once\n"},
        {"a key twice", uplink + "mode = 1\nmode = 2\n",
         "4: 'mode': is there a second time; give each table and each key once\n"},
        {"a value that is a table as well", uplink + "mode = 2\nmode.x = 2\n",
         "4: this: is there a second time; give each table and each key once\n"},
        {"no UTF-8", uplink + "mode = \"\xff\xfe\"\n", "3: not TOML: *"},
        {"an unknown key above", "nets = \"blue\"\n" + uplink,
         "1: 'nets': no such key outside of a bond; is netns meant?\n"},
        {"an unknown key above, like none", "colour = 1\n" + uplink,
         "1: 'colour': no such key outside of a bond; there are netns, pin_dir, on_stop and bond\n"},
        {"bonds instead of bond", "[bonds.uplink]\nslaves = [\"eth0\"]\n",
         "1: 'bonds': no such key outside of a bond; is bond meant?\n"},
        {"an option above", "mode = 1\n" + uplink,
         "1: 'mode': no such key outside of a bond; there are netns, pin_dir, on_stop and bond\n"},
        {"an unknown option", uplink + "mod = 1\n", "3: 'mod': no such option of a bond; is mode meant?\n"},
        {"an unknown option, like none", uplink + "colour = 1\n",
         "3: 'colour': no such option of a bond; man xdpbond.toml lists them\n"},
        {"an unknown option of a slave", uplink + "[bond.uplink.slave.eth0]\nstat = \"active\"\n",
         "4: 'stat': no such key for a slave; is state meant?\n"},
        {"an option of the kernel's that cannot be had", uplink + "arp_interval = 100\n",
         "3: arp_interval=100: arp_interval needs the daemon*"},
        {"netns of a wrong type", "netns = 7\n" + uplink,
         "1: netns: takes a string, a name as in `ip netns`, not a number\n"},
        {"netns as a path", "netns = \"/run/netns/blue\"\n" + uplink,
         "1: netns: '/run/netns/blue' is not a name as in `ip netns`; for the daemon's own network namespace leave it "
         "out\n"},
        {"a relative pin folder", "pin_dir = \"bpf\"\n" + uplink,
         "1: pin_dir: 'bpf' is no path from the root on; as /sys/fs/bpf\n"},
        {"on_stop", "on_stop = \"stay\"\n" + uplink + "on_stop = true\n",
         "1: on_stop: takes \"keep\" or \"down\"\n4: on_stop: takes \"keep\" or \"down\"\n"},
        {"bond is no table", "bond = \"uplink\"\n",
         "1: bond: takes tables, not a string; begin each bond with [bond.NAME]\n"},
        {"bond as an array of tables", "[[bond]]\nname = \"uplink\"\n",
         "1: bond: takes tables, not an array; begin each bond with [bond.NAME]\n"},
        {"a bond is no table", "[bond]\nuplink = 3\n",
         "2: bond.uplink: takes a table, not a number; begin each bond with [bond.NAME]\n"},
        {"a bond's name", "[bond.\"up link\"]\nslaves = [\"eth0\"]\n",
         "1: bond 'up link': its name may have 1 to 15 letters, digits, '-' or '_'\n"},
        {"slaves are missing", "[bond.uplink]\nmode = 1\n",
         "1: bond uplink: has no slaves; give them as slaves = [\"eth0\", \"eth1\"]\n"},
        {"no slave", "[bond.uplink]\nslaves = []\n", "2: bond uplink: has no slaves; name at least one interface\n"},
        {"slaves of a wrong type", "[bond.uplink]\nslaves = 2\n",
         "2: slaves: takes an array of interface names, not a number; as [\"eth0\", \"eth1\"]\n"},
        {"a slave of a wrong type", "[bond.uplink]\nslaves = [\"eth0\",\n 1]\n",
         "3: slaves: takes names of interfaces as strings, not a number\n"},
        {"a slave that is no interface's name", "[bond.uplink]\nslaves = [\"eth0\",\n \"et/h1\"]\n",
         "3: slaves: 'et/h1': not the name of an interface (1 to 15 bytes, no slash, colon or space)\n"},
        {"a slave twice", "[bond.uplink]\nslaves = [\"eth0\",\n \"eth0\"]\n",
         "3: eth0: named twice in slaves; give each slave once\n"},
        {"a slave in two bonds", uplink + "[bond.other]\nslaves = [\"eth1\", \"eth2\"]\n",
         "4: bond other: eth1 is a slave of bond uplink (line 2) already; give each port to one bond\n"},
        {"the other side is another bond's slave",
         uplink + "[bond.other]\nslaves = [\"eth2\"]\nprogram = \"forward:eth0\"\n",
         "5: bond other: eth0 is a slave of bond uplink (line 2) already; give each port to one bond\n"},
        {"the other side is a slave", uplink + "program = \"forward:eth0\"\n",
         "3: program: eth0: is a slave and the other side of forward at once; name another interface\n"},
        {"no such program", uplink + "program = \"rx\"\n",
         "3: program: 'rx': no such program; there are tx, forward:IF and FILE.bpf.o\n"},
        {"forward to nowhere", uplink + "program = \"forward\"\n",
         "3: program: program forward needs the interface on the other side; use forward:IF\n"},
        {"a program of a wrong type", uplink + "program = 1\n",
         "3: program: takes a string: tx, forward:IF or FILE.bpf.o, not a number\n"},
        {"attach", uplink + "attach = \"fast\"\n", "3: attach fast: takes auto, native or generic\n"},
        {"force", uplink + "force = \"yes\"\n", "3: force: takes true or false, without quotes\n"},
        {"a bad value", uplink + "mode = \"balance\"\n", "3: mode=balance: mode takes one of balance-rr, *"},
        {"a value that is too large", uplink + "packets_per_slave = 65536\n",
         "3: packets_per_slave=65536: packets_per_slave takes a number from 0 to 65535\n"},
        {"a number for a name", uplink + "no_slave = 1\n", "3: no_slave=1: no_slave takes one of drop, pass\n"},
        {"a boolean for a number", uplink + "packets_per_slave = true\n",
         "3: packets_per_slave=on: packets_per_slave takes a number from 0 to 65535\n"},
        {"a list for one value", uplink + "mode = [1]\n",
         "3: mode: takes one value, a string, a number or a boolean, not an array\n"},
        {"a date for a value", uplink + "mode = 1979-05-27\n",
         "3: mode: takes one value, a string, a number or a boolean, not a date or time\n"},
        {"a table for an option", uplink + "[bond.uplink.eth0]\nprio = 1\n",
         "3: 'eth0': no such table in a bond; options of slaves stand in [bond.uplink.slave.IF]\n"},
        {"a control character", uplink + "mode = \"balance\\u0000\"\n",
         "3: mode: 'balance?' has a control character in it; leave it out\n"},
        {"an option that means nothing in its mode", uplink + "mode = 2\nprimary = \"eth0\"\n",
         "4: primary: means nothing in mode balance-xor, only in active-backup\n"},
        {"a primary that is no slave", uplink + "mode = 1\nprimary = \"eth7\"\n",
         "4: primary=eth7: eth7 is not a slave of this bond; name one of its slaves\n"},
        {"an option in two spellings", uplink + "mode = 2\nxmit-hash-policy = 1\nxmit_hash_policy = 1\n",
         "5: 'xmit_hash_policy': given twice, in line 4 as xmit-hash-policy; give it once\n"},
        {"options that contradict each other, told once",
         uplink + "mode = 1\nno_slave = \"pass\"\nfail_over_mac = \"active\"\naddress = \"02:00:00:00:00:01\"\n",
         "6: address=02:00:00:00:00:01: means nothing with fail_over_mac=active*"},
        {"options of no slave", uplink + "[bond.uplink.slave.eth2]\nstate = \"standby\"\n",
         "3: eth2: has options but is no slave of bond uplink; name it in slaves, or take them out\n"},
        {"slave is no table", uplink + "slave = \"eth0\"\n",
         "3: slave: takes tables, not a string; name slaves as slaves = [...], their options in "
         "[bond.uplink.slave.IF]\n"},
        {"a slave's table is none", uplink + "[bond.uplink.slave]\neth0 = 1\n",
         "4: slave.eth0: takes a table with the options of that slave; as [bond.uplink.slave.IF]\n"},
        {"a slave's state", uplink + "slave.eth0.state = \"off\"\n", "3: eth0: state=off: takes active or standby\n"},
        {"prio in a mode without", uplink + "slave.eth0.prio = 1\n",
         "3: eth0: prio: means nothing in mode balance-rr, only in active-backup\n"},
        {"everything on standby", uplink + "slave.eth0.state = \"standby\"\nslave.eth1.state = \"standby\"\n",
         "1: bond uplink: all its slaves are on standby, so that nothing can be sent; leave one active, or say force = "
         "true\n"},
    };
    for (const auto& each : cases) {
        CAPTURE(each.what);
        CAPTURE(each.told);
        const auto mistakes = told(each.text);
        CAPTURE(mistakes);
        CHECK(matches(mistakes, each.told));
    }
}

TEST_CASE("all mistakes of a file are told at once, in order, and only those") {
    std::string lines;
    for (const auto& mistake : read(R"(colour = 1
[bond.uplink]
slaves = ["eth0",
mode = "balance-xor"
xmit_hash_policy = "layer9"
force = 1
[bond.uplink]
slaves = "eth0"
[bond.other]
what
mode = "balance-xor"
[bond.third]
mode = "balance-xor"
primary = "eth0"
)")
                                   .mistakes)
        lines += std::to_string(mistake.line) + " ";
    // Neither the slaves of uplink nor those of other are missed: a line that could not be read may have named them.
    CHECK(lines == "1 3 5 6 7 10 12 ");
}

TEST_CASE("a mistake is one line, with the file's name in front, whatever the file holds") {
    CHECK(text_of({"/etc/a.toml", 3, 7, "mode: what"}) == "/etc/a.toml:3: mode: what");
    CHECK(text_of({"/etc/a.toml", 0, 0, "is gone"}) == "/etc/a.toml: is gone");
    for (const auto& mistake : read(uplink + "\"a\\nb\" = 1\nmode = \"x\\ny\"\n").mistakes)
        CHECK(std::ranges::count(text_of(mistake), '\n') == 0);
    for (const auto& mistake : read(uplink + "mode = \"" + std::string(9000, 'x') + "\"\n").mistakes)
        CHECK(text_of(mistake).size() < 600);
}

TEST_CASE("files that are made to break their reader are refused, and nothing else happens") {
    const auto repeated = [](std::string_view text, int times) {
        std::string all;
        for (int i = 0; i < times; ++i)
            all += text;
        return all;
    };
    const std::string cases[] = {
        repeated("[", 100000),
        "a = " + repeated("[", 100000),
        "a = " + repeated("{a=", 100000),
        repeated("a.", 100000) + "b = 1",
        "[" + repeated("a.", 100000) + "b]",
        "a = " + repeated("[\n{" + repeated("a.", 99) + "a = ", 100),
        repeated("\"", 100001),
        repeated("'", 100001),
        "a = \"\"\"" + repeated("\\", 100001),
        std::string(100, '\0'),
        repeated("x", 100000),
        repeated("x\n", 50000),
        repeated("x = 1\n", 50000),
        repeated("[x]\n", 20000),
        repeated("\r", 50000),
        "\xef\xbb\xbf\xff",
        "[=nd>\"]\n", // these two break promises that toml++ 3.3.0 makes to the compiler
        "[bond.\xd2\x85]\nslaves = \"eth0\"\n",
        "a = 99999999999999999999999999",
        "a = 0x" + repeated("f", 5000),
        "a = 1e" + repeated("9", 5000),
    };
    for (const auto& text : cases) {
        CAPTURE(text.substr(0, 40));
        const auto reading = read(text);
        CHECK(!reading.usable());
        CHECK(reading.mistakes.size() <= mistakes_max);
        CHECK(reading.content.bonds.empty());
    }
}

TEST_CASE("a file of 64 bonds with 64 slaves each is read") {
    std::string text;
    for (int bond = 0; bond < 64; ++bond) {
        text += "[bond.b" + std::to_string(bond) + "]\nslaves = [";
        for (int slave = 0; slave < 64; ++slave)
            text += "\"p" + std::to_string(bond) + "-" + std::to_string(slave) + "\", ";
        text += "]\n";
    }
    const auto read = good(text);
    REQUIRE(read.bonds.size() == 64);
    CHECK(read.bonds[63].request.name == "b63");
    CHECK(read.bonds[63].request.slaves[63] == "p63-63");
    CHECK(told("[bond.b]\nslaves = [" + [] {
              std::string names;
              for (int slave = 0; slave < 65; ++slave)
                  names += "\"p" + std::to_string(slave) + "\",";
              return names;
          }() + "]\n") == "2: bond b: has 65 slaves; a bond takes at most 64\n");
}

TEST_CASE("what is no file that can be read is told, and nobody waits for it") {
    char folder[] = "/tmp/xdpbond-test-XXXXXX";
    REQUIRE(::mkdtemp(folder));
    const std::filesystem::path path(folder);
    const auto reason = [](const std::filesystem::path& file) {
        const auto reading = load_configuration(file);
        REQUIRE(reading.mistakes.size() == 1);
        CHECK(reading.mistakes[0].file == file);
        CHECK(reading.mistakes[0].line == 0);
        return reading.mistakes[0].reason;
    };
    CHECK(reason(path / "none.toml").starts_with("cannot read it: No such file or directory; "));
    CHECK(reason(path) == "is no regular file; give the path of a configuration file");
    REQUIRE(::mkfifo((path / "fifo").c_str(), 0600) == 0);
    CHECK(reason(path / "fifo") == "is no regular file; give the path of a configuration file");
    CHECK(reason("/dev/zero") == "is no regular file; give the path of a configuration file");
    std::ofstream(path / "large.toml") << std::string(1024 * 1024 + 1, '#');
    CHECK(reason(path / "large.toml") == "is larger than 1024 KiB; this is no configuration of bonds");
    std::ofstream(path / "good.toml") << uplink;
    const auto reading = load_configuration(path / "good.toml");
    CHECK(reading.usable());
    CHECK(reading.content.file == path / "good.toml");
    CHECK(reading.content.bonds.size() == 1);
    std::filesystem::remove_all(path);
}
