// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// One JSON object on a line, from whoever can reach a socket: read strictly, without exceptions. Pure.

#include <xdpbond/control/request.hpp>
#include <xdpbond/control/result.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xdpbond::loader {

using line_json = nlohmann::json;

// Of what both ends say. It goes up whenever one of a release could misread the other's.
inline constexpr unsigned line_format = 1;

// {"xdpbond": line_format, "release": this one's}, for more to be put into.
line_json new_line();

// Without the line's end. Text that is not UTF-8: usage, as JSON cannot carry it; or, if `replace`, marks in its place.
control::result<std::string> write_line(const line_json& object, bool replace = false);

// The object, without "xdpbond" and "release". Too long, no such object, names that stand twice in it, more levels than
// any line has: usage. Of another format: unsupported. `other` names the other end, such as "the daemon".
control::result<line_json> read_line(std::string_view line, std::size_t limit, std::string_view other);

// Takes the members of an object one by one, each of which must be there and of the type asked for. Once one is not,
// everything that follows gives empty values.
class members {
public:
    explicit members(line_json object);

    std::string text(const char* name); // no NUL in it
    bool flag(const char* name);
    std::uint64_t number(const char* name, std::uint64_t maximum);
    std::vector<std::string> texts(const char* name);
    control::assignments pairs(const char* name); // [["option", "value"], ...]
    members object(const char* name);
    std::vector<members> objects(const char* name);
    bool has(const char* name) const { return object_.contains(name); }

    // Something inside of it was wrong, or has wrong values together.
    void refuse(std::string why);
    // Success where all were right and all were taken; usage.
    control::result<void> finish(std::string_view what) const;
    // The same for an object within this one.
    void finish(const char* name, const members& inner);

private:
    line_json take(const char* name);
    std::string plain(const line_json& value, const char* name);

    line_json object_ = line_json::object();
    std::string problem_;
};

} // namespace xdpbond::loader
