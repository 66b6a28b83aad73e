// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A frame in memory where reading past its end, or before its start, ends the test.

#include "bytes.hpp"

namespace xdpbond::test {

class guarded_frame {
public:
    // Which side touches memory that cannot be read; the other side has readable, unrelated bytes up to a page away.
    enum class edge { start, end };

    guarded_frame(const bytes& frame, edge guarded);
    ~guarded_frame();
    guarded_frame(const guarded_frame&) = delete;
    guarded_frame& operator=(const guarded_frame&) = delete;

    xdpbond_frame view() const { return view_; }

private:
    void* memory_;
    std::size_t size_;
    xdpbond_frame view_;
};

} // namespace xdpbond::test
