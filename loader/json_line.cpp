// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "json_line.hpp"

#include <xdpbond/version.hpp>

#include <set>
#include <utility>

namespace xdpbond::loader {
namespace {

using control::error;
using control::exit_code;

constexpr int levels = 8;

// What JSON allows and no line of ours has.
class oddities {
public:
    bool see(int depth, line_json::parse_event_t event, line_json& value) {
        deep_ |= depth > levels;
        switch (event) {
        case line_json::parse_event_t::object_start:
            names_.emplace_back();
            break;
        case line_json::parse_event_t::key:
            twice_ |= !names_.back().insert(value.get_ref<const std::string&>()).second;
            break;
        case line_json::parse_event_t::object_end:
            names_.pop_back();
            break;
        default:
            break;
        }
        return true;
    }
    const char* found() const {
        return deep_ ? "it has too many levels" : twice_ ? "a name stands twice in it" : nullptr;
    }

private:
    std::vector<std::set<std::string>> names_;
    bool deep_ = false;
    bool twice_ = false;
};

error unreadable(std::string_view what, std::string_view why) {
    return {exit_code::usage, std::string(what) + " cannot be read: " + std::string(why)};
}

} // namespace

line_json new_line() {
    return {{"xdpbond", line_format}, {"release", XDPBOND_VERSION}};
}

control::result<std::string> write_line(const line_json& object, bool replace) {
    if (replace)
        return object.dump(-1, ' ', false, line_json::error_handler_t::replace);
    try {
        return object.dump();
    } catch (const line_json::type_error&) {
        return error{exit_code::usage, "a name is not UTF-8, and the daemon takes no other"};
    }
}

control::result<line_json> read_line(std::string_view line, std::size_t limit, std::string_view other) {
    const std::string what = "what " + std::string(other) + " says";
    if (line.size() > limit)
        return unreadable(what, "it is longer than " + std::to_string(limit) + " bytes");
    oddities odd;
    auto object = line_json::parse(
        line,
        [&odd](int depth, line_json::parse_event_t event, line_json& value) { return odd.see(depth, event, value); },
        false);
    if (!object.is_object())
        return unreadable(what, "it is no JSON object");
    if (const char* why = odd.found())
        return unreadable(what, why);
    const auto format = object.find("xdpbond");
    const auto release = object.find("release");
    if (format == object.end() || !format->is_number_unsigned() || release == object.end() || !release->is_string())
        return unreadable(what, "it does not begin as xdpbond's does");
    if (format->get<std::uint64_t>() != line_format)
        return error{exit_code::unsupported, std::string(other) + " is of release " +
                                                 release->get_ref<const std::string&>() + ", which release " +
                                                 XDPBOND_VERSION +
                                                 " does not understand; install one of them and restart the daemon"};
    object.erase("xdpbond");
    object.erase("release");
    return object;
}

members::members(line_json object) {
    if (object.is_object())
        object_ = std::move(object);
    else
        refuse("an object is missing");
}

void members::refuse(std::string why) {
    if (problem_.empty())
        problem_ = std::move(why);
}

line_json members::take(const char* name) {
    const auto found = object_.find(name);
    if (found == object_.end()) {
        refuse(std::string(name) + " is missing");
        return {};
    }
    line_json value = std::move(*found);
    object_.erase(found);
    return value;
}

std::string members::plain(const line_json& value, const char* name) {
    if (value.is_string() && value.get_ref<const std::string&>().find('\0') == std::string::npos)
        return value.get<std::string>();
    refuse(std::string(name) + " is no text");
    return {};
}

std::string members::text(const char* name) {
    return plain(take(name), name);
}

bool members::flag(const char* name) {
    const auto value = take(name);
    if (value.is_boolean())
        return value.get<bool>();
    refuse(std::string(name) + " is neither true nor false");
    return false;
}

std::uint64_t members::number(const char* name, std::uint64_t maximum) {
    const auto value = take(name);
    if (value.is_number_unsigned() && value.get<std::uint64_t>() <= maximum)
        return value.get<std::uint64_t>();
    refuse(std::string(name) + " is no number from 0 to " + std::to_string(maximum));
    return 0;
}

std::vector<std::string> members::texts(const char* name) {
    const auto value = take(name);
    std::vector<std::string> all;
    if (!value.is_array())
        refuse(std::string(name) + " is no list");
    else
        for (const auto& each : value)
            all.push_back(plain(each, name));
    return all;
}

control::assignments members::pairs(const char* name) {
    const auto value = take(name);
    control::assignments all;
    if (!value.is_array())
        refuse(std::string(name) + " is no list");
    else
        for (const auto& each : value) {
            if (each.is_array() && each.size() == 2)
                all.emplace_back(plain(each[0], name), plain(each[1], name));
            else
                refuse(std::string(name) + " is no list of pairs");
        }
    return all;
}

members members::object(const char* name) {
    return members(take(name));
}

std::vector<members> members::objects(const char* name) {
    auto value = take(name);
    std::vector<members> all;
    if (!value.is_array())
        refuse(std::string(name) + " is no list");
    else
        for (auto& each : value)
            all.emplace_back(std::move(each));
    return all;
}

control::result<void> members::finish(std::string_view what) const {
    if (!problem_.empty())
        return unreadable(what, problem_);
    if (!object_.empty())
        return unreadable(what, object_.begin().key() + " is unknown");
    return {};
}

void members::finish(const char* name, const members& inner) {
    if (const auto finished = inner.finish(name); !finished)
        refuse(finished.failure().message);
}

} // namespace xdpbond::loader
