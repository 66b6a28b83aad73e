#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Slaves join, leave and are drained while traffic runs at full rate through the bond: none is lost. Commands that are
broken on purpose (a port let go too early, a live key of the device map taken) must lose some."""

import os
import time

import frames
from case import LONG, Case, main
from command import BUSY, NO_SUCH, UNSUPPORTED, USAGE, Loader
from lab import run

MODES = ("balance-rr", "active-backup", "balance-xor", "broadcast", "802.3ad")
ENOUGH = 10_000_000 if LONG else 1_500_000
CHUNK = 3_500_000  # numbers that the far end keeps
CYCLES = 500 if LONG else 50


class Slaves(Case):
    def bond(self, mode, *words, slaves=2, ports=3, program="forward:f0", settings=()):
        self.bed, self.load = self.lab(slaves=ports, peer=True)
        self.bed.ethtool(self.bed.host, "-K", "f0", "gro", "on")
        self.far = self.traffic(self.bed, frames.udp_flows(60))
        self.load.up("uplink", self.bed.slaves[:slaves], mode, "--program", program, *words,
                     *[word for setting in settings for word in ("--set", setting)])

    def slave(self, verb, name, *words, **options):
        return self.load("slave", verb, "uplink", name, *words, **options)

    def under_traffic(self, *steps, port="g0", count=1):
        """Sends at full rate until every step was done so often, in turn; what the far ends saw of it."""
        lost = sent = doubled = 0
        while sent < count:
            self.far.reset()
            sender = self.far.start(port, CHUNK, cpu=self.cpu)
            self._more_arrive()
            for step in steps:
                step()
            self._more_arrive()
            sent += self.far.finish(sender, stop=True)
            seen = self.far.report()
            lost += seen["lost"]
            doubled += sum(seen["copies"][2:])
        return sent, lost, doubled

    def _more_arrive(self, packets=10_000):
        start, deadline = self._arrived(), time.monotonic() + 20
        while self._arrived() < start + packets:
            self.assertLess(time.monotonic(), deadline, "no traffic")

    def _arrived(self):
        return sum(port["packets"] for port in self.far.report(settle=0.002)["ports"])

    def where(self, count=600, port="g0"):
        """Frames per slave (and the other side) as things are now."""
        self.far.reset()
        self.far.send(port, count, cpu=self.cpu)
        return [seen["packets"] for seen in self.far.report()["ports"]]

    def order(self):
        return [slave["ifname"] for slave in self.load.json("status", "uplink")[0]["slaves"]]

    def test_under_traffic(self):
        """each mode: a slave joins, one is drained and comes back, the first leaves and joins again: nothing is lost"""
        for mode in MODES:
            with self.subTest(mode=mode):
                self.bond(mode)
                sent, lost, doubled = self.under_traffic(
                    lambda: self.slave("add", "s2"), lambda: self.slave("set", "s0", "state=standby"),
                    lambda: self.slave("set", "s0", "state=active"), lambda: self.slave("del", "s0"),
                    lambda: self.slave("add", "s0"), lambda: self.slave("del", "s2"), count=ENOUGH / len(MODES))
                print(f"{mode}: {sent} frames, {lost} lost")
                self.assertEqual(lost, 0)
                self.assertTrue(mode == "broadcast" or not doubled, "frames came twice")
                self.load.down("uplink")

    def test_broken_del(self):
        """broken on purpose: the port is let go before the table is in force without it, and frames are lost"""
        self._broken_order("take_out")

    def test_broken_add(self):
        """broken on purpose: the table is in force before the port is ready, and frames are lost"""
        self._broken_order("take_in")

    def _broken_order(self, build):
        """A slave that was down before, whose carrier nobody looks at in band."""
        for broken in (False, True):
            with self.subTest(broken=broken):
                self.bond("balance-rr", settings=["carrier_check=off"])
                self.bed.admin("s2", False)
                load = self._broken(build) if broken else self.load
                lost, deadline = 0, time.monotonic() + 60
                for _ in range(5 if not broken else 1000):
                    lost += self.under_traffic(lambda: load("slave", "add", "uplink", "s2"),
                                               lambda: load("slave", "del", "uplink", "s2"))[1]
                    if lost or time.monotonic() > deadline:
                        break
                (self.assertGreater if broken else self.assertEqual)(lost, 0)
                self.load.down("uplink")

    def _broken(self, build):
        load = Loader(self.bed)
        program = os.path.join(os.environ["XDPBOND_CHURN"], f"xdpbond-load-{build}")
        words = load.words
        load.words = lambda *given: [program, *words(*given)[1:]]
        return load

    def test_order(self):
        """a slave that joins again is the last in the enslave order, and hashes count so"""
        self.bond("balance-xor", "--xmit-hash-policy", "layer3+4", slaves=3)
        self.slave("del", "s0")
        self.assertEqual(self.order(), ["s1", "s2"])
        self.slave("add", "s0")
        self.assertEqual(self.order(), ["s1", "s2", "s0"])
        whole = [frames.numbered(frame, index, 0) for index, frame in enumerate(self.far.patterns)]
        answers = self.load.explain(whole, "--bond", "uplink")
        expected = [0, 0, 0]
        for answer in answers:
            name = self.order()[answer["hash"] % 3]
            self.assertEqual(answer["slave"], name)
            expected[int(name[1])] += 10
        self.assertEqual(self.where()[:3], expected)

    def test_counters(self):
        """a slave counts from the moment that it joined, whatever its slot had counted"""
        self.bond("balance-rr")
        self.where(1000)
        self.slave("del", "s1")
        self.slave("add", "s2")
        self.where(100)
        counted = {row["ifname"]: row["packets"] for row in self.load.json("stats", "uplink")[0]["slaves"]}
        self.assertEqual(counted, {"s0": 550, "s2": 50})

    def test_standby(self):
        """state=standby: sends nothing, keeps its place; what arrives on it is a back-up's in active-backup, else taken"""
        self.bond("active-backup", slaves=3)
        self.slave("set", "s0", "state=standby")
        self.assertEqual(self.where(), [0, 600, 0, 0])
        self.assertEqual(self.where(port="p0"), [0, 0, 0, 0])
        self.assertEqual(self.where(port="p1"), [0, 0, 0, 600])
        slave = self.load.json("status", "uplink")[0]["slaves"][0]
        self.assertEqual((slave["ifname"], slave["xdpbond"]["standby"], slave["xdpbond"]["usable"]), ("s0", True, False))
        self.assertRegex(self.load("status", "uplink").stdout, "Not used: on standby")
        self.load.set("uplink", "mode=balance-rr")
        self.assertEqual(self.where(), [0, 400, 200, 0])
        self.assertEqual(self.where(port="p0"), [0, 0, 0, 600])
        self.load.set("uplink", "rr_slaves=usable")
        self.assertEqual(self.where(), [0, 300, 300, 0])
        self.load.set("uplink", "mode=broadcast")
        self.assertEqual(self.where(), [0, 600, 600, 0])
        self.slave("set", "s0", "state=active")
        self.assertEqual(self.where(), [600, 600, 600, 0])
        self.assertEqual(self.order(), self.bed.slaves)

    def test_last_standby(self):
        """the last slave that can send is drained with --force only"""
        self.bond("balance-rr")
        self.slave("set", "s0", "state=standby")
        self.refused(self.load, ["slave", "set", "uplink", "s1", "state=standby"], BUSY, "s1: is the last slave")
        self.slave("set", "s1", "state=standby", "--force")
        self.assertEqual(self.where(), [0, 0, 0, 0])

    def test_prio(self):
        """prio: the highest is active where no primary is; kept over a change of mode; refused elsewhere"""
        self.bond("active-backup", slaves=3)
        self.slave("set", "s2", "prio=10")
        self.slave("set", "s1", "prio=20")
        self.assertEqual(self.where(), [0, 600, 0, 0])
        self.bed.carrier("s1", False)
        self.assertEqual(self.where(), [0, 0, 600, 0])
        self.bed.carrier("s1", True)
        self.load.set("uplink", "primary=s0")
        self.assertEqual(self.where(), [600, 0, 0, 0])
        self.load.set("uplink", "mode=balance-rr")
        self.refused(self.load, ["slave", "set", "uplink", "s0", "prio=1"], USAGE, "prio: means nothing in mode balance-rr")
        self.load.set("uplink", "mode=active-backup", "primary=none")
        self.assertEqual(self.where(), [0, 600, 0, 0])
        self.assertEqual([slave["linkinfo"]["info_slave_data"]["prio"]
                          for slave in self.load.json("status", "uplink")[0]["slaves"]], [0, 20, 10])

    def test_wishes_end(self):
        """primary and active_slave end with the slave that they name, and a warning says so"""
        self.bond("active-backup", "--primary", "s0", "--set", "active_slave=s1", slaves=3)
        self.assertRegex(self.slave("del", "s1").stderr, "warning: s1 was the active_slave of uplink")
        self.assertRegex(self.slave("del", "s0").stderr, "warning: s0 was the primary of uplink")
        self.slave("add", "s0")
        self.assertEqual(self.where(), [0, 0, 600, 0])

    def test_last(self):
        """the last slave leaves too; the bond stays, says so, and takes the next one"""
        self.bond("balance-xor")
        self.slave("del", "s0")
        self.assertRegex(self.slave("del", "s1").stderr, "warning: uplink has no slave left that can send: .* dropped")
        self.assertEqual(self.where(), [0, 0, 0, 0])
        self.assertEqual(self.load.json("stats", "uplink")[0]["reasons"]["no_slave"]["packets"], 600)
        self.assertRegex(self.load("status", "uplink").stdout, "Slaves: none; frames are dropped")
        self.load.set("uplink", "no_slave=pass", "mode=active-backup")
        self.slave("add", "s2")
        self.assertEqual(self.where(), [0, 0, 600, 0])

    def test_cycles(self):
        """many times add and del: nothing is left, nothing is different"""
        self.bond("active-backup")
        self.bed.admin("s2", False)
        watch = self.watch(self.bed)
        for _ in range(CYCLES):
            self.slave("add", "s2")
            self.slave("del", "s2")
        self.unchanged(watch)
        self.assertEqual(self.order(), ["s0", "s1"])

    def test_errors(self):
        """refused, with nothing changed: who it is, what is wrong, what to do"""
        self.bond("balance-rr", ports=5)
        self.load.up("other", ["s3"])
        self.bed.ip(self.bed.host, "addr", "add", "192.0.2.1/24", "dev", "s4")
        watch = self.watch(self.bed)
        for words, code, message in (
                (("add", "uplink", "s0"), BUSY, "s0: is a slave of uplink already"),
                (("add", "uplink", "f0"), BUSY, "f0: is the other side of uplink"),
                (("add", "uplink", "s3"), BUSY, "s3: belongs to bond other"),
                (("add", "uplink", "s4"), BUSY, "s4: has the address 192.0.2.1/24.*--force"),
                (("add", "uplink", "s9"), NO_SUCH, "s9: no such interface"),
                (("add", "nobond", "s2"), NO_SUCH, "nobond: no such bond"),
                (("add", "uplink", "s2", "prio=1"), USAGE, "prio: means nothing in mode balance-rr"),
                (("add", "uplink", "s2", "state=off"), USAGE, "state=off: takes active or standby"),
                (("set", "uplink", "s0", "queue_id=1"), UNSUPPORTED, "queue_id: needs the daemon"),
                (("set", "uplink", "s0", "colour=1"), USAGE, "'colour': no option of a slave"),
                (("set", "uplink", "s2", "state=active"), NO_SUCH, "s2: is not a slave of uplink"),
                (("set", "uplink", "s0", "state"), USAGE, "'state': not of the form"),
                (("del", "uplink", "s2"), NO_SUCH, "s2: is not a slave of uplink"),
                (("del", "nobond", "s0"), NO_SUCH, "nobond: no such bond"),
                (("del", "uplink"), USAGE, "IF is required.*slave del --help"),
                ((), USAGE, "slave --help")):
            with self.subTest(words=words):
                self.refused(self.load, ["slave", *words], code, message)
        self.unchanged(watch)
        self.load("slave", "add", "uplink", "s4", "--force")
        self.load("slave", "del", "uplink", "s4")
        self.unchanged(watch)

    def test_prepared_port(self):
        """a port is prepared as by up, here its far end's GRO, and put back by del"""
        self.bed, self.load = self.lab(slaves=3)
        self.bed.ethtool(self.bed.switch, "-K", "p2", "gro", "off")
        self.load.up("uplink", ["s0", "s1"], "balance-rr")
        watch = self.watch(self.bed)
        self.slave("add", "s2")
        self.assertEqual([slave["xdpbond"]["attach"] for slave in self.load.json("status", "uplink")[0]["slaves"]],
                         ["native"] * 3)
        self.assertRegex(self.bed.ethtool(self.bed.switch, "-k", "p2").stdout, "generic-receive-offload: on")
        self.slave("del", "s2")
        self.unchanged(watch)

    def test_dry_run(self):
        """--dry-run says what would be done and does nothing"""
        self.bond("active-backup", "--primary", "s0")
        watch = self.watch(self.bed)
        self.assertRegex(self.slave("add", "s2", "--dry-run").stdout, "attach to s2 .*\npublish 3 slaves")
        self.assertRegex(self.slave("set", "s0", "state=standby", "--dry-run").stdout, "publish 2 slaves, 1 of them usable")
        self.assertRegex(self.slave("del", "s0", "--dry-run").stdout, "publish 1 slaves\ndetach from s0")
        self.unchanged(watch)
        self.assertEqual(self.where(), [600, 0, 0, 0])

    def test_device_deleted(self):
        """a slave whose interface was deleted is taken out by its name"""
        self.bond("balance-rr", slaves=3)
        run("ip", "-n", self.bed.host, "link", "del", "s1")
        self.slave("del", "s1")
        self.assertEqual(self.order(), ["s0", "s2"])
        self.assertEqual(self.where()[0], 300)


if __name__ == "__main__":
    main()
