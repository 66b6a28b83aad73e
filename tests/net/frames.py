# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Frames as bytes, built the way one says them: ethernet(0x0800) + ipv4(17) + ports(1234, 53)."""

import ipaddress
import struct

PATTERN = 112  # bytes of a numbered frame before its trailer, as in traffic/layout.h
MAGIC = 0x7862746E

HOST = "02:00:00:00:00:0b"
GATE = "02:00:00:00:00:0a"


def mac(text):
    return bytes.fromhex(text.replace(":", ""))


def ethernet(ethertype, dst=GATE, src=HOST):
    return mac(dst) + mac(src) + struct.pack("!H", ethertype)


def vlan(tci, ethertype):
    """What follows the ethertype 0x8100 or 0x88a8: the tag's value and the next ethertype."""
    return struct.pack("!HH", tci, ethertype)


def ipv4(protocol, src="10.0.0.1", dst="10.0.0.2", fragment=0, options=b"", payload=20):
    words = (20 + len(options)) // 4
    header = struct.pack(
        "!BBHHHBBH4s4s", 0x40 | words, 0, 4 * words + payload, 1, fragment, 64, protocol, 0,
        ipaddress.IPv4Address(src).packed, ipaddress.IPv4Address(dst).packed)
    total = sum(struct.unpack(f"!{len(header + options) // 2}H", header + options))
    total = (total & 0xFFFF) + (total >> 16)
    total = (total & 0xFFFF) + (total >> 16)
    return header[:10] + struct.pack("!H", 0xFFFF - total) + header[12:] + options


def ipv6(next_header, src="2001:db8::1", dst="2001:db8::2", payload=20):
    return struct.pack("!IHBB", 0x60000000, payload, next_header, 64) + ipaddress.IPv6Address(
        src).packed + ipaddress.IPv6Address(dst).packed


def ports(src, dst):
    """The first words of TCP, UDP and their like, and a few bytes more."""
    return struct.pack("!HHHH", src, dst, 20, 0) + bytes(12)


def icmp(kind, code=0, identifier=0):
    return struct.pack("!BBHHH", kind, code, 0, identifier, 1)


def pattern(frame):
    """A frame as the sender repeats it: padded to PATTERN bytes."""
    if len(frame) > PATTERN:
        raise ValueError(f"{len(frame)} bytes do not fit into a pattern")
    return frame.ljust(PATTERN, b"\0")


def numbered(frame, index, number):
    """The whole frame that the sender makes of a pattern."""
    return pattern(frame) + struct.pack("<IIQ", MAGIC, index, number)


def udp_flows(count):
    """Flows that differ in addresses and ports, so that every policy but the MAC-only ones spreads them."""
    return [
        ethernet(0x0800, src=f"02:00:00:00:{i >> 8:02x}:{i & 255:02x}") +
        ipv4(17, src=f"10.0.{i >> 8}.{i & 255}", dst=f"10.1.{i % 7}.2") + ports(1024 + 37 * i, 53 + i % 5)
        for i in range(count)
    ]


def varied():
    """Every shape a hash policy looks into: addresses, ports, tags, tunnels, fragments, ICMP, what is not IP."""
    shapes = []
    for i in range(8):
        src, dst, port = f"10.0.0.{i + 1}", f"10.0.{i}.2", 1000 + 77 * i
        eth = dict(src=f"02:00:00:00:01:{i:02x}")
        six = dict(src=f"2001:db8::{i + 1:x}", dst=f"2001:db8:{i:x}::2")
        udp = ipv4(17, src, dst) + ports(port, 53)
        shapes += [
            ethernet(0x0800, **eth) + udp,
            ethernet(0x0800, **eth) + ipv4(6, src, dst) + ports(port, 443),
            ethernet(0x0800, **eth) + ipv4(17, src, dst, options=bytes(4 * (i % 4))) + ports(port, 4789),
            ethernet(0x0800, **eth) + ipv4(17, src, dst, fragment=0x2000) + ports(port, 53),
            ethernet(0x0800, **eth) + ipv4(50, src, dst) + struct.pack("!II", 0x1000 + i, 1),
            ethernet(0x0800, **eth) + ipv4(1, src, dst) + icmp(8, 0, 0x1200 + i),
            ethernet(0x0800, **eth) + ipv4(1, src, dst) + icmp(3, 1) + udp[:28],
            ethernet(0x0800, **eth) + ipv4(47, src, dst) + struct.pack("!HH", 0, 0x0800) + udp,
            ethernet(0x0800, **eth) + ipv4(4, src, dst) + udp,
            ethernet(0x0800, **eth) + ipv4(41, src, dst) + ipv6(17, **six) + ports(port, 53),
            ethernet(0x86DD, **eth) + ipv6(17, **six) + ports(port, 53),
            ethernet(0x86DD, **eth) + ipv6(58, **six) + icmp(128, 0, 0x4400 + i),
            ethernet(0x86DD, **eth) + ipv6(0, **six) + struct.pack("!BB", 17, 0) + bytes(6) + ports(port, 53),
            ethernet(0x8100, **eth) + vlan(0x2000 | (100 + i), 0x0800) + udp,
            ethernet(0x8100, **eth) + vlan(200 + i, 0x86DD) + ipv6(6, **six) + ports(port, 443),
            ethernet(0x88A8, **eth) + vlan(300 + i, 0x8100) + vlan(7, 0x0800) + udp,
            ethernet(0x8847, **eth) + struct.pack("!I", (0x10 + i) << 12 | 0x140) + udp,
            ethernet(0x88B5, **eth) + bytes([i]) * 46,
        ]
    return shapes


def control():
    """Control frames by name: none may ever leave through another slave."""
    nd = lambda kind: ethernet(0x86DD) + ipv6(58, src="fe80::1", dst="ff02::1") + icmp(kind)
    slow = lambda subtype: ethernet(0x8809, dst="01:80:c2:00:00:02") + bytes([subtype, 1]) + bytes(50)
    arp = lambda operation: struct.pack("!HHBBH", 1, 0x0800, 6, 4, operation) + bytes(20)
    frames = {
        "LACP": slow(1),
        "marker": slow(2),
        "LLDP": ethernet(0x88CC, dst="01:80:c2:00:00:0e") + bytes(46),
        "STP": mac("01:80:c2:00:00:00") + mac(HOST) + struct.pack("!H", 38) + b"\x42\x42\x03" + bytes(43),
        "802.1X": ethernet(0x888E, dst="01:80:c2:00:00:03") + bytes(46),
        "ARP request": ethernet(0x0806, dst="ff:ff:ff:ff:ff:ff") + arp(1) + bytes(18),
        "ARP reply": ethernet(0x0806) + arp(2) + bytes(18),
        "tagged ARP": ethernet(0x8100) + vlan(100, 0x0806) + arp(1) + bytes(18),
    }
    names = {133: "router solicitation", 134: "router advertisement", 135: "neighbour solicitation",
             136: "neighbour advertisement", 137: "redirect"}
    return frames | {f"ND {names[kind]}": nd(kind) for kind in names}


LINK_LOCAL = ("LACP", "marker", "LLDP", "STP", "802.1X")
