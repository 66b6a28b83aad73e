// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "guarded_frame.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace xdpbond::test {

guarded_frame::guarded_frame(const bytes& frame, edge guarded) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t room = (frame.size() / page + 1) * page;
    size_ = room + 2 * page; // a page that cannot be read on either side
    memory_ = mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    auto* const start = static_cast<std::uint8_t*>(memory_) + page;
    if (memory_ == MAP_FAILED || mprotect(start, room, PROT_READ | PROT_WRITE) != 0)
        throw std::system_error(errno, std::generic_category(), "guarded_frame");

    std::memset(start, 0xa5, room); // what is read there by mistake is no zero
    std::uint8_t* const data = guarded == edge::start ? start : start + room - frame.size();
    if (!frame.empty())
        std::memcpy(data, frame.data(), frame.size());
    view_ = {data, data + frame.size()};
}

guarded_frame::~guarded_frame() {
    munmap(memory_, size_);
}

} // namespace xdpbond::test
