#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""check: what ports can do and what would be wrong with them, before anything is done to them."""

import json
import os
import re
import unittest

from case import Case, main
from command import BUSY, DONE, NO_SUCH, UNSUPPORTED, USAGE


class Check(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=3)

    def check(self, *names, code=DONE):
        """The report as JSON; the text says the same."""
        watch = self.watch(self.bed)
        text = self.load("check", *names, code=code).stdout
        done = self.load("check", *names, "--json", code=code)
        self.unchanged(watch)
        report = json.loads(done.stdout)
        for port in report["ports"]:
            for found in port["findings"]:
                self.assertIn(f"{found['level']}: {found['text']}\n", text)
        return report

    def levels(self, port):
        return [found["level"] for found in port["findings"]]

    def test_fine(self):
        """ports that are ready but for VLAN offload at the far end: exit code 0, what up would change, nothing touched"""
        report = self.check("s0", "s1")
        self.assertEqual([port["ifname"] for port in report["ports"]], ["s0", "s1"])
        found, = report["together"]
        self.assertEqual(found["level"], "change")
        self.assertRegex(found["text"], f"up would give the MAC address of s0, {report['ports'][0]['address']}, to s1;")
        for port in report["ports"]:
            self.assertEqual((port["kind"], port["native"], port["tried"], port["program"]), ("veth", True, True, None))
            self.assertEqual(self.levels(port), ["change"], port["findings"])
            self.assertRegex(port["findings"][0]["text"], "up would change p.*tx-vlan-hw-insert")
            self.assertRegex(port["far_end"]["name"], f"in namespace {self.bed.switch}")
        self.assertFalse(self.load.json("check", "s0", "--dry-run")["ports"][0]["tried"])

    def test_unready_far_end(self):
        """GRO off at the far end: up would switch it on"""
        self.bed.ethtool(self.bed.switch, "-K", "p1", "gro", "off")
        port, = self.check("s1")["ports"]
        self.assertRegex(port["findings"][0]["text"], "up would change p1.*GRO on")

    def test_mtu(self):
        """mtu 9000 and 1500: a warning about both together, and about a far end that has another one"""
        self.bed.ip(self.bed.host, "link", "set", "s1", "mtu", 9000)
        report = self.check("s0", "s1")
        self.assertEqual(self.levels(report["ports"][1])[0], "warning")
        self.assertRegex(report["ports"][1]["findings"][0]["text"], "9000.*1500.*far end")
        self.bed.ip(self.bed.switch, "link", "set", "p1", "mtu", 9000)
        report = self.check("s0", "s1")
        self.assertEqual([found["level"] for found in report["together"]], ["warning", "change"])
        self.assertRegex(report["together"][0]["text"], "9000 at s1 and 1500 at s0")
        self.assertTrue(report["ports"][1]["native"], "programs that take fragments have no such limit")

    def test_mtu_of_changes(self):
        """up, slave add and set mode=broadcast warn in the same words, also in a dry run; other changes do not"""
        for name, namespace in (("s1", self.bed.host), ("p1", self.bed.switch)):
            self.bed.ip(namespace, "link", "set", name, "mtu", 9000)
        found, _ = self.check("s0", "s1")["together"]
        warning = f"xdpbond-load: warning: {found['text']}\n"
        planned = self.load("up", "uplink", "--slaves", "s0,s1", "--dry-run")
        self.assertEqual((planned.stderr, "warning" in planned.stdout), (warning, False))
        with self.load.bond("uplink", ["s0"]):
            self.assertEqual(self.load("slave", "add", "uplink", "s1", "--dry-run").stderr, warning)
            self.assertEqual(self.load("slave", "add", "uplink", "s1").stderr, warning)
        said = self.load("up", "uplink", "--slaves", "s0,s1", "-v")
        self.assertEqual((said.stderr, "warning" in said.stdout), (warning, False))
        for change, said in (("mode=balance-xor", ""), ("mode=broadcast", warning), ("statistics=off", "")):
            self.assertEqual(self.load.set("uplink", change).stderr, said, change)
        self.load.down("uplink")
        with self.load.bond("uplink", ["s0"]):
            self.assertEqual(self.load("slave", "add", "uplink", "s2").stderr, "")

    def linear_limit(self):
        """The largest mtu at which a veth takes a native program without fragments, found by trying; None: all."""
        ip = lambda *words, **options: self.bed.ip(self.bed.host, "link", "set", *words, **options)
        fits, refused = 1500, 9001
        while refused - fits > 1:
            mtu = (fits + refused) // 2
            for name, namespace in (("s2", self.bed.host), ("p2", self.bed.switch)):
                self.bed.ip(namespace, "link", "set", name, "mtu", mtu)
            if ip("s2", "xdpdrv", "obj", os.environ["XDPBOND_FOREIGN"], "sec", "xdp", check=False).returncode:
                refused = mtu
            else:
                fits = mtu
                ip("s2", "xdpdrv", "off")
        return fits if refused <= 9000 else None

    def test_linear_limit(self):
        """beyond the mtu that native programs without fragments have a limit at, ours are attached"""
        limit = self.linear_limit()
        if limit is None:
            raise unittest.SkipTest("no limit up to mtu 9000 for the program tried")
        for name, namespace in (("s2", self.bed.host), ("p2", self.bed.switch)):
            self.bed.ip(namespace, "link", "set", name, "mtu", limit + 1)
        port, = self.check("s2")["ports"]
        self.assertEqual((port["native"], port["mtu"]), (True, limit + 1))
        self.assertGreater(port["far_end"]["max_mtu"], limit)
        with self.load.bond("uplink", ["s2"], "balance-rr", "--attach", "native"):
            self.assertEqual(self.bed.xdp("s2")[0], 1)

    def test_queues(self):
        """fewer receive queues than the far end sends on: no native mode, in the kernel's own words"""
        self.few_queues()
        report = self.check("s0", "s2")
        port = report["ports"][1]
        self.assertEqual((port["native"], port["num_rx_queues"], port["far_end"]["num_tx_queues"]), (False, 1, 4))
        texts = [found["text"] for found in port["findings"]]
        self.assertTrue(any("number of rx queues" in text for text in texts), texts)
        self.assertTrue(any("ethtool -L s2" in text for text in texts), texts)
        self.assertRegex(self.load.up("uplink", ["s2"], "balance-rr", "--attach", "native", code=UNSUPPORTED).stderr,
                         "number of rx queues")

    def few_queues(self):
        self.bed.rewire_with_few_queues("s2", 103, gro=False)
        return "s2"

    def unready(self):
        self.bed.ethtool(self.bed.switch, "-K", "p1", "gro", "off")
        return "s1"

    def out_of_sight(self):
        self.bed.hide("s1")
        return "s1"

    def as_up_does(self, name, attach, *, words, up_words, changes):
        """What check says of a port, alone and beside s0, is what up does with both."""
        report = self.check("s0", name)
        port = report["ports"][1]
        self.assertEqual((report["ports"][0]["attach"], port["attach"]), ("native", attach))
        texts = [found["text"] for found in port["findings"]]
        self.assertTrue(any(re.search(words, text) for text in texts), texts)
        together = [found["text"] for found in report["together"] if found["level"] == "warning"]
        said = self.load.up("uplink", ["s0", name])
        if attach == "all generic":
            self.assertRegex("".join(together), f"all of these in generic mode, for {name}")
            expected = 2, 2
        else:
            self.assertEqual(together, [])
            expected = 1, {"native": 1, "generic": 2}[attach]
        self.assertEqual((self.bed.xdp("s0")[0], self.bed.xdp(name)[0]), expected)
        self.assertRegex(said.stdout + said.stderr, up_words)
        announced = [text.removeprefix("up would ") for text in texts if text.startswith("up would change")]
        done = [line for line in said.stdout.splitlines() if line.startswith("change ") and f"far end of {name}" in line]
        self.assertEqual(announced, done)
        self.assertEqual(bool(done), changes)
        self.load.down("uplink")

    def test_as_up_does_queues(self):
        """too few receive queues: that port alone generic, and its far end changed all the same"""
        self.as_up_does(self.few_queues(), "generic", words="s2: no native XDP: .*attaches it alone in generic mode",
                        up_words="warning: attach to s2 in generic mode", changes=True)

    def test_as_up_does_no_native(self):
        """a driver without native XDP, which takes no redirected frames: all generic"""
        self.as_up_does(self.port_without_native_xdp(self.bed), "all generic",
                        words="attaches all ports of a bond with it in generic mode", up_words="warning: generic mode for all, for ifb0", changes=False)

    def test_as_up_does_unready(self):
        """GRO off at the far end: native, GRO switched on"""
        self.as_up_does(self.unready(), "native", words="up would change p1.*GRO on", up_words="change p1.*GRO on",
                        changes=True)

    def test_as_up_does_out_of_sight(self):
        """a far end out of sight: all generic"""
        self.as_up_does(self.out_of_sight(), "all generic", words="cannot be seen.*attaches all ports of a bond with it",
                        up_words="warning: generic mode for all: s1", changes=False)

    def refused(self, name, code, message):
        """By check and by up alike."""
        port, = self.check(name, code=code)["ports"]
        self.assertEqual(self.levels(port)[0], "refusal")
        self.assertEqual(port["findings"][0]["exit_code"], code)
        self.assertRegex(port["findings"][0]["text"], message)
        watch = self.watch(self.bed)
        self.assertRegex(self.load.up("uplink", [name], code=code).stderr, message)
        self.unchanged(watch)

    def test_loopback(self):
        """the loopback device: refused, also when forced"""
        self.refused("lo", UNSUPPORTED, "lo: .*loopback")
        self.load.up("uplink", ["lo"], "balance-rr", "--force", code=UNSUPPORTED)

    def test_bridge(self):
        """a bridge and its port: refused by name"""
        if self.bed.ip(self.bed.host, "link", "add", "br0", "type", "bridge", check=False).returncode:
            raise unittest.SkipTest("this kernel has no bridges")
        self.bed.ip(self.bed.host, "link", "set", "s2", "master", "br0")
        self.refused("br0", UNSUPPORTED, "br0: is a bridge, not a port")
        self.refused("s2", BUSY, r"s2: belongs to br0 \(bridge\)")

    def test_kernel_bond(self):
        """a bond of the kernel's: refused by name"""
        if self.bed.ip(self.bed.host, "link", "add", "bond0", "type", "bond", check=False).returncode:
            raise unittest.SkipTest("this kernel has no bonding; the virtual machines have")
        self.refused("bond0", UNSUPPORTED, "bond0: is a bond, not a port")

    def test_vlan(self):
        """a VLAN on a port: refused, and the port named"""
        if self.bed.ip(self.bed.host, "link", "add", "link", "s0", "name", "s0.100", "type", "vlan", "id", 100,
                       check=False).returncode:
            raise unittest.SkipTest("this kernel has no VLAN devices; the virtual machines have")
        self.refused("s0.100", UNSUPPORTED, "s0.100: is a VLAN on another port")

    def test_taken(self):
        """a slave of a bond: the bond, its program's number and how it is held"""
        with self.load.bond("uplink", ["s0", "s1"]):
            port, = self.check("s0", code=BUSY)["ports"]
            self.assertEqual(port["findings"][0]["text"],
                             "s0: belongs to bond uplink; take it out of there first with `xdpbond-load slave del uplink s0 "
                             f"{' '.join(self.load.common)}`")
            self.assertRegex(port["program"], rf"program {self.bed.xdp('s0')[1]} \(tx\), native, held by a bpf_link")

    def test_twice(self):
        """a port that is given twice, also by another name: refused as by up"""
        self.bed.ip(self.bed.host, "link", "property", "add", "dev", "s1", "altname", "second")
        for names, said in ((("s0", "s0"), "s0: named twice"), (("s1", "second"), "second: named twice, as s1")):
            done = self.load("check", *names, code=USAGE)
            self.assertRegex(done.stderr, f"{said}.*; give each port once")
            self.assertEqual(done.stdout, "")

    def test_no_such(self):
        """a port that does not exist, and none at all"""
        self.assertRegex(self.load("check", "nosuch", code=NO_SUCH).stderr, f"nosuch: no such interface; `ip -n {self.bed.host} link` lists")
        self.load("check", code=USAGE)


if __name__ == "__main__":
    main()
