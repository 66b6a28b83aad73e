#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""loss_table.py FILE [EVENTS FRAMES]: measures what test_loss.py does, at full length, and writes docs/loss.md."""

import itertools
import os
import platform
import sys

import lab
from losses import (AT_ONCE, BROKEN_DAEMON, LEAD, OPERATIONS, SUDDEN, THROUGH_DAEMON, operated, sudden,
                    through_daemon)

HEAD = f"""<!-- SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause -->
# Frames lost

Written by `cmake --build build/default --target loss-table`; `scripts/test` checks shorter runs of the same: of a few
events the most that one lost; `scripts/test --long` checks runs of this length, and the mean.

128-byte frames run through a bond of three veth slaves as fast as one CPU sends them. Each has a number, and the far
ends tell which numbers are missing and which came twice. Both ends of each veth have the same ifindex, so that the
kernel reports its link events no sooner than a NIC's. No process of xdpbond runs while a slave dies, but where it says so.

## A slave dies

Each event by itself, {LEAD} frames or more before and after it. In active-backup it hits the slave that carries all
frames. Limits: 2 in the mean, 64 at most. What is lost was on its way already: in the slave's queue, or given to a veth
that was being deleted, which forgets its far end some microseconds before it says that it is down. (On a busy machine
these are more.)

| Event | Mode | Events | Frames | Lost, mean | Lost, most | Twice |
|---|---|---|---|---|---|---|
"""
CHANGED = """
## A bond is changed

Operations one after the other, while frames run all the time. Limit: none lost.

| Operation | Operations | Frames | Lost | Twice | Astray |
|---|---|---|---|---|---|
"""
DAEMON = """
## The daemon runs

A slave dies as above; then operations one after the other, by commands that the daemon carries out, and what the daemon
itself goes through. Limits as above: none lost where something is changed. A daemon that is started again has the
bond's links, programs and maps by the same ids as the one before.

| Event | Mode | Events | Frames | Lost | Lost, most | Twice |
|---|---|---|---|---|---|---|
"""
ALONE = """
With carrier_check=off only the daemon finds a lost carrier. These veths' events reach it late, so that it is the poll
(miimon=100) that finds it. {events} times: {lost} of {frames} frames lost, {mean:.0f} in the mean.
"""
BROKEN = """
## What these measurements find

The same on what is broken on purpose:

| Broken | Event | Events | Frames | Lost, twice or astray |
|---|---|---|---|---|
"""


def number(value):
    return f"{value:,}"


def with_daemon(events, least, cpu, measured):
    lines = [DAEMON]
    died = (sudden(what, mode, events, cpu, watched=True) for what in SUDDEN for mode in ("active-backup", "balance-rr"))
    for row in map(measured, itertools.chain(died, through_daemon(THROUGH_DAEMON, least, cpu))):
        lines.append(f"| {row.what} | {row.mode.split(',')[0]} | {row.events} | {number(row.frames)} | {sum(row.lost)} | "
                     f"{max(row.lost)} | {row.doubled} |\n")
    row = measured(sudden("carrier lost", "balance-rr", 5, cpu, "--set", "carrier_check=off", watched=True))
    lines.append(ALONE.format(events=row.events, lost=number(sum(row.lost)), frames=number(row.frames), mean=row.mean))
    row = next(through_daemon(["mode changed"], 10 * AT_ONCE, cpu, BROKEN_DAEMON, until_lost=True))
    if not row.faults:
        raise AssertionError("a daemon that is broken on purpose lost nothing")
    return lines


def main():
    lab.end_on_signals()
    file = sys.argv[1]
    events, least = (int(word) for word in sys.argv[2:4]) if len(sys.argv) > 3 else (100, 10_000_000)
    cpu = max(os.sched_getaffinity(0))
    lines, sent, seconds = [HEAD], 0, 0.0

    def measured(row):
        nonlocal sent, seconds
        print(row, flush=True)
        sent, seconds = sent + row.frames, seconds + row.seconds
        return row

    for what in SUDDEN:
        for mode in ("active-backup", "balance-rr"):
            row = measured(sudden(what, mode, events, cpu))
            lines.append(f"| {what} | {mode} | {row.events} | {number(row.frames)} | {row.mean:.2f} | {max(row.lost)} | "
                         f"{row.doubled} |\n")
    lines.append(CHANGED)
    for what in OPERATIONS:
        row = measured(operated(what, least, cpu))
        lines.append(f"| {what} | {row.events} | {number(row.frames)} | {sum(row.lost)} | {row.doubled} | {row.astray} |\n")
    lines += with_daemon(events, least, cpu, measured)
    lines.append(BROKEN)
    row = sudden("carrier lost", "balance-rr", 5, cpu, "--set", "carrier_check=off")
    lines.append(f"| carrier_check=off | carrier lost | {row.events} | {number(row.frames)} | {number(row.faults)} |\n")
    for what, operation in OPERATIONS.items():
        for build, broken in operation.broken:
            row = operated(what, 10 * AT_ONCE, cpu, build, until_lost=True)
            print(row, flush=True)
            lines.append(f"| {broken} | {what} | {row.events} | {number(row.frames)} | {number(row.faults)} |\n")
    series = ".".join(platform.release().split(".")[:2])
    lines.append(f"\nLinux {series}, {os.cpu_count()} CPUs, {sent / seconds / 1e6:.2f} million frames a second in the mean, "
                 "changes and waiting included.\n")
    with open(file + ".part", "w", encoding="utf-8") as out:
        out.write("".join(lines))
    os.replace(file + ".part", file)


if __name__ == "__main__":
    main()
