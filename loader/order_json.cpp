// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "order_json.hpp"

#include "json_line.hpp"

#include <xdpbond/control/options.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace xdpbond::loader {
namespace {

using control::error;
using control::exit_code;

constexpr std::array<std::pair<std::string_view, order_kind>, 8> kinds{{
    {"up", order_kind::up},
    {"down", order_kind::down},
    {"set", order_kind::set},
    {"add_slave", order_kind::add_slave},
    {"del_slave", order_kind::del_slave},
    {"set_slave", order_kind::set_slave},
    {"confirm", order_kind::confirm},
    {"revert", order_kind::revert},
}};
constexpr std::array<std::pair<std::string_view, xdpbond_attach>, 3> attaches{{
    {"auto", XDPBOND_ATTACH_AUTO},
    {"native", XDPBOND_ATTACH_NATIVE},
    {"generic", XDPBOND_ATTACH_GENERIC},
}};

template <class Names, class Value>
std::string_view name_of(const Names& names, Value value) {
    const auto found = std::ranges::find(names, value, [](const auto& each) { return each.second; });
    return found == names.end() ? std::string_view() : found->first;
}

template <class Names>
auto value_of(const Names& names, members& object, const char* member) {
    const auto word = object.text(member);
    const auto found = std::ranges::find(names, word, [](const auto& each) { return each.first; });
    if (found == names.end())
        object.refuse(std::string(member) + " is none that this release knows");
    return found == names.end() ? names.front().second : found->second;
}

bool takes_seconds(order_kind kind) {
    return kind != order_kind::down && kind != order_kind::confirm && kind != order_kind::revert;
}
bool is_of_slave(order_kind kind) {
    return kind == order_kind::add_slave || kind == order_kind::del_slave || kind == order_kind::set_slave;
}

// Without delays where there are none: they cannot be asked for while miimon is 0.
control::assignments told(const control::bond_settings& settings) {
    auto pairs = control::describe(settings);
    std::erase_if(pairs, [](const auto& pair) {
        return (pair.first == "updelay" || pair.first == "downdelay") && pair.second == "0";
    });
    return pairs;
}

line_json told(const control::up_request& up) {
    return {{"slaves", up.slaves},
            {"options", told(up.settings)},
            {"program", up.program},
            {"peer", up.peer},
            {"attach", name_of(attaches, up.attach)},
            {"force", up.force},
            {"from_file", up.from_file},
            {"changed", up.changed}};
}

line_json told(const std::vector<slave_start>& starts) {
    auto all = line_json::array();
    for (const auto& start : starts)
        all.push_back({{"slave", start.slave}, {"settings", start.settings}});
    return all;
}

line_json told(const control::slave_request& slave) {
    return {{"name", slave.slave}, {"settings", slave.settings}, {"force", slave.force}};
}

control::up_request read_up(members up, const std::string& bond, members& outer) {
    control::up_request request;
    request.name = bond;
    request.slaves = up.texts("slaves");
    if (const auto assigned = control::assign(request.settings, up.pairs("options")); !assigned)
        up.refuse(assigned.failure().message);
    request.program = up.text("program");
    request.peer = up.text("peer");
    request.attach = value_of(attaches, up, "attach");
    request.force = up.flag("force");
    request.from_file = up.flag("from_file");
    request.changed = up.texts("changed");
    outer.finish("up", up);
    return request;
}

std::vector<slave_start> read_starts(members& outer) {
    std::vector<slave_start> starts;
    for (auto& each : outer.objects("slave_starts")) {
        auto slave = each.text("slave");
        if (std::ranges::find(starts, slave, &slave_start::slave) != starts.end())
            each.refuse(slave + " stands twice in it");
        starts.push_back({std::move(slave), each.pairs("settings")});
        outer.finish("slave_starts", each);
    }
    return starts;
}

control::slave_request read_slave(members slave, const std::string& bond, members& outer) {
    control::slave_request request{bond, slave.text("name"), slave.pairs("settings"), slave.flag("force")};
    outer.finish("slave", slave);
    return request;
}

order read_order(members& words) {
    order read{.kind = value_of(kinds, words, "ask"), .bond = words.text("bond")};
    if (read.kind == order_kind::up) {
        read.up = read_up(words.object("up"), read.bond, words);
        read.slave_starts = read_starts(words);
    }
    if (read.kind == order_kind::set)
        read.changes = words.pairs("changes");
    if (is_of_slave(read.kind))
        read.slave = read_slave(words.object("slave"), read.bond, words);
    read.dry_run = words.flag("dry_run");
    if (takes_seconds(read.kind))
        read.confirm_within = static_cast<std::uint32_t>(words.number("confirm_within", 86400));
    return read;
}

line_json told(const hello&) {
    return {{"ask", "hello"}};
}

line_json told(const order& order) {
    line_json words{{"ask", name_of(kinds, order.kind)}, {"bond", order.bond}, {"dry_run", order.dry_run}};
    if (order.kind == order_kind::up) {
        words["up"] = told(order.up);
        words["slave_starts"] = told(order.slave_starts);
    }
    if (order.kind == order_kind::set)
        words["changes"] = order.changes;
    if (is_of_slave(order.kind))
        words["slave"] = told(order.slave);
    if (takes_seconds(order.kind))
        words["confirm_within"] = order.confirm_within;
    return words;
}

} // namespace

control::result<std::string> write_question(const question& question) {
    auto line = new_line();
    line.update(std::visit([](const auto& each) { return told(each); }, question));
    auto text = write_line(line);
    if (text && text->size() > longest_question)
        return error{exit_code::usage,
                     "this is longer than the daemon takes: " + std::to_string(longest_question) + " bytes"};
    return text;
}

control::result<question> read_question(std::string_view line) {
    constexpr std::string_view what = "what the command says";
    auto object = read_line(line, longest_question, "the command");
    if (!object)
        return object.failure();
    const auto ask = object->find("ask");
    const bool greets = ask != object->end() && *ask == "hello";
    members words(*std::move(object));
    question read;
    if (greets)
        words.text("ask");
    else
        read = read_order(words);
    if (const auto finished = words.finish(what); !finished)
        return finished.failure();
    return read;
}

} // namespace xdpbond::loader
