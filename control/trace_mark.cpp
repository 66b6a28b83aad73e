// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "trace_mark.hpp"

#include "sentence.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>

namespace xdpbond::control {

namespace {

unique_fd open_mark(const bond_pins& pins) {
    return unique_fd(::open(pins.trace().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

// Nobody else holds it: 0; else errno.
int lock_alone(const unique_fd& mark) {
    return ::flock(mark.get(), LOCK_EX | LOCK_NB) ? errno : 0;
}

} // namespace

result<unique_fd> set_trace_mark(const bond_pins& pins) {
    if (::mkdir(pins.trace().c_str(), 0700) && errno != EEXIST)
        return failed_with(errno, pins.trace().native(), "cannot make this folder");
    unique_fd mark = open_mark(pins);
    // Whoever looks holds the lock for a moment only.
    if (!mark || ::flock(mark.get(), LOCK_SH))
        return failed_with(errno, pins.trace().native(), "cannot lock it");
    return mark;
}

void remove_trace_mark(const bond_pins& pins, unique_fd mark) {
    if (lock_alone(mark) == 0)
        forget_killed_trace(pins);
}

bool trace_was_killed(const bond_pins& pins) {
    const unique_fd mark = open_mark(pins);
    return mark && lock_alone(mark) == 0;
}

void forget_killed_trace(const bond_pins& pins) {
    static_cast<void>(::rmdir(pins.trace().c_str()));
}

} // namespace xdpbond::control
