// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Keeps libbpf from printing, and keeps what it wanted to say.

#include <string>

namespace xdpbond::control {

// While one exists, warnings that libbpf prints on this thread go here; the application's own print function is back
// when it is gone. They may nest: the innermost one hears.
class libbpf_log {
public:
    libbpf_log();
    libbpf_log(const libbpf_log&) = delete;
    libbpf_log& operator=(const libbpf_log&) = delete;
    ~libbpf_log();

    // Everything said so far, a line each.
    const std::string& text() const { return text_; }

    // What follows `prefix` on the last line that contains it, to the line's end; "" where no line does.
    std::string after(const char* prefix) const;

    // Called by libbpf's hook.
    void add(const char* line) { text_ += line; }

private:
    std::string text_;
    libbpf_log* outer_;
};

} // namespace xdpbond::control
