// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The bonds that a configuration file asks for (docs/xdpbond.toml.5), as plain values. Reading one changes nothing.

#include "mistake.hpp"

#include <xdpbond/control/request.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xdpbond::loader {

// The options that a file gives for one slave.
struct configured_slave {
    std::string name;
    control::assignments settings; // as `slave set` takes them
    std::size_t line = 0;
};

struct configured_bond {
    control::up_request request;          // as `up` takes it; `changed` are the options in the file
    std::vector<configured_slave> slaves; // those that have options of their own
    bool down_on_stop = false;            // when the daemon is told to stop; else the bond goes on without it
    // Where it stands, and what of it cannot be changed while the bond is there.
    std::size_t line = 0, slaves_line = 0, program_line = 0, attach_line = 0, address_line = 0;
};

struct configuration {
    std::string file;
    std::optional<std::string> netns;             // where the file says so
    std::optional<std::filesystem::path> pin_dir; //
    std::vector<configured_bond> bonds;           // as they stand in the file
};

// What a file holds and what is wrong with it. Where anything is, nothing of it may be carried out.
struct configuration_reading {
    configuration content;
    std::vector<mistake> mistakes; // in order of their lines
    std::vector<mistake> notes;    // what is no mistake, but not as it was written: a delay that is rounded

    bool usable() const { return mistakes.empty(); }
};

// `file` is for messages; a relative program file is meant to lie beside it. Pure; every text is safe.
configuration_reading read_configuration(std::string_view text, const std::filesystem::path& file);

// The same for a file; that it cannot be read is a mistake too.
configuration_reading load_configuration(const std::filesystem::path& file);

} // namespace xdpbond::loader
