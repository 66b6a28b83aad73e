// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The words that a sequence of the kernel oracle is named by: "balance-rr slaves=3, slave 0 without carrier, IGMP".

#include "oracle.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace xdpbond::test {

bool has(std::string_view words, std::string_view part);

// The one-digit number behind a word.
std::optional<unsigned> number_after(std::string_view words, std::string_view word);

// enum xdpbond_mode, which they begin with. Throws where they do not.
unsigned mode_of(std::string_view words);

// The frame that was sent as number `i`. Throws where the oracle does not have it.
const bytes& frame_of(const oracle& kernel, std::string_view words, std::size_t i);

} // namespace xdpbond::test
