// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// What touches no packet memory works at compile time.

#include <xdpbond/bpf/control.h>
#include <xdpbond/bpf/hash.h>

#include <doctest/doctest.h>

// A flow's 32 bits are folded together; the policies with ports lose the lowest one, before 5.18 all do.
static_assert(xdpbond_fold(0x12345678, XDPBOND_HASH_LAYER2_3, XDPBOND_HASH_VERSION_6_1) == 0x12267008);
static_assert(xdpbond_fold(0x12345678, XDPBOND_HASH_ENCAP2_3, XDPBOND_HASH_VERSION_6_1) == 0x12267008);
static_assert(xdpbond_fold(0x12345678, XDPBOND_HASH_LAYER2_3, XDPBOND_HASH_VERSION_5_15) == 0x09133804);
static_assert(xdpbond_fold(0x12345678, XDPBOND_HASH_LAYER3_4, XDPBOND_HASH_VERSION_6_1) == 0x09133804);
static_assert(xdpbond_fold(0x12345678, XDPBOND_HASH_ENCAP3_4, XDPBOND_HASH_VERSION_5_15) == 0x09133804);
static_assert(xdpbond_fold(0, XDPBOND_HASH_LAYER3_4, XDPBOND_HASH_VERSION_6_1) == 0);

static_assert(xdpbond_ports_offset(6) == 0 && xdpbond_ports_offset(17) == 0, "TCP and UDP");
static_assert(xdpbond_ports_offset(33) == 0 && xdpbond_ports_offset(132) == 0, "DCCP and SCTP");
static_assert(xdpbond_ports_offset(136) == 0 && xdpbond_ports_offset(50) == 0, "UDP-Lite and ESP");
static_assert(xdpbond_ports_offset(51) == 4, "the SPI of AH is its second word");
static_assert(xdpbond_ports_offset(1) < 0 && xdpbond_ports_offset(0) < 0 && xdpbond_ports_offset(256) < 0);

static_assert(xdpbond_icmp_key(8, 0, 0x1234) == 0x12340008, "echo request");
static_assert(xdpbond_icmp_key(129, 0, 0) == 0x00010081, "an identifier of 0 counts as 1");
static_assert(xdpbond_icmp_key(3, 1, 0x1234) == 0, "unreachable has no identifier");
static_assert(xdpbond_icmp_key(17, 0, 0x1234) == 0, "nor has an address mask request");

static_assert(xdpbond_icmp_is_error(1, 3) && xdpbond_icmp_is_error(1, 12) && !xdpbond_icmp_is_error(1, 1));
static_assert(xdpbond_icmp_is_error(58, 1) && xdpbond_icmp_is_error(58, 4) && !xdpbond_icmp_is_error(58, 5));

static_assert(xdpbond_is_vlan(0x8100) && xdpbond_is_vlan(0x88a8) && !xdpbond_is_vlan(0x9100));
static_assert(xdpbond_is_mpls(0x8847) && xdpbond_is_mpls(0x8848) && !xdpbond_is_mpls(0x8849));

TEST_CASE("exactly the types with an identifier have one, whatever the protocol") {
    for (unsigned type = 0; type < 256; ++type) {
        const bool expected = type == 0 || type == 8 || type == 13 || type == 14 || type == 128 || type == 129;
        CAPTURE(type);
        CHECK((xdpbond_icmp_key(type, 0, 7) != 0) == expected);
    }
}
