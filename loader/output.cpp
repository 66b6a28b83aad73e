// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "output.hpp"

#include "hints.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace xdpbond::loader {
namespace {

// 0, or errno.
int write_and_close(int descriptor, std::string_view text) {
    int failed = 0;
    while (!text.empty() && failed == 0) {
        const auto written = ::write(descriptor, text.data(), text.size());
        if (written >= 0)
            text.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            failed = errno;
    }
    if (::close(descriptor) != 0 && failed == 0)
        failed = errno;
    return failed;
}

result<void> write_in_place(const std::filesystem::path& file, std::string_view text) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
    const int failed = descriptor < 0 ? errno : write_and_close(descriptor, text);
    if (failed != 0)
        return cannot_write(file, failed);
    return {};
}

// mkostemp makes files of mode 0600; give it what the caller's umask would have given.
void apply_umask(int descriptor) {
    const auto mask = ::umask(0);
    ::umask(mask);
    ::fchmod(descriptor, 0666 & ~mask);
}

bool is_warning(std::string_view line) {
    return line.starts_with("warning: ");
}

} // namespace

void print(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
}

void print_lines(const session& session, std::span<const std::string> lines) {
    for (const auto& line : lines) {
        const std::string text = repeatable(line, session.where);
        if (!is_warning(line)) {
            print(text + "\n");
            continue;
        }
        std::fflush(stdout); // after the lines before it, where both streams lead to one place
        std::fprintf(stderr, "xdpbond-load: %s\n", text.c_str());
    }
}

void print_report(const session& session, std::span<const std::string> steps) {
    const bool all = session.verbose || session.where.dry_run;
    std::vector<std::string> lines;
    for (const auto& step : steps)
        if (all || is_warning(step) || step.starts_with("change "))
            lines.push_back(step);
    print_lines(session, lines);
}

error cannot_write(const std::filesystem::path& file, int number) {
    const auto [code, next] = number == EACCES || number == EPERM
                                  ? std::pair(exit_code::privilege, "write elsewhere, or run as root")
                              : number == ENOENT ? std::pair(exit_code::no_such, "make its folder first")
                              : number == ENOSPC ? std::pair(exit_code::failed, "free some space, or write elsewhere")
                                                 : std::pair(exit_code::failed, "write elsewhere");
    return {code, file.string() + ": cannot write it: " + std::strerror(number) + "; " + next};
}

result<void> write_file(const std::filesystem::path& file, std::string_view text) {
    // Never rename onto a link, a pipe or a device.
    std::error_code none;
    const auto target = std::filesystem::exists(file, none) ? std::filesystem::canonical(file, none) : file;
    if (std::filesystem::exists(target, none) && !std::filesystem::is_regular_file(target, none))
        return write_in_place(target, text);
    std::string beside = target.string() + ".XXXXXX";
    const int descriptor = ::mkostemp(beside.data(), O_CLOEXEC);
    if (descriptor < 0)
        return cannot_write(file, errno);
    apply_umask(descriptor);
    int failed = write_and_close(descriptor, text);
    if (failed == 0 && ::rename(beside.c_str(), target.c_str()) != 0)
        failed = errno;
    if (failed == 0)
        return {};
    ::unlink(beside.c_str());
    return cannot_write(file, failed);
}

} // namespace xdpbond::loader
