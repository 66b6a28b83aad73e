// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The built-in objects: all there, each built for what it says, each accepted by the running kernel.

#include <builtin.hpp>
#include <xdpbond/bond.hpp>

#include <doctest/doctest.h>

#include <bpf/libbpf.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <tuple>

namespace builtin = xdpbond::builtin;

namespace {

using object = std::unique_ptr<bpf_object, decltype(&bpf_object__close)>;

object open(std::span<const std::byte> bytes) {
    return {bpf_object__open_mem(bytes.data(), bytes.size(), nullptr), bpf_object__close};
}

xdpbond_about about(bpf_object* of) {
    std::size_t size = 0;
    const bpf_map* map = bpf_object__find_map_by_name(of, ".rodata.bond");
    REQUIRE(map);
    const void* value = bpf_map__initial_value(const_cast<bpf_map*>(map), &size);
    REQUIRE(size == sizeof(xdpbond_about));
    xdpbond_about to{};
    std::memcpy(&to, value, sizeof to);
    return to;
}

} // namespace

TEST_CASE("tx and forward are there in every mode and policy, once tunable and once plain") {
    std::set<std::tuple<builtin::form, std::string_view, unsigned, unsigned>> found;
    for (const builtin::kind& each : builtin::kinds()) {
        found.emplace(each.options, each.program, each.mode, each.hash);
    }
    CHECK(builtin::kinds().size() == 60);
    for (const std::string_view program : {"tx", "forward"}) {
        for (unsigned mode = 0; mode <= XDPBOND_MODE_8023AD; mode++) {
            const unsigned policies = xdpbond::takes_hash(xdpbond::mode(mode)) ? 6 : 1;
            for (unsigned hash = 0; hash < policies; hash++) {
                for (const auto form : {builtin::form::tunable, builtin::form::plain})
                    CHECK_MESSAGE(found.contains({form, program, mode, hash}), program, " ", mode, " ", hash);
            }
        }
    }
}

TEST_CASE("what there is no object for has no bytes; a policy that the mode does not take does not matter") {
    CHECK(builtin::object("host", XDPBOND_MODE_BALANCE_RR, 0).empty());
    CHECK(builtin::object("tx", 5, 0).empty());
    CHECK(builtin::object("tx", XDPBOND_MODE_BALANCE_XOR, 6).empty());
    CHECK(builtin::object("tx", XDPBOND_MODE_BALANCE_RR, XDPBOND_HASH_LAYER3_4).data() ==
          builtin::object("tx", XDPBOND_MODE_BALANCE_RR, 0).data());
}

TEST_CASE("each object is what it says and loads") {
    for (const builtin::kind& each : builtin::kinds()) {
        CAPTURE(each.program);
        CAPTURE(each.mode);
        CAPTURE(each.hash);
        const object opened = open(builtin::object(each.program, each.mode, each.hash, each.options));
        REQUIRE(opened);
        const xdpbond_about what = about(opened.get());
        CHECK(what.magic == XDPBOND_MAGIC);
        CHECK(what.abi_version == XDPBOND_ABI_VERSION);
        CHECK(what.options.mode == each.mode);
        CHECK(what.options.hash == each.hash);
        CHECK(what.slaves == XDPBOND_SLAVES_MAX);
        CHECK(what.tunable == (each.options == builtin::form::tunable));
        CHECK(std::string(what.name) == "bond");
        const bpf_program* program = bpf_object__find_program_by_name(opened.get(), std::string(each.program).c_str());
        REQUIRE(program);
        CHECK(std::string(bpf_program__section_name(program)) == "xdp.frags");
        CHECK(bpf_object__load(opened.get()) == 0);
    }
}
