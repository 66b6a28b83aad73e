#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What scripts/demo shows, each number checked."""

import os
import sys
import time

import frames
import lab
import snapshot
from command import Loader
from traffic import Traffic

FLOWS = 96
IN_FLIGHT = 256 + 64  # frames: a veth ring and a batch of the sender; what a pulled cable may take with it
BOLD, PLAIN = ("\033[1m", "\033[0m") if sys.stdout.isatty() else ("", "")


class Demo:
    def __init__(self, bed):
        self.bed, self.load, self.wrong = bed, Loader(bed, lab.BPFFS), 0

    def title(self, text):
        print(f"\n{BOLD}{text}{PLAIN}", flush=True)

    def command(self, *words):
        """Shows a command as it is typed, runs it, shows what it says."""
        print(f"  # xdpbond-load {' '.join(words)} --netns {self.bed.host}")
        for line in self.load(*words).stdout.splitlines():
            print(f"    {line}")

    def check(self, good, text):
        print(f"  {'ok' if good else 'WRONG'}: {text}", flush=True)
        self.wrong += not good

    def table(self, titles, rows):
        widths = [max(len(str(row[column])) for row in [titles, *rows]) for column in range(len(titles))]
        for row in [titles, *rows]:
            print("    " + "   ".join(str(cell).rjust(width) for cell, width in zip(row, widths)))

    def under_traffic(self, event, count=3_000_000):
        """Sends into s0, lets the event happen on the way; returns what the switch saw."""
        self.far.reset()
        sender = self.far.start("p0", count)
        deadline = time.monotonic() + 20
        while not sum(port["packets"] for port in self.far.report(settle=0.02)["ports"]) > count / 20:
            if time.monotonic() > deadline:
                raise RuntimeError("no traffic arrives")
        event()
        self.far.finish(sender)
        return self.far.report()

    def predicted(self):
        """balance-xor: frames per slave, beside what the kernel's hash says of each flow."""
        self.title(f"2. A million frames of {FLOWS} flows arrive on s0 and leave through the bond")
        whole = [frames.numbered(frame, index, 0) for index, frame in enumerate(self.far.patterns)]
        answers = self.load.explain(whole, "--bond", "uplink")
        started = time.monotonic()
        count = self.far.send("p0", 1_000_000)
        seconds = time.monotonic() - started
        seen = self.far.report()
        share = [(count - index + FLOWS - 1) // FLOWS for index in range(FLOWS)]
        rows, right = [], 0
        for slave, port in zip(self.bed.slaves, seen["ports"]):
            flows = [index for index in range(FLOWS) if answers[index]["slave"] == slave]
            rows.append((slave, len(flows), f"{sum(share[index] for index in flows):,}", f"{port['packets']:,}"))
            right += sum(port["frames"][index] == share[index] for index in flows)
        self.table(("slave", "flows by the kernel's hash", "frames predicted", "frames seen by the switch"), rows)
        print(f"    in {seconds:.1f} s, the start of the sender included")
        self.check(right == FLOWS, f"{right} of {FLOWS} flows left on the predicted slave with every frame")
        self.check(seen["copies"][1] == count, f"{seen['lost']} frames lost, {sum(seen['copies'][2:])} seen twice")

    def live_change(self):
        self.title("3. The mode is changed while traffic runs")
        seen = self.under_traffic(lambda: self.command("set", "uplink", "mode=balance-rr"))
        self.table(("slave", "frames seen by the switch"),
                   [(port["port"].replace("p", "s"), f"{port['packets']:,}") for port in seen["ports"]])
        self.check(seen["lost"] == 0 and sum(seen["copies"][2:]) == 0, "none of 3,000,000 frames lost or seen twice")
        self.far.reset()
        self.far.send("p0", 100_000)
        packets = [port["packets"] for port in self.far.report()["ports"]]
        self.check(max(packets) - min(packets) <= 1, f"in turns now: {packets[0]:,} and {packets[1]:,} of 100,000")

    def pulled_cable(self):
        self.title("4. The active slave's cable is pulled while traffic runs, and no process of xdpbond is there")
        self.command("set", "uplink", "mode=active-backup", "primary=s1", "all_slaves_active=1")
        pull = lambda: (print("  # ip link set p1 down        (the switch's end of s1)"), self.bed.carrier("s1", False))
        seen = self.under_traffic(pull)
        self.table(("slave", "frames seen by the switch"),
                   [(port["port"].replace("p", "s"), f"{port['packets']:,}") for port in seen["ports"]])
        self.check(seen["lost"] <= IN_FLIGHT, f"{seen['lost']} of 3,000,000 frames lost")
        self.check(all(port["packets"] for port in seen["ports"]), "s1 sent before, s0 after")
        self.bed.carrier("s1", True)
        self.far.reset()
        self.far.send("p0", 100_000)
        self.check(self.far.report()["by_port"]["p1"]["packets"] == 100_000, "cable back: s1 sends again")

    def run(self):
        before = snapshot.Watch(self.bed, pin_dir=os.path.join(lab.BPFFS, "xdpbond"))
        self.title("1. Two network namespaces: a host with slaves s0 and s1, wired to ports p0 and p1 of a switch")
        with Traffic(self.bed, frames.udp_flows(FLOWS)) as self.far:
            self.command("up", "uplink", "--slaves", "s0,s1", "--mode", "balance-xor",
                         "--xmit-hash-policy", "layer3+4")
            self.predicted()
            self.live_change()
            self.pulled_cable()
            self.title("5. What the bond says of itself")
            self.command("status", "uplink")
            self.command("stats", "uplink")
            self.title("6. Down again")
            self.command("down", "uplink")
        left = before.differences()
        for line in left:
            print(f"    {line}")
        self.check(not left, "links, offloads, BPF programs, maps, links and pins are as they were before")
        return self.wrong


def main():
    lab.end_on_signals()
    with lab.Lab(slaves=2) as bed:
        # One CPU for the sender, as a port's receive interrupt has.
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        demo = Demo(bed)
        bed.callback(demo.load.down, "uplink", code=None)
        wrong = demo.run()
    print(f"\n{wrong} numbers are wrong." if wrong else "\nEvery number is right; everything is cleaned up.")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("\ninterrupted; everything is cleaned up")
