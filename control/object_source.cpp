// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "object_source.hpp"

#include "sentence.hpp"

#include <xdpbond/control/options.hpp>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <vector>

namespace xdpbond::control {

namespace {

std::string title_of(const std::string& program) {
    return text("program ", program);
}

constexpr std::string_view give_another = "; give the path of one that was built with xdpbond's headers";

result<std::vector<std::byte>> read_file(const std::string& path) {
    std::error_code failure;
    const auto size = std::filesystem::is_directory(path, failure) ? 0 : std::filesystem::file_size(path, failure);
    if (failure) {
        error unreadable = failed_with(failure.value(), path, "cannot read this object");
        if (unreadable.code != exit_code::privilege)
            unreadable.message += give_another;
        return unreadable;
    }
    std::vector<std::byte> bytes(size);
    std::ifstream file(path, std::ios::binary);
    if (!size || !file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size)))
        return error{exit_code::failed, text(path, ": cannot read this object: it is no file, or empty", give_another)};
    return bytes;
}

} // namespace

program_file split_file(std::string_view program) {
    const auto colon = program.rfind(':');
    if (colon == program.npos || program.find('/', colon) != program.npos)
        return {std::string(program), ""};
    return {std::string(program.substr(0, colon)), std::string(program.substr(colon + 1))};
}

result<bond_object> open_object(const std::string& program, const object_wishes& wishes,
                                const object_provider& objects) {
    if (!is_file(program)) {
        auto elf = objects(program, wishes.options);
        if (!elf)
            return elf.failure();
        return bond_object::open(title_of(program), *elf, wishes);
    }
    const program_file file = split_file(program);
    auto bytes = read_file(file.path);
    if (!bytes)
        return bytes.failure();
    return bond_object::open(title_of(program), *bytes, wishes, file.function);
}

result<void> adopt_options(up_request& request) {
    const program_file file = split_file(request.program);
    auto bytes = read_file(file.path);
    if (!bytes)
        return bytes.failure();
    auto about = bond_object::look_into(title_of(request.program), *bytes, file.function);
    if (!about)
        return about.failure();
    xdpbond_options adopted = about->options;
    if (about->tunable) {
        adopted = request.settings.options;
        adopted.mode = about->options.mode;
        adopted.hash = about->options.hash;
    }
    // What was not asked for is as the object has it; what was is compared when the object is opened for it.
    const auto asked = describe({.options = request.settings.options}), built = describe({.options = adopted});
    for (std::size_t i = 0; i < asked.size(); i++) {
        const auto& [option, value] = asked[i];
        if (std::ranges::find(request.changed, option) != request.changed.end() && value != built[i].second)
            return error{exit_code::unsupported,
                         text(title_of(request.program), ": was built with ", option, "=", built[i].second, ", not ",
                              value, "; leave it out, or build the object so")};
    }
    request.settings.options = adopted;
    return {};
}

} // namespace xdpbond::control
