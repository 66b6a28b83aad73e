// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "trace_output.hpp"

#include "text.hpp"

#include <fmt/format.h>

#include <arpa/inet.h>
#include <linux/bpf.h>

#include <algorithm>
#include <ctime>
#include <span>

namespace xdpbond::loader {
namespace {

constexpr std::uint64_t second = 1'000'000'000;

using bytes = std::span<const std::uint8_t>;

bytes bytes_of(const xdpbond_trace& frame) {
    return {frame.frame, std::min<std::size_t>(frame.captured, sizeof(frame.frame))};
}

std::string name_of(const trace_terms& terms, std::uint32_t ifindex) {
    const auto found = terms.names.find(ifindex);
    return found == terms.names.end() ? fmt::format("if{}", ifindex) : found->second;
}

std::string verdict_name(unsigned verdict) {
    switch (verdict) {
    case XDP_DROP:
        return "XDP_DROP";
    case XDP_PASS:
        return "XDP_PASS";
    case XDP_TX:
        return "XDP_TX";
    case XDP_REDIRECT:
        return "XDP_REDIRECT";
    default:
        return fmt::format("verdict {}", verdict);
    }
}

std::string reason_word(unsigned reason) {
    if (reason == XDPBOND_REASON_SENT)
        return "sent";
    const auto name = reason_name(reason);
    return name.empty() ? fmt::format("reason {}", reason) : std::string(name);
}

std::string protocol_name(unsigned protocol) {
    switch (protocol) {
    case 1:
        return "ICMP";
    case 6:
        return "TCP";
    case 17:
        return "UDP";
    case 58:
        return "ICMPv6";
    default:
        return fmt::format("protocol {}", protocol);
    }
}

std::string address(int family, const std::uint8_t* from) {
    char text[INET6_ADDRSTRLEN];
    return ::inet_ntop(family, from, text, sizeof(text)) ? text : "?";
}

unsigned be16(bytes data, std::size_t at) {
    return static_cast<unsigned>(data[at] << 8 | data[at + 1]);
}

// "02:…:0b > 02:…:0a, VLAN 7, IPv4 10.0.0.1 > 10.0.0.2, UDP": as far as the bytes tell.
std::string decode(bytes data) {
    if (data.size() < 14)
        return "too short";
    std::string text = mac_text(data.subspan<6, 6>()) + " > " + mac_text(data.first<6>());
    std::size_t at = 12;
    unsigned type = be16(data, at);
    for (; (type == 0x8100 || type == 0x88a8) && data.size() >= at + 6; at += 4, type = be16(data, at))
        text += fmt::format(", VLAN {}", be16(data, at + 2) & 0xfff);
    const bytes inner = data.subspan(at + 2);
    if (type == 0x0800 && inner.size() >= 20)
        return text + fmt::format(", IPv4 {} > {}, {}", address(AF_INET, &inner[12]), address(AF_INET, &inner[16]),
                                  protocol_name(inner[9]));
    if (type == 0x86dd && inner.size() >= 40)
        return text + fmt::format(", IPv6 {} > {}, {}", address(AF_INET6, &inner[8]), address(AF_INET6, &inner[24]),
                                  protocol_name(inner[6]));
    if (type == 0x0806)
        return text + ", ARP";
    return text + fmt::format(", ethertype {:#06x}", type);
}

std::string clock_text(std::uint64_t time) {
    const auto seconds = static_cast<std::time_t>(time / second);
    std::tm local{};
    ::localtime_r(&seconds, &local);
    return fmt::format("{:02}:{:02}:{:02}.{:06}", local.tm_hour, local.tm_min, local.tm_sec, time % second / 1000);
}

// In this machine's byte order, which the file's first word tells.
void put(std::string& to, std::uint32_t word) {
    to.append(reinterpret_cast<const char*>(&word), sizeof(word));
}

} // namespace

std::string trace_line(const xdpbond_trace& frame, const trace_terms& terms) {
    return fmt::format("{} {} -> {} {}, length {}: {}\n", clock_text(frame.time + terms.epoch),
                       name_of(terms, frame.ingress),
                       frame.egress ? name_of(terms, frame.egress) : verdict_name(frame.verdict),
                       reason_word(frame.reason), frame.length, decode(bytes_of(frame)));
}

nlohmann::ordered_json trace_json(const xdpbond_trace& frame, const trace_terms& terms) {
    std::string hex;
    for (const unsigned byte : bytes_of(frame))
        hex += fmt::format("{:02x}", byte);
    nlohmann::ordered_json json{{"time", frame.time + terms.epoch}, {"ingress", name_of(terms, frame.ingress)}};
    json["egress"] = nullptr;
    if (frame.egress)
        json["egress"] = name_of(terms, frame.egress);
    json["verdict"] = verdict_name(frame.verdict);
    json["reason"] = reason_word(frame.reason);
    json["length"] = frame.length;
    json["frame"] = hex;
    return json;
}

std::string pcap_header() {
    std::string header;
    for (const std::uint32_t word : {0xa1b23c4du, 0x00040002u, 0u, 0u, std::uint32_t{XDPBOND_TRACE_BYTES}, 1u})
        put(header, word);
    return header;
}

std::string pcap_frame(const xdpbond_trace& frame, const trace_terms& terms) {
    const auto time = frame.time + terms.epoch;
    const bytes data = bytes_of(frame);
    std::string text;
    put(text, static_cast<std::uint32_t>(time / second));
    put(text, static_cast<std::uint32_t>(time % second));
    put(text, static_cast<std::uint32_t>(data.size()));
    put(text, frame.length);
    text.append(reinterpret_cast<const char*>(data.data()), data.size());
    return text;
}

} // namespace xdpbond::loader
