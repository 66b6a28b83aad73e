#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Tables are published while traffic runs at full rate: every frame goes where one of the published tables says, none is
lost, none comes twice. The same check on builds that are broken on purpose must find fault.

The tables are {s0, s1, s2} and {s3, s4} in turns, so a flow with hash h may leave on s[h % 3] or s[3 + h % 2] only; a
frame that saw half of each table leaves elsewhere.
"""

import glob
import json
import os
import signal
import subprocess
import sys

import frames
from case import LONG, Case, main
from traffic import Traffic

CHUNK = 20_000_000  # frames between two looks at the records
PUBLICATIONS = 10_000
BROKEN_SECONDS = 30 if LONG else 12


class Publish(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=5, peer=True)
        self.far = self.enterContext(Traffic(self.bed, frames.udp_flows(96), numbers=CHUNK))
        self.enterContext(self.load.bond("uplink", self.bed.slaves, "balance-xor", "--xmit-hash-policy", "layer3+4",
                                         "--program", "forward:f0"))
        whole = [frames.numbered(frame, index, 0) for index, frame in enumerate(self.far.patterns)]
        hashes = [answer["hash"] for answer in self.load.explain(whole, "--bond", "uplink")]
        self.allowed = [{f"p{value % 3}", f"p{3 + value % 2}"} for value in hashes]
        self.pins, = glob.glob(os.path.join(self.bed.pin_dir, "xdpbond", "*", "uplink"))

    def churn(self, build, how, count):
        program = os.path.join(os.environ["XDPBOND_CHURN"], f"xdpbond-churn{build}")
        process = subprocess.Popen([program, how, self.bed.host, self.pins, str(count)], stdout=subprocess.PIPE,
                                   text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def faults(self, process, seconds=None):
        """Sends until the publishing process ends, or for so long. Returns (frames sent, lost, double, misplaced)."""
        sent = lost = double = misplaced = 0
        elapsed = 0.0
        while process.poll() is None and (seconds is None or elapsed < seconds):
            self.far.reset()
            before = os.times().elapsed
            sent += self.far.send("g0", CHUNK, cpu=self.cpu)
            elapsed += os.times().elapsed - before
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
        """10,000 tables published, slaves leaving the device map and coming back: no fault"""
        published, faults = self.faults(self.churn("", "publisher", PUBLICATIONS))
        self.assertEqual((published, faults), (PUBLICATIONS, (0, 0, 0)))

    def test_bare(self):
        """the same in the tightest loop: no fault"""
        published, faults = self.faults(self.churn("", "bare", PUBLICATIONS), seconds=None if LONG else 15)
        self.assertGreater(published, 500)
        self.assertEqual(faults, (0, 0, 0))

    def broken(self, build, how):
        _, faults = self.faults(self.churn(build, how, 1 << 40), BROKEN_SECONDS)
        self.assertGreater(sum(faults), 0, "no fault seen: the tests above prove nothing")

    def test_broken_without_grace(self):
        """broken on purpose, no wait for readers: frames see half of two tables"""
        self.broken("_no_grace", "bare")

    def test_broken_in_place(self):
        """broken on purpose, the published half is written in place: frames see half of two tables"""
        self.broken("_in_place", "publisher")

    def test_broken_slots(self):
        """broken on purpose, a live key of the device map is replaced in place: frames are lost or go astray"""
        self.broken("_slots", "publisher")


if __name__ == "__main__":
    main(900)
