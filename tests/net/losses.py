# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Frames lost while something happens to a bond under traffic at full rate, counted at the far ends by their numbers.

Sudden events come from outside: a carrier is lost, a slave is set down or deleted. Each is timed to fall into running
traffic, and its loss is told by itself. Operations are done by xdpbond-operate, one after the other, as fast as it can,
while frames run. Both ends of each cable have one ifindex (lab.py), so that no link event is urgent."""

import contextlib
import dataclasses
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

import frames
from command import PROGRAM, Loader
from daemon import Daemon
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
        self.daemon = None
        self.up()

    def up(self):
        self.load.up("uplink", self.lab.slaves, *self.words)
        for near in [*self.lab.slaves, self.lab.peer]:
            # A veth without a native program takes the sender's frames with GRO only.
            self.lab.ethtool(self.lab.host, "-K", near, "gro", "on")
        self.far = Traffic(self.lab, frames.udp_flows(FLOWS), numbers=AT_ONCE)

    def watch(self, *words, **options):
        """From now on a daemon runs, for all commands."""
        self.daemon = self.enter_context(Daemon(self.load, *words, **options))

    def recovered(self):
        """Waits until a daemon that runs has taken the slave in again."""
        while self.daemon:
            [slave] = [each for each in self.load.json("status", "uplink")[0]["slaves"] if each["ifname"] == HIT]
            if slave["xdpbond"]["active"] and slave["linkinfo"]["info_slave_data"]["mii_status"] == "UP":
                return
            time.sleep(0.01)

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


def sudden(what, mode, events, cpu, *words, watched=False):
    """The event so many times; each slave is back before the next. `watched`: a daemon runs."""
    row = Row(what, f"{mode}, with the daemon" if watched else mode)
    if watched and mode == "active-backup":  # else another stays active
        words += ("--set", f"primary={HIT}")
    with Bed(mode, *words) as bed:
        if watched:
            bed.watch()
        for _ in range(events):
            bed.recovered()
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


def _configured(number):
    """The bond of `through_daemon`, as a file has it; some options differ from one number to the next."""
    return f"""
[bond.uplink]
slaves = ["s0", "s1", "s2"]
program = "forward:f0"
mode = "{MODE}"
xmit_hash_policy = "{("layer3+4", "layer2+3")[number % 2]}"
no_slave = "{("drop", "pass")[number % 2]}"
miimon = {(100, 50)[number % 2]}
updelay = {(0, 100)[number % 2]}
"""


def _restart(number):
    def done(bed, _):
        before = ids(bed)
        bed.daemon.restart(number)
        if ids(bed) != before:
            raise AssertionError(f"not the same objects after the daemon was started again: {before}, {ids(bed)}")
    return done


def _upgrade(bed, number):
    """Another build, which brings the same objects."""
    bed.daemon.program = (PROGRAM, bed.other)[number % 2 == 0]
    _restart(signal.SIGTERM)(bed, number)


def _swap_program(bed, _):
    """The program that it is, loaded anew, with constants of its own: links and all other maps stay."""
    def parts():
        links, programs, maps = ids(bed)
        names = {each["id"]: each.get("name", "") for each in _bpftool("map", "show")}
        return links, set(programs), [each for each in maps if ".rodata" not in names[each]]
    before = parts()
    bed.load.set("uplink", "program=forward:f0")
    after = parts()
    if (before[0], before[2]) != (after[0], after[2]) or before[1] & after[1]:
        raise AssertionError(f"not a new program in the old one's place: {before}, then {after}")


def _set(option, *values):
    return lambda bed, number: bed.load.set("uplink", f"{option}={values[number % len(values)]}")


# By commands, which the daemon carries out; then what the daemon itself goes through.
THROUGH_DAEMON = {
    "mode changed": _set("mode", "balance-rr", "active-backup", "broadcast", "802.3ad", MODE),
    "policy changed": _set("xmit_hash_policy", "layer2+3", "vlan+srcmac", "layer3+4"),
    "program replaced": _set("no_slave", "pass", "drop"),
    "slave drained, or back": lambda bed, number: bed.load(
        "slave", "set", "uplink", HIT, f"state={('standby', 'active')[number % 2]}"),
    "slave added, or deleted": lambda bed, number: bed.load("slave", ("del", "add")[number % 2], "uplink", "s2"),
    "file read again (SIGHUP), options changed": lambda bed, number: bed.daemon.configure(_configured(1 + number)),
    "daemon killed (SIGKILL) and started": _restart(signal.SIGKILL),
    "daemon ended (SIGTERM) and started": _restart(signal.SIGTERM),
    "daemon ended, another build started": _upgrade,
    "upgraded (set program=)": _swap_program,
}

BROKEN_DAEMON = os.path.join(os.environ["XDPBOND_OPERATE"], "xdpbond-load-swap")


def _bpftool(*words):
    return json.loads(run("bpftool", "-j", *words).stdout)


def ids(bed):
    """The bond's links, programs and maps."""
    slaves = bed.load.json("status", "uplink")[0]["slaves"]
    links, programs = ([slave["xdpbond"][kind] for slave in slaves] for kind in ("link_id", "program_id"))
    maps = {number for program in set(programs) for number in _bpftool("prog", "show", "id", str(program))["map_ids"]}
    return links, programs, sorted(maps)


def through_daemon(operations, least, cpu, program=None, until_lost=False):
    """A row for each: at least so many frames while it is done again and again with a daemon that runs."""
    with Bed(MODE, "--xmit-hash-policy", "layer3+4") as bed:
        bed.other = os.path.join(bed.enter_context(tempfile.TemporaryDirectory()), "another-build")
        shutil.copy(PROGRAM, bed.other)
        bed.watch(_configured(0), program=program)
        for what in operations:
            row, number = Row(what, f"{MODE}, with the daemon"), 0
            start = time.monotonic()
            while (row.frames < least or number < 3) and not (until_lost and row.faults):
                bed.far.reset()
                sender = bed.far.start("g0", min(AT_ONCE_BROKEN if until_lost else AT_ONCE, least), cpu=cpu)
                try:
                    while sender.poll() is None:
                        THROUGH_DAEMON[what](bed, number)
                        number += 1
                finally:
                    row.frames += bed.far.finish(sender)
                _note(row, bed.far.report(), None, what == "mode changed")
            row.seconds, row.events = time.monotonic() - start, number
            yield row
            bed.daemon.configure(_configured(0))  # for the next one
