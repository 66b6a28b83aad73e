// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// <bond>_table in memory: for its writer, and for those who only look.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/result.hpp>

#include <memory>

namespace xdpbond::control {

// The table itself, shared with the programs that read it.
class mapped_table {
public:
    static result<mapped_table> open(int map);
    xdpbond_table& operator*() const { return *table_; }
    xdpbond_table* operator->() const { return table_.get(); }

private:
    struct unmap {
        void operator()(xdpbond_table* table) const;
    };
    explicit mapped_table(xdpbond_table* table) : table_(table) {}
    std::unique_ptr<xdpbond_table, unmap> table_;
};

// A copy of the published half, taken so that it is one whole publication. Needs no lock.
xdpbond_half read_published(xdpbond_table& table);

} // namespace xdpbond::control
