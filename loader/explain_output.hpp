// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Answers as text and JSON. Pure.

#include "explainer.hpp"

#include <nlohmann/json.hpp>

namespace xdpbond::loader {

// {"frame": index, "hash": number or null, "slave": index, name, "all" or null, "verdict": "...", "why": "..."}.
// A slave is a number where the bond's slaves have no names.
nlohmann::ordered_json answer_json(std::uint64_t frame, const answer& answer, const explained_bond& bond);

// One line with its newline.
std::string answer_text(std::uint64_t frame, const answer& answer, const explained_bond& bond);

} // namespace xdpbond::loader
