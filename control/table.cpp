// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/table.hpp>

#include "sentence.hpp"

#include <sys/mman.h>

#include <atomic>
#include <cerrno>

namespace xdpbond::control {

result<mapped_table> mapped_table::open(int map) {
    void* memory = mmap(nullptr, sizeof(xdpbond_table), PROT_READ | PROT_WRITE, MAP_SHARED, map, 0);
    if (memory == MAP_FAILED)
        return failed_with(errno, "table", "cannot map it into memory");
    return mapped_table(static_cast<xdpbond_table*>(memory));
}

void mapped_table::unmap::operator()(xdpbond_table* table) const {
    munmap(table, sizeof(*table));
}

xdpbond_half read_published(xdpbond_table& table) {
    std::atomic_ref<__u32> selector(table.selector);
    xdpbond_half copy;
    __u32 before;
    do {
        before = selector.load(std::memory_order_acquire);
        copy = table.half[before & 1];
        std::atomic_thread_fence(std::memory_order_acquire);
        // Unchanged: nobody wrote this half meanwhile, for the selector counts up with each publication.
    } while (selector.load(std::memory_order_relaxed) != before);
    return copy;
}

} // namespace xdpbond::control
