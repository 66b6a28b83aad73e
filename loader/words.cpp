// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "words.hpp"

#include <xdpbond/control/options.hpp>

#include <CLI/CLI.hpp>

#include <filesystem>
#include <string_view>
#include <system_error>

namespace xdpbond::loader {
namespace {

bool is_object_file(std::string_view program) {
    const auto file = program.substr(0, program.rfind(':'));
    return program.ends_with(".o") || file.ends_with(".o") || control::is_file(program);
}

} // namespace

void add_bond_options(CLI::App& command, bond_words& words) {
    command
        .add_option("--mode", words.mode,
                    "balance-rr, active-backup, balance-xor, broadcast or 802.3ad; or its number (default balance-rr)")
        ->type_name("M");
    command
        .add_option("--xmit-hash-policy", words.xmit_hash_policy,
                    "layer2, layer2+3, layer3+4, encap2+3, encap3+4 or vlan+srcmac; or its number (default layer2)")
        ->type_name("P");
    command
        .add_option("--packets-per-slave", words.packets_per_slave,
                    "balance-rr: frames before the next slave's turn, 0 for a random slave each time (default 1)")
        ->type_name("N");
    command.add_option("--primary", words.primary, "active-backup: the slave to prefer")->type_name("IF");
    command.add_option("--set", words.set, "Any option by its name; may be repeated (man xdpbond-load lists them)")
        ->type_name("OPTION=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
}

void add_up_options(CLI::App& command, up_words& words) {
    add_bond_options(command, words.bond);
    command
        .add_option(
            "--program", words.program,
            "tx: every frame that is no control frame leaves through the bond (default). forward:IF: frames "
            "from the slaves go to IF, frames from IF to the bond. FILE.bpf.o: an object built with xdpbond's headers")
        ->type_name("tx|forward:IF|FILE.bpf.o[:FUNCTION]");
    command.add_option("--attach", words.attach, "auto: native XDP where the driver has it, else generic (default)")
        ->type_name("auto|native|generic");
    command.add_flag("--force", words.force,
                     "Take ports that have an address, the default route or a master, and bonds, bridges and the like "
                     "themselves; with --attach native also ports that lose frames or VLAN tags");
}

result<void> read_program(std::string_view word, const std::filesystem::path& folder, control::up_request& request) {
    if (word == "host")
        return error{exit_code::unsupported,
                     "--program host: this release has the programs tx, forward:IF and FILE.bpf.o"};
    if (is_object_file(word)) {
        std::error_code failed;
        const auto path = std::filesystem::absolute(folder / word, failed).lexically_normal().string();
        if (failed || path.size() >= XDPBOND_PROGRAM_SIZE)
            return error{exit_code::usage, "--program " + std::string(word) + ": its path in full is longer than " +
                                               std::to_string(XDPBOND_PROGRAM_SIZE - 1) + " bytes"};
        request.program = path;
        return {};
    }
    const auto colon = word.find(':');
    request.program = word.substr(0, colon);
    request.peer = colon == word.npos ? "" : word.substr(colon + 1);
    return {};
}

result<xdpbond_attach> read_attach(std::string_view word) {
    if (word == "auto")
        return XDPBOND_ATTACH_AUTO;
    if (word == "native")
        return XDPBOND_ATTACH_NATIVE;
    if (word == "generic")
        return XDPBOND_ATTACH_GENERIC;
    return error{exit_code::usage, "--attach " + std::string(word) + ": takes auto, native or generic"};
}

std::vector<std::string> split_names(std::string_view text) {
    std::vector<std::string> names;
    while (!text.empty()) {
        const auto comma = text.find(',');
        names.emplace_back(text.substr(0, comma));
        if (comma == text.npos)
            break;
        text.remove_prefix(comma + 1);
        if (text.empty())
            names.emplace_back();
    }
    return names;
}

result<control::assignments> read_assignments(const std::vector<std::string>& words) {
    control::assignments pairs;
    for (const auto& word : words) {
        const auto equals = word.find('=');
        if (equals == word.npos || equals == 0)
            return error{exit_code::usage, "'" + word + "': not of the form OPTION=VALUE"};
        pairs.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
    return pairs;
}

result<worded_settings> read_settings(const bond_words& words) {
    control::assignments pairs;
    for (const auto& [option, word] : {std::pair{"mode", &words.mode},
                                       {"xmit_hash_policy", &words.xmit_hash_policy},
                                       {"packets_per_slave", &words.packets_per_slave},
                                       {"primary", &words.primary}})
        if (*word)
            pairs.emplace_back(option, **word);
    const auto more = read_assignments(words.set);
    if (!more)
        return more.failure();
    pairs.insert(pairs.end(), more->begin(), more->end());

    worded_settings worded;
    for (const auto& pair : pairs)
        worded.changed.push_back(pair.first);
    auto assigned = control::assign(worded.settings, std::move(pairs));
    if (!assigned)
        return assigned.failure();
    worded.notes = *std::move(assigned);
    return worded;
}

result<worded_request> read_request(const up_words& words) {
    const auto bond = read_settings(words.bond);
    if (!bond)
        return bond.failure();
    const auto attach = read_attach(words.attach);
    if (!attach)
        return attach.failure();
    worded_request worded{.request = {.name = words.name,
                                      .slaves = split_names(words.slaves),
                                      .settings = bond->settings,
                                      .attach = *attach,
                                      .force = words.force,
                                      .changed = bond->changed},
                          .changed = bond->changed,
                          .notes = bond->notes};
    if (const auto program = read_program(words.program, {}, worded.request); !program)
        return program.failure();
    return worded;
}

} // namespace xdpbond::loader
