// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Where a bond's pins lie: <pin_dir>/xdpbond/<netns cookie, 16 hex digits>/<bond>/{config,table,slaves,flood,counters,
// errors,program,link_<slot>,counting_<program>}, and undo and undo_program while a change waits for confirmation, and
// a folder trace while its slaves run a program that traces.

#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace xdpbond::control {

// A bond's folder: paths only, whether or not they exist.
struct bond_pins {
    std::filesystem::path folder;

    std::filesystem::path config() const { return folder / "config"; }
    std::filesystem::path table() const { return folder / "table"; }
    std::filesystem::path slaves() const { return folder / "slaves"; }
    std::filesystem::path flood() const { return folder / "flood"; }
    std::filesystem::path counters() const { return folder / "counters"; }
    std::filesystem::path errors() const { return folder / "errors"; }
    std::filesystem::path counting(std::string_view program) const {
        return folder / ("counting_" + std::string(program));
    }
    std::filesystem::path program() const { return folder / "program"; }
    std::filesystem::path undo() const { return folder / "undo"; }                 // while a change waits for
    std::filesystem::path undo_program() const { return folder / "undo_program"; } // confirmation
    std::filesystem::path trace() const { return folder / "trace"; }
    std::filesystem::path link(std::uint32_t slot) const { return folder / ("link_" + std::to_string(slot)); }
    std::string name() const { return folder.filename(); }
};

// The folder of all bonds of the network namespace with this cookie.
std::filesystem::path netns_folder(const std::filesystem::path& pin_dir, std::uint64_t cookie);

// The bonds below that folder, sorted by name; also half-made ones. Empty where the folder does not exist.
result<std::vector<bond_pins>> bonds_in(const std::filesystem::path& netns_folder);

// Makes the bond's folder and those above it, as far as they are missing.
result<void> make_folder(const bond_pins& pins);

// Removes the bond's folder, and those above it that are empty then.
result<void> remove_folder(const bond_pins& pins);

// Removes the folders above the bond's as far as they are empty.
void remove_empty_parents(const bond_pins& pins);

// Opens what is pinned at `path`.
result<unique_fd> open_pin(const std::filesystem::path& path);

// Pins `fd` at `path`.
result<void> make_pin(int fd, const std::filesystem::path& path);

// The same where something may be pinned already: replaces it in one step.
result<void> replace_pin(int fd, const std::filesystem::path& path);

// Names of everything in the bond's folder.
result<std::vector<std::string>> pins_in(const bond_pins& pins);

// Removes one pin; success also where there is none.
result<void> remove_pin(const std::filesystem::path& path);

} // namespace xdpbond::control
