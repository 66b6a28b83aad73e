// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// --help and the man page tell the same.

#include "command.hpp"

#include <xdpbond/bpf/abi.h>
#include <xdpbond/version.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

using namespace xdpbond::test;

namespace {

const char* const commands[] = {"up",     "down",  "set",   "slave", "confirm",  "clean",
                                "status", "stats", "check", "trace", "generate", "run", "explain"};
const char* const slave_commands[] = {"add", "del", "set"};

// The page without its markup: "\-" is "-", font changes are gone.
std::string man_page() {
    std::ifstream input(XDPBOND_MAN_PAGE);
    std::string text{std::istreambuf_iterator(input), {}};
    REQUIRE(!text.empty());
    text = std::regex_replace(text, std::regex(R"(\\f[BIRP])"), "");
    return std::regex_replace(text, std::regex(R"(\\-)"), "-");
}

// Every option that a help text lists: "--slaves", "-o", ...
std::set<std::string> options_in(const std::string& help) {
    std::set<std::string> options;
    const std::regex line(R"(^  (-[^ ]*))", std::regex::multiline), option(R"(--?[a-z][a-z-]*)");
    for (std::sregex_iterator at(help.begin(), help.end(), line), end; at != end; ++at) {
        const std::string names = (*at)[1];
        for (std::sregex_iterator each(names.begin(), names.end(), option); each != end; ++each)
            options.insert(each->str());
    }
    return options;
}

bool stands_alone(const std::string& text, const std::string& option) {
    return std::regex_search(text, std::regex("(^|[^a-z-])" + option + "($|[^a-z-])"));
}

} // namespace

TEST_CASE("every option of every --help is in the man page") {
    const auto page = man_page();
    const auto common = run({"--help"});
    REQUIRE(common.code == 0);
    auto options = options_in(common.out);
    CHECK(options.count("--netns") == 1);
    for (const char* command : commands) {
        CAPTURE(command);
        const auto help = run({command, "--help"});
        CHECK(help.code == 0);
        CHECK(help.err == "");
        options.merge(options_in(help.out));
        CHECK(common.out.find("\n  " + std::string(command) + " ") != std::string::npos);
        CHECK(page.find("xdpbond-load " + std::string(command)) != std::string::npos);
    }
    for (const char* command : slave_commands) {
        CAPTURE(command);
        const auto help = run({"slave", command, "--help"});
        CHECK(help.code == 0);
        options.merge(options_in(help.out));
        CHECK(page.find("xdpbond-load slave " + std::string(command)) != std::string::npos);
    }
    CHECK(options.size() >= 23);
    for (const auto& option : options) {
        CAPTURE(option);
        CHECK(stands_alone(page, option));
    }
}

TEST_CASE("every option of the man page is in some --help") {
    std::string help = run({"--help"}).out;
    for (const char* command : commands)
        help += run({command, "--help"}).out;
    for (const char* command : slave_commands)
        help += run({"slave", command, "--help"}).out;
    const auto page = man_page();
    const std::regex head(R"(^\.(?:BI|BR|B) (--?[a-z][a-z-]*)(?: ", " (--[a-z-]+))?)", std::regex::multiline);
    std::size_t found = 0;
    for (std::sregex_iterator at(page.begin(), page.end(), head), end; at != end; ++at)
        for (std::size_t group : {1, 2})
            if ((*at)[group].matched) {
                CAPTURE((*at)[group].str());
                CHECK(stands_alone(help, (*at)[group].str()));
                ++found;
            }
    CHECK(found >= 20);
}

TEST_CASE("--version says the library's version and that of the ABI") {
    for (const words& arguments : {words{"--version"}, words{"status", "--version"}}) {
        const auto done = run(arguments);
        CHECK(done.code == 0);
        CHECK(done.out ==
              "xdpbond-load " XDPBOND_VERSION "\nABI version " + std::to_string(XDPBOND_ABI_VERSION) + "\n");
    }
}
