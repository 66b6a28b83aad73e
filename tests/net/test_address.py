#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The bond's MAC address on every slave, and each slave's own back: by down, slave del, and after a kill."""

import errno
import json
import socket
import unittest

from case import LONG, Case, main
from command import BUSY, DONE, UNSUPPORTED, USAGE
from netns import drain, packet_socket
from traced import WORKS, Traced

GIVEN = "02:00:00:00:00:77"
OTHERS = "02:00:00:00:00:99"


def mac(text):
    return bytes.fromhex(text.replace(":", ""))


class Bed(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=3)
        self.own = self.addresses()
        self.assertEqual(len(set(self.own.values())), 3)

    def addresses(self):
        links = json.loads(self.bed.ip(self.bed.host, "-j", "link").stdout)
        return {link["ifname"]: link["address"] for link in links if link["ifname"] in self.bed.slaves}

    def have(self, address, *names):
        """These slaves have it, the others their own."""
        self.assertEqual(self.addresses(), self.own | dict.fromkeys(names, address))

    def status(self):
        return self.load.json("status", "uplink")[0]


class Address(Bed):
    def test_up_and_down(self):
        """up gives every slave the first one's, before and after it says so, in both ways to attach; down restores"""
        self.bed.admin("s1", False)
        watch = self.watch(self.bed)
        for attach in ("native", "generic"):
            words = "up", "uplink", "--slaves", "s0,s1,s2", "--attach", attach
            lines = [f"change {name}: MAC address {self.own['s0']} (the bond's; its own is {self.own[name]})"
                     for name in ("s1", "s2")]
            planned = self.load(*words, "--dry-run").stdout.splitlines()
            self.assertEqual([line for line in planned if "MAC" in line], lines)
            self.have(None)
            said = self.load(*words).stdout.splitlines()
            self.assertEqual([line for line in said if "MAC" in line], lines)
            self.have(self.own["s0"], "s1", "s2")
            state = self.status()
            self.assertEqual(state["address"], self.own["s0"])
            self.assertEqual({row["ifname"]: row["linkinfo"]["info_slave_data"]["perm_hwaddr"] for row in state["slaves"]},
                             self.own)
            self.assertRegex(self.load("status", "uplink").stdout, f"\nAddress: {self.own['s0']}\n")
            planned = self.load("down", "uplink", "--dry-run").stdout
            self.assertRegex(planned, f"set the MAC address of s2 to {self.own['s2']}, as it was")
            self.have(self.own["s0"], "s1", "s2")
            self.load.down("uplink")
            self.unchanged(watch)

    def test_forward(self):
        """the other side of a forward program keeps its address"""
        self.load.up("uplink", ["s0", "s1"], "balance-xor", "--program", "forward:s2")
        self.have(self.own["s0"], "s1")
        self.load.down("uplink")
        self.have(None)

    def test_slaves(self):
        """a slave that joins gets it, one that leaves its own back; the bond keeps the first one's, until none is left"""
        self.load.up("uplink", ["s0", "s1"])
        watch = self.watch(self.bed)
        self.load("slave", "add", "uplink", "s2")
        self.have(self.own["s0"], "s1", "s2")
        self.load("slave", "del", "uplink", "s2")
        self.unchanged(watch)
        said = self.load("slave", "del", "uplink", "s0")
        self.assertRegex(said.stderr, f"warning: uplink keeps the MAC address {self.own['s0']}, which is s0's own")
        self.have(self.own["s0"], "s1")
        self.assertEqual(self.status()["address"], self.own["s0"])
        self.assertEqual(self.load("slave", "del", "uplink", "s1", "-v").stderr.count("MAC"), 0)
        self.have(None)
        self.assertIsNone(self.status()["address"])
        self.load("slave", "add", "uplink", "s2")
        self.load("slave", "add", "uplink", "s1")
        self.have(self.own["s2"], "s1")
        self.load.down("uplink")
        self.have(None)

    def test_given(self):
        """address=MAC at up and in a live bond, back to the first slave's, and what is no address"""
        self.load.up("uplink", ["s0", "s1"], "balance-rr", "--set", f"address={GIVEN}")
        self.have(GIVEN, "s0", "s1")
        self.load("slave", "add", "uplink", "s2")
        self.have(GIVEN, *self.bed.slaves)
        self.load.set("uplink", "mode=balance-xor", "statistics=off")
        self.have(GIVEN, *self.bed.slaves)
        planned = self.load.set("uplink", "address=default", "--dry-run").stdout
        self.assertRegex(planned, rf"change s0: MAC address {self.own['s0']} \(its own, and the bond's now\)")
        self.load.set("uplink", "address=default")
        self.have(self.own["s0"], *self.bed.slaves)
        self.load.set("uplink", "mode=broadcast", f"address={GIVEN.replace('77', 'AB')}")
        self.have(GIVEN.replace("77", "ab"), *self.bed.slaves)
        watch = self.watch(self.bed)
        for wrong in ("00:00:00:00:00:00", "01:00:5e:00:00:01", "ff:ff:ff:ff:ff:ff", "02:00", "s0"):
            self.refused(self.load, ["set", "uplink", f"address={wrong}"], USAGE, f"address={wrong}: address takes a MAC")
        self.unchanged(watch)
        # As the kernel's, a bond keeps it without slaves, when it was given.
        for name in self.bed.slaves:
            self.load("slave", "del", "uplink", name)
        self.have(None)
        self.load("slave", "add", "uplink", "s1")
        self.have(GIVEN.replace("77", "ab"), "s1")
        self.load.down("uplink")
        self.have(None)

    def test_active(self):
        """fail_over_mac=active: each slave its own, the bond the active one's; it cannot come or go with slaves"""
        watch = self.watch(self.bed)
        for words, code in ((["--mode", "balance-xor", "--set", "fail_over_mac=active"], USAGE),
                            (["--mode", "active-backup", "--set", "fail_over_mac=follow"], UNSUPPORTED),
                            (["--mode", "active-backup", "--set", "fail_over_mac=active", "--set", f"address={GIVEN}"], USAGE)):
            self.refused(self.load, ["up", "uplink", "--slaves", "s0,s1", *words], code, "fail_over_mac")
        self.load.up("uplink", ["s0", "s1"], "active-backup", "--set", "fail_over_mac=active")
        self.load("slave", "add", "uplink", "s2")
        self.have(None)
        self.assertEqual(self.status()["address"], self.own["s0"])
        self.assertEqual(self.status()["linkinfo"]["info_data"]["fail_over_mac"], "active")
        self.assertRegex(self.load("status", "uplink").stdout, r"active-backup\) \(fail_over_mac active\)\n")
        self.bed.carrier("s0", False)
        self.assertEqual(self.status()["address"], self.own["s1"])
        self.bed.carrier("s0", True)
        for change, code in (("fail_over_mac=none", BUSY), ("mode=balance-xor", BUSY), (f"address={GIVEN}", USAGE)):
            self.refused(self.load, ["set", "uplink", change], code, "fail_over_mac")
        self.load.set("uplink", "fail_over_mac=active", "statistics=off")
        for name in self.bed.slaves:
            self.load("slave", "del", "uplink", name)
        self.load.set("uplink", "fail_over_mac=none")
        for name in ("s1", "s2"):
            self.load("slave", "add", "uplink", name)
        self.have(self.own["s1"], "s2")
        self.refused(self.load, ["set", "uplink", "fail_over_mac=active"], BUSY, "fail_over_mac")
        self.load.down("uplink")
        self.unchanged(watch)

    def test_confirm(self):
        """slave add, slave del and address= that are not confirmed: every slave has what it had"""
        watch = self.watch(self.bed)
        self.load.up("uplink", ["s0", "s1"])
        for words, after, names in ((("slave", "add", "uplink", "s2"), self.own["s0"], ["s1", "s2"]),
                                    (("slave", "del", "uplink", "s0"), self.own["s0"], ["s1"]),
                                    (("slave", "del", "uplink", "s1"), self.own["s0"], []),
                                    (("set", "uplink", f"address={GIVEN}"), GIVEN, ["s0", "s1"]),
                                    (("set", "uplink", "mode=broadcast", f"address={GIVEN}"), GIVEN, ["s0", "s1"])):
            with self.subTest(words=words):
                self.load(*words, "--confirm", 60)
                self.have(after, *names)
                self.load("confirm", "uplink", "--revert")
                self.have(self.own["s0"], "s1")
                self.assertEqual(self.status()["address"], self.own["s0"])
        self.load.down("uplink")
        self.unchanged(watch)

    def test_somebody_else(self):
        """an address that somebody else gave a slave: status says so, down leaves it and warns"""
        self.load.up("uplink", self.bed.slaves)
        self.bed.ip(self.bed.host, "link", "set", "s1", "address", OTHERS)
        self.assertRegex(self.load("status", "uplink").stdout, f"\nAddress: {OTHERS}, and not the bond's")
        said = self.load.down("uplink")
        self.assertRegex(said.stderr, f"warning: s1: somebody gave it the MAC address {OTHERS}, which stays; its own is "
                                      f"{self.own['s1']}")
        self.have(OTHERS, "s1")

    def test_driver_that_cannot(self):
        """a port whose driver cannot change its address keeps it, with a warning, and the others have the bond's"""
        name = self.port_without_native_xdp(self.bed)
        before = json.loads(self.bed.ip(self.bed.host, "-j", "link", "show", name).stdout)[0]["address"]
        watch = self.watch(self.bed)
        said = self.load.up("uplink", ["s0", name, "s1"], "balance-rr", "--attach", "generic")
        self.assertRegex(said.stderr, f"warning: {name}: its driver cannot change its MAC address {before}; it may take no "
                                      f"frames to that of the bond, {self.own['s0']}")
        self.have(self.own["s0"], "s1")
        self.load.down("uplink")
        self.unchanged(watch)
        self.load.up("uplink", [name, "s1"], "balance-rr", "--attach", "generic")
        self.have(before, "s1")
        self.load.down("uplink")
        self.unchanged(watch)

    def test_frames(self):
        """every slave's stack takes frames to the bond's address; with fail_over_mac=active only the one that has it"""
        for option, takers in (("none", self.bed.slaves), ("active", ["s0"])):
            self.load.up("uplink", self.bed.slaves, "active-backup", "--set", f"fail_over_mac={option}", "--set",
                         "all_slaves_active=1")
            address = self.status()["address"]
            answered = []
            for number, (name, port) in enumerate(zip(self.bed.slaves, self.bed.ports)):
                self.bed.ip(self.bed.host, "addr", "add", f"10.1.{number}.1/24", "dev", name)
                with packet_socket(self.bed.switch, port) as far:
                    far.send(mac(address) + mac(OTHERS) + bytes.fromhex("0806" "0001080006040001") + mac(OTHERS) +
                             socket.inet_aton(f"10.1.{number}.2") + bytes(6) + socket.inet_aton(f"10.1.{number}.1"))
                    answers = [frame for frame in drain(far) if frame[12:14] == b"\x08\x06" and frame[21] == 2]
                if answers:
                    self.assertEqual(answers[0][6:12], mac(address))
                    answered.append(name)
                self.bed.ip(self.bed.host, "addr", "flush", "dev", name)
            self.assertEqual(answered, takers)
            self.load.down("uplink")


@unittest.skipUnless(WORKS, "system calls are followed on x86-64 only")
class Refused(Bed):
    """Drivers that are not there: what they would answer is put into the command's mouth."""

    def run_refused(self, refuse, *words):
        return Traced(self.load.words(*words), refuse=refuse).run()

    def test_refused(self):
        """a driver refuses the address (EPERM): up, slave add and set leave everything as it was"""
        def third(index, _):
            return errno.EPERM if index == 103 else 0
        watch = self.watch(self.bed)
        self.assertEqual(self.run_refused(third, "up", "uplink", "--slaves", "s0,s1,s2"), UNSUPPORTED)
        self.unchanged(watch)
        self.load.up("uplink", ["s0", "s1"])
        watch = self.watch(self.bed)
        self.assertEqual(self.run_refused(third, "slave", "add", "uplink", "s2"), UNSUPPORTED)
        self.unchanged(watch)
        self.load("slave", "add", "uplink", "s2")
        watch, state = self.watch(self.bed), self.status()
        self.assertEqual(self.run_refused(third, "set", "uplink", f"address={GIVEN}", "mode=broadcast"), UNSUPPORTED)
        self.unchanged(watch)
        state["xdpbond"]["generation"] = self.status()["xdpbond"]["generation"]
        self.assertEqual(self.status(), state)

    @staticmethod
    def while_up(_, up):
        return errno.EBUSY if up else 0

    def test_refused_while_up(self):
        """a driver that takes an address only while the port is down: it is down for a moment, everywhere"""
        watch = self.watch(self.bed)
        self.assertEqual(self.run_refused(self.while_up, "up", "uplink", "--slaves", "s0,s1"), DONE)
        self.have(self.own["s0"], "s1")
        self.assertEqual(self.run_refused(self.while_up, "slave", "add", "uplink", "s2"), DONE)
        self.have(self.own["s0"], "s1", "s2")
        self.assertEqual(self.run_refused(self.while_up, "set", "uplink", f"address={GIVEN}"), DONE)
        self.have(GIVEN, *self.bed.slaves)
        self.assertEqual(self.run_refused(self.while_up, "down", "uplink"), DONE)
        self.unchanged(watch)

    def test_last_link(self):
        """such a driver on the only slave with a link of a live bond: refused"""
        self.load.up("uplink", ["s0", "s1"])
        self.bed.carrier("s1", False)
        watch = self.watch(self.bed)
        self.assertEqual(self.run_refused(self.while_up, "set", "uplink", f"address={GIVEN}"), BUSY)
        self.unchanged(watch)

    def test_killed_while_down(self):
        """killed while the port is down for that moment: down sets it up again, and so does the next change"""
        watch = self.watch(self.bed)
        up, change = ("up", "uplink", "--slaves", "s0,s1"), ("set", "uplink", f"address={GIVEN}")
        self.killed_at_each(up, lambda: None, lambda: self.load.down("uplink"), watch)

        def all_up():
            self.load.set("uplink", "statistics=on")
            self.have(GIVEN, "s0", "s1")
            self.assertTrue(all("UP" in row["flags"] for row in self.status()["slaves"]))
            self.load.down("uplink")
        self.killed_at_each(change, lambda: self.load(*up), all_up, watch)

    def killed_at_each(self, words, prepare, finish, watch):
        prepare()
        whole = Traced(self.load.words(*words), refuse=self.while_up)
        self.assertEqual(whole.run(), DONE)
        self.assertGreaterEqual(whole.changes, 4)
        self.load.down("uplink")
        for number in range(whole.changes) if LONG else (1, 2):  # set down, given the address
            with self.subTest(words=words, number=number):
                prepare()
                self.assertIsNone(Traced(self.load.words(*words), kill=(number, True), refuse=self.while_up).run())
                finish()
                self.unchanged(watch)


@unittest.skipUnless(WORKS, "system calls are followed on x86-64 only")
class Killed(Bed):
    """SIGKILL right before and right after a change of an interface."""

    def setUp(self):
        super().setUp()
        self.bed.admin("s1", False)
        self.before = self.watch(self.bed)

    def kill_at_changes(self, words, prepare, finish):
        """Kills the command at each change (few of them in a short run); `finish` says what has to be true then."""
        prepare()
        whole = Traced(self.load.words(*words))
        self.assertEqual(whole.run(), DONE)
        self.load.down("uplink", code=None)
        last = whole.changes - 1
        self.assertGreaterEqual(last, 0)
        points = [(number, after) for number in range(last + 1) for after in (False, True)]
        for point in points if LONG else [(0, True), (last, False)]:
            with self.subTest(words=words, point=point):
                prepare()
                self.assertIsNone(Traced(self.load.words(*words), kill=point).run())
                finish()
                self.load.down("uplink", code=None)
                self.unchanged(self.before)

    def two(self):
        self.load.up("uplink", ["s0", "s1"])

    def three(self):
        self.load.up("uplink", self.bed.slaves)

    def test_up(self):
        """up"""
        self.kill_at_changes(("up", "uplink", "--slaves", "s0,s1,s2"), lambda: None, lambda: None)

    def test_clean(self):
        """up, and clean after it"""
        self.assertIsNone(Traced(self.load.words("up", "uplink", "--slaves", "s0,s1,s2"), kill=(1, True)).run())
        self.have(self.own["s0"], "s1", "s2")
        self.load("clean")
        self.unchanged(self.before)

    def test_down(self):
        """down"""
        self.kill_at_changes(("down", "uplink"), self.three, lambda: None)

    def test_slave_add(self):
        """slave add: the next change of the bond takes the slave out, with its own address"""
        def others_change():
            self.load.set("uplink", "statistics=on")
            self.have(self.own["s0"], "s1")
        self.kill_at_changes(("slave", "add", "uplink", "s2"), self.two, others_change)

    def test_slave_del(self):
        """slave del: the next change of the bond finishes it"""
        def others_change():
            self.load.set("uplink", "statistics=on")
            self.have(self.own["s0"], "s1")
        self.kill_at_changes(("slave", "del", "uplink", "s2"), self.three, others_change)

    def test_set(self):
        """set address=: down restores all the same, and the next change of the bond finishes it"""
        self.kill_at_changes(("set", "uplink", f"address={GIVEN}"), self.three, lambda: None)

        def others_change():
            planned = self.load.set("uplink", "statistics=on", "--dry-run").stdout
            self.assertRegex(planned, f"finish the change of the MAC address of uplink to {GIVEN}")
            self.load.set("uplink", "statistics=on")
            self.have(GIVEN, *self.bed.slaves)
            self.assertEqual(self.status()["address"], GIVEN)
        self.kill_at_changes(("set", "uplink", f"address={GIVEN}"), self.three, others_change)


if __name__ == "__main__":
    main()
