// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-load explain: which slave a frame leaves through, and why.

#include "capture.hpp"
#include "explain_bond.hpp"
#include "explain_output.hpp"
#include "hex.hpp"
#include "output.hpp"
#include "status_json.hpp"
#include "words.hpp"

#include <xdpbond/control/operations.hpp>
#include <xdpbond/control/options.hpp>

#include <CLI/CLI.hpp>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <memory>

namespace xdpbond::loader {
namespace {

struct explain_words {
    std::string bond;
    bond_words settings;
    std::string slaves; // N
    std::optional<std::string> ingress;
    std::string pcap;
    std::vector<std::string> frames; // hex
    bool json = false;
};

result<explained_bond> made_up_bond(const explain_words& words) {
    unsigned count = 0;
    const char* end = words.slaves.data() + words.slaves.size();
    const auto [stop, failure] = std::from_chars(words.slaves.data(), end, count);
    if (failure != std::errc{} || stop != end || count < 1 || count > XDPBOND_SLAVES_MAX)
        return error{exit_code::usage, "--slaves " + words.slaves + ": explain takes how many, 1 to " +
                                           std::to_string(XDPBOND_SLAVES_MAX)};
    const auto worded = read_settings(words.settings);
    if (!worded)
        return worded.failure();
    if (const auto valid = control::validate(worded->settings, numbered_names(count), worded->changed); !valid)
        return valid.failure();
    if (const auto unwatched = control::check_unwatched(worded->changed); !unwatched)
        return unwatched.failure();
    return numbered_bond(worded->settings, count);
}

result<explained_bond> existing_bond(const session& session, const explain_words& words) {
    const auto bond = control::inspect(session.where, words.bond);
    if (!bond)
        return bond.failure();
    return bond_as_published(*bond);
}

result<std::optional<std::uint32_t>> ingress_of(const explain_words& words, const explained_bond& bond) {
    if (!words.ingress)
        return std::optional<std::uint32_t>{};
    for (std::uint32_t place = 0; place < bond.half.slaves; ++place)
        if (*words.ingress == (bond.names.empty() ? std::to_string(place) : bond.names[place]))
            return std::optional{bond.half.slave[place].ifindex};
    if (!bond.peer.empty() && *words.ingress == bond.peer)
        return std::optional{bond.half.peer.ifindex};
    return error{words.bond.empty() ? exit_code::usage : exit_code::no_such,
                 "--ingress " + *words.ingress + ": is no slave of this bond; name one it has"};
}

// Prints answers one by one, so that a long capture needs no memory.
class printer {
public:
    printer(explained_bond bond, std::optional<std::uint32_t> ingress, bool json)
        : bond_(bond), explainer_(std::move(bond), ingress), json_(json) {}

    void add(std::span<const std::uint8_t> bytes, std::size_t length) {
        const auto answer = explainer_.explain(bytes, length);
        if (!json_)
            return print(answer_text(count_++, answer, bond_));
        print(count_ == 0 ? "[" : ",\n ");
        auto line = json_line(answer_json(count_++, answer, bond_));
        line.pop_back();
        print(line);
    }

    void finish() {
        if (json_)
            print(count_ == 0 ? "[]\n" : "]\n");
    }

private:
    explained_bond bond_;
    explainer explainer_;
    bool json_;
    std::uint64_t count_ = 0;
};

result<void> explain_file(const std::string& name, printer& to) {
    errno = 0;
    std::ifstream file(name, std::ios::binary);
    if (!file) {
        const auto code = errno == ENOENT   ? exit_code::no_such
                          : errno == EACCES ? exit_code::privilege
                                            : exit_code::usage;
        return error{code, name + ": cannot read it: " + std::strerror(errno)};
    }
    auto frames = capture::open(file, name);
    if (!frames)
        return frames.failure();
    captured_frame frame;
    for (;;) {
        const auto more = frames->next(frame);
        if (!more)
            return more.failure();
        if (!*more)
            return {};
        to.add(frame.bytes, frame.length);
    }
}

result<void> explain_words_in_hex(const std::vector<std::string>& words, printer& to) {
    std::vector<std::vector<std::uint8_t>> frames;
    for (const auto& word : words) {
        auto bytes = parse_hex(word);
        if (!bytes)
            return error{bytes.failure().code,
                         "--frame " + std::to_string(frames.size()) + ": " + bytes.failure().message};
        frames.push_back(*std::move(bytes));
    }
    for (const auto& frame : frames)
        to.add(frame, frame.size());
    return {};
}

result<void> run(const session& session, const explain_words& words) {
    if (words.bond.empty() == words.slaves.empty())
        return error{exit_code::usage, "explain: give either --bond NAME or --slaves N, with --mode and the like"};
    if (!words.bond.empty() && words.settings.any())
        return error{exit_code::usage,
                     "explain: --bond NAME has its own options; leave --mode, --set and the like out"};
    if (words.pcap.empty() == words.frames.empty())
        return error{exit_code::usage, "explain: give the frames, either as --pcap FILE or as --frame HEX"};
    const auto bond = words.bond.empty() ? made_up_bond(words) : existing_bond(session, words);
    if (!bond)
        return bond.failure();
    const auto ingress = ingress_of(words, *bond);
    if (!ingress)
        return ingress.failure();
    printer to(*bond, *ingress, words.json);
    const auto done = words.pcap.empty() ? explain_words_in_hex(words.frames, to) : explain_file(words.pcap, to);
    to.finish();
    return done;
}

} // namespace

void add_explain(CLI::App& parser, session& session) {
    auto* command = parser.add_subcommand("explain", "Tell which slave frames leave through, and why; needs no root");
    auto words = std::make_shared<explain_words>();
    command->add_option("--bond", words->bond, "Ask about this bond, as it is now")->type_name("NAME");
    command->add_option("--slaves", words->slaves, "Ask about a bond with so many slaves, all usable")->type_name("N");
    add_bond_options(*command, words->settings);
    command->add_option("--ingress", words->ingress, "The slave, or its number, that the frames arrive on")
        ->type_name("IF");
    command->add_option("--pcap", words->pcap, "The frames: a classic pcap file")->type_name("FILE");
    command->add_option("--frame", words->frames, "The frames in hex, from the destination address on; may be repeated")
        ->type_name("HEX");
    command->add_flag("--json", words->json, "A JSON array with an object for each frame");
    command->callback([&session, words] { session.command = [&session, words] { return run(session, *words); }; });
}

} // namespace xdpbond::loader
