// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-load status: what bonds are at this moment.

#include "bonds.hpp"
#include "hints.hpp"
#include "output.hpp"
#include "status_json.hpp"
#include "status_text.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace xdpbond::loader {
namespace {

struct status_words {
    std::string name;
    bool json = false;
};

result<void> run(const session& session, const status_words& words) {
    const auto bonds = inspect_bonds(session.where, words.name);
    if (!bonds)
        return bonds.failure();
    if (words.json) {
        auto array = nlohmann::ordered_json::array();
        for (const auto& bond : *bonds)
            array.push_back(repeatable_json(status_json(bond), session.where));
        print(json_line(array));
        return {};
    }
    std::string text;
    for (const auto& bond : *bonds)
        text += (text.empty() ? "" : "\n") + repeatable(status_text(bond), session.where);
    print(text);
    return {};
}

} // namespace

void add_status(CLI::App& parser, session& session) {
    auto* command = parser.add_subcommand("status", "Show bonds as /proc/net/bonding does");
    auto words = std::make_shared<status_words>();
    command->add_option("NAME", words->name, "The bond's name; without it all bonds");
    command->add_flag("--json", words->json, "JSON with the field names of `ip -d -j link`");
    command->callback([&session, words] { session.command = [&session, words] { return run(session, *words); }; });
}

} // namespace xdpbond::loader
