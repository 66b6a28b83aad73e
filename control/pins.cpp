// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/pins.hpp>

#include "sentence.hpp"

#include <bpf/bpf.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace xdpbond::control {

namespace fs = std::filesystem;

namespace {

result<std::vector<std::string>> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code failure;
    for (fs::directory_iterator it(folder, failure), end; !failure && it != end; it.increment(failure))
        names.push_back(it->path().filename());
    if (failure && failure != std::errc::no_such_file_or_directory)
        return failed_with(failure.value(), folder.native(), "cannot read it");
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace

fs::path netns_folder(const fs::path& pin_dir, std::uint64_t cookie) {
    char name[17];
    std::snprintf(name, sizeof(name), "%016llx", static_cast<unsigned long long>(cookie));
    return pin_dir / "xdpbond" / name;
}

result<std::vector<bond_pins>> bonds_in(const fs::path& netns_folder) {
    auto names = names_in(netns_folder);
    if (!names)
        return names.failure();
    std::vector<bond_pins> bonds;
    for (const auto& name : *names)
        bonds.push_back({netns_folder / name});
    return bonds;
}

result<void> make_folder(const bond_pins& pins) {
    std::error_code failure;
    // Another bond's `down` may remove an empty parent between our steps: then once more.
    for (int attempt = 0; attempt < 8; attempt++) {
        fs::create_directories(pins.folder, failure);
        if (failure != std::errc::no_such_file_or_directory)
            break;
    }
    if (failure)
        return failed_with(failure.value(), pins.folder.native(), "cannot make the folder for pins");
    return {};
}

result<void> remove_folder(const bond_pins& pins) {
    std::error_code failure;
    fs::remove(pins.folder, failure);
    if (failure)
        return failed_with(failure.value(), pins.folder.native(), "cannot remove it");
    remove_empty_parents(pins);
    return {};
}

void remove_empty_parents(const bond_pins& pins) {
    // Where others have bonds these are not empty, and stay.
    std::error_code ignored;
    fs::remove(pins.folder.parent_path(), ignored);
    fs::remove(pins.folder.parent_path().parent_path(), ignored);
}

result<unique_fd> open_pin(const fs::path& path) {
    unique_fd fd(bpf_obj_get(path.c_str()));
    if (!fd)
        return failed_with(errno, path.native(), "cannot open this pin");
    return fd;
}

result<void> make_pin(int fd, const fs::path& path) {
    if (bpf_obj_pin(fd, path.c_str()))
        return failed_with(errno, path.native(), "cannot pin here");
    return {};
}

result<void> replace_pin(int fd, const fs::path& path) {
    fs::path fresh = path;
    fresh += "_new";
    if (auto removed = remove_pin(fresh); !removed)
        return removed;
    if (auto pinned = make_pin(fd, fresh); !pinned)
        return pinned;
    if (std::rename(fresh.c_str(), path.c_str()))
        return failed_with(errno, path.native(), "cannot replace this pin");
    return {};
}

result<std::vector<std::string>> pins_in(const bond_pins& pins) {
    return names_in(pins.folder);
}

result<void> remove_pin(const fs::path& path) {
    if (unlink(path.c_str()) && errno != ENOENT)
        return failed_with(errno, path.native(), "cannot remove this pin");
    return {};
}

} // namespace xdpbond::control
