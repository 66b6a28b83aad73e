#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The built-in forward program: from the slaves to the other side, and from there to the bond."""

import frames
import netns
from case import ATTACH, Case, main

COUNT = {"native": 99_000, "generic": 9_000}[ATTACH]


class Forward(Case):
    def bond(self, mode, *words, patterns=None):
        self.bed, self.load = self.lab(slaves=3, peer=True)
        self.far = self.traffic(self.bed, patterns or frames.udp_flows(60))
        self.enterContext(self.load.bond("uplink", self.bed.slaves, mode, "--program", "forward:f0",
                                         "--attach", ATTACH, *words))

    def send(self, port, count=COUNT):
        self.far.reset()
        self.emit(self.far, port, count)
        seen = self.far.report()
        for far_end in seen["ports"]:
            self.assertEqual(far_end["altered"], 0, f"{far_end['port']}: frames changed on the way")
        return {port["port"]: port["packets"] for port in seen["ports"]}, seen

    def test_towards_the_bond(self):
        """frames from the other side leave through the bond: every flow where `explain` says"""
        self.bond("balance-xor", "--xmit-hash-policy", "layer3+4")
        whole = [frames.numbered(frame, index, 0) for index, frame in enumerate(self.far.patterns)]
        answers = self.load.explain(whole, "--bond", "uplink")
        packets, seen = self.send("g0")
        self.assertEqual((packets["g0"], seen["lost"]), (0, 0))
        for index, answer in enumerate(answers):
            found = [f"s{port['port'][1:]}" for port in seen["ports"] if port["frames"][index]]
            self.assertEqual(found, [answer["slave"]], f"frame {index}")

    def test_towards_the_bond_in_turns(self):
        """frames from the other side in balance-rr: every slave sends its share"""
        self.bond("balance-rr")
        packets, _ = self.send("g0")
        for port in self.bed.ports:
            self.assertLessEqual(abs(packets[port] - COUNT / 3), 1, packets)

    def test_towards_the_other_side(self):
        """frames from any slave go to the other side, and never to another slave"""
        self.bond("balance-xor")
        for port in self.bed.ports:
            packets, _ = self.send(port)
            self.assertEqual(packets, {"p0": 0, "p1": 0, "p2": 0, "g0": COUNT}, f"sent in at {port}")

    def test_broadcast(self):
        """broadcast: one copy for each slave, none back to the other side"""
        self.bond("broadcast")
        packets, _ = self.send("g0")
        self.assertEqual(packets, {"p0": COUNT, "p1": COUNT, "p2": COUNT, "g0": 0})

    def test_active_backup(self):
        """active-backup: out on the active slave; only what arrives there goes to the other side"""
        self.bond("active-backup", "--primary", "s1")
        self.assertEqual(self.send("g0")[0], {"p0": 0, "p1": COUNT, "p2": 0, "g0": 0})
        self.assertEqual(self.send("p1")[0], {"p0": 0, "p1": 0, "p2": 0, "g0": COUNT})
        self.assertEqual(sum(self.send("p0")[0].values()), 0)

    def test_neighbours_are_forwarded(self):
        """ARP and neighbour discovery pass through in both directions; link-local frames stay"""
        control = frames.control()
        neighbour = [frame for name, frame in control.items() if name not in frames.LINK_LOCAL]
        self.bond("active-backup", patterns=neighbour)
        self.assertEqual(self.send("g0", 1000)[0], {"p0": 1000, "p1": 0, "p2": 0, "g0": 0})
        self.assertEqual(self.send("p0", 1000)[0], {"p0": 0, "p1": 0, "p2": 0, "g0": 1000})
        self.doCleanups()
        local = [control[name] for name in frames.LINK_LOCAL]
        self.bond("active-backup", patterns=local)
        for port, near in (("g0", "f0"), ("p0", "s0"), ("p1", "s1")):
            arrived = self.enterContext(netns.packet_socket(self.bed.host, near))
            packets, seen = self.send(port, 10 * len(local))
            self.assertEqual(sum(packets.values()), 0, f"sent in at {port}")
            self.assertEqual(sum(end["other"] for end in seen["ports"]), 0)
            self.assertEqual(len(netns.drain(arrived)), 10 * len(local), f"heard on {near}")

    def test_other_side_gone(self):
        """the other side's cable is pulled: frames for it are dropped and counted, and flow again afterwards"""
        self.bond("balance-rr")
        self.bed.carrier("f0", False)
        self.assertEqual(sum(self.send("p0", 1000)[0].values()), 0)
        self.assertEqual(self.load.json("stats", "uplink")[0]["reasons"]["peer"]["packets"], 1000)
        self.bed.carrier("f0", True)
        self.assertEqual(self.send("p0", 1000)[0]["g0"], 1000)


if __name__ == "__main__":
    main()
