// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "configuration.hpp"

#include "configured_bond.hpp"
#include "toml_text.hpp"
#include "toml_value.hpp"

#include <algorithm>
#include <exception>
#include <map>

namespace xdpbond::loader {
namespace {

constexpr std::string_view top_keys[] = {"netns", "pin_dir", "on_stop", "bond"};

// What stands where a header was that could not be read.
bool is_left_out(std::string_view key) {
    return key.starts_with("left out ");
}

void read_netns(const toml::node& value, configuration& into, mistakes& found) {
    auto name = string_of("netns", value, "a string, a name as in `ip netns`", found);
    if (!name)
        return;
    if (name->empty() || name->size() > 255 || *name == "." || *name == ".." || name->find('/') != name->npos)
        add(found, value.source(),
            "netns: '" + shown(*name) +
                "' is not a name as in `ip netns`; for the daemon's own "
                "network namespace leave it out");
    else
        into.netns = std::move(name);
}

void read_pin_dir(const toml::node& value, configuration& into, mistakes& found) {
    const auto folder = string_of("pin_dir", value, "a string, the path of a bpffs folder", found);
    if (!folder)
        return;
    if (!folder->starts_with('/'))
        add(found, value.source(), "pin_dir: '" + shown(*folder) + "' is no path from the root on; as /sys/fs/bpf");
    else
        into.pin_dir = *folder;
}

// A port can be in one bond only, as a slave or as the other side.
class port_users {
public:
    explicit port_users(mistakes& found) : found_(found) {}

    void add(const configured_bond& bond) {
        for (const auto& slave : bond.request.slaves)
            take(slave, bond, bond.slaves_line, "a slave");
        // As a slave of the same bond it was noted with the program.
        const auto& peer = bond.request.peer;
        if (!peer.empty() && std::ranges::find(bond.request.slaves, peer) == bond.request.slaves.end())
            take(peer, bond, bond.program_line, "the other side");
    }

private:
    struct user {
        std::string bond;
        std::size_t line;
        const char* role;
    };

    void take(const std::string& port, const configured_bond& bond, std::size_t line, const char* role) {
        const auto [other, first] = users_.emplace(port, user{bond.request.name, line, role});
        if (!first)
            found_.add(line, 0,
                       "bond " + shown(bond.request.name) + ": " + port + " is " + other->second.role + " of bond " +
                           shown(other->second.bond) + " (line " + std::to_string(other->second.line) +
                           ") already; give each port to one bond");
    }

    mistakes& found_;
    std::map<std::string, user> users_;
};

class file_reader {
public:
    file_reader(const std::filesystem::path& file, const toml_text& text, mistakes& found, mistakes& notes)
        : folder_(file.parent_path()), text_(text), found_(found), notes_(notes) {
        content_.file = file.string();
    }

    configuration read() {
        const toml::node* bonds = nullptr;
        for (const auto& [key, value] : text_.content) {
            const auto name = key_of(key);
            if (name == "netns")
                read_netns(value, content_, found_);
            else if (name == "pin_dir")
                read_pin_dir(value, content_, found_);
            else if (name == "on_stop")
                down_on_stop_ = read_on_stop(value, found_).value_or(false);
            else if (name == "bond")
                bonds = &value;
            else if (!is_left_out(key.str()))
                refuse_key(key, "outside of a bond", top_keys, found_);
        }
        if (bonds)
            read_bonds(*bonds);
        return std::move(content_);
    }

private:
    void read_bonds(const toml::node& value) {
        const auto* tables = value.as_table();
        if (!tables) {
            add(found_, value.source(),
                "bond: takes tables, not " + std::string(kind_of(value)) + "; begin each bond with [bond.NAME]");
            return;
        }
        std::vector<std::pair<std::string_view, const toml::table*>> bonds;
        for (const auto& [key, each] : *tables)
            if (const auto* table = each.as_table())
                bonds.emplace_back(key.str(), table);
            else
                add(found_, key.source(),
                    "bond." + shown(key.str()) + ": takes a table, not " + std::string(kind_of(each)) +
                        "; begin each bond with [bond.NAME]");
        std::ranges::sort(bonds, {}, [](const auto& bond) { return line_of(*bond.second); });
        port_users users(found_);
        for (auto bond = bonds.begin(); bond != bonds.end(); ++bond) {
            const auto end = std::next(bond) == bonds.end() ? std::string::npos : line_of(*std::next(bond)->second);
            content_.bonds.push_back(read_bond(bond->first, *bond->second,
                                               {folder_, down_on_stop_, is_incomplete(line_of(*bond->second), end)},
                                               found_, notes_));
            users.add(content_.bonds.back());
        }
    }

    static std::size_t line_of(const toml::table& table) { return table.source().begin.line; }

    bool is_incomplete(std::size_t begin, std::size_t end) const {
        return std::ranges::any_of(text_.left_out, [=](std::size_t line) { return line >= begin && line < end; });
    }

    std::filesystem::path folder_;
    const toml_text& text_;
    mistakes& found_;
    mistakes& notes_;
    configuration content_;
    bool down_on_stop_ = false;
};

} // namespace

configuration_reading read_configuration(std::string_view text, const std::filesystem::path& file) {
    configuration_reading reading;
    try {
        mistakes found(file.string()), notes(file.string());
        const auto toml = read_toml(text, found);
        reading.content = file_reader(file, toml, found, notes).read();
        reading.mistakes = std::move(found).in_order();
        reading.notes = std::move(notes).in_order();
    } catch (const std::exception& failure) { // want of memory, or what nobody thought of
        reading = {};
        reading.content.file = file.string();
        reading.mistakes.push_back({file.string(), 0, 0, std::string("cannot be read: ") + failure.what()});
    }
    return reading;
}

} // namespace xdpbond::loader
