#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Ports that cannot be slaves, or must not without --force: refused, and every port is as it was."""

import contextlib
import itertools
import os
import unittest

import frames
import netns
from case import Case, main
from command import BUSY, UNSUPPORTED, USAGE
from traffic import Traffic

GENERIC, NATIVE = "xdpgeneric", "xdpdrv"


class Ports(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=4)
        self.up = "up", "uplink", "--slaves", "s0,s1,s2,s3"

    @contextlib.contextmanager
    def somebody_elses(self, how):
        """A program that is none of ours on s2: by a link, or by netlink, native or generic."""
        if how == "link":
            host = type("", (), {"switch": self.bed.host, "ports": ["s2"], "peer_port": None})
            with Traffic(host, frames.udp_flows(1)):
                yield
            return
        self.bed.ip(self.bed.host, "link", "set", "s2", how, "obj", os.environ["XDPBOND_FOREIGN"], "sec", "xdp")
        yield
        self.bed.ip(self.bed.host, "link", "set", "s2", how, "off")

    def test_somebody_elses_program(self):
        """a port with somebody else's XDP program: refused, and that program stays"""
        for how, more in itertools.product(("link", NATIVE, GENERIC), ((), ("--force",), ("--attach", "generic"))):
            with self.subTest(how=how, more=more), self.somebody_elses(how):
                before, watch = self.bed.xdp("s2"), self.watch(self.bed)
                self.assertNotEqual(before, (0, 0))
                self.refused(self.load, (*self.up, *more), BUSY, f"s2.*program.*{before[1]}", watch)
                self.assertEqual(self.bed.xdp("s2"), before)

    def test_third_of_four_cannot(self):
        """--attach native, and the third of four slaves has too few receive queues: all are as they
        were; without the demand it alone is attached generic, and every slave delivers"""
        self.bed.rewire_with_few_queues("s2", 103)
        for slave in ("s1", "s3"):
            self.bed.admin(slave, False)
        watch = self.watch(self.bed)
        self.refused(self.load, (*self.up, "--attach", "native"), UNSUPPORTED, "s2.*(native|queue)", watch)
        # Without the demand that one is attached generic. Its far end has GRO on: it takes what the others redirect.
        said = self.load(*self.up).stderr
        self.assertRegex(said, "warning: attach to s2 in generic mode, for native is refused")
        self.every_slave_delivers(1, s2=2)
        self.load.down("uplink")
        self.unchanged(watch)

    def test_jumbo_frames(self):
        """slaves with jumbo frames are attached native: the program takes fragmented frames"""
        for name, namespace in (("s2", self.bed.host), ("p2", self.bed.switch)):
            self.bed.ip(namespace, "link", "set", name, "mtu", 9000)
        self.load.up("uplink", self.bed.slaves, "balance-rr", "--attach", "native")
        self.assertEqual(self.bed.xdp("s2")[0], 1)
        self.load.down("uplink")

    def test_port_in_use(self):
        """a port with an address or the default route: refused, so that nobody locks himself out; --force takes it"""
        self.bed.ip(self.bed.host, "addr", "add", "192.0.2.1/24", "dev", "s1")
        watch = self.watch(self.bed)
        self.refused(self.load, self.up, BUSY, "s1.*192.0.2.1.*--force", watch)
        self.bed.ip(self.bed.host, "route", "add", "default", "via", "192.0.2.2", "dev", "s1")
        self.refused(self.load, self.up, BUSY, "s1.*--force", watch)
        self.load(*self.up, "--force")
        self.load.down("uplink")
        self.unchanged(watch)

    def test_device_on_top(self):
        """a port that carries a device with an address (a VLAN, here a macvlan): refused without --force"""
        if self.bed.ip(self.bed.host, "link", "add", "link", "s1", "name", "mv0", "type", "macvlan",
                       check=False).returncode:
            raise unittest.SkipTest("this kernel has no macvlan")
        self.bed.ip(self.bed.host, "addr", "add", "192.0.2.1/24", "dev", "mv0")
        watch = self.watch(self.bed)
        self.refused(self.load, self.up, BUSY, "s1.*mv0.*--force", watch)

    def test_other_name(self):
        """a port by an alternative name: the same port, also as primary; twice is once too often"""
        self.bed.ip(self.bed.host, "link", "property", "add", "dev", "s1", "altname", "second")
        self.refused(self.load, ("up", "uplink", "--slaves", "s0,s1,second"), USAGE, "second.*s1", self.watch(self.bed))
        self.load("up", "uplink", "--slaves", "s0,second", "--mode", "active-backup", "--primary", "second")
        bond, = self.load.json("status", "uplink")
        self.assertEqual(bond["linkinfo"]["info_data"]["active_slave"], "s1")
        self.load.down("uplink")

    def test_port_of_a_bridge(self):
        """a port of a bridge: refused without --force"""
        if self.bed.ip(self.bed.host, "link", "add", "br0", "type", "bridge", check=False).returncode:
            raise unittest.SkipTest("this kernel has no bridges")
        self.bed.ip(self.bed.host, "link", "set", "s3", "master", "br0")
        watch = self.watch(self.bed)
        self.refused(self.load, self.up, BUSY, "s3.*br0", watch)

    def test_far_end_takes_nothing(self):
        """a veth whose far end has neither GRO nor a program takes no native frame: GRO is switched on there, and off
        again by down; --dry-run says so and does nothing"""
        self.bed.ethtool(self.bed.switch, "-K", "p2", "gro", "off")
        watch = self.watch(self.bed)
        self.assertRegex(self.load(*self.up, "--dry-run").stdout, r"change p2 in namespace \S+, .*s2: GRO on")
        self.unchanged(watch)
        said = self.load(*self.up)
        self.assertRegex(said.stdout, "change p2 .*s2: GRO on")
        self.assertEqual(said.stderr, "")
        self.every_slave_delivers(1)
        self.load.down("uplink")
        self.unchanged(watch)

    def test_stale(self):
        """GRO switched on while the far end was down: the driver took no notice of it, up makes it; also while it is
        down still"""
        for port in ("p1", "p2"):
            self.bed.ethtool(self.bed.switch, "-K", port, "gro", "off")
            self.bed.carrier(port.replace("p", "s"), False)
            self.bed.ethtool(self.bed.switch, "-K", port, "gro", "on")
        self.bed.carrier("s1", True)
        watch = self.watch(self.bed)
        said = self.load(*self.up).stdout
        self.assertRegex(said, "change p1 .*GRO off and on")
        self.assertRegex(said, "change p2 .*GRO off and on.*up for a moment")
        self.bed.carrier("s2", True)
        self.every_slave_delivers(1)
        self.bed.carrier("s2", False)
        self.load.down("uplink")
        self.unchanged(watch)

    def test_far_end_out_of_sight(self):
        """a far end in a namespace without a name or a process cannot be changed: generic mode for all, and it works;
        --attach native is refused, and taken by --force with a warning"""
        self.bed.hide("s3")
        self.bed.ports.remove("p3")
        self.bed.slaves.remove("s3")
        watch = self.watch(self.bed)
        native = *self.up, "--attach", "native"
        self.refused(self.load, native, UNSUPPORTED, "s3: .*far end cannot be seen.*--force", watch)
        self.assertRegex(self.load(*native, "--force").stderr, "warning: .*s3: .*far end cannot be seen")
        self.load.down("uplink")
        self.unchanged(watch)
        self.assertRegex(self.load(*self.up).stderr, "warning: generic mode for all: s3")
        self.assertEqual([self.bed.xdp(slave)[0] for slave in self.bed.slaves], [2, 2, 2])
        self.load.down("uplink")
        self.unchanged(watch)

    def test_far_end_out_of_reach(self):
        """a far end that up changed and that nothing leads to any more: down says what stays changed, on standard
        error and nowhere else, with -v too"""
        for words in ((), ("-v",)):
            with self.subTest(words=words):
                slave = "s3" if words else "s2"
                self.bed.ethtool(self.bed.switch, "-K", slave.replace("s", "p"), "gro", "off")
                self.load("up", "uplink", "--slaves", f"s0,{slave}")
                self.bed.hide(slave)
                said = self.load("down", "uplink", *words)
                self.assertRegex(said.stderr, rf"\Axdpbond-load: warning: {slave}: cannot reach its far end: .*; its "
                                              r"offloads stay as they are: rx-gro on.*\n\Z")
                self.assertNotIn("warning", said.stdout)
                self.assertEqual("detach from s0" in said.stdout, bool(words), said.stdout)
                self.assertEqual(self.bed.xdp(slave), (0, 0))

    def every_slave_delivers(self, mode, **others):
        """All but some are attached this way, and an even share of frames arrives behind each."""
        self.assertEqual({slave: self.bed.xdp(slave)[0] for slave in self.bed.slaves},
                         dict.fromkeys(self.bed.slaves, mode) | others)
        flow, count = frames.udp_flows(1)[0], 4 * 50
        ends = [self.enterContext(netns.packet_socket(self.bed.switch, port)) for port in self.bed.ports]
        with netns.packet_socket(self.bed.switch, "p0", 0) as sending:
            for _ in range(count):
                sending.send(flow)
        self.assertEqual([len(netns.drain(end)) for end in ends], [count / 4] * 4)


if __name__ == "__main__":
    main()
