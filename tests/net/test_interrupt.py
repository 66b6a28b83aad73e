#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""SIGKILL at any moment of up, set, slave add, slave del and down; the next command finishes or undoes it."""

import random
import time

import frames
from case import LONG, Case, main
from command import BUSY, DONE, NO_SUCH
from traffic import Traffic

ROUNDS = 200 if LONG else 12


class Interrupt(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=3)
        self.bed.admin("s1", False)  # up has something to set, down something to put back
        self.up = "up", "uplink", "--slaves", ",".join(self.bed.slaves), "--mode", "balance-xor"
        self.random = random.Random(20260101)

    def duration(self, *words):
        started = time.monotonic()
        self.load(*words)
        return time.monotonic() - started

    def kill_within(self, seconds, *words):
        """Starts the command and kills it at a random moment; True where it was killed before its end."""
        process = self.load.start(*words)
        time.sleep(self.random.uniform(0, seconds))
        process.kill()
        process.communicate()
        return process.returncode != DONE

    def test_up_then_down(self):
        """up is killed: down leaves everything as it was"""
        watch = self.watch(self.bed)
        length = self.duration(*self.up)
        self.load.down("uplink")
        killed = 0
        for _ in range(ROUNDS):
            killed += self.kill_within(length, *self.up)
            self.assertIn(self.load.down("uplink", code=None).returncode, (DONE, NO_SUCH))
            self.unchanged(watch)
        self.assertGreater(killed, ROUNDS / 4)

    def test_up_then_up(self):
        """up is killed: the next up makes the bond, and it carries traffic"""
        watch = self.watch(self.bed)
        length = self.duration(*self.up)
        self.load.down("uplink")
        for _ in range(ROUNDS // 2):
            self.kill_within(length, *self.up)
            # Killed after the last step: the bond is complete, and a second one is refused.
            self.assertIn(self.load(*self.up, code=None).returncode, (DONE, BUSY))
            self.carries_traffic()
            self.load.down("uplink")
            self.unchanged(watch)

    def test_down_then_down(self):
        """down is killed: the next down finishes it"""
        watch = self.watch(self.bed)
        self.load(*self.up)
        length = self.duration("down", "uplink")
        for _ in range(ROUNDS):
            self.load(*self.up)
            self.kill_within(length, "down", "uplink")
            self.assertIn(self.load.down("uplink", code=None).returncode, (DONE, NO_SUCH))
            self.unchanged(watch)

    def test_down_then_up(self):
        """down is killed: the next up makes the bond anew"""
        watch = self.watch(self.bed)
        self.load(*self.up)
        length = self.duration("down", "uplink")
        for _ in range(ROUNDS // 2):
            self.load(*self.up)
            self.kill_within(length, "down", "uplink")
            self.assertIn(self.load(*self.up, code=None).returncode, (DONE, BUSY))
            self.carries_traffic()
            self.load.down("uplink")
            self.unchanged(watch)

    def test_set(self):
        """set mode is killed: the bond carries traffic, in the old mode or the new, and the next set makes it one"""
        self.load(*self.up)
        length = self.duration("set", "uplink", "mode=balance-rr")
        for _ in range(ROUNDS // 2):
            self.kill_within(length, "set", "uplink", self.random.choice(["mode=balance-rr", "mode=balance-xor"]))
            self.carries_traffic()
            self.load.set("uplink", "mode=active-backup")
            self.assertEqual([port["packets"] for port in self.carries_traffic()["ports"]], [640, 0, 0])
        self.load.down("uplink")

    def test_slave_add(self):
        """slave add is killed: the next one makes it a slave, a del leaves the bond as it was"""
        self.slave_is_killed("add")

    def test_slave_del(self):
        """slave del is killed: the next del finishes it, and so does any other change of the bond"""
        self.slave_is_killed("del")

    def slave_is_killed(self, verb):
        self.load.up("uplink", ["s0", "s2"], "balance-xor")
        watch = self.watch(self.bed)
        words = {name: ("slave", name, "uplink", "s1") for name in ("add", "del")}
        length = self.duration(*words["add"]) if verb == "add" else 0
        if verb == "del":
            self.load(*words["add"])
            length = self.duration(*words["del"])
        self.load(*words["del"], code=None)
        killed = 0
        for number in range(ROUNDS // 2):
            if verb == "del":
                self.load(*words["add"])
            killed += self.kill_within(length, *words[verb])
            self.carries_traffic()
            if number % 2:
                self.load.set("uplink", "mode=balance-xor")
                slaves = [row["ifname"] for row in self.load.json("status", "uplink")[0]["slaves"]]
                self.assertIn(slaves, (["s0", "s2"], ["s0", "s2", "s1"]))
            self.assertIn(self.load(*words[verb], code=None).returncode, (DONE, BUSY, NO_SUCH))
            self.carries_traffic()
            if verb == "add":
                self.load(*words["del"])
            self.unchanged(watch)
        self.assertGreater(killed, ROUNDS / 8)
        self.load.down("uplink")

    def carries_traffic(self):
        with Traffic(self.bed, frames.udp_flows(64), numbers=1000) as far:
            far.send("p0", 640, cpu=self.cpu)
            seen = far.report()
        self.assertEqual(seen["copies"][:2], [0, 640])
        return seen


if __name__ == "__main__":
    main()
