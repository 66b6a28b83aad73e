#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Frames lost at full rate: a few at most when a slave dies, none when a bond is changed. The same measurements on what
is broken on purpose must find losses. `--long`: 100 events, 10 million frames each; docs/loss.md is made of that."""

import sys

from case import LONG, Case, main
from losses import BROKEN_DAEMON, OPERATIONS, SUDDEN, THROUGH_DAEMON, operated, sudden, through_daemon

EVENTS = 100 if LONG else 8
FRAMES = 10_000_000 if LONG else 1_500_000
DAEMON_FRAMES = 10_000_000 if LONG else 200_000
BROKEN_FRAMES = 40_000_000  # at most: the first loss ends it
MEAN, MOST = 2, 64


class Loss(Case):
    def said(self, row):
        print(row, file=sys.stderr)
        return row

    def check_sudden(self, what, mode):
        row = self.said(sudden(what, mode, EVENTS, self.cpu))
        self.assertEqual((row.events, row.doubled), (EVENTS, 0))
        self.assertLessEqual(max(row.lost), MOST)
        # In a few events one that lost more weighs more than it would in a hundred.
        self.assertLessEqual(sum(row.lost), MEAN * EVENTS if LONG else 2 * MOST)

    def check_operated(self, what):
        row = self.said(operated(what, FRAMES, self.cpu))
        self.assertGreaterEqual(row.frames, FRAMES)
        self.assertGreater(row.events, 2)
        self.assertEqual((sum(row.lost), row.doubled, row.astray), (0, 0, 0))

    def test_sudden(self):
        """a slave loses its carrier, is set down, is deleted: in the mean two frames at most, never more than a batch"""
        for what in SUDDEN:
            for mode in ("active-backup", "balance-rr"):
                with self.subTest(what=what, mode=mode):
                    self.check_sudden(what, mode)

    def test_operated(self):
        """changed by its owner, as fast as that goes: not one frame is lost or comes twice"""
        for what in OPERATIONS:
            with self.subTest(what=what):
                self.check_operated(what)

    def test_sudden_with_daemon(self):
        """with the daemon running a slave dies with no more loss than without"""
        for what in SUDDEN:
            for mode in ("active-backup", "balance-rr") if LONG else ("active-backup",):
                with self.subTest(what=what, mode=mode):
                    row = self.said(sudden(what, mode, EVENTS if LONG else 2, self.cpu, watched=True))
                    self.assertEqual(row.doubled, 0)
                    self.assertLessEqual(max(row.lost), MOST)

    def test_through_daemon(self):
        """changed through the daemon; the daemon killed, ended, upgraded, told to read its file: none lost"""
        for row in through_daemon(THROUGH_DAEMON, DAEMON_FRAMES, self.cpu):
            with self.subTest(what=row.what):
                self.said(row)
                self.assertGreaterEqual(row.frames, DAEMON_FRAMES)
                self.assertGreater(row.events, 2)
                self.assertEqual((sum(row.lost), row.doubled, row.astray), (0, 0, 0))

    def test_daemon_alone(self):
        """carrier_check=off: the daemon alone finds a lost carrier, in its time; told, not judged"""
        row = self.said(sudden("carrier lost", "balance-rr", 2, self.cpu, "--set", "carrier_check=off", watched=True))
        self.assertEqual(row.events, 2)

    def test_broken_daemon(self):
        """a daemon that is broken on purpose loses frames"""
        for row in through_daemon(["mode changed"], BROKEN_FRAMES, self.cpu, BROKEN_DAEMON, until_lost=True):
            self.said(row)
            self.assertGreater(row.faults, 0, "no loss seen: the tests above prove nothing")

    def test_without_carrier_check(self):
        """carrier_check=off: a lost carrier loses frames as long as nobody notices"""
        row = self.said(sudden("carrier lost", "balance-rr", 2, self.cpu, "--set", "carrier_check=off"))
        self.assertGreater(min(row.lost), MOST, "no loss seen: the tests above prove nothing")

    def test_broken(self):
        """broken on purpose, each operation where it matters: frames are lost"""
        for what, operation in OPERATIONS.items():
            for build, broken in operation.broken:
                with self.subTest(what=what, broken=broken):
                    row = self.said(operated(what, BROKEN_FRAMES, self.cpu, build, until_lost=True))
                    self.assertGreater(row.faults, 0, "no loss seen: the tests above prove nothing")


if __name__ == "__main__":
    main()
