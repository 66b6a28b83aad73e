#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""A link is lost under full-rate traffic while none of our processes runs: what is in flight on that link may be lost,
no more. With the in-band check off, the same loss goes on: the proof that these tests can fail."""

import os
import subprocess
import time

import frames
from case import ATTACH, Case, main
from command import PROGRAM

# A veth ring and a batch: what was handed to the link before it was lost.
IN_FLIGHT = 256 + 64
COUNT = 2_000_000


class Failover(Case):
    def bond(self, mode, *words):
        self.bed, self.load = self.lab(slaves=3, peer=True)
        self.far = self.traffic(self.bed, frames.udp_flows(64))
        self.enterContext(self.load.bond("uplink", self.bed.slaves, mode, "--program", "forward:f0",
                                         "--attach", ATTACH, *words))
        for near in [*self.bed.slaves, self.bed.peer]:
            # A veth without a native program takes the sender's frames with GRO only.
            self.bed.ethtool(self.bed.host, "-K", near, "gro", "on")
        name = os.path.basename(PROGRAM)
        running = subprocess.run(["pgrep", "-x", name[:15]], capture_output=True, text=True, check=False).stdout.split()
        ours = [pid for pid in running if self.bed.host in _command_line(pid)]
        self.assertFalse(ours, "a process of ours is running")

    def lose(self, event, port="g0", count=COUNT):
        """Sends, lets the event happen half-way; returns (sent, lost, report)."""
        self.far.reset()
        sender = self.far.start(port, count, cpu=self.cpu)
        self._wait_for_traffic()
        event()
        sent = self.far.finish(sender)
        seen = self.far.report()
        self.assertEqual(sum(seen["copies"][2:]), 0, "frames came twice")
        return sent, seen["lost"], seen

    def _wait_for_traffic(self, at_least=200_000):
        deadline = time.monotonic() + 20
        while sum(port["packets"] for port in self.far.report(settle=0.01)["ports"]) < at_least:
            self.assertLess(time.monotonic(), deadline, "no traffic")

    def test_cable_pulled_active_backup(self):
        """active-backup, cable of the active slave pulled: the next slave sends on"""
        self.bond("active-backup")
        _, lost, seen = self.lose(lambda: self.bed.carrier("s0", False))
        self.assertLessEqual(lost, IN_FLIGHT)
        self.assertGreater(seen["by_port"]["p1"]["packets"], 0)
        self.assertEqual(seen["by_port"]["p2"]["packets"], 0)

    def test_cable_pulled_towards_us(self):
        """active-backup, towards us: the next slave's frames are taken in once the active one has lost its link"""
        self.bond("active-backup")
        self.far.reset()
        self.far.send("p1", 1000)
        self.assertEqual(self.far.report()["lost"], 1000, "a back-up slave's frames were taken in")
        self.bed.carrier("s0", False)
        self.far.reset()
        self.far.send("p1", 1000)
        self.assertEqual(self.far.report()["by_port"]["g0"]["packets"], 1000)
        self.bed.carrier("s0", True)
        self.far.reset()
        self.far.send("p1", 1000)
        self.assertEqual(self.far.report()["lost"], 1000, "a back-up slave's frames were taken in")
        self.far.reset()
        self.far.send("p0", 1000)
        self.assertEqual(self.far.report()["by_port"]["g0"]["packets"], 1000)

    def test_set_down_active_backup(self):
        """active-backup, the active slave set down by the administrator: the next slave sends on"""
        self.bond("active-backup")
        _, lost, _ = self.lose(lambda: self.bed.admin("s0", False))
        self.assertLessEqual(lost, IN_FLIGHT)

    def test_cable_back_active_backup(self):
        """active-backup, the cable is back: the first slave sends again, nothing is lost"""
        self.bond("active-backup")
        self.bed.carrier("s0", False)
        _, lost, seen = self.lose(lambda: self.bed.carrier("s0", True))
        self.assertLessEqual(lost, IN_FLIGHT)
        self.assertGreater(seen["by_port"]["p0"]["packets"], 0)

    def test_cable_pulled_balance_xor(self):
        """balance-xor, a cable pulled: only that slave's flows move"""
        self.bond("balance-xor", "--xmit-hash-policy", "layer3+4")
        self.far.reset()
        self.far.send("g0", 100_000)
        before = {index: port["port"] for port in self.far.report()["ports"]
                  for index, packets in enumerate(port["frames"]) if packets}
        _, lost, _ = self.lose(lambda: self.bed.carrier("s1", False))
        self.assertLessEqual(lost, IN_FLIGHT)
        self.far.reset()
        self.far.send("g0", 100_000)
        seen = self.far.report()
        self.assertEqual(seen["lost"], 0)
        for port in seen["ports"]:
            for index, packets in enumerate(port["frames"]):
                if packets and before[index] != "p1":
                    self.assertEqual(port["port"], before[index], f"flow {index} moved")
                self.assertFalse(packets and port["port"] == "p1", "sent to the slave without carrier")

    def test_cable_pulled_balance_rr(self):
        """balance-rr, a cable pulled: its turns go to others"""
        self.bond("balance-rr")
        _, lost, _ = self.lose(lambda: self.bed.carrier("s2", False))
        self.assertLessEqual(lost, IN_FLIGHT)

    def test_every_cable_pulled(self):
        """every cable pulled: frames are dropped and counted, none goes back where it came from; then all flows again"""
        self.bond("balance-xor")
        for slave in self.bed.slaves:
            self.bed.carrier(slave, False)
        self.far.reset()
        self.far.send("g0", 1000)
        self.assertEqual(self.far.report()["lost"], 1000)
        self.assertEqual(self.load.json("stats", "uplink")[0]["reasons"]["no_slave"]["packets"], 1000)
        for slave in self.bed.slaves:
            self.bed.carrier(slave, True)
        self.far.reset()
        self.far.send("g0", 1000)
        self.assertEqual(self.far.report()["lost"], 0)

    def test_without_the_check_frames_are_lost(self):
        """carrier_check=off: the same pulled cable loses frames as long as the traffic lasts"""
        self.bond("active-backup", "--set", "carrier_check=off")
        _, lost, _ = self.lose(lambda: self.bed.carrier("s0", False))
        self.assertGreater(lost, 10 * IN_FLIGHT, "no loss seen: the other tests of this file prove nothing")


def _command_line(pid):
    try:
        with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


if __name__ == "__main__":
    main()
