#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What the kernel's own tests of XDP on bonds ask of a bond device, asked of ours: the slave for each frame by the
same bounds, and who may attach a program to what.

A kernel bond has a device that programs are attached to; ours has slaves alone. So a rule about the device is a rule
about each slave here, and "refused because an upper device has a program" becomes "refused because the slave has one".
What other files of this folder test (test_ports, test_errors, test_set) is not repeated. Not restated: a bond in a bond
and the bond device's XDP features, for there is no such device; a broadcast to a bond and to its slaves, which is no
bond's own affair.
"""

import os

import frames
import netns
from case import ATTACH, Case, main
from command import NO_SUCH, UNSUPPORTED

COUNT = 100
FOREIGN = os.environ["XDPBOND_FOREIGN"]
NATIVE, GENERIC = "xdpdrv", "xdpgeneric"


def datagrams(addresses):
    """100 UDP frames: the destination port goes up by one each, the destination address too where it should vary."""
    return [frames.ethernet(0x0800) + frames.ipv4(17, "192.0.2.1", f"198.51.100.{1 + number * addresses}") +
            frames.ports(45017, 9000 + number) for number in range(COUNT)]


class Frames(Case):
    """Two slaves, two cables; 100 frames arrive on the first slave and are sent back by the bond."""

    def where(self, mode, *words, addresses=True):
        bed, load = self.lab(slaves=2)
        far = self.traffic(bed, datagrams(addresses))
        with load.bond("uplink", bed.slaves, mode, "--attach", ATTACH, *words):
            far.inject("p0", COUNT)
            seen = far.report()
        self.assertEqual(seen["copies"][:2], [0, COUNT], "each frame comes back once")
        return [port["packets"] for port in seen["ports"]]

    def test_round_robin(self):
        """balance-rr: both, and by turns"""
        self.assertEqual(self.where("balance-rr"), [COUNT / 2, COUNT / 2])

    def test_active_backup(self):
        """active-backup: one slave alone"""
        self.assertEqual(self.where("active-backup"), [COUNT, 0])

    def test_xor_layer2(self):
        """balance-xor, layer2: one pair of addresses, one slave"""
        self.assertEqual(sorted(self.where("balance-xor", "--xmit-hash-policy", "layer2")), [0, COUNT])

    def test_xor_layer23(self):
        """balance-xor, layer2+3: other IP addresses, the other slave"""
        first, second = self.where("balance-xor", "--xmit-hash-policy", "layer2+3")
        self.assertLess(abs(first - second), 50)

    def test_xor_layer34(self):
        """balance-xor, layer3+4: other ports alone, the other slave"""
        first, second = self.where("balance-xor", "--xmit-hash-policy", "layer3+4", addresses=False)
        self.assertLess(abs(first - second), 50)

    def test_xor_layer23_needs_addresses(self):
        """balance-xor, layer2+3: other ports alone change nothing"""
        self.assertEqual(sorted(self.where("balance-xor", "--xmit-hash-policy", "layer2+3", addresses=False)),
                         [0, COUNT])

    def test_policy_that_the_kernel_refuses(self):
        """802.3ad with a native program: changed to vlan+srcmac and to broadcast, which the kernel refuses"""
        bed, load = self.lab(slaves=2)
        far = self.traffic(bed, datagrams(True))
        with load.bond("uplink", bed.slaves, "802.3ad", "--xmit-hash-policy", "layer2+3", "--attach", ATTACH):
            before = [bed.xdp(slave)[0] for slave in bed.slaves]
            for change, copies in (("xmit_hash_policy=vlan+srcmac", 1), ("mode=broadcast", 2), ("mode=802.3ad", 1)):
                load.set("uplink", change)
                far.reset()
                far.inject("p0", COUNT)
                self.assertEqual(far.report()["copies"][copies], COUNT, change)
            self.assertEqual([bed.xdp(slave)[0] for slave in bed.slaves], before)

    def test_nothing_to_send_on(self):
        """no slave is alive: in every mode frames are dropped, or passed up on request, and counted; none goes back"""
        bed, load = self.lab(slaves=2, peer=True)
        far = self.traffic(bed, datagrams(True))
        for mode in ("balance-rr", "active-backup", "balance-xor", "broadcast", "802.3ad"):
            for verdict, heard in (("drop", 0), ("pass", COUNT)):
                with self.subTest(mode=mode, no_slave=verdict), load.bond(
                        "uplink", bed.slaves, mode, "--program", "forward:f0", "--set", f"no_slave={verdict}",
                        "--attach", ATTACH), netns.packet_socket(bed.host, "f0") as stack:
                    for slave in bed.slaves:
                        bed.carrier(slave, False)
                    far.reset()
                    far.inject("g0", COUNT)
                    arrived = [frame for frame in netns.drain(stack) if frame[12:14] == b"\x08\x00"]
                    self.assertEqual((far.report()["lost"], len(arrived)), (COUNT, heard))
                    reasons = load.json("stats", "uplink")[0]["reasons"]
                    self.assertEqual(reasons["no_slave"]["packets"], COUNT)
                    for slave in bed.slaves:
                        bed.carrier(slave, True)


class Attaching(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=2)

    def others(self, slave, how):
        """Somebody else's attempt by netlink: exit code and what was said."""
        done = self.bed.ip(self.bed.host, "link", "set", slave, how, *self.foreign(), check=False)
        return done.returncode, done.stderr

    @staticmethod
    def foreign():
        return "obj", FOREIGN, "sec", "xdp"

    def test_attach_to_our_slave(self):
        """a slave of ours: nobody attaches beside, over or instead of our program, native or generic, or takes it off"""
        with self.load.bond("uplink", self.bed.slaves, "balance-rr", "--attach", ATTACH):
            watch, programs = self.watch(self.bed), [self.bed.xdp(slave) for slave in self.bed.slaves]
            self.assertNotIn((0, 0), programs)
            for slave in self.bed.slaves:
                for how in (NATIVE, GENERIC):
                    for words in ((), ("-force",)):
                        done = self.bed.ip(self.bed.host, *words, "link", "set", slave, how, *self.foreign(),
                                           check=False)
                        self.assertNotEqual(done.returncode, 0, f"{slave} {how} {words}")
                self.bed.ip(self.bed.host, "link", "set", slave, {"native": NATIVE, "generic": GENERIC}[ATTACH], "off",
                            check=False)
            self.assertEqual([self.bed.xdp(slave) for slave in self.bed.slaves], programs)
            self.unchanged(watch)

    def test_attach_after_down(self):
        """taken down: others attach; while they are there we do not; when they are gone we do"""
        with self.load.bond("uplink", self.bed.slaves, "balance-rr", "--attach", ATTACH):
            pass
        how = {"native": NATIVE, "generic": GENERIC}[ATTACH]
        code, said = self.others("s0", how)
        self.assertEqual(code, 0, said)
        self.load.up("uplink", self.bed.slaves, code=6)
        self.bed.ip(self.bed.host, "link", "set", "s0", how, "off")
        with self.load.bond("uplink", self.bed.slaves, "balance-rr", "--attach", ATTACH):
            self.assertNotEqual(self.bed.xdp("s0"), (0, 0))

    def test_port_without_native_xdp(self):
        """a port whose driver has no native XDP: refused where native is demanded, and the other slave is as it was;
        else generic for all, and native again once it is not among them"""
        self.port_without_native_xdp(self.bed)
        watch = self.watch(self.bed)
        self.refused(self.load, ("up", "uplink", "--slaves", "s0,ifb0", "--attach", "native"), UNSUPPORTED,
                     "ifb0.*native", watch)
        said = self.load.up("uplink", ["s0", "ifb0"]).stderr
        self.assertRegex(said, "warning: attach to ifb0 in generic mode, for native is refused: ")
        self.assertRegex(said, "warning: generic mode for all, for ifb0 ")
        self.assertEqual((self.bed.xdp("s0")[0], self.bed.xdp("ifb0")[0]), (2, 2))
        self.load.down("uplink")
        self.unchanged(watch)
        with self.load.bond("uplink", ["s0", "s1"], "balance-rr"):
            self.assertEqual((self.bed.xdp("s0")[0], self.bed.xdp("s1")[0]), (1, 1))
        self.unchanged(watch)

    def test_down_twice(self):
        """taken down twice: the second time there is nothing to take down, and nothing else happens"""
        watch = self.watch(self.bed)
        self.load.up("uplink", self.bed.slaves)
        self.load.down("uplink")
        self.refused(self.load, ("down", "uplink"), NO_SUCH, "uplink", watch)


if __name__ == "__main__":
    main()
