// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "features.hpp"

#include "sentence.hpp"

#include <xdpbond/control/fd.hpp>

#include <linux/ethtool.h>
#include <linux/if.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

namespace xdpbond::control {

namespace {

constexpr std::string_view names[feature_count] = {"rx-gro",
                                                   "rx-lro",
                                                   "rx-vlan-hw-parse",
                                                   "rx-vlan-stag-hw-parse",
                                                   "tx-vlan-hw-insert",
                                                   "tx-vlan-stag-hw-insert",
                                                   "tx-checksum-ip-generic",
                                                   "tx-checksum-ipv4",
                                                   "tx-checksum-ipv6"};

// An interface's ethtool, in the namespace that the thread is in when it is made.
class ethtool_socket {
public:
    explicit ethtool_socket(const std::string& name) : fd_(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
        std::strncpy(request_.ifr_name, name.c_str(), sizeof(request_.ifr_name) - 1);
    }
    // Negative with errno set, or the command's own answer.
    int ask(void* command) {
        request_.ifr_data = static_cast<char*>(command);
        return ioctl(fd_.get(), SIOCETHTOOL, &request_);
    }

private:
    unique_fd fd_;
    ifreq request_{};
};

// An ethtool structure with room behind it; made of words, so that it is aligned.
template <class Head>
class block {
public:
    explicit block(std::size_t rest) : words_((sizeof(Head) + rest + 7) / 8) {}
    Head* operator->() { return reinterpret_cast<Head*>(words_.data()); }
    void* get() { return words_.data(); }
    template <class Item>
    Item* rest() {
        return reinterpret_cast<Item*>(reinterpret_cast<char*>(words_.data()) + sizeof(Head));
    }

private:
    std::vector<std::uint64_t> words_;
};

// The kernel's number of each feature; it differs between kernels. -1: unknown there.
struct numbers {
    std::array<int, feature_count> of{};
    std::uint32_t blocks = 0; // of 32 features
};

result<numbers> read_numbers(ethtool_socket& socket, const std::string& name) {
    block<ethtool_sset_info> info(sizeof(__u32));
    info->cmd = ETHTOOL_GSSET_INFO;
    info->sset_mask = 1ull << ETH_SS_FEATURES;
    if (socket.ask(info.get()) || !info->sset_mask)
        return failed_with(errno, name, "cannot ask for its features");
    const std::uint32_t count = *info.rest<__u32>();
    block<ethtool_gstrings> strings(std::size_t{count} * ETH_GSTRING_LEN);
    strings->cmd = ETHTOOL_GSTRINGS;
    strings->string_set = ETH_SS_FEATURES;
    strings->len = count;
    if (socket.ask(strings.get()))
        return failed_with(errno, name, "cannot ask for its features' names");
    numbers found;
    found.of.fill(-1);
    found.blocks = (count + 31) / 32;
    for (std::uint32_t number = 0; number < count; number++) {
        const char* text = strings.rest<char>() + std::size_t{number} * ETH_GSTRING_LEN;
        const auto known = std::ranges::find(names, std::string_view(text, strnlen(text, ETH_GSTRING_LEN)));
        if (known != std::end(names))
            found.of[static_cast<std::size_t>(known - std::begin(names))] = static_cast<int>(number);
    }
    return found;
}

result<feature_table> read_table(ethtool_socket& socket, const std::string& name, const numbers& known) {
    block<ethtool_gfeatures> state(known.blocks * sizeof(ethtool_get_features_block));
    state->cmd = ETHTOOL_GFEATURES;
    state->size = known.blocks;
    if (socket.ask(state.get()))
        return failed_with(errno, name, "cannot ask for its features");
    feature_table table;
    for (std::size_t i = 0; i < feature_count; i++) {
        if (known.of[i] < 0)
            continue;
        const auto& part = state.rest<ethtool_get_features_block>()[known.of[i] / 32];
        const __u32 bit = 1u << known.of[i] % 32;
        table[static_cast<feature>(i)] = {(part.active & bit) != 0,
                                          (part.available & bit) != 0 && (part.never_changed & bit) == 0};
    }
    return table;
}

} // namespace

std::string_view feature_name(feature which) {
    return names[static_cast<std::size_t>(which)];
}

result<feature_table> read_features(const std::string& name) {
    ethtool_socket socket(name);
    auto known = read_numbers(socket, name);
    if (!known)
        return known.failure();
    return read_table(socket, name, *known);
}

result<void> set_feature(const std::string& name, feature which, bool on) {
    ethtool_socket socket(name);
    auto known = read_numbers(socket, name);
    if (!known)
        return known.failure();
    const int number = known->of[static_cast<std::size_t>(which)];
    const error refused{exit_code::unsupported, text(name, ": its driver does not let ", feature_name(which),
                                                     " be switched ", on ? "on" : "off")};
    if (number < 0)
        return refused;
    block<ethtool_sfeatures> wish(known->blocks * sizeof(ethtool_set_features_block));
    wish->cmd = ETHTOOL_SFEATURES;
    wish->size = known->blocks;
    auto& part = wish.rest<ethtool_set_features_block>()[number / 32];
    part.valid = 1u << number % 32;
    part.requested = on ? part.valid : 0;
    if (socket.ask(wish.get()) < 0)
        return failed_with(errno, name, text("cannot switch ", feature_name(which), on ? " on" : " off"));
    auto now = read_table(socket, name, *known);
    if (!now)
        return now.failure();
    return (*now)[which].on == on ? result<void>() : refused;
}

} // namespace xdpbond::control
