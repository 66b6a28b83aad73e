// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Where the object of a program comes from: the caller's built-in ones, or a file that a user compiled.

#include "bond_object.hpp"

#include <xdpbond/control/operations.hpp>

#include <string>
#include <string_view>

namespace xdpbond::control {

// A program in a file: "/path/of/object.bpf.o" or "/path/of/object.bpf.o:function". `function` "" where not named.
struct program_file {
    std::string path;
    std::string function;
};

program_file split_file(std::string_view program);

// Opens the object of a program for these wishes. A file that is gone: no_such.
result<bond_object> open_object(const std::string& program, const object_wishes& wishes,
                                const object_provider& objects);

// Gives a request for a program in a file the mode, policy and options that its object was built for. Those that were
// asked for and are others there: unsupported, and the sentence names them.
result<void> adopt_options(up_request& request);

} // namespace xdpbond::control
