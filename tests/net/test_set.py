#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Options are changed while traffic runs: each frame leaves under the old settings or the new ones, none is lost, the
counters go on."""

import collections
import itertools
import time

import frames
from case import Case, main

MODES = ("balance-rr", "active-backup", "balance-xor", "broadcast", "802.3ad")
POLICIES = ("layer2", "layer2+3", "layer3+4", "encap2+3", "encap3+4", "vlan+srcmac")
SLAVES = 3


class Set(Case):
    def bond(self, mode, *words, patterns=None):
        self.bed, self.load = self.lab(slaves=SLAVES)
        self.far = self.traffic(self.bed, patterns or frames.udp_flows(60))
        self.load.up("uplink", self.bed.slaves, mode, *words)
        self.total = collections.Counter()  # frames that the far ends saw and forgot

    def changed(self, *assignments):
        """Sends at full rate, changes options on the way; says what was seen of the frames of this run."""
        first = self.far.next
        sender = self.far.start("p0", 10_000_000, cpu=self.cpu)
        self._more_arrive()
        self.load.set("uplink", *assignments)
        self._more_arrive()
        sent = self.far.finish(sender, stop=True)
        seen = self.far.report(first, sent)
        if self.far.next > 2_500_000:
            self._add_up()
            self.far.reset()
        return seen

    def _more_arrive(self, packets=20_000):
        start, deadline = self._arrived(), time.monotonic() + 20
        while self._arrived() < start + packets:
            self.assertLess(time.monotonic(), deadline, "no traffic")

    def _arrived(self):
        return sum(port["packets"] for port in self.far.report(settle=0.005)["ports"])

    def _add_up(self):
        self.total.update({port["port"]: port["packets"] for port in self.far.report()["ports"]})

    def check_counters(self):
        """Every frame that the far ends got since the bond was made is in the bond's counters."""
        self._add_up()
        counted = {f"p{row['ifname'][1:]}": row["packets"] for row in self.load.json("stats", "uplink")[0]["slaves"]}
        self.assertEqual(counted, self.total)

    def where(self, count=600):
        """Frames per slave as the settings are now."""
        before = self.far.report()
        self.far.send("p0", count, cpu=self.cpu)
        after = self.far.report()
        return [now["packets"] - then["packets"] for then, now in zip(before["ports"], after["ports"])]

    def assert_mode(self, mode):
        expected = {"balance-rr": [200, 200, 200], "active-backup": [600, 0, 0], "broadcast": [600, 600, 600],
                    "802.3ad": [600, 0, 0]}
        where = self.where()
        if mode == "balance-xor":
            self.assertEqual(sum(where), 600)
            self.assertTrue(all(where), where)
        else:
            self.assertEqual(where, expected[mode], mode)

    def test_every_mode_to_every_other(self):
        """mode: from each to each other under traffic, nothing lost, every frame counted"""
        self.bond("balance-rr")
        for old, new in itertools.permutations(MODES, 2):
            with self.subTest(old=old, new=new):
                self.load.set("uplink", f"mode={old}")
                seen = self.changed(f"mode={new}")
                self.assertEqual(seen["lost"], 0)
                several = sum(seen["copies"][2:])
                if "broadcast" in (old, new):
                    self.assertEqual(seen["copies"][2], 0, "a frame reached some slaves only")
                    self.assertGreater(several, 0)
                    self.assertGreater(seen["copies"][1], 0)
                else:
                    self.assertEqual(several, 0, "frames came twice")
                self.assert_mode(new)
        self.check_counters()

    def test_every_policy(self):
        """xmit_hash_policy: every change under traffic, nothing lost, afterwards as `explain` says"""
        self.bond("balance-xor", patterns=frames.varied())
        whole = [frames.numbered(frame, index, 0) for index, frame in enumerate(self.far.patterns)]
        for policy in POLICIES[1:] + POLICIES[:1]:
            with self.subTest(policy=policy):
                seen = self.changed(f"xmit_hash_policy={policy}")
                self.assertEqual(seen["copies"][:1] + seen["copies"][2:], [0] * 8)
                answers = self.load.explain(whole, "--bond", "uplink")
                expected = [sum(answer["slave"] == slave for answer in answers) for slave in self.bed.slaves]
                self.far.next += -self.far.next % len(whole)
                self.assertEqual(self.where(len(whole)), expected)

    def test_packets_per_slave(self):
        """packets_per_slave: changed under traffic, nothing lost"""
        self.bond("balance-rr")
        for value in (5, 0, 1, 60):
            with self.subTest(value=value):
                seen = self.changed(f"packets_per_slave={value}")
                self.assertEqual(seen["copies"][:1] + seen["copies"][2:], [0] * 8)

    def test_active_slave_and_primary(self):
        """active_slave, primary: the next frame leaves there, nothing lost that came in on the active slave"""
        self.bond("active-backup", "--set", "all_slaves_active=1")
        for option, expected in (("active_slave=s2", 2), ("active_slave=s1", 1), ("active_slave=none", 0),
                                 ("primary=s2", 2), ("primary=none", 0)):
            with self.subTest(option=option):
                seen = self.changed(option)
                self.assertEqual(seen["copies"][:1] + seen["copies"][2:], [0] * 8)
                self.assertEqual(self.where(), [600 if slave == expected else 0 for slave in range(SLAVES)])

    def test_all_slaves_active(self):
        """all_slaves_active: decides whether frames that arrive on a back-up slave are taken"""
        self.bond("active-backup", "--primary", "s1")
        for value, expected in ((0, [0, 0, 0]), (1, [0, 600, 0]), (0, [0, 0, 0])):
            self.load.set("uplink", f"all_slaves_active={value}")
            self.assertEqual(self.where(), expected, f"all_slaves_active={value}")

    def test_own_options(self):
        """each option of our own: changed under traffic, nothing lost"""
        self.bond("balance-rr")
        for option in ("control_frames=none", "control_frames=link-local", "control_frames=default",
                       "carrier_check=off", "carrier_check=on", "no_slave=pass", "no_slave=drop",
                       "statistics=off", "statistics=on", "rr_slaves=usable", "rr_slaves=all",
                       "mode=balance-xor", "hash_version=5.15", "hash_version=6.1", "mode=broadcast",
                       "broadcast_frags=pass", "broadcast_frags=drop"):
            with self.subTest(option=option):
                seen = self.changed(option) if option != "statistics=off" else self._not_counted()
                self.assertEqual(seen["lost"], 0)
                if "broadcast" not in option:
                    self.assertEqual(sum(seen["copies"][2:]), 0)

    def _not_counted(self):
        self.load.set("uplink", "statistics=off")
        before = self.load.json("stats", "uplink")[0]["total"]["packets"]
        self.where()
        self.assertEqual(self.load.json("stats", "uplink")[0]["total"]["packets"], before)
        return self.far.report()

    def test_control_frames(self):
        """control_frames: link-local lets ARP and neighbour discovery through, none lets everything through"""
        control = frames.control()
        self.bond("balance-rr", patterns=control.values())
        for value, expected in (("default", 0), ("link-local", len(control) - len(frames.LINK_LOCAL)),
                                ("none", len(control)), ("default", 0)):
            self.load.set("uplink", f"control_frames={value}")
            self.far.next += -self.far.next % len(control)
            self.assertEqual(sum(self.where(10 * len(control))), 10 * expected, value)

    def test_rr_over_usable_slaves(self):
        """rr_slaves: with a dead slave, `all` gives the next one twice the load, `usable` gives even shares"""
        self.bond("balance-rr")
        self.bed.carrier("s1", False)
        self.assertEqual(self.where(), [200, 0, 400])
        self.load.set("uplink", "rr_slaves=usable")
        self.assertEqual(self.where(), [300, 0, 300])
        self.load.set("uplink", "rr_slaves=all")
        self.assertEqual(self.where(), [200, 0, 400])


if __name__ == "__main__":
    main()
