// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "judge.hpp"

#include "mac.hpp"
#include "mtu.hpp"
#include "port_plan.hpp"
#include "sentence.hpp"
#include "xdp_features.hpp"

#include <algorithm>
#include <string_view>

namespace xdpbond::control {

namespace {

using kind = finding::kind;

// What is known of drivers apart from what the kernel tells: docs/support.md has the same.
struct driver_fact {
    std::string_view driver;
    std::string_view words;
};
constexpr driver_fact known_drivers[] = {
    {"ixgbe", "resets the port when a program comes or goes: its carrier is gone for up to 30 seconds"},
    {"i40e", "resets the port when a program comes or goes: its carrier is gone for a while"},
    {"ice", "resets the port when a program comes or goes: its carrier is gone for a while"},
    {"mlx5_core", "resets the port when a program comes or goes: its carrier is gone for a while"},
    {"igc", "corrupts memory when its transmit ring is full on kernels without the fix of February 2025 (ef27f65)"},
    {"nfp",
     "sends no frames that native programs on other ports redirect to it: `up` attaches all ports of a bond with it "
     "in generic mode"},
};

constexpr std::string_view not_a_target =
    ", and nothing says that it sends what native programs on other ports redirect to it";
constexpr std::string_view alone_in_generic_mode = "; `up` attaches it alone in generic mode, which is slower";
constexpr std::string_view all_in_generic_mode =
    "; `up` attaches all ports of a bond with it in generic mode, which is slower";

class findings {
public:
    void add(kind level, std::string text, exit_code code = exit_code::done) {
        list_.push_back({level, code, std::move(text)});
    }
    std::vector<finding> worst_first() && {
        std::ranges::stable_sort(list_, std::ranges::greater{}, &finding::level);
        return std::move(list_);
    }

private:
    std::vector<finding> list_;
};

void judge_mode(const port_check& port, const port_traits& traits, findings& found) {
    const std::string& name = port.link.name;
    const auto plan = plan_port(port.link, traits);
    const bool all = port.outlook == attach_outlook::all_generic;
    if (port.native == native_support::no)
        found.add(kind::warning,
                  text(name, ": no native XDP", port.native_words.empty() ? "" : text(": ", port.native_words),
                       all ? not_a_target : "", all ? all_in_generic_mode : alone_in_generic_mode));
    else if (port.native == native_support::unknown)
        found.add(kind::note, text(name, ": this kernel does not tell whether its driver has native XDP; `up` tries"));
    if (!plan.obstacle.empty()) // of native mode, on this port or on others
        found.add(kind::warning, text(plan.obstacle, all_in_generic_mode));
    if (!all) // generic mode needs no change
        for (const auto& step : plan.steps)
            found.add(kind::change, text("up would ", step));
    for (const auto& words : plan.warnings)
        found.add(kind::warning, words);
    if (port.native != native_support::no && port.link.kind != "veth" && traits.xdp_features &&
        !(*traits.xdp_features & xdp_ndo_xmit))
        found.add(kind::note, text(name, ": takes no redirected frames now; many drivers do once they have a program, "
                                         "and `up` looks again then"));
}

void judge_far_end(const port_check& port, const port_traits& traits, findings& found) {
    const far_traits& far = traits.far;
    if (far.reach != far_traits::sight::seen)
        return;
    const std::string& name = port.link.name;
    if (traits.rx_queues && far.tx_queues > traits.rx_queues)
        found.add(kind::warning,
                  text(name, ": ", traits.rx_queues, " receive queues, and its far end sends on ", far.tx_queues,
                       ": native mode is refused; `ethtool -L ", name, " rx ", far.tx_queues, "`, or fewer there"));
    if (far.mtu != port.link.mtu)
        found.add(kind::warning, text(name, ": mtu ", port.link.mtu, ", and ", far.mtu, " at its far end ", far.name,
                                      far.where, ": longer frames get lost; give both the same"));
}

} // namespace

std::string not_a_port(const link_facts& port) {
    if (port.kind == "bond" || port.kind == "team" || port.kind == "bridge")
        return text(port.name, ": is a ", port.kind, ", not a port; give its ports, once they have left it");
    if (port.kind == "vlan")
        return text(port.name, ": is a VLAN on another port; give that port: tagged frames are sent with their tags");
    if (!port.ethernet)
        return text(port.name, ": its frames have no Ethernet header; only Ethernet ports can be in a bond");
    if (port.loopback)
        return text(port.name, ": what is redirected to the loopback device is lost; give a port");
    return "";
}

error named_twice(const std::string& given, const link_facts& port) {
    return {exit_code::usage, text(given, ": named twice, as ", port.name, "; give each port once")};
}

attach_outlook look_forward(const port_check& port, const port_traits& traits) {
    if (!not_a_port(port.link).empty())
        return attach_outlook::unknown;
    if (!plan_port(port.link, traits).obstacle.empty())
        return attach_outlook::all_generic;
    if (port.native != native_support::no)
        return port.native == native_support::yes ? attach_outlook::native : attach_outlook::unknown;
    // `up` readies a veth's far end. Of others, and before 6.3 of all, it trusts what the kernel says.
    const bool veth = traits.far.reach == far_traits::sight::seen;
    const bool sends = traits.xdp_features && (veth || *traits.xdp_features & xdp_ndo_xmit);
    return sends ? attach_outlook::generic : attach_outlook::all_generic;
}

std::vector<finding> judge(const port_check& port, const port_traits& traits, const error& in_use,
                           const machine_facts& machine) {
    findings found;
    const std::string& name = port.link.name;
    if (const auto why = not_a_port(port.link); !why.empty()) {
        found.add(kind::refusal, why, exit_code::unsupported);
        return std::move(found).worst_first();
    }
    if (!in_use.message.empty())
        found.add(kind::refusal, in_use.message, in_use.code);
    judge_mode(port, traits, found);
    judge_far_end(port, traits, found);
    if (!port.link.up)
        found.add(kind::change, text("up would set ", name, " up"));
    else if (!port.link.carrier)
        found.add(kind::warning, text(name, ": has no carrier; it sends nothing until its cable is plugged"));
    for (const auto& known : known_drivers)
        if (known.driver == port.driver)
            found.add(kind::warning, text(name, ": its driver ", known.driver, " ", known.words));
    if (machine.realtime)
        found.add(kind::warning, text(name, ": this is a PREEMPT_RT kernel, where redirecting corrupts memory without "
                                            "the fix of CVE-2026-23294; see that yours has it"));
    return std::move(found).worst_first();
}

std::vector<finding> judge_together(std::span<const port_check> ports) {
    findings found;
    if (ports.size() < 2)
        return {};
    std::vector<link_facts> links;
    for (const auto& port : ports)
        links.push_back(port.link);
    if (const auto words = unequal_mtus(links); !words.empty())
        found.add(kind::warning, words);
    std::string strangers;
    const mac_address first = ports.front().link.address;
    for (const auto& port : ports)
        if (port.link.address != first && not_a_port(port.link).empty())
            strangers += text(strangers.empty() ? "" : ", ", port.link.name);
    if (!strangers.empty())
        found.add(kind::change, text("up would give the MAC address of ", ports.front().link.name, ", ",
                                     mac_text(first), ", to ", strangers, "; but not with fail_over_mac=active"));
    const auto spoils = std::ranges::find(ports, attach_outlook::all_generic, &port_check::outlook);
    const bool native =
        std::ranges::any_of(ports, [](const port_check& port) { return port.outlook != attach_outlook::all_generic; });
    if (spoils != ports.end() && native)
        found.add(kind::warning, text("`up` attaches all of these in generic mode, for ", spoils->link.name,
                                      ", which is slower; leave ", spoils->link.name, " out"));
    return std::move(found).worst_first();
}

} // namespace xdpbond::control
