// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-load slave add, del, set: the slaves of a live bond.

#include "ask.hpp"
#include "output.hpp"
#include "waiter.hpp"
#include "words.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace xdpbond::loader {
namespace {

struct slave_words {
    std::string bond;
    std::string slave;
    std::vector<std::string> options;
    bool force = false;
};

result<void> run(const session& session, const slave_words& words, order_kind kind) {
    const auto settings = read_assignments(words.options);
    if (!settings)
        return settings.failure();
    const auto steps = do_order(session, order_slave(kind, {words.bond, words.slave, *settings, words.force}));
    if (!steps)
        return steps.failure();
    print_report(session, *steps);
    print_deadline(session, words.bond);
    return {};
}

// One of the three, with the words that they share.
CLI::App* add_one(CLI::App& parser, session& session, const char* name, const char* help,
                  const std::shared_ptr<slave_words>& words, order_kind kind) {
    auto* command = parser.add_subcommand(name, help);
    command->add_option("NAME", words->bond, "The bond's name")->type_name("")->required();
    command->add_option("IF", words->slave, "The slave")->type_name("")->required();
    add_confirm_option(*command, session.where);
    command->callback(
        [&session, words, kind] { session.command = [&session, words, kind] { return run(session, *words, kind); }; });
    return command;
}

CLI::Option* add_options(CLI::App& command, slave_words& words) {
    return command
        .add_option("OPTION=VALUE", words.options,
                    "state=standby: sends nothing, keeps its place; state=active: sends again. prio=N (active-backup): "
                    "without a primary the slave with the highest is active")
        ->type_name("");
}

} // namespace

void add_slave(CLI::App& parser, session& session) {
    auto* command = parser.add_subcommand("slave", "Add slaves to a live bond, take them out, drain them");
    command->require_subcommand(1);
    auto words = std::make_shared<slave_words>();
    auto* add =
        add_one(*command, session, "add", "Add a port, last in the enslave order", words, order_kind::add_slave);
    add_options(*add, *words);
    add->add_flag(
        "--force", words->force,
        "Take a port that has an address, the default route or a master, a bond, a bridge or the like itself, "
        "or one that loses frames or VLAN tags");
    add_one(*command, session, "del", "Take a slave out and put its port back as it was", words, order_kind::del_slave);
    auto* set = add_one(*command, session, "set", "Change options of a slave", words, order_kind::set_slave);
    add_options(*set, *words)->required();
    set->add_flag("--force", words->force, "Drain the last slave that can send all the same");
}

} // namespace xdpbond::loader
