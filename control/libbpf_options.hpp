// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// libbpf's extensible option structures, without its C-only macro.

namespace xdpbond::control {

// All zero, with its own size filled in.
template <class Options>
Options libbpf_options() {
    Options options{};
    options.sz = sizeof(options);
    return options;
}

} // namespace xdpbond::control
