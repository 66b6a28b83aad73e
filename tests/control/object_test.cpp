// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "bond_object.hpp"

#include <xdpbond/control/kernel.hpp>
#include <xdpbond/control/request.hpp>

#include <builtin.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <vector>

using namespace xdpbond::control;

namespace {

object_wishes wishes(std::uint8_t mode, std::uint8_t hash = 0) {
    object_wishes wanted;
    wanted.options = default_options();
    wanted.options.mode = mode;
    wanted.options.hash = hash;
    wanted.slaves = 2;
    return wanted;
}

// A built-in object with its description changed.
template <class Change>
result<bond_object> open_changed(const object_wishes& wanted, Change change) {
    const auto original = xdpbond::builtin::object("tx", XDPBOND_MODE_BALANCE_XOR, XDPBOND_HASH_LAYER3_4);
    std::vector<std::byte> elf(original.begin(), original.end());
    const std::uint32_t magic = XDPBOND_MAGIC;
    const auto* bytes = reinterpret_cast<const std::byte*>(&magic);
    const auto at = std::search(elf.begin(), elf.end(), bytes, bytes + sizeof(magic));
    REQUIRE(at != elf.end());
    xdpbond_about about;
    std::memcpy(&about, &*at, sizeof(about));
    change(about);
    std::memcpy(&*at, &about, sizeof(about));
    return bond_object::open("program tx", elf, wanted);
}

const auto fitting = wishes(XDPBOND_MODE_BALANCE_XOR, XDPBOND_HASH_LAYER3_4);

void check_refused(const result<bond_object>& opened, const char* words) {
    REQUIRE_FALSE(opened);
    CHECK(opened.failure().code == exit_code::unsupported);
    INFO(opened.failure().message);
    CHECK(opened.failure().message.find("program tx: ") == 0);
    CHECK(opened.failure().message.find(words) != std::string::npos);
}

} // namespace

TEST_CASE("an object that fits is opened and loads") {
    auto opened = open_changed(fitting, [](xdpbond_about&) {});
    REQUIRE(opened);
    REQUIRE(opened->load());
    CHECK(opened->program() >= 0);
    CHECK(opened->config_map() >= 0);
}

TEST_CASE("tunable options may be any, constant ones must be those asked for") {
    auto wanted = fitting;
    wanted.options.no_slave = XDPBOND_OTHERWISE_PASS;
    wanted.options.control_frames = XDPBOND_CONTROL_NONE;
    CHECK(open_changed(wanted, [](xdpbond_about&) {}));
    check_refused(open_changed(wanted, [](xdpbond_about& about) { about.tunable = 0; }),
                  "was built with ");
    CHECK(open_changed(fitting, [](xdpbond_about& about) { about.tunable = 0; }));
}

TEST_CASE("another mode or policy is refused, a policy that the mode does not read is not") {
    check_refused(open_changed(wishes(XDPBOND_MODE_8023AD, XDPBOND_HASH_LAYER3_4), [](xdpbond_about&) {}),
                  "was built with mode=balance-xor, not 802.3ad; build the object so");
    check_refused(open_changed(wishes(XDPBOND_MODE_BALANCE_XOR, XDPBOND_HASH_LAYER2), [](xdpbond_about&) {}),
                  "was built with xmit_hash_policy=layer3+4, not layer2");
    CHECK(open_changed(wishes(XDPBOND_MODE_BROADCAST, XDPBOND_HASH_ENCAP2_3),
                       [](xdpbond_about& about) { about.options.mode = XDPBOND_MODE_BROADCAST; }));
}

TEST_CASE("another ABI version is refused") {
    check_refused(open_changed(fitting, [](xdpbond_about& about) { about.abi_version++; }), "ABI version");
}

TEST_CASE("more slaves than there is room for are refused") {
    check_refused(open_changed(fitting, [](xdpbond_about& about) { about.slaves = 1; }), "at most 1 slaves, not 2");
}

TEST_CASE("bytes that are no object are refused") {
    const std::vector<std::byte> noise(4096, std::byte{42});
    check_refused(bond_object::open("program tx", noise, fitting), "cannot be read");
    check_refused(bond_object::open("program tx", {}, fitting), "cannot be read");
}

TEST_CASE("every built-in object is one that up can take") {
    auto kernel = read_kernel_features();
    REQUIRE(kernel);
    for (const auto& kind : xdpbond::builtin::kinds()) {
        CAPTURE(kind.program);
        CAPTURE(kind.mode);
        CAPTURE(kind.hash);
        auto wanted = wishes(static_cast<std::uint8_t>(kind.mode), static_cast<std::uint8_t>(kind.hash));
        wanted.have_cast = kernel->rdonly_cast;
        auto opened = bond_object::open(
            "program", xdpbond::builtin::object(kind.program, kind.mode, kind.hash, kind.options), wanted);
        REQUIRE(opened);
        auto loaded = opened->load();
        CHECK_MESSAGE(loaded, (loaded ? "" : loaded.failure().message));
    }
}
