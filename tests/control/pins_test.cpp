// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "pin_folder.hpp"

#include <bpf/bpf.h>

using namespace xdpbond::control;

namespace {

unique_fd make_map(std::uint32_t value) {
    unique_fd map(bpf_map_create(BPF_MAP_TYPE_ARRAY, "xdpbond_test", 4, 4, 1, nullptr));
    REQUIRE(map);
    std::uint32_t key = 0;
    REQUIRE(bpf_map_update_elem(map.get(), &key, &value, BPF_ANY) == 0);
    return map;
}

std::uint32_t value_at(const std::filesystem::path& pin) {
    auto map = open_pin(pin);
    REQUIRE(map);
    std::uint32_t key = 0, value = 0;
    REQUIRE(bpf_map_lookup_elem(map->get(), &key, &value) == 0);
    return value;
}

} // namespace

TEST_CASE("pins lie where abi.h's readers look for them") {
    const bond_pins pins{netns_folder("/sys/fs/bpf", 0x1234) / "uplink"};
    CHECK(pins.config() == "/sys/fs/bpf/xdpbond/0000000000001234/uplink/config");
    CHECK(pins.link(7) == "/sys/fs/bpf/xdpbond/0000000000001234/uplink/link_7");
    CHECK(pins.name() == "uplink");
}

TEST_CASE("a pin is made once and replaced in one step") {
    pin_folder folder;
    const auto pins = folder.bond();
    REQUIRE(make_folder(pins));
    REQUIRE(make_pin(make_map(1).get(), pins.program()));
    auto again = make_pin(make_map(2).get(), pins.program());
    REQUIRE_FALSE(again);
    CHECK(again.failure().code == exit_code::busy);
    CHECK(value_at(pins.program()) == 1);
    REQUIRE(replace_pin(make_map(3).get(), pins.program()));
    CHECK(value_at(pins.program()) == 3);
    CHECK(*pins_in(pins) == std::vector<std::string>{"program"});
    REQUIRE(remove_pin(pins.program()));
    CHECK(remove_pin(pins.program()));
}

TEST_CASE("the last bond takes the folders above with it, an earlier one does not") {
    pin_folder folder;
    REQUIRE(make_folder(folder.bond("one")));
    REQUIRE(make_folder(folder.bond("two")));
    CHECK(bonds_in(folder.bond().folder.parent_path())->size() == 2);
    REQUIRE(remove_folder(folder.bond("one")));
    CHECK(std::filesystem::exists(folder.bond("two").folder));
    REQUIRE(remove_folder(folder.bond("two")));
    CHECK(std::filesystem::is_empty(folder.root()));
    CHECK(bonds_in(folder.bond().folder.parent_path())->empty());
}
