#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Up and down again, many times: nothing is left, nothing is different."""

import itertools

from case import Case, main

CYCLES = 200
MODES = ("balance-rr", "active-backup", "balance-xor", "broadcast", "802.3ad")


class Cycles(Case):
    def test_cycles(self):
        """200 times up and down, in every mode, native and generic, both programs, slaves up or down before"""
        bed, load = self.lab(slaves=3, peer=True)
        bed.admin("s1", False)
        bed.carrier("s2", False)
        watch = self.watch(bed)
        ways = itertools.cycle(itertools.product(MODES, ("native", "generic"), ("tx", "forward:f0")))
        for _, (mode, attach, program) in zip(range(CYCLES), ways):
            load.up("uplink", bed.slaves, mode, "--attach", attach, "--program", program)
            load.down("uplink")
        self.unchanged(watch)

    def test_changes(self):
        """a bond whose mode is changed 40 times leaves nothing behind either"""
        bed, load = self.lab(slaves=3)
        watch = self.watch(bed)
        load.up("uplink", bed.slaves)
        within = self.watch(bed)
        for _, mode in zip(range(CYCLES // 5), itertools.cycle(MODES)):
            load.set("uplink", f"mode={mode}")
        load.set("uplink", "mode=balance-rr")
        lines = [line for line in within.differences() if "BPF prog" not in line and "xdp" not in line
                 and "BPF link" not in line]
        self.assertFalse([line for line in lines if "BPF map" not in line], lines)
        kinds = {kind: len(items) for kind, items in within._take().items() if kind.startswith("BPF")}
        self.assertEqual(kinds, {kind: len(within.before[kind]) for kind in kinds}, "BPF objects pile up")
        load.down("uplink")
        self.unchanged(watch)

    def test_two_bonds(self):
        """two bonds side by side; taking one down leaves the other as it is"""
        bed, load = self.lab(slaves=4)
        before = self.watch(bed)
        load.up("left", ["s0", "s1"])
        one = self.watch(bed)
        load.up("right", ["s2", "s3"], "broadcast")
        load.down("right")
        self.unchanged(one)
        load.down("left")
        self.unchanged(before)


if __name__ == "__main__":
    main()
