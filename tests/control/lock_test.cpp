// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "pin_folder.hpp"

#include <xdpbond/control/lock.hpp>

#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

using namespace xdpbond::control;

TEST_CASE("one writer at a time; the other one hears who it is") {
    pin_folder folder;
    REQUIRE(make_folder(folder.bond()));
    int ready[2], end[2];
    REQUIRE(pipe(ready) == 0);
    REQUIRE(pipe(end) == 0);
    const pid_t holder = fork();
    if (holder == 0) {
        auto lock = lock_bond(folder.bond());
        char byte = lock ? 'y' : 'n';
        if (write(ready[1], &byte, 1) != 1 || read(end[0], &byte, 1) != 1)
            _exit(1);
        _exit(0);
    }
    char byte = 0;
    REQUIRE(read(ready[0], &byte, 1) == 1);
    CHECK(byte == 'y');
    auto refused = lock_bond(folder.bond());
    CHECK_FALSE(refused);
    if (!refused) {
        CHECK(refused.failure().code == exit_code::busy);
        CHECK(refused.failure().message.find("process " + std::to_string(holder) + " ") != std::string::npos);
    }
    REQUIRE(write(end[1], &byte, 1) == 1);
    REQUIRE(waitpid(holder, nullptr, 0) == holder);
    CHECK(lock_bond(folder.bond()));
    for (int fd : {ready[0], ready[1], end[0], end[1]})
        close(fd);
}

TEST_CASE("a bond that is not there has no lock") {
    pin_folder folder;
    auto lock = lock_bond(folder.bond());
    REQUIRE_FALSE(lock);
    CHECK(lock.failure().code == exit_code::no_such);
}

TEST_CASE("the lock of a folder that was removed and made again is another one") {
    pin_folder folder;
    REQUIRE(make_folder(folder.bond()));
    auto old = lock_bond(folder.bond());
    REQUIRE(old);
    REQUIRE(remove_folder(folder.bond()));
    REQUIRE(make_folder(folder.bond()));
    CHECK(lock_bond(folder.bond()));
}
