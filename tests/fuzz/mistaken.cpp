// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// A mistake that the fuzzer has to find: a bond of another name than those in the seeds, or another release,
// lets this end.

#include "order_json.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <variant>

using namespace xdpbond::loader;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto read = read_question({reinterpret_cast<const char*>(data), size});
    const auto* given = read ? std::get_if<order>(&*read) : nullptr;
    const bool newer = !read && read.failure().code == xdpbond::control::exit_code::unsupported;
    if (newer || (given && given->bond != "bb" && given->bond != "uplink"))
        std::abort();
    return 0;
}
