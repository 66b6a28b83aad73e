// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Opening and loading a compiled BPF object.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/result.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

struct bpf_object;

namespace xdpbond::bench {

using object_handle = std::shared_ptr<bpf_object>;

// From an object file's bytes, which may go away afterwards. `name` is for messages.
control::result<object_handle> open_object(std::string_view name, std::span<const std::byte> elf);

// A bond's part of .rodata, to be changed before the object is loaded.
control::result<xdpbond_about*> about_bond(bpf_object& object, std::string_view bond);

control::result<void> load_object(bpf_object& object, std::string_view name);

// The fd of a program; by an empty name, of the object's only program.
control::result<int> find_program(bpf_object& object, std::string_view program);

} // namespace xdpbond::bench
