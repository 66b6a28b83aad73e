// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Words of the command line → requests.

#include "words.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using namespace xdpbond::loader;

namespace {

using names = std::vector<std::string>;

} // namespace

TEST_CASE("names between commas, empty ones kept for the validator to see") {
    CHECK(split_names("a,b,c") == names{"a", "b", "c"});
    CHECK(split_names("a") == names{"a"});
    CHECK(split_names("") == names{});
    CHECK(split_names("a,,b") == names{"a", "", "b"});
    CHECK(split_names("a,") == names{"a", ""});
    CHECK(split_names(",") == names{"", ""});
}

TEST_CASE("assignments split at the first =") {
    const auto pairs = read_assignments({"mode=1", "primary=", "x=a=b"});
    REQUIRE(pairs);
    CHECK(*pairs == xdpbond::control::assignments{{"mode", "1"}, {"primary", ""}, {"x", "a=b"}});
    for (const char* bad : {"mode", "=1", ""})
        CHECK(read_assignments({bad}).failure().code == exit_code::usage);
}

TEST_CASE("--set comes after the options with a name of their own; all of them are remembered as given") {
    bond_words words;
    words.mode = "balance-rr";
    words.packets_per_slave = "3";
    words.set = {"mode=balance-xor", "xmit_hash_policy=layer3+4"};
    const auto worded = read_settings(words);
    REQUIRE(worded);
    CHECK(worded->settings.options.mode == XDPBOND_MODE_BALANCE_XOR);
    CHECK(worded->settings.options.hash == XDPBOND_HASH_LAYER3_4);
    CHECK(worded->changed == names{"mode", "packets_per_slave", "mode", "xmit_hash_policy"});
    CHECK(read_settings({})->changed.empty());
}

TEST_CASE(
    "programs: tx, forward:IF, a file with its path in full; what comes later is told apart from what does not exist") {
    const auto program = [](const char* word) {
        up_words words;
        words.name = "b";
        words.slaves = "s0";
        words.program = word;
        return read_request(words);
    };
    CHECK(program("tx")->request.program == "tx");
    CHECK(program("forward:p0")->request.program == "forward");
    CHECK(program("forward:p0")->request.peer == "p0");
    CHECK(program("nothing")->request.program == "nothing"); // validate() refuses it
    CHECK(program("host").failure().code == exit_code::unsupported);
    const auto here = std::filesystem::current_path().string();
    CHECK(program("filter.bpf.o")->request.program == here + "/filter.bpf.o");
    CHECK(program("./x/../filter.bpf.o:main")->request.program == here + "/filter.bpf.o:main");
    CHECK(program("/x/filter")->request.program == "/x/filter");
    CHECK(program(("/" + std::string(300, 'x')).c_str()).failure().code == exit_code::usage);
}

TEST_CASE("attach is auto, native or generic") {
    up_words words;
    for (const auto& [word, attach] : {std::pair{"auto", XDPBOND_ATTACH_AUTO},
                                       {"native", XDPBOND_ATTACH_NATIVE},
                                       {"generic", XDPBOND_ATTACH_GENERIC}}) {
        words.attach = word;
        CHECK(read_request(words)->request.attach == attach);
    }
    words.attach = "offload";
    CHECK(read_request(words).failure().code == exit_code::usage);
}
