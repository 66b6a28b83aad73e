#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Every mode, counted at the far end."""

import frames
import netns
from case import ATTACH, Case, main

XDP_MODE = {"native": 1, "generic": 2}[ATTACH]
POLICIES = ("layer2", "layer2+3", "layer3+4", "encap2+3", "encap3+4", "vlan+srcmac")
MODES = ("balance-rr", "active-backup", "balance-xor", "broadcast", "802.3ad")
COUNT = {"native": 200_000, "generic": 20_000}[ATTACH]


class Modes(Case):
    def bond(self, mode, *words, slaves=3, patterns=None):
        self.bed, self.load = self.lab(slaves=slaves)
        self.far = self.traffic(self.bed, patterns or frames.varied())
        self.enterContext(self.load.bond("uplink", self.bed.slaves, mode, "--attach", ATTACH, *words))
        for slave in self.bed.slaves:
            self.assertEqual(self.bed.xdp(slave)[0], XDP_MODE, f"{slave} is not attached {ATTACH}")

    def send(self, port="p0", count=COUNT):
        """Sends frames in at the slave behind that port, and says what came out where."""
        self.far.reset()
        self.emit(self.far, port, count)
        seen = self.far.report()
        for far_end in seen["ports"]:
            self.assertEqual(far_end["altered"], 0, f"{far_end['port']}: frames changed on the way")
        return seen

    def packets(self, seen):
        return [port["packets"] for port in seen["ports"]]

    def assert_once(self, seen, count=COUNT):
        """Every frame arrived, and once."""
        self.assertEqual(seen["copies"][:2], [0, count])

    def test_rr_takes_turns(self):
        """balance-rr on one CPU: every slave sends its share, give or take one frame"""
        self.bond("balance-rr")
        seen = self.send()
        self.assert_once(seen)
        for packets in self.packets(seen):
            self.assertLessEqual(abs(packets - COUNT / 3), 1, self.packets(seen))

    def test_rr_packets_per_slave(self):
        """balance-rr with packets_per_slave=5: shares differ by at most one turn of five"""
        self.bond("balance-rr", "--packets-per-slave", "5")
        seen = self.send()
        self.assert_once(seen)
        for packets in self.packets(seen):
            self.assertLessEqual(abs(packets - COUNT / 3), 5, self.packets(seen))

    def test_rr_random(self):
        """balance-rr with packets_per_slave=0: a random slave for every frame"""
        self.bond("balance-rr", "--packets-per-slave", "0")
        seen = self.send()
        self.assert_once(seen)
        for packets in self.packets(seen):
            self.assertLess(abs(packets - COUNT / 3), COUNT / 30, self.packets(seen))
            self.assertGreater(max(self.packets(seen)) - min(self.packets(seen)), 1, "that is no random choice")

    def as_predicted(self, mode, policy):
        """Each flow on the slave that `explain` names, all of its frames."""
        self.bond(mode, "--xmit-hash-policy", policy)
        whole = [frames.numbered(frame, index, 0) for index, frame in enumerate(self.far.patterns)]
        answers = self.load.explain(whole, "--bond", "uplink")
        seen = self.send()
        self.assert_once(seen)
        for index, answer in enumerate(answers):
            sent = (COUNT - index + len(whole) - 1) // len(whole)
            expected = {f"p{slave}": sent if answer["slave"] == f"s{slave}" else 0 for slave in range(3)}
            found = {port["port"]: port["frames"][index] for port in seen["ports"]}
            self.assertEqual(found, expected, f"frame {index}: {whole[index].hex()}\nexplain: {answer}")
        return seen

    def test_xor_follows_the_prediction(self):
        """balance-xor: every flow on the slave that `explain` names, whatever the policy"""
        for policy in POLICIES:
            with self.subTest(policy=policy):
                seen = self.as_predicted("balance-xor", policy)
                self.assertGreater(sum(packets > 0 for packets in self.packets(seen)), 1, "everything on one slave")
                self.doCleanups()

    def test_8023ad_follows_the_prediction(self):
        """802.3ad without LACP: one slave, as `explain` says, whatever the policy"""
        for policy in POLICIES:
            with self.subTest(policy=policy):
                seen = self.as_predicted("802.3ad", policy)
                self.assertEqual(self.packets(seen), [COUNT, 0, 0])
                self.doCleanups()

    def test_active_backup_uses_one_slave(self):
        """active-backup: everything leaves on the active slave; what arrives on a back-up slave is dropped"""
        self.bond("active-backup")
        self.assertEqual(self.packets(self.send("p0")), [COUNT, 0, 0])
        seen = self.send("p1")
        self.assertEqual((self.packets(seen), seen["lost"]), ([0, 0, 0], COUNT))

    def test_active_backup_all_slaves_active(self):
        """active-backup with all_slaves_active=1: what arrives on a back-up slave leaves on the active one"""
        self.bond("active-backup", "--set", "all_slaves_active=1", "--primary", "s2")
        self.assertEqual(self.packets(self.send("p1")), [0, 0, COUNT])

    def test_broadcast_sends_one_copy_per_slave(self):
        """broadcast: one copy of each frame on every slave, the one it came from included"""
        self.bond("broadcast")
        seen = self.send()
        self.assertEqual(seen["copies"][3], COUNT, seen["copies"])
        self.assertEqual(self.packets(seen), [COUNT] * 3)

    def test_broadcast_leaves_out_an_unusable_slave(self):
        """broadcast with one slave's cable pulled before: one copy on each of the others"""
        self.bed, self.load = self.lab(slaves=3)
        self.far = self.traffic(self.bed, frames.varied())
        self.bed.carrier("s1", False)
        self.enterContext(self.load.bond("uplink", self.bed.slaves, "broadcast", "--attach", ATTACH))
        self.assertEqual(self.packets(self.send()), [COUNT, 0, COUNT])

    def test_control_frames_stay(self):
        """control frames leave through no slave in any mode, and a socket on the slave sees each of them"""
        control = frames.control()
        for mode in MODES:
            with self.subTest(mode=mode):
                self.bond(mode, patterns=control.values())
                arrived = self.enterContext(netns.packet_socket(self.bed.host, "s1"))
                sending = self.enterContext(netns.packet_socket(self.bed.switch, "p1", 0))
                for frame in control.values():
                    sending.send(frame)
                heard = netns.drain(arrived)
                for name, frame in control.items():
                    # A back-up slave of active-backup takes in link-local frames alone.
                    expected = 1 if mode != "active-backup" or name in frames.LINK_LOCAL else 0
                    self.assertEqual(heard.count(frame), expected, f"{name}: times heard on the slave")
                seen = self.send("p1", 20 * len(control))
                self.assertEqual(self.packets(seen), [0, 0, 0])
                self.assertEqual([port["other"] for port in seen["ports"]], [0, 0, 0])
                self.doCleanups()

    def test_tags_stay(self):
        """tagged frames leave with their tags: VLAN, priority bits, QinQ"""
        tagged = [frame for frame in frames.varied() if frame[12:14] in (b"\x81\x00", b"\x88\xa8")]
        self.bond("balance-rr", patterns=tagged)
        self.assert_once(self.send())  # send() compares every byte


if __name__ == "__main__":
    main()
