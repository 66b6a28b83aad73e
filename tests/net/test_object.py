#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""A program's object that is damaged, or is not ours: refused with a sentence, nothing changed."""

import os
import re

from case import Case, main
from lab import run

DAMAGES = ("empty", "garbage", "truncated:1", "truncated:10", "truncated:50", "truncated:90", "truncated:99", "magic",
           "older", "newer", "unlike", "mode", os.environ.get("XDPBOND_FOREIGN", ""))


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

    def test_other_version(self):
        """built with the headers of another version, also where its description is shorter: which version it is, which
        one this is, and what to do"""
        for damage, difference in (("older", -1), ("newer", 1)):
            with self.subTest(damage=damage):
                said = self.up_with(damage).stderr
                found = re.fullmatch(r"program tx: was built with headers of ABI version (\d+), and this is version "
                                     r"(\d+); build it again with the headers of this version\n", said)
                self.assertTrue(found, said)
                self.assertEqual(int(found[1]) - int(found[2]), difference, said)
        self.assertRegex(self.up_with("unlike").stderr, "of another layout; build it again with the headers of this")
        self.assertRegex(self.up_with("magic").stderr, "has no bond in it")

    def test_whole(self):
        """undamaged, the same way makes a bond"""
        watch = self.watch(self.bed)
        done = self.up_with("whole")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.load.down("uplink")
        self.unchanged(watch)


if __name__ == "__main__":
    main()
