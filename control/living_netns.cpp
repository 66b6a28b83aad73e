// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "living_netns.hpp"

#include <xdpbond/control/pins.hpp>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <filesystem>
#include <set>
#include <system_error>

namespace xdpbond::control {

namespace {

namespace fs = std::filesystem;

struct search {
    living_netns found{};
    std::set<std::pair<dev_t, ino_t>> seen{};

    void look_at(const fs::path& file);
};

void search::look_at(const fs::path& file) {
    unique_fd fd(open(file.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status;
    if (!fd || fstat(fd.get(), &status)) {
        // A process that has ended meanwhile has taken nothing with it that others do not hold.
        found.complete &= errno == ENOENT || errno == ESRCH;
        return;
    }
    if (!seen.emplace(status.st_dev, status.st_ino).second)
        return;
    auto inside = netns_scope::enter(fd.get(), file.native());
    auto cookie = inside ? netns_cookie() : result<std::uint64_t>(error{});
    if (!cookie) {
        // A plain file among the names is no namespace: one whose namespace was never mounted, or is gone.
        found.complete &= file.native().starts_with("/run/netns/");
        return;
    }
    found.all.push_back({std::move(fd), netns_folder({}, *cookie).filename()});
}

} // namespace

const netns* living_netns::find(std::string_view cookie) const {
    const auto found = std::ranges::find(all, cookie, &netns::cookie);
    return found == all.end() ? nullptr : &*found;
}

result<living_netns> find_living_netns(const context&) {
    search work;
    std::error_code failure;
    for (fs::directory_iterator it("/run/netns", failure), end; !failure && it != end; it.increment(failure))
        work.look_at(it->path());
    for (fs::directory_iterator it("/proc", failure), end; !failure && it != end; it.increment(failure))
        if (std::isdigit(static_cast<unsigned char>(it->path().filename().native().front())))
            work.look_at(it->path() / "ns/net");
    return std::move(work.found);
}

} // namespace xdpbond::control
