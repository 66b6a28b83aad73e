// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "kernel_bond.hpp"

#include <xdpbond/control/counters.hpp>
#include <xdpbond/control/device_map.hpp>
#include <xdpbond/control/flood.hpp>
#include <xdpbond/control/halves.hpp>
#include <xdpbond/control/kernel.hpp>

#include <builtin.hpp>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <doctest/doctest.h>
#include <fcntl.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <stdexcept>

namespace xdpbond::test {
namespace {

constexpr std::uint32_t log_statistics = 4; // BPF_LOG_STATS

template <class T>
T value_of(control::result<T> given) {
    if (!given)
        throw std::runtime_error(given.failure().message);
    return *std::move(given);
}

// The number in "processed 123 insns", with which a verifier's log ends.
std::uint32_t processed(const std::string& log) {
    const std::string word = "processed ";
    const std::size_t at = log.rfind(word);
    return at == log.npos ? 0 : static_cast<std::uint32_t>(std::strtoul(log.c_str() + at + word.size(), nullptr, 10));
}

// Read once: every load would read all of the kernel's BTF for it.
bool have_cast() {
    static const bool have = value_of(control::read_kernel_features()).rdonly_cast;
    return have;
}

void tell(xdpbond_about& about, const xdpbond_options& options, reading how) {
    about.have_cast = how != reading::by_probe && have_cast();
    if (!about.tunable)
        return;
    about.trace = how == reading::as_kernel_can_traced ? 2 : 0;
    const auto built = about.options;
    about.options = options;
    about.options.mode = built.mode;
    about.options.hash = built.hash;
}

// Every bond that the object has.
void tell_all(bpf_object* object, const xdpbond_options& options, reading how) {
    bpf_map* map = nullptr;
    bpf_object__for_each_map(map, object) {
        std::size_t size = 0;
        auto* about = const_cast<void*>(bpf_map__initial_value(map, &size));
        if (std::string_view(bpf_map__name(map)).starts_with(".rodata.") && size >= sizeof(xdpbond_about))
            tell(*static_cast<xdpbond_about*>(about), options, how);
    }
}

control::unique_fd copy(int fd) {
    return control::unique_fd(fcntl(fd, F_DUPFD_CLOEXEC, 0));
}

} // namespace

elf shipped(const char* program, unsigned mode, unsigned hash) {
    const elf object = builtin::object(program, mode, hash);
    if (object.empty())
        throw std::runtime_error(std::string("no shipped object ") + program);
    return object;
}

kernel_bond::loaded kernel_bond::load(elf object, const xdpbond_options& options, reading how) {
    loaded result{{bpf_object__open_mem(object.data(), object.size(), nullptr), bpf_object__close}, {}};
    if (!result.object)
        throw std::runtime_error(std::string("open: ") + std::strerror(errno));
    tell_all(result.object.get(), options, how);
    std::map<std::string, std::vector<char>> logs;
    bpf_program* each = nullptr;
    bpf_object__for_each_program(each, result.object.get()) {
        auto& log = logs.emplace(bpf_program__name(each), std::vector<char>(1 << 16)).first->second;
        bpf_program__set_log_level(each, log_statistics);
        bpf_program__set_log_buf(each, log.data(), log.size());
    }
    const int failed = bpf_object__load(result.object.get());
    std::string all;
    for (const auto& [name, log] : logs) {
        all += log.data();
        result.verified[name] = processed(log.data());
    }
    if (failed)
        throw std::runtime_error(std::string("load: ") + std::strerror(-failed) + "\n" + all);
    return result;
}

kernel_bond::kernel_bond(elf object, const xdpbond_options& options, reading how, const std::string& bond)
    : kernel_bond(load(object, options, how), bond) {}

kernel_bond::kernel_bond(loaded object, const std::string& bond)
    : loaded_(std::move(object)), bond_(bond), table_(value_of(control::mapped_table::open(table_map()))),
      last_(read()) {}

kernel_bond kernel_bond::other_bond(const std::string& bond) const {
    return kernel_bond(loaded_, bond);
}

std::uint32_t kernel_bond::verified(const std::string& program) const {
    return loaded_.verified.at(program);
}

int kernel_bond::map(const std::string& suffix) const {
    const int fd = bpf_object__find_map_fd_by_name(loaded_.object.get(), (bond_ + suffix).c_str());
    if (fd < 0)
        throw std::runtime_error("no map " + bond_ + suffix);
    return fd;
}

int kernel_bond::table_map() const {
    return bpf_object__find_map_fd_by_name(loaded_.object.get(), (".data." + bond_ + "_table").c_str());
}

int kernel_bond::program(const char* name) const {
    bpf_object* object = loaded_.object.get();
    const bpf_program* found =
        name ? bpf_object__find_program_by_name(object, name) : bpf_object__next_program(object, nullptr);
    if (!found)
        throw std::runtime_error(std::string("no program ") + (name ? name : "at all"));
    return bpf_program__fd(found);
}

std::uint32_t kernel_bond::run(const bytes& frame, std::uint32_t ingress, const char* name) const {
    xdp_md context{};
    context.data_end = static_cast<__u32>(frame.size());
    context.ingress_ifindex = ingress;
    LIBBPF_OPTS(bpf_test_run_opts, options);
    options.data_in = frame.data();
    options.data_size_in = static_cast<__u32>(frame.size());
    if (ingress != loopback) {
        options.ctx_in = &context;
        options.ctx_size_in = sizeof(context);
    }
    options.repeat = 1;
    if (const int failed = bpf_prog_test_run_opts(program(name), &options))
        throw std::runtime_error(std::string("test run: ") + std::strerror(-failed));
    return options.retval;
}

std::vector<xdpbond_counters> kernel_bond::read() const {
    std::vector<xdpbond_counters> each(static_cast<std::size_t>(libbpf_num_possible_cpus()));
    const __u32 key = 0;
    if (bpf_map_lookup_elem(map("_counters"), &key, each.data()))
        throw std::runtime_error("cannot read counters");
    return each;
}

outcome kernel_bond::send(const bytes& frame, std::uint32_t ingress, const char* program) {
    const xdpbond_counters before = counters();
    outcome what{run(frame, ingress, program)};
    const xdpbond_counters after = counters();
    const auto counted = [&](const xdpbond_count& from, const xdpbond_count& to) {
        if (to.packets == from.packets)
            return false;
        CHECK(to.packets - from.packets == 1);
        CHECK(to.bytes - from.bytes == frame.size());
        return true;
    };
    for (unsigned slot = 0; slot < XDPBOND_SLOTS_MAX; ++slot)
        if (counted(before.slave[slot], after.slave[slot]))
            what.slots.push_back(slot);
    for (unsigned reason = 0; reason < XDPBOND_REASONS_MAX; ++reason)
        if (counted(before.reason[reason], after.reason[reason]))
            what.reasons.push_back(static_cast<xdpbond_reason>(reason));
    return what;
}

std::optional<unsigned> kernel_bond::slot_since() {
    std::vector<xdpbond_counters> now = read();
    std::optional<unsigned> found;
    std::uint64_t frames = 0;
    for (std::size_t cpu = 0; cpu < now.size(); ++cpu)
        for (unsigned slot = 0; slot < XDPBOND_SLOTS_MAX; ++slot)
            if (const auto more = now[cpu].slave[slot].packets - last_[cpu].slave[slot].packets) {
                frames += more;
                found = slot;
            }
    last_ = std::move(now);
    return frames == 1 ? found : std::nullopt;
}

xdpbond_counters kernel_bond::counters() const {
    return value_of(control::read_counters(map("_counters")));
}

void kernel_bond::reset_counters() {
    last_.assign(last_.size(), {});
    const __u32 key = 0;
    if (bpf_map_update_elem(map("_counters"), &key, last_.data(), BPF_ANY))
        throw std::runtime_error("cannot reset counters");
}

void kernel_bond::write(const xdpbond_half& half) const {
    const std::uint32_t idle = control::idle_half(*table_);
    std::vector<std::uint32_t> senders;
    for (std::uint32_t place = 0; place < half.usable; ++place)
        senders.push_back(half.sender[place].ifindex);
    control::flood_sets floods;
    if (!floods.set(map("_flood"), idle, senders))
        throw std::runtime_error("cannot set the devices that broadcast sends to");
    table_->half[idle] = half;
    control::publish_half(*table_, idle);
}

control::publisher kernel_bond::writer() const {
    return value_of(control::publisher::open({copy(table_map()), copy(map("_slaves")), copy(map("_flood"))}));
}

void kernel_bond::put(unsigned slot, std::uint32_t ifindex) const {
    if (!control::put_device(map("_slaves"), slot, ifindex))
        throw std::runtime_error("cannot put a device into the device map");
}

void kernel_bond::take_out(unsigned slot) const {
    if (!control::remove_device(map("_slaves"), slot))
        throw std::runtime_error("cannot take a device out of the device map");
}

} // namespace xdpbond::test
