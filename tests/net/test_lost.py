#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Frames that the kernel loses after the program has sent them: each is in stats, with its slave and its errno."""

import glob
import json
import os
import unittest

import frames
import netns
from case import Case, main
from lab import run

COUNT = 40


class Lost(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=2)

    def bond(self, mode, *words):
        self.load.up("uplink", self.bed.slaves, mode, *words)

    def arrived(self, count=COUNT, size=100, ports=None, source="p0"):
        """How many of the frames sent in at s0, or at another port, arrive behind each slave."""
        frame = frames.udp_flows(1)[0].ljust(size, b"\0")
        ends = [netns.packet_socket(self.bed.switch, port) for port in ports or self.bed.ports]
        with netns.packet_socket(self.bed.switch, source, 0) as sending:
            for _ in range(count):
                sending.send(frame)
        seen = [len(netns.drain(end)) for end in ends]
        for end in ends:
            end.close()
        return seen

    def errors(self):
        """{slave: {errno's name: packets}}; those of no slave under None."""
        stats, = self.load.json("stats", "uplink")
        self.assertTrue(stats["errors_counted"])
        found = {slave["ifname"]: {row["name"]: row["packets"] for row in slave["errors"]} for slave in stats["slaves"]}
        if stats["errors"]:
            found[None] = {row["name"]: row["packets"] for row in stats["errors"]}
        return found

    def test_none(self):
        """all is well: no errors, and stats says so"""
        self.bond("balance-rr")
        self.assertEqual(self.arrived(), [COUNT / 2, COUNT / 2])
        self.assertEqual(self.errors(), {"s0": {}, "s1": {}})
        self.assertRegex(self.load("stats", "uplink").stdout, r"(?s)by the kernel\n +none")
        self.load.down("uplink")

    def test_far_end_not_ready(self):
        """GRO is switched off again at a far end: its frames are lost and counted under its slave"""
        for mode, expected in (("balance-rr", [COUNT / 2, 0]),):
            with self.subTest(mode=mode):
                watch = self.watch(self.bed)
                self.bond(mode)
                self.bed.ethtool(self.bed.switch, "-K", "p1", "gro", "off")
                self.assertEqual(self.arrived(), expected)
                self.assertEqual(self.errors(), {"s0": {}, "s1": {"EOPNOTSUPP": expected[0]}})
                self.assertRegex(self.load("stats", "uplink").stdout, rf"s1 +{int(expected[0])} +EOPNOTSUPP \(95")
                self.bed.ethtool(self.bed.switch, "-K", "p1", "gro", "on")
                self.load.down("uplink")
                self.unchanged(watch)

    def test_too_long(self):
        """a slave with a smaller mtu: the longest frame that fits is found by trying; one byte more is lost, counted"""
        for name, namespace in (("s1", self.bed.host), ("p1", self.bed.switch)):
            self.bed.ip(namespace, "link", "set", name, "mtu", 1000)
        for mode, share in (("balance-rr", 2),):
            with self.subTest(mode=mode):
                self.bond(mode)
                fits, too_long = 1000, 1100
                while too_long - fits > 1:
                    size = (fits + too_long) // 2
                    if self.arrived(4, size)[1]:
                        fits = size
                    else:
                        too_long = size
                before = self.errors()["s1"]["EMSGSIZE"]
                self.assertEqual(self.arrived(size=fits), [COUNT / share, COUNT / share])
                self.assertEqual(self.errors()["s1"]["EMSGSIZE"], before)
                self.assertEqual(self.arrived(size=too_long), [COUNT / share, 0])
                self.assertEqual(self.errors(), {"s0": {}, "s1": {"EMSGSIZE": before + COUNT / share}})
                self.load.down("uplink")

    def test_down(self):
        """carrier_check=off: frames for a slave that is down, or whose far end is, are lost and counted"""
        for mode, share in (("balance-rr", 2),):
            with self.subTest(mode=mode):
                self.bond(mode, "--set", "carrier_check=off")
                self.bed.carrier("s1", False)
                self.assertEqual(self.arrived(ports=["p0"]), [COUNT / share])
                lost = self.errors()
                self.assertEqual((lost["s0"], sum(lost["s1"].values())), ({}, COUNT / share), lost)
                self.bed.carrier("s1", True)
                self.bed.admin("s1", False)
                self.assertEqual(self.arrived(ports=["p0"]), [COUNT / share])
                lost = self.errors()
                self.assertEqual((lost["s0"], lost["s1"]["ENETDOWN"]), ({}, COUNT / share), lost)
                self.bed.admin("s1", True)
                self.load.down("uplink")

    def copies(self, lost, size=100, source="p0"):
        """Broadcasts: as many copies are missing behind each slave as its errors grow by, {slave: errno's name}."""
        before = self.errors()
        arrived = self.arrived(size=size, source=source)
        expected = {slave: dict(rows) for slave, rows in before.items()}
        for slave, name in lost.items():
            expected[slave][name] = expected[slave].get(name, 0) + COUNT
        self.assertEqual(arrived, [0 if slave in lost else COUNT for slave in self.bed.slaves])
        self.assertEqual(self.errors(), expected)

    def test_broadcast(self):
        """broadcast over a good and a bad slave: each copy that the kernel skips is counted under the bad one"""
        for words in ((), ("--set", "carrier_check=off")):
            with self.subTest(words=words):
                watch = self.watch(self.bed)
                self.bond("broadcast", *words)
                self.copies({})
                self.bed.ethtool(self.bed.switch, "-K", "p1", "gro", "off")
                self.copies({"s1": "EOPNOTSUPP"})
                self.bed.ethtool(self.bed.switch, "-K", "p1", "gro", "on")
                self.bed.ip(self.bed.host, "link", "set", "s1", "mtu", 1000)
                self.copies({}, 1000 + 14 + 4)
                self.copies({"s1": "EMSGSIZE"}, 1000 + 14 + 4 + 1)
                self.bed.ip(self.bed.host, "link", "set", "s1", "mtu", 1500)
                self.copies({}, 1500)
                if words:
                    self.bed.admin("s1", False)
                    self.assertEqual(self.arrived(ports=["p0"]), [COUNT])
                    self.assertEqual(self.errors()["s1"]["ENETDOWN"], COUNT)
                    self.bed.admin("s1", True)
                self.assertEqual(self.errors()["s0"], {})
                self.load.down("uplink")
                self.unchanged(watch)

    def test_broadcast_came_to_it(self):
        """a bond that comes to broadcast later, without the carrier check: the same"""
        self.bond("balance-rr", "--set", "carrier_check=off")
        self.load.set("uplink", "mode=broadcast")
        self.bed.ethtool(self.bed.switch, "-K", "p1", "gro", "off")
        self.copies({"s1": "EOPNOTSUPP"})
        self.load.down("uplink")

    def test_broadcast_forced(self):
        """a far end that up cannot make ready, in native mode by --force: all its copies are lost and counted"""
        hidden = f"{self.bed.switch}x"
        run("ip", "netns", "add", hidden)
        quiet = "net.ipv6.conf.all.disable_ipv6=1", "net.ipv6.conf.default.disable_ipv6=1"
        run("ip", "netns", "exec", hidden, "sysctl", "-qw", *quiet)
        self.bed.ethtool(self.bed.switch, "-K", "p1", "gro", "off")
        self.bed.ip(self.bed.switch, "link", "set", "p1", "netns", hidden)
        self.bed.ip(hidden, "link", "set", "p1", "up")
        end = self.enterContext(netns.packet_socket(hidden, "p1"))  # it keeps the namespace
        run("ip", "netns", "del", hidden)
        self.bond("broadcast", "--attach", "native", "--force")
        self.assertEqual(self.arrived(ports=["p0"]), [COUNT])
        self.assertEqual(len(netns.drain(end)), 0)
        self.assertEqual(self.errors(), {"s0": {}, "s1": {"EOPNOTSUPP": COUNT}})
        self.assertRegex(self.load("stats", "uplink").stdout, rf"s1 +{COUNT} +EOPNOTSUPP \(95")
        self.load.down("uplink")

    def test_generic(self):
        """generic mode: the same for a frame that is too long; in broadcast the slaves after that one lose it too"""
        self.bed.wire("s2", "p2", 111)
        self.bed.slaves.append("s2")
        self.bed.ports.append("p2")
        self.bed.ip(self.bed.host, "link", "set", "s1", "mtu", 1000)
        self.bond("balance-rr", "--attach", "generic")
        self.assertEqual(self.arrived(3 * COUNT, 1200), [COUNT, 0, COUNT])
        self.assertEqual(self.errors(), {"s0": {}, "s1": {"EMSGSIZE": COUNT}, "s2": {}})
        self.load.set("uplink", "mode=broadcast")
        self.copies({"s1": "EMSGSIZE", "s2": "ECANCELED"}, 1200)
        self.bed.ethtool(self.bed.switch, "-K", "p1", "gro", "off")
        self.copies({})
        self.bed.admin("s1", False)
        self.assertEqual(self.arrived(), [COUNT, 0, 0])
        self.assertEqual(self.errors()["s2"], {"ECANCELED": 2 * COUNT})
        self.load.down("uplink")

    def test_mixed(self):
        """one port alone in generic mode: the kernel gives up a frame that came in there at the first bad slave, and
        skips that slave for one that came in on another; either way what is missing is counted"""
        self.bed.rewire_with_few_queues("s1", 120)
        self.bed.wire("s2", "p2", 121)
        self.bed.slaves.append("s2")
        self.bed.ports.append("p2")
        watch = self.watch(self.bed)
        said = self.load.up("uplink", self.bed.slaves, "broadcast").stderr
        self.assertRegex(said, "warning: attach to s1 in generic mode, for native is refused")
        self.assertEqual([self.bed.xdp(slave)[0] for slave in self.bed.slaves], [1, 2, 1])
        for source in self.bed.ports:
            self.copies({}, source=source)
        self.bed.ip(self.bed.host, "link", "set", "s0", "mtu", 1000)
        self.copies({"s0": "EMSGSIZE"}, 1200, "p2")
        self.copies({"s0": "EMSGSIZE", "s1": "ECANCELED", "s2": "ECANCELED"}, 1200, "p1")
        self.bed.ip(self.bed.host, "link", "set", "s0", "mtu", 1500)
        self.load.down("uplink")
        self.unchanged(watch)

    def test_unknown_device(self):
        """generic mode, and a writer of the table did not tell the devices: what ends a broadcast is counted, if under
        no slave"""
        self.bond("broadcast", "--attach", "generic")
        self.forget_devices()
        self.bed.ip(self.bed.host, "link", "set", "s0", "mtu", 1000)
        self.assertEqual(self.arrived(size=1200, source="p1"), [0, 0])
        self.assertEqual(self.errors(), {"s0": {}, "s1": {}, None: {"EMSGSIZE": COUNT}})
        self.load.down("uplink")

    def forget_devices(self):
        """Writes the bond's table anew, without the addresses of devices."""
        table, = glob.glob(f"{self.bed.pin_dir}/**/uplink/table", recursive=True)
        value, = json.loads(run("bpftool", "-j", "map", "dump", "pinned", table).stdout)
        whole = bytearray(int(byte, 16) for byte in value["value"])
        half = (len(whole) - 64) // 2
        for place in range(16, half, 16):
            for at in (64 + place, 64 + half + place):
                whole[at:at + 8] = bytes(8)
        run("bpftool", "map", "update", "pinned", table, "key", 0, 0, 0, 0, "value", *whole)

    def test_neighbours(self):
        """two bonds: what one of them loses is not counted under the other"""
        self.bed.wire("s2", "p2", 111)
        self.bed.wire("s3", "p3", 112)
        self.bond("balance-rr")
        self.load.up("other", ["s2", "s3"])
        self.bed.carrier("s1", False)
        self.bed.ethtool(self.bed.switch, "-K", "p0", "gro", "off")
        self.assertEqual(self.arrived(ports=["p0"]), [0])
        stats, = self.load.json("stats", "other")
        self.assertEqual([slave["errors"] for slave in stats["slaves"]], [[], []])
        self.assertEqual(self.errors()["s0"], {"EOPNOTSUPP": COUNT})
        for name in ("other", "uplink"):
            self.load.down(name)

    def test_tags(self):
        """tags that the stack at a far end gives: up sees to it that they stay; switched back they are lost"""
        self.assertIn("tx-vlan-offload: on", self.bed.ethtool(self.bed.switch, "-k", "p0").stdout)
        run("tc", "-n", self.bed.switch, "qdisc", "add", "dev", "p0", "clsact")
        if run("tc", "-n", self.bed.switch, "filter", "add", "dev", "p0", "egress", "bpf", "da", "obj",
               os.environ["XDPBOND_TAG"], "sec", "tc", check=False).returncode:
            raise unittest.SkipTest("tc cannot load a program here")
        watch = self.watch(self.bed)
        self.bond("active-backup", "--primary", "s1", "--set", "all_slaves_active=1")
        self.assertEqual(self.tags_behind_s1(), {b"\x81\x00\x00\x64"})
        self.bed.ethtool(self.bed.switch, "-K", "p0", "txvlan", "on")
        self.assertEqual(self.tags_behind_s1(), {b"\x08\x00\x45\x00"}, "that must lose the tag, or the test is blind")
        self.load.down("uplink")
        self.unchanged(watch)

    def tags_behind_s1(self):
        frame = frames.udp_flows(1)[0]
        with netns.packet_socket(self.bed.switch, "p1") as end, \
                netns.packet_socket(self.bed.switch, "p0", 0) as sending:
            for _ in range(COUNT):
                sending.send(frame)
            seen = netns.drain(end)
        self.assertEqual(len(seen), COUNT)
        return {frame[12:16] for frame in seen}


if __name__ == "__main__":
    main()
