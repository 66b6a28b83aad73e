// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "both_bonds.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace xdpbond::test {
namespace {

const std::string load = std::getenv("XDPBOND_LOAD") ? std::getenv("XDPBOND_LOAD") : "xdpbond-load";
const std::string kernel_bond = "bond0", our_bond = "uplink";

void option(const std::string& name, const std::string& value) {
    command("ip link set " + kernel_bond + " type bond " + name + " " + value);
}

} // namespace

both_bonds::both_bonds(const bond_words& words, const std::vector<unsigned>& order, path way, unsigned pairs)
    : words_(words), order_(order), way_(way), kernel_("k", pairs, words.mode == "802.3ad"), ours_("s", pairs) {
    std::string policy = words.xmit_hash_policy;
    command("ip link add " + kernel_bond + " type bond mode " + words.mode + " miimon 20" +
            (policy.empty() ? "" : " xmit_hash_policy " + policy));
    for (const unsigned slave : order_)
        command("ip link set " + kernel_.slave(slave) + " master " + kernel_bond);
    command("ip link set " + kernel_bond + " up");
    if (way_ == path::xdp)
        kernel_.through_the_bond(kernel_bond, true);
    up();
    settle();
}

both_bonds::~both_bonds() {
    static_cast<void>(std::system(("ip link del " + kernel_bond).c_str()));
    static_cast<void>(std::system((load + " down " + our_bond).c_str()));
}

std::string both_bonds::list() const {
    std::string slaves;
    for (const unsigned slave : order_)
        slaves += (slaves.empty() ? "" : ",") + ours_.slave(slave);
    return slaves;
}

void both_bonds::up() {
    std::string words = load + " up " + our_bond + " --slaves " + list() + " --mode " + words_.mode;
    if (!words_.xmit_hash_policy.empty())
        words += " --xmit-hash-policy " + words_.xmit_hash_policy;
    std::istringstream options(words_.options);
    for (std::string one; options >> one;)
        words += " --set " + one;
    command(words);
}

answers both_bonds::frame(const bytes& frame, unsigned arrives_on, unsigned copies) {
    const auto theirs =
        way_ == path::xdp ? kernel_.arrive(arrives_on, frame, copies) : kernel_.send(kernel_bond, frame, copies);
    return {theirs, ours_.arrive(arrives_on, frame, copies)};
}

answers both_bonds::frames(const std::vector<bytes>& frames, unsigned arrives_on) {
    answers all;
    for (const bytes& each : frames) {
        const auto one = frame(each, arrives_on);
        all.kernel += one.kernel.empty() ? "-" : one.kernel;
        all.ours += one.ours.empty() ? "-" : one.ours;
    }
    return all;
}

void both_bonds::set(const std::string& options) {
    command(load + " set " + our_bond + " " + options);
}

void both_bonds::policy(const std::string& name) {
    option("xmit_hash_policy", name);
    set("xmit_hash_policy=" + name);
}

void both_bonds::packets_per_slave(unsigned number) {
    option("packets_per_slave", std::to_string(number));
    set("packets_per_slave=" + std::to_string(number));
}

void both_bonds::primary(unsigned slave) {
    option("primary", kernel_.slave(slave));
    set("primary=" + ours_.slave(slave));
}

void both_bonds::carrier(unsigned slave, bool on) {
    kernel_.carrier(slave, on);
    ours_.carrier(slave, on);
    settle();
}

void both_bonds::leave(unsigned slave) {
    std::erase(order_, slave);
    command("ip link set " + kernel_.slave(slave) + " nomaster");
    command(load + " slave del " + our_bond + " " + ours_.slave(slave));
    settle();
}

void both_bonds::join(unsigned slave) {
    order_.push_back(slave);
    command("ip link set " + kernel_.slave(slave) + " down");
    command("ip link set " + kernel_.slave(slave) + " master " + kernel_bond);
    command(load + " slave add " + our_bond + " " + ours_.slave(slave));
    settle();
}

void both_bonds::settle() {
    ::usleep(150000);
}

} // namespace xdpbond::test
