// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "check_text.hpp"

#include "text.hpp"

#include <fmt/format.h>

namespace xdpbond::loader {
namespace {

using json = nlohmann::ordered_json;
using control::attach_outlook;
using control::finding;
using control::native_support;
using control::port_check;

std::string_view level_name(finding::kind level) {
    switch (level) {
    case finding::kind::note:
        return "note";
    case finding::kind::change:
        return "change";
    case finding::kind::warning:
        return "warning";
    default:
        return "refusal";
    }
}

// "yes", "tried: yes", "no", …
std::string native_words(const port_check& port) {
    const std::string_view answer = port.native == native_support::yes  ? "yes"
                                    : port.native == native_support::no ? "no"
                                                                        : "not known";
    return fmt::format("{}{}", port.tried ? "tried: " : "", answer);
}

std::string_view outlook_name(attach_outlook outlook) {
    switch (outlook) {
    case attach_outlook::native:
        return "native";
    case attach_outlook::generic:
        return "generic";
    case attach_outlook::all_generic:
        return "all generic";
    default:
        return "";
    }
}

std::string limit_words(std::uint32_t mtu, std::uint32_t limit) {
    return limit ? fmt::format("{}, at most {}", mtu, limit) : fmt::format("{}", mtu);
}

std::string findings_text(const std::vector<finding>& findings, std::string_view indent) {
    std::string text;
    for (const auto& each : findings)
        text += fmt::format("{}{}: {}\n", indent, level_name(each.level), each.text);
    return text;
}

std::string port_text(const port_check& port) {
    const auto& link = port.link;
    std::string text =
        fmt::format("{}: {}{}, {}\n", link.name, link.kind.empty() ? "port" : link.kind,
                    port.driver.empty() || port.driver == link.kind ? "" : fmt::format(" (driver {})", port.driver),
                    !link.up       ? "down"
                    : link.carrier ? "up"
                                   : "no carrier");
    text += fmt::format("  native XDP: {}\n", native_words(port));
    text += fmt::format("  mtu: {}{}\n", limit_words(link.mtu, port.max_mtu),
                        port.tried && port.native == native_support::yes ? " with a program that takes fragments" : "");
    if (port.rx_queues)
        text += fmt::format("  queues: {} receive, {} transmit\n", port.rx_queues, port.tx_queues);
    if (!port.far_end.empty())
        text += fmt::format("  far end: {}, mtu {}\n", port.far_end, limit_words(port.far_mtu, port.far_max_mtu));
    if (!port.program.empty())
        text += fmt::format("  held by: {}\n", port.program);
    return text + (port.findings.empty() ? "  nothing is wrong\n" : findings_text(port.findings, "  "));
}

json findings_json(const std::vector<finding>& findings) {
    json list = json::array();
    for (const auto& each : findings) {
        json object{{"level", level_name(each.level)}, {"text", each.text}};
        if (each.level == finding::kind::refusal)
            object["exit_code"] = static_cast<int>(each.code);
        list.push_back(std::move(object));
    }
    return list;
}

template <class Number>
json or_null(Number number) {
    return number ? json(number) : json();
}

json port_json(const port_check& port) {
    const auto& link = port.link;
    json object{{"ifname", link.name},
                {"ifindex", link.ifindex},
                {"address", mac_text(link.address)},
                {"kind", link.kind},
                {"driver", port.driver},
                {"up", link.up},
                {"carrier", link.carrier},
                {"native", port.native == native_support::unknown ? json() : json(port.native == native_support::yes)},
                {"tried", port.tried},
                {"attach", port.outlook == attach_outlook::unknown ? json() : json(outlook_name(port.outlook))},
                {"xdp_features", port.xdp_features ? json(*port.xdp_features) : json()},
                {"mtu", link.mtu},
                {"max_mtu", or_null(port.max_mtu)},
                {"num_rx_queues", or_null(port.rx_queues)},
                {"num_tx_queues", or_null(port.tx_queues)}};
    object["program"] = port.program.empty() ? json() : json(port.program);
    object["master"] = link.master_name.empty() ? json() : json(link.master_name);
    object["far_end"] = port.far_end.empty() ? json()
                                             : json{{"name", port.far_end},
                                                    {"mtu", port.far_mtu},
                                                    {"max_mtu", or_null(port.far_max_mtu)},
                                                    {"num_tx_queues", or_null(port.far_tx_queues)}};
    object["findings"] = findings_json(port.findings);
    return object;
}

} // namespace

std::string check_text(const control::check_report& report) {
    std::string text;
    for (const auto& port : report.ports)
        text += port_text(port);
    if (!report.together.empty())
        text += "together:\n" + findings_text(report.together, "  ");
    return text;
}

nlohmann::ordered_json check_json(const control::check_report& report) {
    json ports = json::array();
    for (const auto& port : report.ports)
        ports.push_back(port_json(port));
    return {{"ports", std::move(ports)}, {"together", findings_json(report.together)}};
}

std::optional<control::error> first_refusal(const control::check_report& report) {
    for (const auto& port : report.ports)
        for (const auto& each : port.findings)
            if (each.level == finding::kind::refusal)
                return control::error{each.code, each.text};
    return {};
}

} // namespace xdpbond::loader
