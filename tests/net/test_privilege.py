#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Without the rights it takes: which one is missing, exit code 3, nothing changed. With exactly those: it works."""

import os
import pathlib
import re

from case import Case, main
from command import NO_SUCH, PRIVILEGE, Loader

NEEDED = ("bpf", "net_admin", "perfmon")


UNIT = pathlib.Path(os.environ["XDPBOND_UNIT"])


def only(capabilities):
    """A prefix that leaves root these capabilities and no more. (CAP_SYS_ADMIN would stand for most of them.)"""
    kept = ",".join(["-all", *(f"+{name}" for name in capabilities)])
    return ("setpriv", "--bounding-set", kept, "--inh-caps", "-all")


class Privilege(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=2)
        # Entering a namespace takes CAP_SYS_ADMIN; so the shell is in it already. Its /sys stays the machine's.
        self.inside = ("nsenter", f"--net=/run/netns/{self.bed.host}")
        self.here = Loader(self.bed)
        self.here.common = self.here.common[2:]
        self.up = "up", "uplink", "--slaves", "s0,s1"

    def test_nobody(self):
        """an ordinary user: code 3 from up, set, down, status, stats"""
        nobody = ("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--inh-caps", "-all")
        watch = self.watch(self.bed)
        self.refused(self.here, self.up, PRIVILEGE, "CAP_|root", watch, prefix=self.inside + nobody)
        self.load(*self.up)
        watch = self.watch(self.bed)
        for words in (("down", "uplink"), ("set", "uplink", "mode=1"), ("status", "uplink"), ("stats", "uplink")):
            with self.subTest(words=words):
                self.refused(self.here, words, PRIVILEGE, "CAP_|root|ermission", watch, prefix=self.inside + nobody)
        self.load.down("uplink")

    def test_each_capability(self):
        """root without one of CAP_BPF, CAP_NET_ADMIN, CAP_PERFMON: code 3, and the line names it"""
        for missing in NEEDED:
            with self.subTest(missing=missing):
                watch = self.watch(self.bed)
                kept = [name for name in NEEDED if name != missing]
                self.refused(self.here, self.up, PRIVILEGE, f"CAP_{missing.upper()}", watch,
                             prefix=self.inside + only(kept))

    def test_those_are_enough(self):
        """root with exactly these three capabilities: up, set, status and down work"""
        prefix, watch = self.inside + only(NEEDED), self.watch(self.bed)
        for words in (self.up, ("set", "uplink", "mode=balance-xor"), ("status", "uplink"), ("down", "uplink")):
            self.here(*words, prefix=prefix)
        self.unchanged(watch)

    def test_the_unit_gives_enough(self):
        """with the capabilities that the daemon's unit leaves, and no new ones: every change and every question works"""
        left = re.search(r"(?m)^CapabilityBoundingSet=(.*)$", UNIT.read_text())[1].lower().replace("cap_", "").split()
        self.assertEqual(set(left), {*NEEDED, "net_raw"})
        prefix, watch = (*self.inside, *only(left), "--no-new-privs"), self.watch(self.bed)
        for words in (("check", "s0", "s1"), self.up, ("set", "uplink", "mode=active-backup", "primary=s1"),
                      ("slave", "set", "uplink", "s0", "state=standby"), ("slave", "del", "uplink", "s0"),
                      ("slave", "add", "uplink", "s0"), ("set", "uplink", "mode=broadcast"), ("status", "uplink"),
                      ("stats", "uplink", "--format", "prometheus"), ("down", "uplink")):
            with self.subTest(words=words):
                self.here(*words, prefix=prefix)
        self.unchanged(watch)

    def test_namespace_needs_sys_admin(self):
        """--netns without CAP_SYS_ADMIN: code 3"""
        watch = self.watch(self.bed)
        self.refused(self.load, self.up, PRIVILEGE, self.bed.host, watch, prefix=only(NEEDED))

    def test_explain_needs_nothing(self):
        """explain without a bond works for an ordinary user"""
        nobody = ("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--inh-caps", "-all")
        self.here.common = []
        done = self.here("explain", "--mode", "balance-xor", "--slaves", "2", "--frame", "00" * 60, prefix=nobody)
        self.assertTrue(done.stdout)
        self.refused(self.here, ("explain", "--bond", "uplink", "--pcap", "/nosuch", "--frame", "00"),
                     None, ".", prefix=nobody)
        self.refused(self.here, ("explain", "--mode", "balance-xor", "--slaves", "2", "--pcap", "/nosuch"), NO_SUCH,
                     "/nosuch", prefix=nobody)


if __name__ == "__main__":
    main()
