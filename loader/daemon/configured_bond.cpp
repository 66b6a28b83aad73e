// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "configured_bond.hpp"

#include "configured_slave.hpp"
#include "toml_value.hpp"
#include "words.hpp"

#include <xdpbond/control/options.hpp>

#include <algorithm>
#include <map>

namespace xdpbond::loader {
namespace {

constexpr std::string_view own_keys[] = {"slaves", "program", "attach", "force", "on_stop", "slave"};

// A sentence about the command line's --option is about the file's key of that name.
std::string reason_of(const error& failure) {
    return failure.message.substr(failure.message.starts_with("--") ? 2 : 0);
}

bool among(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

class bond_reader {
public:
    bond_reader(std::string_view name, const toml::table& table, const bond_surroundings& around, mistakes& found,
                mistakes& notes)
        : table_(table), around_(around), found_(found), notes_(notes) {
        bond_.request.name = name;
        bond_.request.from_file = true;
        bond_.down_on_stop = around.down_on_stop;
        bond_.line = table.source().begin.line;
        bond_.slaves_line = bond_.program_line = bond_.attach_line = bond_.address_line = bond_.line;
    }

    configured_bond read() {
        read_keys();
        check_program();
        check_options();
        if (slave_tables_)
            bond_.slaves = read_slave_tables(*slave_tables_, request(),
                                             {mode_is_known_ && !mode_is_its_own(), around_.incomplete}, found_);
        check_senders();
        return std::move(bond_);
    }

private:
    control::up_request& request() { return bond_.request; }
    std::string label() const { return "bond " + shown(bond_.request.name); }

    // What an object file was built for is not known here.
    bool mode_is_its_own() { return control::is_file(request().program) && !among(request().changed, "mode"); }

    void read_keys() {
        std::map<std::string, const toml::key*> seen;
        const toml::node* slaves = nullptr;
        // The delays are counted in its polls.
        if (const auto miimon = table_.find("miimon"); miimon != table_.cend())
            read_key("miimon", miimon->first, miimon->second);
        for (const auto& [key, value] : table_) {
            const auto name = key_of(key);
            if (const auto [other, first] = seen.emplace(name, &key); !first) {
                add(found_, key.source(),
                    "'" + shown(key.str()) + "': given twice, in line " +
                        std::to_string(other->second->source().begin.line) + " as " + shown(other->second->str()) +
                        "; give it once");
                continue;
            }
            if (name == "slaves")
                slaves = &value;
            else if (name != "miimon")
                read_key(name, key, value);
        }
        if (slaves)
            read_slaves(*slaves);
        else if (!around_.incomplete)
            add(found_, table_.source(), label() + ": has no slaves; give them as slaves = [\"eth0\", \"eth1\"]");
    }

    void read_key(const std::string& name, const toml::key& key, const toml::node& value) {
        if (name == "slave") {
            slave_tables_ = value.as_table();
            if (!slave_tables_)
                add(found_, value.source(),
                    "slave: takes tables, not " + std::string(kind_of(value)) +
                        "; name slaves as slaves = [...], their options in [bond." + shown(request().name) +
                        ".slave.IF]");
        } else if (name == "program")
            read_program_word(value);
        else if (name == "attach")
            read_attach_word(value);
        else if (name == "force")
            read_force(value);
        else if (name == "on_stop")
            bond_.down_on_stop = read_on_stop(value, found_).value_or(bond_.down_on_stop);
        else
            read_option(name, key, value);
    }

    void read_program_word(const toml::node& value) {
        program_ = &value;
        bond_.program_line = value.source().begin.line;
        const auto word = string_of("program", value, "a string: tx, forward:IF or FILE.bpf.o", found_);
        if (!word)
            program_ = nullptr;
        else if (const auto read = read_program(*word, around_.folder, request()); !read) {
            add(found_, value.source(), reason_of(read.failure()));
            program_ = nullptr;
        }
    }

    void read_attach_word(const toml::node& value) {
        bond_.attach_line = value.source().begin.line;
        const auto word = string_of("attach", value, "a string: auto, native or generic", found_);
        if (!word)
            return;
        if (const auto attach = read_attach(*word))
            request().attach = *attach;
        else
            add(found_, value.source(), reason_of(attach.failure()));
    }

    void read_force(const toml::node& value) {
        if (const auto* force = value.as_boolean())
            request().force = force->get();
        else
            add(found_, value.source(), "force: takes true or false, without quotes");
    }

    void read_option(const std::string& name, const toml::key& key, const toml::node& value) {
        if (value.is_table()) {
            add(found_, key.source(),
                "'" + shown(key.str()) + "': no such table in a bond; options of slaves stand in [bond." +
                    shown(request().name) + ".slave.IF]");
            return;
        }
        const auto word = word_of(name, value, found_);
        const auto assigned = word ? control::assign(request().settings, name, *word)
                                   : control::result<std::string>(error{exit_code::usage, ""});
        if (assigned) {
            request().changed.push_back(name);
            options_.emplace_back(name, &value);
            // fail_over_mac, which means nothing in other modes.
            if (name == "fail_over_mac" || (name == "mode" && bond_.address_line == bond_.line))
                bond_.address_line = value.source().begin.line;
            if (!assigned->empty())
                add(notes_, value.source(), *assigned);
            return;
        }
        mode_is_known_ = mode_is_known_ && name != "mode";
        if (!word)
            return;
        auto reason = assigned.failure().message;
        if (reason.find("no option is called") != reason.npos)
            reason = unknown_option(key);
        add(found_, reason.find("takes ") != reason.npos ? value.source() : key.source(), shown_whole(reason));
    }

    std::string unknown_option(const toml::key& key) const {
        const auto options = control::describe({});
        std::vector<std::string_view> known(std::begin(own_keys), std::end(own_keys));
        for (const auto& [name, value] : options)
            known.push_back(name);
        const auto meant = meant_by(key_of(key), known);
        return "'" + shown(key.str()) + "': no such option of a bond; " +
               (meant.empty() ? "man xdpbond.toml lists them" : "is " + std::string(meant) + " meant?");
    }

    void read_slaves(const toml::node& value) {
        bond_.slaves_line = value.source().begin.line;
        if (const auto* words = value.as_string()) { // as --slaves has them
            for (const auto& name : split_names(words->get()))
                take_slave(name, value);
        } else if (const auto* names = value.as_array()) {
            for (const auto& each : *names)
                if (const auto name = string_of("slaves", each, "names of interfaces as strings", found_))
                    take_slave(*name, each);
        } else
            add(found_, value.source(),
                "slaves: takes an array of interface names, not " + std::string(kind_of(value)) +
                    "; as [\"eth0\", \"eth1\"]");
        const auto count = request().slaves.size();
        if (count > XDPBOND_SLAVES_MAX)
            add(found_, value.source(),
                label() + ": has " + std::to_string(count) + " slaves; a bond takes at most " +
                    std::to_string(XDPBOND_SLAVES_MAX));
        else if (value.is_array() && value.as_array()->empty())
            add(found_, value.source(), label() + ": has no slaves; name at least one interface");
    }

    void take_slave(const std::string& name, const toml::node& at) {
        control::up_request alone;
        alone.name = "bond";
        alone.slaves = {name};
        if (const auto valid = control::validate(alone, {}); !valid)
            add(found_, at.source(), "slaves: " + shown_whole(valid.failure().message));
        else if (among(request().slaves, name))
            add(found_, at.source(), name + ": named twice in slaves; give each slave once");
        else
            request().slaves.push_back(name);
    }

    void check_program() {
        control::up_request alone = request();
        alone.name = "bond";
        alone.settings = {};
        if (alone.slaves.empty() || alone.slaves.size() > XDPBOND_SLAVES_MAX)
            alone.slaves = {"any"};
        if (const auto valid = control::validate(alone, {}); !valid && program_)
            add(found_, program_->source(), "program: " + shown_whole(valid.failure().message));
    }

    // Each by itself, so that each is told in its own line; then all of them together.
    void check_options() {
        if (!mode_is_known_ || around_.incomplete || mode_is_its_own())
            return;
        if (const auto valid = control::validate(request().settings, request().slaves, {}); !valid) {
            const auto& reason = valid.failure().message;
            const auto named = std::ranges::find_if(options_, [&](const auto& option) {
                return reason.starts_with(option.first + "=") || reason.starts_with(option.first + ":");
            });
            add(found_, named == options_.end() ? table_.source() : named->second->source(), shown_whole(reason));
            return;
        }
        bool good = !request().slaves.empty() && request().slaves.size() <= XDPBOND_SLAVES_MAX;
        for (const auto& [name, value] : options_) {
            if (request().slaves.empty() && (name == "primary" || name == "active_slave"))
                continue;
            const std::string alone[] = {name};
            if (const auto valid = control::validate(request().settings, request().slaves, alone); !valid) {
                add(found_, value->source(), shown_whole(valid.failure().message));
                good = false;
            }
        }
        if (const auto valid = control::validate(request().settings, request().slaves, request().changed);
            good && !valid)
            add(found_, table_.source(), label() + ": " + shown_whole(valid.failure().message));
    }

    void check_senders() {
        const auto drained = std::ranges::count_if(bond_.slaves, [](const configured_slave& slave) {
            return std::ranges::find(slave.settings, std::pair<std::string, std::string>("state", "standby")) !=
                   slave.settings.end();
        });
        const auto slaves = static_cast<std::ptrdiff_t>(request().slaves.size());
        if (slaves > 0 && drained >= slaves && !request().force && !around_.incomplete)
            add(found_, table_.source(),
                label() + ": all its slaves are on standby, so that nothing can be sent; leave one "
                          "active, or say force = true");
    }

    const toml::table& table_;
    const bond_surroundings& around_;
    mistakes& found_;
    mistakes& notes_;
    configured_bond bond_;
    const toml::table* slave_tables_ = nullptr;
    const toml::node* program_ = nullptr;
    std::vector<std::pair<std::string, const toml::node*>> options_; // those that were taken
    bool mode_is_known_ = true;
};

} // namespace

configured_bond read_bond(std::string_view name, const toml::table& table, const bond_surroundings& around,
                          mistakes& found, mistakes& notes) {
    control::up_request alone;
    alone.name = name;
    alone.slaves = {"any"};
    if (const auto valid = control::validate(alone, {}); !valid)
        add(found, table.source(), "bond '" + shown(name) + "': its name may have 1 to 15 letters, digits, '-' or '_'");
    return bond_reader(name, table, around, found, notes).read();
}

std::optional<bool> read_on_stop(const toml::node& value, mistakes& found) {
    if (const auto* word = value.as_string()) {
        if (word->get() == "down")
            return true;
        if (word->get() == "keep")
            return false;
    }
    add(found, value.source(), "on_stop: takes \"keep\" or \"down\"");
    return std::nullopt;
}

} // namespace xdpbond::loader
