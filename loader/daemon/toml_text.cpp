// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "toml_text.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace xdpbond::loader {
namespace {

// Each dot may be one table more in another; none that is meant has nearly as many.
constexpr auto dots_max = 200;

// toml++ does not say where it stopped in a file as a whole; each retry reads all of it.
constexpr int retries_max = 20;

// A file that is no text, or that is made to break its reader. Nothing else is looked at then.
bool is_text(std::string_view text, mistakes& found) {
    if (text.size() > text_max) {
        found.add(0, 0,
                  "is larger than " + std::to_string(text_max / 1024) + " KiB; this is no configuration of bonds");
        return false;
    }
    std::size_t line = 1;
    int dots = 0;
    for (const char c : text) {
        if (c == '\0') {
            found.add(line, 0, "a NUL byte: this is no text file; the configuration is TOML in UTF-8");
            return false;
        }
        if (c == '.' && ++dots > dots_max) {
            found.add(line, 0,
                      "more than " + std::to_string(dots_max) + " dots in a line: not a line of a configuration");
            return false;
        }
        if (c == '\n') {
            ++line;
            dots = 0;
        }
    }
    return true;
}

std::string_view without_indent(std::string_view line) {
    const auto begin = line.find_first_not_of(" \t");
    return begin == line.npos ? std::string_view() : line.substr(begin);
}

bool is_header(std::string_view statement) {
    return without_indent(statement).starts_with('[');
}

bool is_key_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.' || c == ' ' || c == '\t';
}

// Whether a line looks like the beginning of a statement: [TABLE], KEY =, or words that lack the rest of one. What it
// takes for one only serves to tell where a mistake is.
bool begins_statement(std::string_view line) {
    line = without_indent(line);
    if (line.empty() || line[0] == '[')
        return !line.empty();
    if (line[0] == '"' || line[0] == '\'') {
        const auto quote = line.find(line[0], 1);
        return quote != line.npos && without_indent(line.substr(quote + 1)).starts_with('=');
    }
    const auto key = std::ranges::find_if_not(line, is_key_letter);
    return key != line.begin() && (key == line.end() || *key == '=');
}

// The lines of a text, each with the newline that ends it; statements are runs of lines.
class lines {
public:
    explicit lines(std::string_view text) {
        while (!text.empty()) {
            const auto newline = text.find('\n');
            const auto size = newline == text.npos ? text.size() : newline + 1;
            lines_.emplace_back(text.substr(0, size));
            text.remove_prefix(size);
        }
    }

    std::size_t size() const { return lines_.size(); }

    // One past the last line of the statement that begins there.
    std::size_t end_of(std::size_t begin) const {
        std::size_t end = begin + 1;
        while (end < size() && !begins_statement(lines_[end]))
            ++end;
        return end;
    }

    // The first line of the statement that the line is part of.
    std::size_t begin_of(std::size_t line) const {
        while (line > 0 && !begins_statement(lines_[line]))
            --line;
        return line;
    }

    std::string joined(std::size_t begin, std::size_t end) const {
        std::string text;
        for (; begin < end; ++begin)
            text += lines_[begin];
        return text;
    }

    // Lines keep their numbers. A table's header is one of a table that nobody reads, for what stands below it.
    void leave_out(std::size_t begin) {
        const std::size_t end = end_of(begin);
        const bool header = is_header(lines_[begin]);
        for (std::size_t line = begin; line < end; ++line)
            lines_[line] = "\n";
        if (header)
            lines_[begin] = "['left out " + std::to_string(begin) + "']\n";
    }

private:
    std::vector<std::string> lines_;
};

std::string reason_of(const toml::parse_error& failure) {
    std::string_view words = failure.description();
    if (words.find("cannot redefine") != words.npos) {
        const auto quote = words.find('\''), end = words.rfind('\'');
        const auto name = quote < end ? words.substr(quote, end + 1 - quote) : std::string_view("this");
        return shown(name) + ": is there a second time; give each table and each key once";
    }
    if (constexpr std::string_view prefix = "Error while parsing "; words.starts_with(prefix))
        words.remove_prefix(prefix.size());
    return "not TOML: " + std::string(words) + "; a line is [TABLE] or KEY = VALUE, with strings in quotes";
}

class reader {
public:
    reader(std::string_view text, mistakes& found) : lines_(text), found_(found) {}

    toml_text read() {
        for (int tries = 0; tries <= retries_max; ++tries) {
            auto parsed = toml::parse(std::string_view(lines_.joined(0, lines_.size())));
            if (parsed)
                return {std::move(parsed).table(), {left_out_.begin(), left_out_.end()}};
            if (tries == 0 && look_at_each_statement())
                continue;
            if (!leave_out(parsed.error()))
                break;
        }
        return {{}, {left_out_.begin(), left_out_.end()}};
    }

private:
    // Statements that are wrong by themselves; false: none is.
    bool look_at_each_statement() {
        const auto before = left_out_.size();
        for (std::size_t begin = 0, end = 0; begin < lines_.size() && !found_.full(); begin = end) {
            end = lines_.end_of(begin);
            const auto parsed = toml::parse(std::string_view(lines_.joined(begin, end)));
            if (parsed)
                continue;
            const auto& at = parsed.error().source().begin;
            found_.add(begin + std::clamp<std::size_t>(at.line, 1, end - begin), at.column, reason_of(parsed.error()));
            left_out_.insert(begin + 1);
            lines_.leave_out(begin);
        }
        return left_out_.size() != before;
    }

    // What is wrong in the whole only; false: it was left out before, so that there is no end of it.
    bool leave_out(const toml::parse_error& failure) {
        const auto& at = failure.source().begin;
        const std::size_t line = std::clamp<std::size_t>(at.line, 1, std::max<std::size_t>(lines_.size(), 1));
        found_.add(line, at.column, reason_of(failure));
        if (lines_.size() == 0)
            return false;
        const std::size_t begin = lines_.begin_of(line - 1);
        lines_.leave_out(begin);
        return left_out_.insert(begin + 1).second;
    }

    lines lines_;
    mistakes& found_;
    std::set<std::size_t> left_out_;
};

} // namespace

toml_text read_toml(std::string_view text, mistakes& found) {
    return is_text(text, found) ? reader(text, found).read() : toml_text{};
}

} // namespace xdpbond::loader
