// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/check.hpp>

#include "far_end.hpp"
#include "judge.hpp"
#include "libbpf_options.hpp"
#include "max_mtu.hpp"
#include "place.hpp"
#include "port_guard.hpp"
#include "sentence.hpp"
#include "xdp_features.hpp"
#include "xdp_owner.hpp"

#include <xdpbond/control/attach.hpp>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <linux/bpf.h>

#include <algorithm>
#include <filesystem>

namespace xdpbond::control {

namespace {

// A program as ours are to a driver: it takes frames in fragments, and passes everything.
unique_fd load_pass_program() {
    bpf_insn pass[2]{};
    pass[0].code = BPF_ALU64 | BPF_MOV | BPF_K;
    pass[0].imm = XDP_PASS;
    pass[1].code = BPF_JMP | BPF_EXIT;
    auto options = libbpf_options<bpf_prog_load_opts>();
    options.prog_flags = BPF_F_XDP_HAS_FRAGS;
    return unique_fd(bpf_prog_load(BPF_PROG_TYPE_XDP, "xdpbond_check", "Dual BSD/GPL", pass, 2, &options));
}

void read_limits(const port_traits& traits, port_check& port) {
    port.max_mtu = read_max_mtu(port.link.ifindex);
    if (traits.far.reach != far_traits::sight::seen)
        return;
    auto there = find_far_netns(port.link);
    if (!there)
        return;
    if (auto inside = there->enter())
        port.far_max_mtu = read_max_mtu(traits.far.ifindex);
}

// Attaches for a moment, natively.
void try_native(const port_traits& traits, port_check& port) {
    const unique_fd program = load_pass_program();
    if (!program)
        return;
    port.tried = true;
    auto made = attach(program.get(), port.link, XDPBOND_ATTACH_NATIVE);
    if (!made) {
        port.native = native_support::no;
        port.native_words = made.failure().detail;
        return;
    }
    port.native = native_support::yes;
    read_limits(traits, port);
    bpf_link_detach(made->link.get());
}

void look_at_native(const port_traits& traits, bool may_try, port_check& port) {
    if (traits.xdp_features)
        port.native = *traits.xdp_features & xdp_basic ? native_support::yes : native_support::no;
    read_limits(traits, port);
    // Real ports may lose their carrier for it: only where there is no other way to know.
    if (may_try && (port.link.kind == "veth" || !traits.xdp_features))
        try_native(traits, port);
}

result<port_check> check_port(const place& here, link_facts link, bool dry_run) {
    if (auto complete = here.net.add_host_facts(link); !complete)
        return complete.failure();
    port_check port;
    port.link = link;
    const port_traits traits = read_traits(link);
    port.driver = traits.driver;
    port.xdp_features = traits.xdp_features;
    port.rx_queues = traits.rx_queues;
    port.tx_queues = traits.tx_queues;
    port.program = describe_program(link);
    if (traits.far.reach == far_traits::sight::seen) {
        port.far_end = traits.far.name + traits.far.where;
        port.far_mtu = traits.far.mtu;
        port.far_tx_queues = traits.far.tx_queues;
    }
    auto free = check_no_program(link, here.folder, "");
    if (free)
        free = check_not_in_use(link, false);
    look_at_native(traits, free && !dry_run && not_a_port(link).empty(), port);
    port.outlook = look_forward(port, traits);
    machine_facts machine;
    std::error_code ignored;
    machine.realtime = std::filesystem::exists("/sys/kernel/realtime", ignored);
    port.findings = judge(port, traits, free ? error{exit_code::done, ""} : free.failure(), machine);
    return port;
}

} // namespace

result<check_report> check(const context& where, const std::vector<std::string>& names) {
    auto here = enter(where);
    if (!here)
        return here.failure();
    std::vector<link_facts> ports;
    for (const auto& name : names) {
        auto link = here->net.by_name(name);
        if (!link)
            return link.failure();
        if (std::ranges::find(ports, link->ifindex, &link_facts::ifindex) != ports.end())
            return named_twice(name, *link);
        ports.push_back(*std::move(link));
    }
    check_report report;
    for (const auto& port : ports) {
        auto checked = check_port(*here, port, where.dry_run);
        if (!checked)
            return checked.failure();
        report.ports.push_back(*std::move(checked));
    }
    report.together = judge_together(report.ports);
    return report;
}

} // namespace xdpbond::control
