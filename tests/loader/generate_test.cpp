// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// generate, as built: what it prints is what it writes.

#include "command.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>

using namespace xdpbond::test;

TEST_CASE("generate prints BPF C, and -o writes the same to a file") {
    const words arguments{"generate",           "uplink",   "--slaves", "eth0,eth1",     "--mode", "balance-xor",
                          "--xmit-hash-policy", "layer3+4", "--set",    "statistics=off"};
    const auto printed = run(arguments);
    REQUIRE(printed.code == 0);
    CHECK(printed.err == "");
    CHECK(printed.out.find("#include <xdpbond/bpf/xdpbond.bpf.h>") != std::string::npos);
    CHECK(printed.out.find("XDPBOND_BOND(uplink, 2,") != std::string::npos);

    const std::string file = "/tmp/xdpbond-generate-" + std::to_string(::getpid()) + ".bpf.c";
    auto to_file = arguments;
    to_file.insert(to_file.end(), {"-o", file});
    const auto written = run(to_file);
    CHECK(written.code == 0);
    CHECK(written.out == "");
    std::ifstream input(file);
    CHECK(std::string{std::istreambuf_iterator(input), {}} == printed.out);
    std::remove(file.c_str());
}

TEST_CASE("it is the same text every time") {
    CHECK(run({"generate"}).out == run({"generate"}).out);
}

TEST_CASE("a full disk is an error") {
    const auto done = run({"generate", "-o", "/dev/full"});
    CHECK(done.code == 1);
    CHECK(done.err.find("/dev/full: cannot write it: No space left on device") != std::string::npos);
}
