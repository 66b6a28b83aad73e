// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A network namespace of the test's own, with interfaces.

#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/links.hpp>

#include <string>

// The calling thread is in a new network namespace as long as this lives; what is in it goes with it.
class bed {
public:
    bed();
    bed(const bed&) = delete;
    bed& operator=(const bed&) = delete;
    ~bed();

    // Makes a veth pair `name` and `name`x, both up; returns the ifindex of `name`.
    std::uint32_t add(const std::string& name);

    // Deletes an interface (and so its far end).
    void remove(const std::string& name);

    // Runs `ip` with these words; the test fails where it fails.
    static void ip(const std::string& words);

    xdpbond::control::link_facts facts(const std::string& name);

private:
    xdpbond::control::unique_fd back_;
    xdpbond::control::links net_;
};
