// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/operations.hpp>

#include "live_bond.hpp"
#include "program_swap.hpp"
#include "sentence.hpp"
#include "trace_mark.hpp"
#include "trace_ring.hpp"

#include <xdpbond/control/counters.hpp>

#include <chrono>
#include <thread>

namespace xdpbond::control {

namespace {

using clock = std::chrono::steady_clock;

constexpr int milliseconds_between_looks = 200;
constexpr auto patience = std::chrono::seconds(10); // with another command that works on the bond

result<std::uint32_t> untold(const bond_pins& pins) {
    auto counters = read_counters(pins);
    if (!counters)
        return counters.failure();
    return counters->untold;
}

// The slaves run the pinned program again. Another command at work: it is waited for.
result<void> end(const context& where, const place& here, std::string_view name, program_swap& swap, unique_fd mark) {
    const auto give_up = clock::now() + patience;
    for (;;) {
        const auto owned = own_bond(where, here, name);
        if (owned) {
            auto withdrawn = swap.withdraw();
            if (withdrawn)
                remove_trace_mark(owned->pins, std::move(mark));
            return withdrawn;
        }
        if (owned.failure().code == exit_code::no_such)
            return {};
        if (owned.failure().code != exit_code::busy || clock::now() > give_up)
            return error{owned.failure().code,
                         text(owned.failure().message,
                              "; its slaves still run the program that traces; the next change of it puts "
                              "that right")};
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

// Why it ended, if nobody asked for that.
result<void> serve(trace_ring& ring, const program_swap& swap, const std::string& bond) {
    while (ring.serve(milliseconds_between_looks))
        switch (swap.now()) {
        case program_swap::whereabouts::swapped:
            continue;
        case program_swap::whereabouts::replaced:
            return error{exit_code::busy, text(bond, ": the trace ended, for another command changed its program")};
        case program_swap::whereabouts::gone:
            return error{exit_code::no_such, text(bond, ": the trace ended, for no slave is attached any more")};
        }
    return {};
}

} // namespace

// What runs while frames are traced is not pinned: to a command that changes the program it is a swap that did not
// finish, and ends with it. A mark tells the next change that it was killed. So it can be killed at any moment.
result<trace_result> trace(const context& where, const trace_request& request, const object_provider& objects) {
    auto here = enter_to_manage(where);
    if (!here)
        return here.failure();
    auto bond = open_live_bond(where, *here, request.bond, true);
    if (!bond)
        return bond.failure();
    auto swap = program_swap::prepare(*here, bond->pins, bond->config, objects, request.share);
    if (!swap)
        return swap.failure();
    report steps = swap->steps();
    steps.insert(steps.begin(), bond->repaired.begin(), bond->repaired.end());
    if (where.dry_run)
        return trace_result{steps, 0};
    auto ring = trace_ring::open(swap->trace_map(), request);
    if (!ring)
        return ring.failure();
    const auto before = untold(bond->pins);
    if (!before)
        return before.failure();
    auto mark = set_trace_mark(bond->pins);
    if (!mark)
        return mark.failure();
    auto done = swap->run();
    if (!done) {
        swap->undo();
        remove_trace_mark(bond->pins, *std::move(mark));
        return done.failure();
    }
    bond->lock = unique_fd();
    if (request.begun)
        request.begun(steps);

    done = serve(**ring, *swap, request.bond);
    auto ended = end(where, *here, request.bond, *swap, *std::move(mark));
    (*ring)->drain();
    trace_result answer;
    if (const auto after = untold(bond->pins))
        answer.missing = *after - *before;
    if (!ended || !done)
        return (ended ? done : ended).failure();
    return answer;
}

} // namespace xdpbond::control
