// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "program_choice.hpp"

#include "object_source.hpp"
#include "sentence.hpp"

#include <xdpbond/control/config.hpp>

#include <algorithm>

namespace xdpbond::control {

namespace {

result<void> choose_program(xdpbond_config& config, const std::string& value) {
    const std::string bond = name_of(config.name), peer = name_of(config.peer.name);
    if (value.size() >= XDPBOND_PROGRAM_SIZE)
        return error{exit_code::usage,
                     text("program=", value, ": is longer than ", XDPBOND_PROGRAM_SIZE - 1, " bytes")};
    if (is_file(value) && value.front() != '/')
        return error{exit_code::usage, text("program=", value, ": give the path in full")};
    const std::string name = is_file(value) ? value : value.substr(0, value.find(':'));
    const std::string other = name == value ? peer : value.substr(name.size() + 1);
    if (!is_file(value) && name != "tx" && name != "forward")
        return error{exit_code::usage,
                     text("program=", value, ": no such program; there are tx, forward:IF and FILE.bpf.o")};
    if (other != peer || (name == "forward") == peer.empty())
        return error{exit_code::unsupported,
                     text("program=", value, ": the other side of ", bond, " is ", peer.empty() ? "none" : peer,
                          ", and cannot be changed while it is up; take it down first")};
    set_name(config.program, name);
    return {};
}

} // namespace

result<bool> take_program(xdpbond_config& config, assignments& changes) {
    bool taken = false;
    for (const auto& [option, value] : changes) {
        if (option != "program")
            continue;
        if (auto chosen = choose_program(config, value); !chosen)
            return chosen.failure();
        taken = true;
    }
    std::erase_if(changes, [](const auto& pair) { return pair.first == "program"; });
    return taken;
}

} // namespace xdpbond::control
