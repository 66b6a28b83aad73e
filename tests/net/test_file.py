#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""up --program FILE.bpf.o: objects that a user built with xdpbond's headers, in C and composed in C++."""

import os
import shutil
import tempfile

import frames
from case import Case, main
from command import NO_SUCH, UNSUPPORTED, USAGE
from traffic import Traffic

FILTER = os.environ["XDPBOND_FILTER"]        # examples/filter.bpf.c: balance-rr, 4 slaves, packets_per_slave 8
EDGE = os.environ["XDPBOND_EDGE"]            # examples/edge.xdp.cpp: balance-xor layer3+4, 2 slaves
TWO_BONDS = os.environ["XDPBOND_TWO_BONDS"]  # tests/kernel/two_bonds.bpf.c
OWN_MAPS = os.environ["XDPBOND_OWN_MAPS"]    # own_maps.bpf.c: two programs, a pinned map, tunable
FOREIGN = os.environ["XDPBOND_FOREIGN"]


class File(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=5)

    def up(self, program, slaves=2, *words, **options):
        return self.load("up", "bond0", "--slaves", ",".join(self.bed.slaves[:slaves]), "--program", program, *words, **options)

    def where(self, count=96, flows=12):
        with Traffic(self.bed, frames.udp_flows(flows), numbers=10_000) as far:
            far.send("p1", count, cpu=self.cpu)
            return [port["packets"] for port in far.report()["ports"]]

    def test_c(self):
        """filter.bpf.c: mode and options are the object's; status tells the file"""
        watch = self.watch(self.bed)
        self.up(os.path.relpath(FILTER))
        status = self.load.json("status", "bond0")[0]
        self.assertEqual(status["xdpbond"]["program"], os.path.abspath(FILTER))
        self.assertEqual(status["linkinfo"]["info_data"]["packets_per_slave"], 8)
        self.assertEqual(self.where(), [48, 48, 0, 0, 0])
        self.assertRegex(self.load("status", "bond0").stdout, f"Program: {FILTER}")
        self.load("slave", "add", "bond0", "s2")
        self.assertEqual(self.where(), [32, 32, 32, 0, 0])
        self.load.down("bond0")
        self.unchanged(watch)

    def test_composed(self):
        """edge.xdp.cpp: a mode that is named must be its own; its policy hashes"""
        self.up(EDGE, 2, "--mode", "balance-xor", "--xmit-hash-policy", "layer3+4")
        data = self.load.json("status", "bond0")[0]["linkinfo"]["info_data"]
        self.assertEqual((data["mode"], data["xmit_hash_policy"]), ("balance-xor", "layer3+4"))
        where = self.where()
        self.assertEqual(sum(where), 96)
        self.assertTrue(all(where[:2]), where)

    def test_refused(self):
        """what does not fit is refused in a sentence, and nothing changes"""
        watch = self.watch(self.bed)
        for program, slaves, words, code, message in (
                (FILTER, 5, (), UNSUPPORTED, "built for at most 4 slaves, not 5"),
                (FILTER, 2, ("--mode", "active-backup"), UNSUPPORTED, "built with mode=balance-rr, not active-backup"),
                (FILTER, 2, ("--packets-per-slave", "2"), UNSUPPORTED, "built with packets_per_slave=8, not 2"),
                (FILTER, 2, ("--set", "no_slave=pass"), UNSUPPORTED, "built with no_slave=drop, not pass"),
                (FILTER, 2, ("--primary", "s0"), USAGE, "primary: means nothing in mode balance-rr"),
                (FILTER + ":nothing", 2, (), UNSUPPORTED, "has no XDP program nothing, but filter"),
                (EDGE, 2, ("--xmit-hash-policy", "layer2"), UNSUPPORTED, r"built with xmit_hash_policy=layer3\+4, not layer2"),
                (TWO_BONDS, 2, (), UNSUPPORTED, r"several bonds in it \(.*left"),
                (OWN_MAPS, 2, (), UNSUPPORTED, r"several XDP programs \(first, second\); name one, as in FILE:FUNCTION"),
                (FOREIGN, 2, (), UNSUPPORTED, "was not built with xdpbond's headers"),
                ("/no/such.bpf.o", 2, (), NO_SUCH, "/no/such.bpf.o: cannot read this object"),
                (__file__ + ".o", 2, (), NO_SUCH, "cannot read this object"),
                ("/" + "x" * 300 + ".o", 2, (), USAGE, "its path in full is longer than 255 bytes"),
                (os.path.abspath(__file__), 2, (), UNSUPPORTED, "cannot be read as a BPF object")):
            with self.subTest(program=os.path.basename(program), words=words):
                done = self.up(program, slaves, *words, code=code)
                self.assertRegex(done.stderr, message)
                self.assertEqual(len(done.stderr.splitlines()), 1)
        self.unchanged(watch)

    def test_constants(self):
        """set: what is constant in the object is refused by name, the table's own settings are not"""
        self.up(FILTER)
        watch = self.watch(self.bed)
        self.refused(self.load, ("set", "bond0", "packets_per_slave=3"), UNSUPPORTED, "packets_per_slave=8, not 3", watch)
        self.refused(self.load, ("set", "bond0", "mode=broadcast"), UNSUPPORTED, "mode=balance-rr, not broadcast", watch)
        self.load("slave", "set", "bond0", "s1", "state=standby")
        self.assertEqual(self.where(), [96, 0, 0, 0, 0])
        for slave in ("s2", "s3"):
            self.load("slave", "add", "bond0", slave)
        self.refused(self.load, ("slave", "add", "bond0", "s4"), UNSUPPORTED, "its program was built for at most 4")

    def test_tunable(self):
        """a tunable object with several programs: one is named, options are set, its pinned map keeps what it holds"""
        watch = self.watch(self.bed)
        self.up(OWN_MAPS + ":second", 2, "--set", "packets_per_slave=2")
        self.assertEqual(self.where(), [48, 48, 0, 0, 0])
        pin, = [name for name in self._pins() if name.startswith("map_")]
        self.load.set("bond0", "packets_per_slave=96")
        self.assertIn(pin, self._pins())
        self.assertIn(max(self.where()), (95, 96))  # the turn begins where the counter stands
        self.load.down("bond0")
        self.unchanged(watch)

    def test_file_changes(self):
        """set after the file went away or became another's: a clear error, nothing half done; then it works again"""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mine.bpf.o")
            shutil.copy(OWN_MAPS, path)
            self.up(path + ":second")
            watch = self.watch(self.bed)
            os.unlink(path)
            self.refused(self.load, ("set", "bond0", "packets_per_slave=4"), NO_SUCH, "mine.bpf.o: cannot read this object", watch)
            shutil.copy(EDGE, path)
            self.refused(self.load, ("set", "bond0", "packets_per_slave=4"), UNSUPPORTED, "has no XDP program second, but edge",
                         watch)
            self.load("slave", "set", "bond0", "s0", "state=standby")
            shutil.copy(OWN_MAPS, path)
            self.load.set("bond0", "packets_per_slave=4")
            self.assertEqual(self.where(), [0, 96, 0, 0, 0])

    def _pins(self):
        return [name for _, _, names in os.walk(self.bed.pin_dir) for name in names]


if __name__ == "__main__":
    main()
