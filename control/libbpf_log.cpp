// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "libbpf_log.hpp"

#include <bpf/libbpf.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace xdpbond::control {

namespace {

thread_local libbpf_log* listener = nullptr;

// libbpf's print function belongs to the process: ours is set while any thread listens.
std::mutex hook_mutex;
int hook_users = 0;
libbpf_print_fn_t applications_own = nullptr;

int hear(libbpf_print_level level, const char* format, va_list arguments) {
    if (!listener)
        return applications_own ? applications_own(level, format, arguments) : 0;
    if (level != LIBBPF_WARN)
        return 0;
    char* line = nullptr;
    if (vasprintf(&line, format, arguments) >= 0) {
        listener->add(line);
        std::free(line);
    }
    return 0;
}

} // namespace

libbpf_log::libbpf_log() : outer_(listener) {
    std::lock_guard guard(hook_mutex);
    if (hook_users++ == 0)
        applications_own = libbpf_set_print(hear);
    listener = this;
}

libbpf_log::~libbpf_log() {
    std::lock_guard guard(hook_mutex);
    listener = outer_;
    if (--hook_users == 0)
        libbpf_set_print(applications_own);
}

std::string libbpf_log::after(const char* prefix) const {
    std::string_view wanted(prefix);
    auto at = text_.rfind(wanted);
    if (at == std::string::npos)
        return "";
    at += wanted.size();
    return text_.substr(at, text_.find('\n', at) - at);
}

} // namespace xdpbond::control
