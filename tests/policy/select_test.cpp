// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Which slave sends, for a bond of which everything is known.

#include <xdpbond/bpf/select.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <initializer_list>
#include <string>

namespace {

constexpr unsigned first_ifindex = 100;

// A bond of `slaves` slaves, numbered from 0: all usable but `unusable`; those in `dark` have lost carrier since.
xdpbond_half bond(unsigned slaves, std::initializer_list<unsigned> unusable = {},
                  std::initializer_list<unsigned> dark = {}) {
    const auto in = [](std::initializer_list<unsigned> list, unsigned number) {
        for (const unsigned entry : list)
            if (entry == number)
                return true;
        return false;
    };
    xdpbond_half half{};
    for (unsigned number = 0; number < slaves; ++number) {
        xdpbond_port port{};
        port.ifindex = first_ifindex + number;
        port.slot = static_cast<__u16>(number);
        if (!in(unusable, number))
            port.flags |= XDPBOND_PORT_USABLE;
        if (in(dark, number))
            port.flags |= XDPBOND_PORT_NO_CARRIER;
        half.slave[half.slaves++] = port;
        if (port.flags & XDPBOND_PORT_USABLE) {
            half.sender[half.usable++] = port;
            half.preference[half.preferred++] = port;
        }
    }
    return half;
}

constexpr int nobody = -1;

int slave_of(const xdpbond_choice& choice) {
    return choice.place == XDPBOND_NOWHERE ? nobody : xdpbond_chosen(&choice)->slot;
}

int chosen(const xdpbond_half& half, unsigned mode, __u64 key, unsigned rr_slaves = XDPBOND_RR_ALL,
           unsigned carrier = XDPBOND_CARRIER_ON) {
    return slave_of(xdpbond_choose(&half, mode, rr_slaves, key, carrier));
}

// The slaves of successive frames in balance-rr on a CPU that sent none before, one digit a frame.
std::string turns(const xdpbond_half& half, unsigned frames, unsigned packets_per_slave,
                  unsigned rr_slaves = XDPBOND_RR_ALL) {
    std::string result;
    for (unsigned counter = 1; counter <= frames; ++counter)
        result += static_cast<char>(
            '0' + chosen(half, XDPBOND_MODE_BALANCE_RR, xdpbond_turn(counter, packets_per_slave), rr_slaves));
    return result;
}

} // namespace

TEST_CASE("the remainder without a division is the remainder") {
    for (unsigned count = 1; count <= XDPBOND_SLAVES_MAX; ++count)
        for (const unsigned key :
             {0u, 1u, 2u, 63u, 64u, 65u, 12345u, 0x7fffffffu, 0x80000000u, 0xfffffffeu, 0xffffffffu}) {
            CAPTURE(count);
            CHECK(xdpbond_remainder(key, count) == key % count);
        }
    CHECK(xdpbond_remainder(7, 0) == 7);
}

TEST_CASE("balance-xor and 802.3ad: the hash picks among the usable slaves, in the order they joined") {
    const xdpbond_half half = bond(5, {1});
    const int order[] = {0, 2, 3, 4};
    for (const unsigned mode : {XDPBOND_MODE_BALANCE_XOR, XDPBOND_MODE_8023AD})
        for (const unsigned hash : {0u, 1u, 2u, 3u, 4u, 1000u, 0xffffffffu})
            CHECK(chosen(half, mode, hash) == order[hash % 4]);
}

TEST_CASE("balance-xor: when a slave loses carrier its flows alone move, to where the kernel sends them without it") {
    const xdpbond_half before = bond(5), lost = bond(5, {}, {2}), without = bond(5, {2});
    for (unsigned hash = 0; hash < 1000; ++hash) {
        const int was = chosen(before, XDPBOND_MODE_BALANCE_XOR, hash);
        CAPTURE(hash);
        CHECK(chosen(lost, XDPBOND_MODE_BALANCE_XOR, hash) ==
              (was == 2 ? chosen(without, XDPBOND_MODE_BALANCE_XOR, hash) : was));
    }
}

TEST_CASE("802.3ad: when all that may send are dead, the next in line takes over and gives way again") {
    xdpbond_half half = bond(3);
    half.usable = 1;
    CHECK(chosen(half, XDPBOND_MODE_8023AD, 5) == 0);
    half.sender[0].flags |= XDPBOND_PORT_NO_CARRIER;
    half.preference[0].flags |= XDPBOND_PORT_NO_CARRIER;
    CHECK(chosen(half, XDPBOND_MODE_8023AD, 5) == 1);
    CHECK(chosen(half, XDPBOND_MODE_BALANCE_XOR, 5) == nobody);
    half.preference[1].flags |= XDPBOND_PORT_NO_CARRIER;
    CHECK(chosen(half, XDPBOND_MODE_8023AD, 5) == 2);
    half.preferred = 1;
    CHECK(chosen(half, XDPBOND_MODE_8023AD, 5) == nobody);
}

TEST_CASE("balance-rr: the first frame goes to the second slave, then in turn") {
    CHECK(turns(bond(5), 6, 1) == "123401");
    CHECK(turns(bond(3), 8, 3) == "00111222");
    CHECK(turns(bond(3), 11, 2) == "01122001122");
    CHECK(turns(bond(1), 4, 1) == "0000");
}

TEST_CASE("balance-rr: a dead slave's turns go to the next one, as in the kernel") {
    CHECK(turns(bond(5, {2, 3}), 5, 1) == "14440");
    CHECK(turns(bond(3, {1}), 6, 1) == "220220");
    CHECK(turns(bond(3, {0}), 6, 1) == "121121");
    CHECK(turns(bond(5, {2}, {3}), 5, 1) == "14440"); // whoever noticed it
}

TEST_CASE("balance-rr over usable slaves: each gets the same share") {
    CHECK(turns(bond(5, {2, 3}), 6, 1, XDPBOND_RR_USABLE) == "140140");
}

TEST_CASE("balance-rr over usable slaves: those left share evenly what one without carrier would have sent") {
    for (const xdpbond_half& half :
         {bond(3, {}, {1}), bond(4, {}, {1, 3}), bond(5, {0}, {2}), bond(4, {}, {0, 1, 2})}) {
        const std::string sent = turns(half, 1200, 1, XDPBOND_RR_USABLE);
        unsigned alive = 0;
        for (unsigned place = 0; place < half.usable; ++place)
            alive += xdpbond_alive(&half.sender[place], XDPBOND_CARRIER_ON);
        for (unsigned place = 0; place < half.usable; ++place) {
            const auto& port = half.sender[place];
            const auto share = std::count(sent.begin(), sent.end(), static_cast<char>('0' + port.slot));
            CHECK(share == (xdpbond_alive(&port, XDPBOND_CARRIER_ON) ? 1200 / alive : 0));
        }
    }
}

TEST_CASE("balance-rr: IGMP goes to the active slave, whose turn it may not be") {
    xdpbond_half half = bond(3);
    CHECK(chosen(half, XDPBOND_MODE_BALANCE_RR, XDPBOND_KEY_ACTIVE) == 0);
    half.preference[0].flags |= XDPBOND_PORT_NO_CARRIER;
    CHECK(chosen(half, XDPBOND_MODE_BALANCE_RR, XDPBOND_KEY_ACTIVE) == 1);
}

TEST_CASE("active-backup: the most preferred slave with carrier, whatever the frame") {
    xdpbond_half half = bond(3);
    half.preference[0] = half.slave[2];
    half.preference[1] = half.slave[0];
    half.preference[2] = half.slave[1];
    CHECK(chosen(half, XDPBOND_MODE_ACTIVE_BACKUP, 12345) == 2);
    half.preference[0].flags |= XDPBOND_PORT_NO_CARRIER;
    CHECK(chosen(half, XDPBOND_MODE_ACTIVE_BACKUP, 12345) == 0);
    half.preference[1].flags |= XDPBOND_PORT_NO_CARRIER;
    CHECK(chosen(half, XDPBOND_MODE_ACTIVE_BACKUP, 12345) == 1);
}

TEST_CASE("active-backup: frames from a slave that is not active are a back-up's, those from elsewhere are not") {
    const xdpbond_half half = bond(3, {2}, {0});
    const xdpbond_choice active = xdpbond_choose(&half, XDPBOND_MODE_ACTIVE_BACKUP, 0, 0, XDPBOND_CARRIER_ON);
    CHECK(slave_of(active) == 1);
    CHECK_FALSE(xdpbond_is_backup(&half, &active, first_ifindex + 1));
    CHECK(xdpbond_is_backup(&half, &active, first_ifindex + 0));
    CHECK(xdpbond_is_backup(&half, &active, first_ifindex + 2)); // not usable, a slave all the same
    CHECK_FALSE(xdpbond_is_backup(&half, &active, first_ifindex + 3));
}

TEST_CASE("nobody sends where nobody is alive, in any mode") {
    for (unsigned mode = XDPBOND_MODE_BALANCE_RR; mode <= XDPBOND_MODE_8023AD; ++mode)
        for (const xdpbond_half& half : {bond(0), bond(2, {0, 1}), bond(2, {}, {0, 1}), bond(2, {0}, {1})}) {
            const xdpbond_choice choice = xdpbond_choose(&half, mode, XDPBOND_RR_ALL, 7, XDPBOND_CARRIER_ON);
            CAPTURE(mode);
            CHECK(slave_of(choice) == nobody);
            CHECK(choice.reason == XDPBOND_REASON_NO_SLAVE);
        }
}

TEST_CASE("without the carrier check the table's word is enough") {
    const xdpbond_half half = bond(3, {}, {1});
    CHECK(chosen(half, XDPBOND_MODE_BALANCE_XOR, 1, XDPBOND_RR_ALL, XDPBOND_CARRIER_OFF) == 1);
    CHECK(chosen(half, XDPBOND_MODE_BALANCE_XOR, 1, XDPBOND_RR_ALL, XDPBOND_CARRIER_ON) != 1);
}

TEST_CASE("a detour is told from a first choice, and carrier lost in band from a slave that the table knew was dead") {
    const auto reason = [](const xdpbond_half& half, __u64 key) {
        return xdpbond_choose(&half, XDPBOND_MODE_BALANCE_RR, XDPBOND_RR_ALL, key, XDPBOND_CARRIER_ON).reason;
    };
    CHECK(reason(bond(3), 1) == XDPBOND_REASON_SENT);
    CHECK(reason(bond(3, {}, {1}), 1) == XDPBOND_REASON_CARRIER);
    CHECK(reason(bond(3, {1}), 1) == XDPBOND_REASON_SENT);
}

TEST_CASE("64 slaves: every place is reached") {
    const xdpbond_half half = bond(XDPBOND_SLAVES_MAX);
    for (unsigned hash = 0; hash < XDPBOND_SLAVES_MAX; ++hash)
        CHECK(chosen(half, XDPBOND_MODE_BALANCE_XOR, hash) == static_cast<int>(hash));
    xdpbond_half last = half;
    for (unsigned place = 0; place + 1 < XDPBOND_SLAVES_MAX; ++place)
        last.sender[place].flags |= XDPBOND_PORT_NO_CARRIER;
    for (unsigned hash = 0; hash < XDPBOND_SLAVES_MAX; ++hash)
        CHECK(chosen(last, XDPBOND_MODE_BALANCE_XOR, hash) == XDPBOND_SLAVES_MAX - 1);
}
