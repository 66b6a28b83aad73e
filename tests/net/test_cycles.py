#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Up and down again, many times: nothing is left, nothing is different, nothing grows. `--long`: 1,000 times."""

import itertools
import json
import os
import subprocess
import sys

from case import LONG, Case, main
from memory import Group, Unmeasurable

CYCLES = 1000 if LONG else 30
# What may come and go by itself, in the kernel's caches and in an allocator's: in a long run a quarter of a page a cycle,
# or a kilobyte.
KERNEL, PROCESS = 256 << 10, 1024 << 10
MODES = ("balance-rr", "active-backup", "balance-xor", "broadcast", "802.3ad")


class Cycles(Case):
    def test_cycles(self):
        """up and down, many times, in every mode, native and generic, both programs, slaves up or down before"""
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
        """a bond whose mode is changed many times leaves nothing behind either"""
        bed, load = self.lab(slaves=3)
        watch = self.watch(bed)
        load.up("uplink", bed.slaves)
        within = self.watch(bed)
        for _, mode in zip(range(max(40, CYCLES // 5)), itertools.cycle(MODES)):
            load.set("uplink", f"mode={mode}")
        load.set("uplink", "mode=balance-rr")
        lines = [line for line in within.differences() if "BPF prog" not in line and "xdp" not in line
                 and "BPF link" not in line]
        self.assertFalse([line for line in lines if "BPF map" not in line], lines)
        kinds = {kind: len(items) for kind, items in within._take().items() if kind.startswith("BPF")}
        self.assertEqual(kinds, {kind: len(within.before[kind]) for kind in kinds}, "BPF objects pile up")
        load.down("uplink")
        self.unchanged(watch)

    def operate(self, bed, what, count, group=None):
        """So many operations by one process that uses the library; what it says of itself at the end."""
        program = os.path.join(os.environ["XDPBOND_OPERATE"], "xdpbond-operate")
        done = subprocess.run([program, what, bed.host, bed.pin_dir, str(count)], stdout=subprocess.PIPE, text=True,
                              check=False, preexec_fn=group and group.join)
        self.assertEqual(done.returncode, 0)
        return json.loads(done.stdout.splitlines()[-1])

    def in_one_process(self, what, load=None):
        """The process: no descriptor more, no memory more after all of its operations than after a tenth, or ten, of
        them. The kernel, after its end: as it was, and no more memory charged than after a tenth as many."""
        bed, load = self.lab(slaves=3)
        untouched = self.watch(bed)
        if what != "updown":
            load.up("uplink", bed.slaves, "balance-xor")
        try:
            group = self.enterContext(Group(f"xdpbond-{os.getpid()}-{what}"))
        except Unmeasurable as why:
            group = None
            print(f"SKIPPED kernel memory after {what}: {why}", file=sys.stderr)
        # A whole round of what is done in turn, so that the bond is again as it was.
        rounds = {"updown": 5, "mode": 5, "policy": 6, "replace": 2, "drain": 2, "slave": 2}[what]
        few, many = (max(1, count // rounds) * rounds for count in (CYCLES // 10, CYCLES))
        self.operate(bed, what, few, group)
        watch, before = self.watch(bed), group and group.settled()
        done = self.operate(bed, what, many, group)
        after = group and group.settled()
        print(f"{what}: {done}, kernel memory {before} → {after}", file=sys.stderr)
        self.assertEqual(done["events"], many)
        self.assertEqual(done["fds"][0], done["fds"][1])
        self.assertLess(done["rss"][1] - done["rss"][0], PROCESS >> 10)
        if group:
            self.assertLess(after - before, KERNEL)
        if what == "updown":
            self.unchanged(untouched)
            return
        # Ids differ, for programs and links were made anew.
        for kind, items in watch._take().items():
            if kind.startswith("BPF"):
                self.assertLess(len(items), len(watch.before[kind]) + many // 2, "BPF objects pile up")
        load.down("uplink")
        self.unchanged(untouched)

    def test_up_and_down_in_one_process(self):
        """an orchestrator's process: up and down, many times"""
        self.in_one_process("updown")

    def test_slaves_in_one_process(self):
        """an orchestrator's process: a slave deleted and added, many times"""
        self.in_one_process("slave")

    def test_changes_in_one_process(self):
        """an orchestrator's process: changes of one bond, many times"""
        for what in ("mode", "policy", "replace", "drain") if LONG else ("mode",):
            with self.subTest(what=what):
                self.in_one_process(what)
                self.doCleanups()

    def test_memory_is_seen(self):
        """a bond that is up is charged, and no more when it is down: what the tests above compare is measured"""
        bed, load = self.lab(slaves=3)
        try:
            group = self.enterContext(Group(f"xdpbond-{os.getpid()}-seen"))
        except Unmeasurable as why:
            self.skipTest(str(why))
        commands = {words[0]: load.words(*words) for words in (
            ("up", "uplink", "--slaves", ",".join(bed.slaves)), ("down", "uplink"))}
        used = []
        for command in ("up", "down", "up", "down"):
            subprocess.run(commands[command], check=True, stdout=subprocess.DEVNULL, preexec_fn=group.join)
            used.append(group.settled())
        self.assertGreater(used[2] - used[1], KERNEL // 4, used)
        self.assertGreater(used[2] - used[3], KERNEL // 4, used)

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
