// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The words that several commands share, and what they mean.

#include "session.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xdpbond::loader {

// Options of a bond as words: --mode and so on, and any of them as --set OPTION=VALUE.
struct bond_words {
    std::optional<std::string> mode;
    std::optional<std::string> xmit_hash_policy;
    std::optional<std::string> packets_per_slave;
    std::optional<std::string> primary;
    std::vector<std::string> set;

    bool any() const { return mode || xmit_hash_policy || packets_per_slave || primary || !set.empty(); }
};

// All the words of `up`, which `generate` takes too.
struct up_words {
    std::string name;
    std::string slaves; // IF,IF,...
    bond_words bond;
    std::string program = "tx";
    std::string attach = "auto";
    bool force = false;
};

struct worded_settings {
    control::bond_settings settings;
    std::vector<std::string> changed; // the options that were named
    control::report notes{};          // what is to be known about them
};

struct worded_request {
    control::up_request request;
    std::vector<std::string> changed;
    control::report notes{};
};

void add_bond_options(CLI::App& command, bond_words& words);
void add_up_options(CLI::App& command, up_words& words);

// "a,b" → {"a", "b"}; "" → {}.
std::vector<std::string> split_names(std::string_view text);

// OPTION=VALUE → its halves. Error: usage.
result<control::assignments> read_assignments(const std::vector<std::string>& words);

// "tx", "forward:IF", "FILE.bpf.o[:FUNCTION]" → program and peer. A file's path is made whole, from `folder` on: it is
// remembered, and the next command may run elsewhere.
result<void> read_program(std::string_view word, const std::filesystem::path& folder, control::up_request& request);

// "auto", "native", "generic".
result<xdpbond_attach> read_attach(std::string_view word);

// Names and values are checked; whether they make sense together is validate()'s question.
result<worded_settings> read_settings(const bond_words& words);
result<worded_request> read_request(const up_words& words);

} // namespace xdpbond::loader
