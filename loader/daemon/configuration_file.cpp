// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "configuration.hpp"
#include "toml_text.hpp"

#include <xdpbond/control/fd.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace xdpbond::loader {
namespace {

// The text, or why there is none. What is no regular file could keep the daemon waiting for ever.
std::pair<std::string, std::string> read_text(const std::filesystem::path& file) {
    const control::unique_fd opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!opened)
        return {"", std::string("cannot read it: ") + std::strerror(errno) +
                        (errno == ENOENT ? "; give the path of a configuration file, see man xdpbond.toml" : "")};
    struct stat status {};
    if (::fstat(opened.get(), &status) != 0)
        return {"", std::string("cannot read it: ") + std::strerror(errno)};
    if (!S_ISREG(status.st_mode))
        return {"", "is no regular file; give the path of a configuration file"};
    std::string text(text_max + 1, '\0'); // one more tells that it is too large
    std::size_t size = 0;
    while (size < text.size()) {
        const auto got = ::read(opened.get(), text.data() + size, text.size() - size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return {"", std::string("cannot read it: ") + std::strerror(errno)};
        if (got == 0)
            break;
        size += static_cast<std::size_t>(got);
    }
    text.resize(size);
    return {std::move(text), ""};
}

} // namespace

configuration_reading load_configuration(const std::filesystem::path& file) {
    const auto [text, failure] = read_text(file);
    if (failure.empty())
        return read_configuration(text, file);
    configuration_reading reading;
    reading.content.file = file.string();
    reading.mistakes.push_back({file.string(), 0, 0, failure});
    return reading;
}

} // namespace xdpbond::loader
