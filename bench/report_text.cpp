// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "report.hpp"

#include <xdpbond/version.hpp>

#include <fmt/format.h>

#include <iterator>

namespace xdpbond::bench {
namespace {

constexpr int name_width = 25, form_width = 10, cell_width = 31;

std::string cell(const bond_row& row) {
    return fmt::format("{:6.2f} ({:.2f}-{:.2f}) x{:.2f}", row.ns.median, row.ns.min, row.ns.max,
                       row.over_redirect_map.median);
}

void head(std::string& out, const report& what) {
    const auto& where = what.where;
    fmt::format_to(std::back_inserter(out),
                   "xdpbond-bench {}\n"
                   "kernel {} {}, {}, {} CPUs, BPF JIT {}\n"
                   "{} rounds of {} packets, {} slaves; CPU time in ns per packet: median (min-max)\n\n",
                   XDPBOND_VERSION, where.kernel, where.arch, where.cpu.empty() ? "CPU unknown" : where.cpu, where.cpus,
                   where.jit, what.how.rounds, what.how.repeats, what.how.slaves);
}

void baselines(std::string& out, const report& what) {
    for (const auto& row : what.baselines)
        fmt::format_to(std::back_inserter(out), "{:<{}}{:6.2f} ({:.2f}-{:.2f})\n", row.name, name_width + form_width,
                       row.ns.median, row.ns.min, row.ns.max);
}

// Rows come ordered by kind, frame, form and features; a line holds the features of one kind, frame and form.
void bonds(std::string& out, const report& what, std::string_view frame) {
    fmt::format_to(std::back_inserter(out), "\n{:<{}}", fmt::format("frame {}", frame), name_width + form_width);
    for (const auto upto : all_features)
        fmt::format_to(std::back_inserter(out), "{:<{}}",
                       fmt::format("{}{}", upto == features::choice ? "" : "+ ", feature_name(upto)), cell_width);
    out += "\n";
    for (const auto& row : what.bonds) {
        if (row.frame != frame)
            continue;
        if (row.upto == all_features.front())
            fmt::format_to(std::back_inserter(out), "{:<{}}{:<{}}", row.kind.name(), name_width, form_name(row.how),
                           form_width);
        fmt::format_to(std::back_inserter(out), "{:<{}}", cell(row), cell_width);
        if (row.upto == all_features.back())
            out += "\n";
    }
}

void kernel_bonds(std::string& out, const report& what) {
    if (what.kernel_bonds.empty())
        return;
    fmt::format_to(std::back_inserter(out), "\n{:<{}}{:<{}}redirect_map\n", "the kernel's bond, live frames",
                   name_width + form_width + 6, "ns", cell_width);
    for (const auto& row : what.kernel_bonds)
        fmt::format_to(std::back_inserter(out), "{:<{}}{:<{}}{:6.2f}\n", row.kind.name() + ", " + row.frame,
                       name_width + form_width + 6,
                       fmt::format("{:6.2f} ({:.2f}-{:.2f})", row.ns.median, row.ns.min, row.ns.max), cell_width,
                       row.redirect_map.median);
}

void pairs(std::string& out, const report& what) {
    if (what.pairs.empty()) {
        out += "\none CPU only: nothing measured on two at once\n";
        return;
    }
    fmt::format_to(std::back_inserter(out), "\n{:<{}}{:<{}}{:<{}}two / one   together\n", "one program on two CPUs",
                   name_width + form_width, "one CPU", cell_width, "two CPUs at once", cell_width);
    for (const auto& row : what.pairs)
        fmt::format_to(std::back_inserter(out), "{:<{}}{:<{}}{:<{}}x{:<10.2f} {:3.0f}%\n", row.name,
                       name_width + form_width,
                       fmt::format("{:6.2f} ({:.2f}-{:.2f})", row.one.median, row.one.min, row.one.max), cell_width,
                       fmt::format("{:6.2f} ({:.2f}-{:.2f})", row.two.median, row.two.min, row.two.max), cell_width,
                       row.cost.median, row.together.median * 100);
    out += "together: for which part of the time the second CPU really ran it; well below 100% on a busy machine\n";
}

} // namespace

std::string text_report(const report& what) {
    std::string out;
    head(out, what);
    baselines(out, what);
    for (const auto& frame : what.frames)
        bonds(out, what, frame);
    out += "\nx: times as long as redirect_map in the same round, median. constant: options folded into the code (an\n"
           "application's build); tunable: the command's built-in objects. Each column adds to the one before it.\n"
           "Every frame leaves by a redirect; broadcast's copies are made later and are not in its time.\n";
    kernel_bonds(out, what);
    pairs(out, what);
    return out;
}

} // namespace xdpbond::bench
