# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Frames lost while something happens to a bond under traffic at full rate, counted at the far ends by their numbers.

Sudden events come from outside: a carrier is lost, a slave is set down or deleted. Each is timed to fall into running
traffic, and its loss is told by itself. Operations are done by xdpbond-operate, one after the other, as fast as it can,
while frames run. Both ends of each cable have one ifindex (lab.py), so that no link event is urgent."""

import contextlib
import dataclasses
import json
import os
import signal
import subprocess
import time

import frames
from command import Loader
from lab import Lab, run
from traffic import Traffic

FLOWS = 64
LEAD = 30_000  # frames that arrive before a sudden event, and after it
AT_ONCE = 4_000_000  # numbers between two looks
AT_ONCE_BROKEN = 1_000_000  # where the first fault ends it
MODE = "balance-xor"  # of bonds that are operated on
HIT = "s0"  # the slave that things happen to: the active one in active-backup


@dataclasses.dataclass
class Row:
    what: str
    mode: str
    frames: int = 0
    lost: list = dataclasses.field(default_factory=list)  # by event; operations: by look
    events: int = 0
    doubled: int = 0
    astray: int = 0  # where no table sends them: noted where that can be told
    seconds: float = 0.0

    @property
    def mean(self):
        return sum(self.lost) / self.events if self.events else 0.0

    @property
    def faults(self):
        return sum(self.lost) + self.doubled + self.astray

    @property
    def rate(self):
        return self.frames / self.seconds if self.seconds else 0.0

    def __str__(self):
        return (f"{self.what}, {self.mode}: {self.events} events, {self.frames} frames, {sum(self.lost)} lost "
                f"(mean {self.mean:.2f}, most {max(self.lost, default=0)}), {self.doubled} double, {self.astray} astray")


class Bed(contextlib.ExitStack):
    """A lab with a bond of three slaves that forwards between them and f0; far ends that record."""

    def __init__(self, mode, *words, down_before=()):
        super().__init__()
        self.lab = self.enter_context(Lab(slaves=3, peer=True))
        for slave in down_before:
            self.lab.admin(slave, False)
        self.load, self.far, self.words = Loader(self.lab), None, (mode, "--program", "forward:f0", *words)
        self.up()

    def up(self):
        self.load.up("uplink", self.lab.slaves, *self.words)
        for near in [*self.lab.slaves, self.lab.peer]:
            # A veth without a native program takes the sender's frames with GRO only.
            self.lab.ethtool(self.lab.host, "-K", near, "gro", "on")
        self.far = Traffic(self.lab, frames.udp_flows(FLOWS), numbers=AT_ONCE)

    def down(self):
        if self.far:
            self.far.__exit__()
            self.far = None
        self.load.down("uplink", code=None)

    def __exit__(self, *what):
        self.down()
        return super().__exit__(*what)

    def arrived(self):
        return sum(port["packets"] for port in self.far.report(settle=0.002)["ports"])

    def more_arrive(self):
        start, deadline = self.arrived(), time.monotonic() + 30
        while self.arrived() < start + LEAD:
            if time.monotonic() > deadline:
                raise RuntimeError("no traffic")

    def during_traffic(self, event, row, cpu):
        """Lets something happen while frames run, and notes what was lost."""
        self.far.reset()
        sender = self.far.start("g0", AT_ONCE, cpu=cpu)
        start = time.monotonic()
        try:
            self.more_arrive()
            event()
            self.more_arrive()
        finally:
            sent = self.far.finish(sender, stop=True)
        if sent == AT_ONCE:
            raise RuntimeError("the traffic ended before the event")
        seen = self.far.report()
        row.seconds += time.monotonic() - start
        row.frames += sent
        row.events += 1
        row.lost.append(seen["lost"])
        row.doubled += sum(seen["copies"][2:])


def _carrier(bed, row, cpu):
    bed.during_traffic(lambda: bed.lab.carrier(HIT, False), row, cpu)
    bed.lab.carrier(HIT, True)


def _set_down(bed, row, cpu):
    bed.during_traffic(lambda: bed.lab.admin(HIT, False), row, cpu)
    bed.lab.admin(HIT, True)


def _deleted(bed, row, cpu):
    index = bed.lab.ip(bed.lab.host, "-j", "link", "show", HIT).stdout
    index = json.loads(index)[0]["ifindex"]
    # A veth that is being deleted forgets its peer before it says that it is down. In between it loses what it is given,
    # and nobody can know: whoever deletes it must not be made to wait just there.
    delete = ("nice", "-n", "-20", "ip", "-n", bed.lab.host, "link", "del", HIT)
    bed.during_traffic(lambda: run(*delete), row, cpu)
    bed.down()
    bed.lab.wire(HIT, HIT.replace("s", "p"), index)
    bed.up()


SUDDEN = {"carrier lost": _carrier, "set down": _set_down, "deleted": _deleted}

@dataclasses.dataclass
class Operation:
    name: str  # what xdpbond-operate calls it
    broken: tuple  # (build, what is broken there): each must show losses
    words: tuple = ()
    down_before: tuple = ()  # slaves that nobody had set up: they go down again when they leave


_SWAP = (("_swap", "between two programs a port has none"),)
OPERATIONS = {
    "mode changed": Operation("mode", _SWAP),
    "policy changed": Operation("policy", _SWAP),
    "program replaced": Operation("replace", _SWAP),
    "slave drained, or back": Operation("drain", (("_in_place", "the table is written in place"),)),
    # Without the check in band: the order of the steps alone keeps frames from a port that is not there yet, or gone.
    "slave added, or deleted": Operation(
        "slave", (("_take_in", "published before its port is ready"), ("_take_out", "its port let go before")),
        ("--set", "carrier_check=off"), ("s2",)),
}


def sudden(what, mode, events, cpu, *words):
    """The event so many times; each slave is back before the next."""
    row = Row(what, mode)
    with Bed(mode, *words) as bed:
        for _ in range(events):
            SUDDEN[what](bed, row, cpu)
    return row


def _start(build, name, bed):
    program = os.path.join(os.environ["XDPBOND_OPERATE"], f"xdpbond-operate{build}")
    process = subprocess.Popen([program, name, bed.lab.host, bed.lab.pin_dir, str(1 << 40)], stdout=subprocess.PIPE,
                               text=True)
    json.loads(process.stdout.readline())
    return process


def _places(bed):
    """For each flow the far ends where it may come out, with s0 or while that is drained."""
    whole = [frames.numbered(frame, index, 0) for index, frame in enumerate(bed.far.patterns)]
    hashes = [answer["hash"] for answer in bed.load.explain(whole, "--bond", "uplink")]
    return [{f"p{value % 3}", f"p{1 + value % 2}"} for value in hashes]


def operated(what, least, cpu, build="", until_lost=False):
    """At least so many frames while the operation is repeated; `until_lost` ends it with the first fault."""
    operation, at_once = OPERATIONS[what], AT_ONCE_BROKEN if until_lost else AT_ONCE
    row = Row(what, MODE)
    with Bed(MODE, "--xmit-hash-policy", "layer3+4", *operation.words, down_before=operation.down_before) as bed:
        places = _places(bed) if operation.name == "drain" else None
        process = _start(build, operation.name, bed)
        try:
            start = time.monotonic()
            while row.frames < least and not (until_lost and row.faults):
                if process.poll() is not None:
                    raise RuntimeError(f"xdpbond-operate{build} {operation.name} ended")
                bed.far.reset()
                row.frames += bed.far.send("g0", min(at_once, least - row.frames), cpu=cpu)
                _note(row, bed.far.report(), places, operation.name == "mode")
            row.seconds = time.monotonic() - start
            process.send_signal(signal.SIGTERM)
            said, _ = process.communicate(timeout=60)
            if process.returncode:
                raise RuntimeError(f"xdpbond-operate{build} {operation.name} failed")
            row.events = json.loads(said)["events"]
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
    return row


def _note(row, seen, places, broadcast):
    row.lost.append(seen["lost"])
    # A frame that met broadcast mode has a copy on each of three slaves, or none but one.
    row.doubled += sum(seen["copies"][2:]) - (seen["copies"][3] if broadcast else 0)
    if places:
        row.astray += sum(packets for port in seen["ports"] for index, packets in enumerate(port["frames"])
                          if port["port"] not in places[index])
