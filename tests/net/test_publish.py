#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Tables are published while traffic runs at full rate: every frame goes where one of the published tables says, none is
lost, none comes twice. The same check on builds that are broken on purpose must find fault.

The tables are {s0, s1, s2}, {s3, s4} and {s0} in turns, so a flow with hash h may leave on s[h % 3], s[3 + h % 2] or s0
only; a frame that saw half of one table and half of another leaves elsewhere.
"""

import glob
import json
import os
import signal
import subprocess
import sys
import time

import frames
from case import LONG, Case, main
from traffic import Traffic

CHUNK = 4_000_000  # frames between two looks at the records
PUBLICATIONS = 10_000 if LONG else 1_000  # a broken build shows a fault in every tenth, or more
BROKEN_SECONDS = 120  # at most: the first fault ends it


class Publish(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=5, peer=True)
        self.far = self.enterContext(Traffic(self.bed, frames.udp_flows(96), numbers=CHUNK))
        self.enterContext(self.load.bond("uplink", self.bed.slaves, "balance-xor", "--xmit-hash-policy", "layer3+4",
                                         "--program", "forward:f0"))
        whole = [frames.numbered(frame, index, 0) for index, frame in enumerate(self.far.patterns)]
        hashes = [answer["hash"] for answer in self.load.explain(whole, "--bond", "uplink")]
        self.allowed = [{"p0", f"p{value % 3}", f"p{3 + value % 2}"} for value in hashes]
        self.pins, = glob.glob(os.path.join(self.bed.pin_dir, "xdpbond", "*", "uplink"))

    def churn(self, build, how, count):
        program = os.path.join(os.environ["XDPBOND_CHURN"], f"xdpbond-churn{build}")
        process = subprocess.Popen([program, how, self.bed.host, self.pins, str(count)], stdout=subprocess.PIPE,
                                   text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        # Until then the table of `up` is in force, and flows may leave on any slave.
        self.assertTrue(json.loads(process.stdout.readline())["started"])
        return process

    def faults(self, process, seconds, first_only=False):
        """Sends until the publishing process ends, or for so long. Returns (publications, (lost, double, misplaced))."""
        sent = lost = double = misplaced = 0
        end = time.monotonic() + seconds
        while process.poll() is None and time.monotonic() < end and not (first_only and lost + double + misplaced):
            self.far.reset()
            sent += self.far.send("g0", CHUNK, cpu=self.cpu)
            seen = self.far.report()
            lost += seen["lost"]
            double += sum(seen["copies"][2:])
            misplaced += sum(packets for port in seen["ports"] for index, packets in enumerate(port["frames"])
                             if port["port"] not in self.allowed[index])
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        done = json.loads(process.communicate(timeout=60)[0])
        self.assertEqual(process.returncode, 0)
        print(f"{done['published']} publications in {done['seconds']} s, {sent} frames: {lost} lost, {double} double, "
              f"{misplaced} on a slave that no table names for them", file=sys.stderr)
        self.assertGreater(sent, 0)
        return done["published"], (lost, double, misplaced)

    def test_publisher(self):
        """thousands of tables published, slaves leaving the device map and coming back: no fault"""
        published, faults = self.faults(self.churn("", "publisher", PUBLICATIONS), 600)
        self.assertEqual((published, faults), (PUBLICATIONS, (0, 0, 0)))

    def test_bare(self):
        """the same with nothing between the steps, and by a slow writer: no fault"""
        for how in ("bare", "slow"):
            with self.subTest(how=how):
                published, faults = self.faults(self.churn("", how, PUBLICATIONS), 120 if LONG else 4)
                self.assertGreater(published, 100)
                self.assertEqual(faults, (0, 0, 0))

    def broken(self, build, how):
        _, faults = self.faults(self.churn(build, how, 1 << 40), BROKEN_SECONDS, first_only=True)
        self.assertGreater(sum(faults), 0, "no fault seen: the tests above prove nothing")

    def test_broken_without_grace(self):
        """broken on purpose, no wait for readers: frames see half of two tables"""
        self.broken("_no_grace", "bare")

    def test_broken_in_place(self):
        """broken on purpose, the published half is written in place: frames see half of two tables"""
        self.broken("_in_place", "slow")

    def test_broken_slots(self):
        """broken on purpose, a live key of the device map is replaced in place: frames are lost or go astray"""
        self.broken("_slots", "publisher")


if __name__ == "__main__":
    main()
