// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The daemon's start: what it needs is checked and taken before anything is changed.

#include "../session.hpp"

#include <filesystem>

namespace xdpbond::loader {

struct daemon_words {
    std::filesystem::path config{}; // "": none, only bonds that are there or that commands make
    bool events = false;            // JSON objects instead of sentences
};

// Runs until it is told to stop (SIGTERM, SIGINT); bonds go on without it, but for those with on_stop=down. SIGHUP:
// reads the configuration again. An error: it did not start, and nothing is changed.
result<void> run_daemon(const session& session, const daemon_words& words);

} // namespace xdpbond::loader
