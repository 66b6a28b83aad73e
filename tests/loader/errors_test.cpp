// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Words that make no sense: the exit code and one line on stderr, before anything is touched.

#include "command.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>

using namespace xdpbond::test;

namespace {

struct mistake {
    words arguments;
    int code;
    const char* said; // a part of the message
};

const words up{"up", "uplink", "--slaves", "eth0,eth1"};
const words asked{"explain", "--slaves", "2", "--frame", "00"};

words operator+(words first, const words& more) {
    first.insert(first.end(), more.begin(), more.end());
    return first;
}

const mistake mistakes[] = {
    {{}, 2, "subcommand"},
    {{"bond"}, 2, "bond"},
    {{"run", "uplink"}, 2, "uplink"},
    {{"run", "--config", "no-such-file.toml"}, 2, "no-such-file.toml"},
    {{"enslave", "uplink"}, 2, "enslave"},
    {{"--nonsense"}, 2, "--nonsense"},
    {{"status", "--netns"}, 2, "--netns"},
    {{"up"}, 2, "NAME"},
    {{"up", "uplink"}, 2, "--slaves"},
    {up + words{"--nonsense"}, 2, "--nonsense"},
    {up + words{"extra"}, 2, "extra"},
    {{"up", "up.link", "--slaves", "eth0"}, 2, "up.link"},
    {{"up", "sixteen-letters-", "--slaves", "eth0"}, 2, "sixteen-letters-"},
    {{"up", "uplink", "--slaves", "eth0,eth1,eth0"}, 2, "eth0"},
    {{"up", "uplink", "--slaves", "eth0,"}, 2, "''"},
    {{"up", "uplink", "--slaves", ""}, 2, "slave"},
    {{"up", "uplink", "--slaves", "a-name-that-is-too-long"}, 2, "a-name-that-is-too-long"},
    {up + words{"--mode", "balance"}, 2, "mode=balance"},
    {up + words{"--mode", "balance-tlb"}, 4, "mode=balance-tlb"},
    {up + words{"--mode", "6"}, 4, "mode=6"},
    {up + words{"--mode"}, 2, "--mode"},
    {up + words{"--mode", "2", "--xmit-hash-policy", "layer4"}, 2, "xmit_hash_policy=layer4"},
    {up + words{"--xmit-hash-policy", "layer3+4"}, 2, "balance-rr"},
    {up + words{"--packets-per-slave", "x"}, 2, "packets_per_slave=x"},
    {up + words{"--packets-per-slave", "70000"}, 2, "packets_per_slave=70000"},
    {up + words{"--mode", "2", "--packets-per-slave", "2"}, 2, "balance-xor"},
    {up + words{"--primary", "eth0"}, 2, "active-backup"},
    {up + words{"--mode", "1", "--primary", "eth7"}, 2, "eth7"},
    {up + words{"--set", "primary"}, 2, "OPTION=VALUE"},
    {up + words{"--set", "mimon=100"}, 2, "mimon"},
    {up + words{"--set", "miimon=often"}, 2, "miimon=often"},
    {up + words{"--set", "miimon=100"}, 4, "needs the daemon"},
    {up + words{"--set", "lacp_rate=fast"}, 4, "needs the daemon"},
    {up + words{"--set", "rr_slaves=some"}, 2, "rr_slaves=some"},
    {up + words{"--mode", "2", "--set", "rr_slaves=usable"}, 2, "rr_slaves"},
    {up + words{"--set", "broadcast_frags=pass"}, 2, "broadcast"},
    {up + words{"--set", "hash_version=5.15"}, 2, "hash_version"},
    {up + words{"--attach", "offload"}, 2, "offload"},
    {up + words{"--program", "mirror"}, 2, "mirror"},
    {up + words{"--program", "forward"}, 2, "forward:IF"},
    {up + words{"--program", "forward:eth1"}, 2, "eth1"},
    {up + words{"--program", "tx:eth2"}, 2, "forward:eth2"},
    {up + words{"--program", "host"}, 4, "host"},
    {up + words{"--program", "filter.bpf.o"}, 5, "; give the path of one that was built with xdpbond's headers"},
    {up + words{"--program", "filter.bpf.o:main"}, 5, "filter.bpf.o: cannot read this object"},
    {up + words{"--confirm", "0"}, 2, "--confirm"},
    {{"up", "uplink", "--slaves", "--netns", "blue"}, 2, "--slaves: its value is missing before --netns"},
    {up + words{"--mode", "--dry-run"}, 2, "--mode: its value is missing before --dry-run"},
    {up + words{"--primary", "-v"}, 2, "--primary: its value is missing before -v"},
    {{"status", "--netns", "--json"}, 2, "--netns: its value is missing before --json"},
    {{"set", "uplink", "mode=1", "--confirm", "--netns", "blue"}, 2, "--confirm"},
    {{"trace", "uplink", "-w", "--json"}, 2, "its value is missing before --json"},
    {{"down"}, 2, "NAME"},
    {{"down", "uplink", "more"}, 2, "more"},
    {{"set"}, 2, "NAME"},
    {{"set", "uplink"}, 2, "OPTION=VALUE"},
    {{"set", "uplink", "mode"}, 2, "OPTION=VALUE"},
    {{"status", "uplink", "more"}, 2, "more"},
    {{"status", "--watch"}, 2, "--watch"},
    {{"stats", "uplink", "more"}, 2, "more"},
    {{"stats", "--format", "xml"}, 2, "takes text, json or prometheus"},
    {{"stats", "--format", "prometheus", "--json"}, 2, "--json"},
    {{"stats", "--format", "prometheus", "--watch"}, 2, "--watch"},
    {{"generate", "up-link"}, 2, "up-link"},
    {{"generate", "--mode", "3", "--xmit-hash-policy", "layer2"}, 2, "xmit_hash_policy"},
    {{"generate", "-o", "/nonexistent/x.c"},
     5,
     "/nonexistent/x.c: cannot write it: No such file or directory; make its folder first"},
    {{"generate", "--set", "miimon=100"}, 4, "needs the daemon"},
    {{"explain"}, 2, "--slaves N"},
    {{"explain", "--slaves", "2"}, 2, "--frame HEX"},
    {{"explain", "--bond", "x", "--slaves", "2", "--frame", "00"}, 2, "--bond"},
    {{"explain", "--bond", "x", "--mode", "2", "--frame", "00"}, 2, "--mode"},
    {{"explain", "--slaves", "2", "--frame", "00", "--pcap", "x"}, 2, "--pcap"},
    {{"explain", "--slaves", "0", "--frame", "00"}, 2, "--slaves 0"},
    {{"explain", "--slaves", "65", "--frame", "00"}, 2, "--slaves 65"},
    {{"explain", "--slaves", "eth0,eth1", "--frame", "00"}, 2, "--slaves eth0,eth1"},
    {{"explain", "--slaves", "2", "--frame", "00", "0g"}, 2, "--frame 1: half a byte at character 1"},
    {{"explain", "--slaves", "2", "--frame", "000"}, 2, "half a byte at character 3"},
    {{"explain", "--slaves", "2", "--frame", "xx"}, 2, "no hex digit at character 1"},
    {{"explain", "--slaves", "2", "--pcap", "/nonexistent.pcap"}, 5, "/nonexistent.pcap"},
    {{"explain", "--slaves", "2", "--pcap", "/etc/passwd"}, 2, "/etc/passwd: is not a pcap file"},
    {{"explain", "--slaves", "2", "--pcap", "/"}, 2, "/"},
    {asked + words{"--ingress", "2"}, 2, "--ingress 2"},
    {asked + words{"--mode", "1", "--primary", "2"}, 2, "primary=2"},
    {asked + words{"--mode", "9"}, 2, "mode=9"},
    {asked + words{"--set", "control_frames=all"}, 2, "control_frames=all"},
    {asked + words{"--set", "updelay=100"}, 4, "needs the daemon"},
};

std::string joined(const words& arguments) {
    std::string text = "xdpbond-load";
    for (const auto& word : arguments)
        text += " " + word;
    return text;
}

} // namespace

TEST_CASE("a mistake has its exit code, nothing on stdout and one line on stderr that names it") {
    for (const auto& mistake : mistakes) {
        CAPTURE(joined(mistake.arguments));
        const auto done = run(mistake.arguments);
        CHECK(done.code == mistake.code);
        CHECK(done.out == "");
        CHECK(done.err.starts_with("xdpbond-load: "));
        CHECK(std::ranges::count(done.err, '\n') == 1);
        CHECK(done.err.back() == '\n');
        CAPTURE(done.err);
        CHECK(done.err.find(mistake.said) != std::string::npos);
    }
}

TEST_CASE("common options may stand before the command, after it, and between its words") {
    for (const words& arguments :
         {words{"--dry-run", "-v", "generate", "uplink"}, words{"generate", "--dry-run", "uplink", "-v"},
          words{"generate", "uplink", "--verbose", "--pin-dir", "/x", "--netns", "nowhere"}})
        CHECK(run(arguments).code == 0);
}

TEST_CASE("a capture that ends early: the answers so far are whole JSON, and the exit code is 2") {
    const std::string file = "/tmp/xdpbond-cut-" + std::to_string(::getpid()) + ".pcap";
    std::ifstream whole(XDPBOND_TEST_DATA "/kernel-oracle.pcap", std::ios::binary);
    std::string bytes(24 + 16 + 80 + 16 + 10, '\0');
    whole.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    std::ofstream(file, std::ios::binary) << bytes;
    const auto done = run({"explain", "--slaves", "2", "--json", "--pcap", file});
    CHECK(done.code == 2);
    CHECK(nlohmann::json::parse(done.out).size() == 1);
    CHECK(done.err == "xdpbond-load: " + file + ": frame 1: the file ends within the frame\n");
    std::remove(file.c_str());
}
