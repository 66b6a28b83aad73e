// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "trace_ring.hpp"

#include "sentence.hpp"

#include <bpf/libbpf.h>

#include <poll.h>

#include <cerrno>

namespace xdpbond::control {

namespace {

// Frames between two looks at whatever else there is: where they come faster than they are taken, a ring never ends.
constexpr unsigned most_at_once = 4096;

} // namespace

result<std::unique_ptr<trace_ring>> trace_ring::open(int map, const trace_request& request) {
    std::unique_ptr<trace_ring> made(new trace_ring(request));
    made->ring_ = ring_buffer__new(map, take, made.get(), nullptr);
    if (!made->ring_)
        return failed_with(errno, request.bond, "cannot read its trace");
    return made;
}

trace_ring::~trace_ring() {
    ring_buffer__free(ring_);
}

// A negative answer ends ring_buffer__consume(); the record counts as taken then, too.
int trace_ring::take(void* self, void* record, std::size_t size) {
    auto& ring = *static_cast<trace_ring*>(self);
    if (size >= sizeof(xdpbond_trace) && !ring.request_.take(*static_cast<const xdpbond_trace*>(record)))
        ring.enough_ = true;
    return ring.enough_ || --ring.room_ == 0 ? -ECANCELED : 0;
}

bool trace_ring::asked_to_stop() const {
    pollfd stop{request_.stop, POLLIN, 0}; // one below zero is passed over
    return ::poll(&stop, 1, 0) > 0;
}

bool trace_ring::serve(int milliseconds) {
    pollfd both[] = {{ring_buffer__epoll_fd(ring_), POLLIN, 0}, {request_.stop, POLLIN, 0}};
    ::poll(both, 2, milliseconds);
    if (asked_to_stop())
        return false;
    room_ = most_at_once;
    ring_buffer__consume(ring_);
    return !enough_ && (!request_.rest || request_.rest());
}

void trace_ring::drain() {
    room_ = 0; // 2^32 more
    if (!enough_)
        ring_buffer__consume(ring_);
}

} // namespace xdpbond::control
