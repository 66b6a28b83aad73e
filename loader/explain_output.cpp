// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "explain_output.hpp"

#include <fmt/format.h>

namespace xdpbond::loader {
namespace {

using kind = slave_answer::kind;

nlohmann::ordered_json slave_json(const slave_answer& slave, const explained_bond& bond) {
    switch (slave.which) {
    case kind::all:
        return "all";
    case kind::one:
        if (bond.names.empty())
            return slave.place;
        return bond.names.at(slave.place);
    default:
        return nullptr;
    }
}

std::string slave_text(const slave_answer& slave, const explained_bond& bond) {
    switch (slave.which) {
    case kind::all:
        return "all";
    case kind::random:
        return "random";
    case kind::one:
        return bond.names.empty() ? std::to_string(slave.place) : bond.names.at(slave.place);
    default:
        return "none";
    }
}

} // namespace

nlohmann::ordered_json answer_json(std::uint64_t frame, const answer& answer, const explained_bond& bond) {
    nlohmann::ordered_json object{{"frame", frame}, {"hash", nullptr}, {"slave", slave_json(answer.slave, bond)}};
    if (answer.hash)
        object["hash"] = *answer.hash;
    object["verdict"] = answer.verdict;
    object["why"] = answer.why;
    return object;
}

std::string answer_text(std::uint64_t frame, const answer& answer, const explained_bond& bond) {
    const auto hash = answer.hash ? fmt::format("  hash {:#010x}", *answer.hash) : std::string();
    return fmt::format("frame {}{}  slave {}  {}  {}\n", frame, hash, slave_text(answer.slave, bond), answer.verdict,
                       answer.why);
}

} // namespace xdpbond::loader
