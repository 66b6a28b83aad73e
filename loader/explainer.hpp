// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Which slave a frame leaves through: the kernel's answer, and what xdpbond's program does. Pure.

#include <xdpbond/bpf/abi.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace xdpbond::loader {

// The bond that is asked about.
struct explained_bond {
    xdpbond_options options{};
    xdpbond_half half{};            // XDPBOND_PORT_NO_CARRIER marks slaves that are dead in band
    std::vector<std::string> names; // of half.slave[] in its order; empty: slaves are called by their place
    std::string peer;               // forward: the other side's name; "" for tx
};

// Which slave: none, "a random one", "all of them", or half.slave[place].
struct slave_answer {
    enum class kind { none, random, all, one };
    kind which = kind::none;
    std::uint32_t place = 0;

    bool operator==(const slave_answer&) const = default;
};

struct answer {
    std::optional<std::uint32_t> hash; // where the mode has one
    slave_answer slave;                // the kernel's choice, whatever our program does
    std::string verdict;               // our program's: "XDP_PASS", "XDP_DROP", "XDP_TX" or "XDP_REDIRECT"
    std::string why;                   // one sentence for the verdict
};

// What a choice is made from: a key for xdpbond_choose(), unless the turn is random.
struct choice_key {
    std::uint64_t value = 0;
    bool random = false;
};

// Answers for frames in order, all on one CPU, from a fresh balance-rr counter on.
class explainer {
public:
    // `ingress`: the ifindex that frames arrive on. Without one they come from the peer of a forward program, or
    // from a slave whose frames are taken, one that they do not leave through if there is such a one.
    explicit explainer(explained_bond bond, std::optional<std::uint32_t> ingress = std::nullopt);

    // `length`: of the whole frame, of which `bytes` may be the first part only.
    answer explain(std::span<const std::uint8_t> bytes, std::size_t length);

    // What a slave is called: its name, or its place.
    std::string name_of(std::uint32_t place) const;

private:
    // Our program's side of an answer, which has the kernel's already.
    void keep(std::span<const std::uint8_t> bytes, answer& to) const;
    void send(std::span<const std::uint8_t> bytes, answer& to);
    void send_to_slave(const choice_key& key, answer& to) const;
    void send_to_peer(answer& to) const;
    void flood(answer& to) const;
    void give_up(answer& to) const;

    bool arrives_on_slave() const;
    bool is_in_doubt(std::span<const std::uint8_t> bytes, std::size_t length) const;
    std::uint32_t place_of(const xdpbond_port& port) const;

    explained_bond bond_;
    std::optional<std::uint32_t> ingress_;
    std::uint32_t kernel_counter_ = 0;
    std::uint32_t program_counter_ = 0; // frames that our program keeps take no turn
};

} // namespace xdpbond::loader
