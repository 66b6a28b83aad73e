// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "undo.hpp"

#include "process.hpp"
#include "sentence.hpp"

#include <bpf/bpf.h>

#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>

namespace xdpbond::control {

namespace {

constexpr std::uint64_t second = 1'000'000'000;
// While a change is under way: drivers may take their time. Should the command be killed, this is when it is undone.
constexpr std::uint64_t allowance = 120 * second;

result<void> write_record(int map, const undo_record& record) {
    __u32 key = 0;
    if (bpf_map_update_elem(map, &key, &record, BPF_ANY))
        return failed_with(errno, "undo", "cannot write down what to undo");
    return {};
}

result<void> pin_record(const context& where, const bond_pins& pins, const xdpbond_config* before,
                        undo_record& record) {
    record.deadline = boot_time() + where.confirm_within * second + allowance;
    record.was_none = !before;
    if (before)
        record.before = *before;
    if (getrandom(&record.token, sizeof(record.token), 0) != sizeof(record.token))
        return failed_with(errno, "undo", "no random number");
    unique_fd map(bpf_map_create(BPF_MAP_TYPE_ARRAY, "xdpbond_undo", sizeof(__u32), sizeof(record), 1, nullptr));
    if (!map)
        return failed_with(errno, "undo", "cannot make the map for it");
    if (auto written = write_record(map.get(), record); !written)
        return written;
    if (before) {
        auto program = open_pin(pins.program());
        if (!program)
            return program.failure();
        if (auto pinned = make_pin(program->get(), pins.undo_program()); !pinned)
            return pinned;
    }
    return make_pin(map.get(), pins.undo());
}

} // namespace

std::uint64_t boot_time() {
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * second + static_cast<std::uint64_t>(now.tv_nsec);
}

result<std::optional<undo_record>> pending_change(const bond_pins& pins) {
    auto map = open_pin(pins.undo());
    if (!map && map.failure().code == exit_code::no_such)
        return std::optional<undo_record>();
    if (!map)
        return map.failure();
    undo_record record{};
    bpf_map_info info{};
    __u32 size = sizeof(info), key = 0;
    if (bpf_obj_get_info_by_fd(map->get(), &info, &size) || info.value_size != sizeof(record) ||
        bpf_map_lookup_elem(map->get(), &key, &record))
        return failed_with(errno, pins.name(), "cannot read what to undo");
    return std::optional(record);
}

std::optional<pending_undo> describe_pending(const bond_pins& pins) {
    auto record = pending_change(pins);
    if (!record || !*record)
        return std::nullopt;
    const std::uint64_t now = boot_time();
    pending_undo pending;
    pending.seconds = (*record)->deadline > now ? static_cast<std::uint32_t>(((*record)->deadline - now) / second) : 0;
    pending.waiter =
        (*record)->waiter && process_start((*record)->waiter) == (*record)->waiter_start ? (*record)->waiter : 0;
    return pending;
}

result<void> check_nothing_pending(const bond_pins& pins) {
    const auto pending = describe_pending(pins);
    if (!pending)
        return {};
    return error{exit_code::busy,
                 text(pins.name(), ": an earlier change ",
                      pending->waiter ? text("waits for confirmation and undoes itself in ", pending->seconds, " s")
                                      : "was not confirmed, and the process that would undo it is gone",
                      "; keep it with `xdpbond-load confirm ", pins.name(), "` or undo it with `xdpbond-load confirm ",
                      pins.name(), " --revert`")};
}

result<void> arm_undo(const context& where, const bond_pins& pins, const xdpbond_config* before) {
    if (!where.confirm_within || where.dry_run)
        return {};
    undo_record record{};
    auto armed = pin_record(where, pins, before, record);
    if (armed)
        armed = where.start_waiter(pins.name(), record.token);
    if (!armed)
        disarm_undo(pins);
    return armed;
}

void start_countdown(const context& where, const bond_pins& pins) {
    if (!where.confirm_within)
        return;
    auto map = open_pin(pins.undo());
    auto record = pending_change(pins);
    if (!map || !record || !*record)
        return;
    (*record)->deadline = boot_time() + where.confirm_within * second;
    static_cast<void>(write_record(map->get(), **record));
}

void disarm_undo(const bond_pins& pins) {
    // The record first: with it the change is confirmed.
    static_cast<void>(remove_pin(pins.undo()));
    static_cast<void>(remove_pin(pins.undo_program()));
}

result<void> enlist_waiter(const bond_pins& pins, undo_record record) {
    auto map = open_pin(pins.undo());
    if (!map)
        return map.failure();
    record.waiter = static_cast<std::uint32_t>(getpid());
    record.waiter_start = process_start(record.waiter);
    return write_record(map->get(), record);
}

} // namespace xdpbond::control
