#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""A program's object that is damaged, or is not ours: refused with a sentence, nothing changed."""

import os

from case import Case, main
from lab import run

DAMAGES = ("empty", "garbage", "truncated:1", "truncated:10", "truncated:50", "truncated:90", "truncated:99", "magic",
           "version", "mode", os.environ.get("XDPBOND_FOREIGN", ""))


class Object(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=2)

    def up_with(self, damage):
        return run(os.environ["XDPBOND_BROKEN_OBJECT"], self.bed.host, self.bed.pin_dir, damage, check=False)

    def test_damaged(self):
        """each kind of damage: an exit code, one line, every interface and pin as before"""
        for damage in DAMAGES:
            with self.subTest(damage=os.path.basename(damage)):
                self.bed.admin("s1", False)
                watch = self.watch(self.bed)
                done = self.up_with(damage)
                self.assertIn(done.returncode, (1, 4), done.stderr)
                self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
                self.unchanged(watch)

    def test_whole(self):
        """undamaged, the same way makes a bond"""
        watch = self.watch(self.bed)
        done = self.up_with("whole")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.load.down("uplink")
        self.unchanged(watch)


if __name__ == "__main__":
    main()
