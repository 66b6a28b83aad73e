// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A BPF object in this machine's kernel, whose programs answer for one frame at a time.

#include "support/bytes.hpp"

#include <cstdint>
#include <string>

struct bpf_object;

namespace xdpbond::test {

class kernel_object {
public:
    // `elf`: the compiled object, which is copied. Throws std::runtime_error with the verifier's log if it does not
    // load.
    kernel_object(const void* elf, std::size_t size);
    ~kernel_object();
    kernel_object(const kernel_object&) = delete;
    kernel_object& operator=(const kernel_object&) = delete;

    // What the program returns for this frame (14 bytes or more); the frame is put into fragments where it has to be.
    std::uint32_t run(const char* program, const bytes& frame) const;

    // Instructions the verifier looked at, for the program that took the most.
    std::uint32_t verified() const { return verified_; }

private:
    bpf_object* object_;
    std::uint32_t verified_ = 0;
};

// The object of a generated skeleton.
template <class Skeleton>
kernel_object load() {
    std::size_t size = 0;
    const void* elf = Skeleton::elf_bytes(&size);
    return kernel_object(elf, size);
}

} // namespace xdpbond::test
