// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Standard output and files. Errors of standard output are found once, when the command ends.

#include "session.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace xdpbond::loader {

void print(std::string_view text);

// Lines of a report, its warnings to standard error. Commands that they name are made to be typed as they are printed.
void print_lines(const session& session, std::span<const std::string> lines);

// What a change did: every step where -v or --dry-run asks for them; else its warnings and what begins with "change ".
void print_report(const session& session, std::span<const std::string> steps);

// Why a file cannot be written, by errno, and what to do.
error cannot_write(const std::filesystem::path& file, int number);

// The whole text or nothing: written beside the file and renamed onto it.
result<void> write_file(const std::filesystem::path& file, std::string_view text);

} // namespace xdpbond::loader
