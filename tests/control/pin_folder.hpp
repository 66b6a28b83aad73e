// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A folder on bpffs that goes away with the test, and the place of one bond below it.

#include <xdpbond/control/bpffs.hpp>
#include <xdpbond/control/pins.hpp>

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

class pin_folder {
public:
    pin_folder() : root_("/sys/fs/bpf/xdpbond-test-" + std::to_string(getpid())) {
        auto bpffs = xdpbond::control::check_bpffs("/sys/fs/bpf");
        REQUIRE(bpffs);
        if (*bpffs == xdpbond::control::bpffs_state::mountable)
            REQUIRE(xdpbond::control::mount_bpffs("/sys/fs/bpf"));
        std::filesystem::create_directory(root_);
    }
    pin_folder(const pin_folder&) = delete;
    pin_folder& operator=(const pin_folder&) = delete;
    ~pin_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(root_, ignored);
    }

    const std::filesystem::path& root() const { return root_; }
    xdpbond::control::bond_pins bond(const std::string& name = "uplink") const {
        return {xdpbond::control::netns_folder(root_, 0xabc) / name};
    }

private:
    std::filesystem::path root_;
};
