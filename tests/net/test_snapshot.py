#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The snapshot sees what a command could leave behind: without that, "unchanged" would mean nothing."""

import os

import frames
from case import Case, main
from traffic import Traffic


class Snapshot(Case):
    def setUp(self):
        super().setUp()
        self.bed, _ = self.lab(slaves=2)
        self.before = self.watch(self.bed, pid=os.getpid())

    def sees(self, pattern):
        lines = self.before.differences(patience=0)
        self.assertRegex("\n".join(lines), pattern)

    def test_nothing_happened(self):
        """nothing happened: no difference"""
        self.unchanged(self.before)

    def test_traffic(self):
        """traffic alone makes no difference once it is over"""
        with Traffic(self.bed, frames.udp_flows(8), numbers=8000) as far:
            far.inject("p0", 1000)
            self.sees("BPF link.*\n(.*\n)*.*BPF prog")
            self.sees("BPF map")
        self.unchanged(self.before)

    def test_links(self):
        """a link that is down, has another address, another MTU, an IP address, a feature less"""
        change = (("link", "set", "s0", "down"), ("link", "set", "s0", "address", "02:00:00:00:00:99"),
                  ("link", "set", "s0", "mtu", "1400"), ("link", "set", "s0", "promisc", "on"),
                  ("addr", "add", "192.0.2.1/24", "dev", "s0"))
        for words, pattern in zip(change, ("flags › UP", "address: ", "mtu: 1500 → 1400", "promiscuity", "192.0.2.1")):
            with self.subTest(words=words):
                self.bed.ip(self.bed.host, *words)
                self.sees(pattern)
        self.bed.ethtool(self.bed.host, "-K", "s1", "gro", "on")
        self.sees("features › s1 › generic-receive-offload: off → on")

    def test_pins_and_files(self):
        """a folder below the pin folder, an open file"""
        os.mkdir(os.path.join(self.bed.pin_dir, "left"))
        self.sees("left: pin › left")
        with open(__file__, encoding="utf-8"):
            self.sees("left: open file")


if __name__ == "__main__":
    main()
