// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// How the control plane reports: a value, or an error with an exit code and one sentence. Nothing throws.

#include <string>
#include <utility>
#include <variant>

namespace xdpbond::control {

// The command's exit codes; each error of the library carries one.
enum class exit_code : int {
    done = 0,
    failed = 1,      // something went wrong that has no better code
    usage = 2,       // the request itself makes no sense
    privilege = 3,   // a capability or permission is missing
    unsupported = 4, // this kernel, driver or build cannot do it, or the option needs what is not there
    no_such = 5,     // the bond, interface or file does not exist
    busy = 6,        // somebody else holds it, or it conflicts with what is there
};

// One failure. `message` is one line: what, which object, what to do next. `detail` may hold more (the verifier's log).
struct error {
    exit_code code = exit_code::failed;
    std::string message;
    std::string detail{};
};

// Either a T or an error.
template <class T>
class [[nodiscard]] result {
public:
    result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    result(error failure) : content_(std::in_place_index<1>, std::move(failure)) {}

    explicit operator bool() const noexcept { return content_.index() == 0; }
    T& operator*() & { return std::get<0>(content_); }
    const T& operator*() const& { return std::get<0>(content_); }
    T&& operator*() && { return std::get<0>(std::move(content_)); }
    T* operator->() { return &std::get<0>(content_); }
    const T* operator->() const { return &std::get<0>(content_); }
    const struct error& failure() const { return std::get<1>(content_); }

private:
    std::variant<T, struct error> content_;
};

// Success without a value, or an error.
template <>
class [[nodiscard]] result<void> {
public:
    result() = default;
    result(error failure) : failure_(std::move(failure)), failed_(true) {}

    explicit operator bool() const noexcept { return !failed_; }
    const struct error& failure() const { return failure_; }

private:
    struct error failure_;
    bool failed_ = false;
};

} // namespace xdpbond::control
