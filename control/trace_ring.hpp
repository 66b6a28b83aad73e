// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The reading end of a bond's trace.

#include <xdpbond/control/result.hpp>
#include <xdpbond/control/trace.hpp>

#include <memory>

struct ring_buffer;

namespace xdpbond::control {

class trace_ring {
public:
    // `request` must outlive the ring.
    static result<std::unique_ptr<trace_ring>> open(int map, const trace_request& request);
    trace_ring(const trace_ring&) = delete;
    trace_ring& operator=(const trace_ring&) = delete;
    ~trace_ring();

    // Waits for frames, at most so long, and gives away what there is, at most some thousand. False: enough, or told to
    // stop.
    bool serve(int milliseconds);

    // Gives away what has come, in the end.
    void drain();

private:
    explicit trace_ring(const trace_request& request) : request_(request) {}
    static int take(void* self, void* record, std::size_t size);
    bool asked_to_stop() const;

    const trace_request& request_;
    ring_buffer* ring_ = nullptr;
    unsigned room_ = 0; // frames that serve() may still give away
    bool enough_ = false;
};

} // namespace xdpbond::control
