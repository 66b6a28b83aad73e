#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Interfaces of a bond that vanish, come back under their name, move away, get another name."""

import frames
from case import Case, main


class Devices(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=3)
        self.far = self.traffic(self.bed, frames.udp_flows(60), ports=["p0", "p2"])
        self.load.up("uplink", self.bed.slaves)

    def where(self, count=600):
        self.far.reset()
        self.far.send("p0", count, cpu=self.cpu)
        seen = self.far.report()
        self.assertEqual(seen["lost"], 0)
        return [port["packets"] for port in seen["ports"]]

    def nothing_is_left(self):
        """After down: no program on any slave, nothing pinned."""
        self.load.down("uplink")
        for slave in ("s0", "s2"):
            self.assertEqual(self.bed.xdp(slave), (0, 0))
        self.assertEqual(self.load("status").stdout, "")
        self.load.up("uplink", ["s0", "s2"])
        self.assertEqual(self.where(), [300, 300])
        self.load.down("uplink")

    def test_deleted(self):
        """a slave is deleted: its turns go to the others, status works, down cleans up"""
        self.bed.ip(self.bed.host, "link", "del", "s1")
        self.assertEqual(self.where(), [200, 400])
        self.assertRegex(self.load("status", "uplink").stdout, "s1")
        self.nothing_is_left()

    def test_deleted_under_traffic(self):
        """a slave is deleted while traffic runs: what was in flight on it may be lost, no more"""
        sender = self.far.start("p0", 3_000_000, cpu=self.cpu)
        while self.far.report(settle=0.01)["ports"][0]["packets"] < 50_000:
            pass
        self.bed.ip(self.bed.host, "link", "del", "s1")
        sent = self.far.finish(sender)
        # p1 counts nothing: it vanishes with s1. What leaves on s0 and s2 after that is everything.
        first = sent // 2
        self.assertEqual(self.far.report(first, sent - first)["lost"], 0)
        self.nothing_is_left()

    def test_made_again(self):
        """a slave is deleted and made again under its name: down and up take the new one"""
        self.bed.ip(self.bed.host, "link", "del", "s1")
        self.bed.wire("s1", "p1", 201)
        self.assertEqual(self.bed.xdp("s1"), (0, 0))
        self.load.set("uplink", "mode=balance-xor")
        self.load.set("uplink", "mode=balance-rr")
        self.assertEqual(self.bed.xdp("s1"), (0, 0), "the new s1 is none of this bond's slaves")
        self.assertRegex(self.load("status", "uplink").stdout, "gone")
        self.assertEqual(self.where(), [200, 400])
        self.nothing_is_left()
        self.assertEqual(self.bed.xdp("s1"), (0, 0))

    def test_moved_away(self):
        """a slave is moved to another namespace: the others send on, down cleans up"""
        self.bed.ip(self.bed.host, "link", "set", "s1", "netns", self.bed.switch)
        self.assertEqual(self.where(), [200, 400])
        self.nothing_is_left()
        self.assertEqual(self.bed.xdp("s1", self.bed.switch), (0, 0))

    def test_renamed(self):
        """a slave gets another name: it stays a slave, and down takes the program off it"""
        self.bed.ip(self.bed.host, "link", "set", "s1", "down")
        self.bed.ip(self.bed.host, "link", "set", "s1", "name", "uplink1")
        self.bed.ip(self.bed.host, "link", "set", "uplink1", "up")
        self.load.down("uplink")
        self.assertEqual(self.bed.xdp("uplink1"), (0, 0))


if __name__ == "__main__":
    main()
