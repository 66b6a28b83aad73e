#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""performance.py BENCH: measures every bond in both kernels and writes docs/performance.md (or prints it)."""

import argparse
import concurrent.futures
import pathlib

import cost

FILE = pathlib.Path(__file__).parents[2] / "docs/performance.md"
PLAIN = "ipv4-udp"
FRAMES = {
    "ipv4-udp": "IPv4/UDP, 64 bytes",
    "ipv4-tcp": "IPv4/TCP, 64 bytes",
    "ipv6-tcp": "IPv6/TCP, 74 bytes",
    "vlan-ipv4-udp": "one VLAN tag, IPv4/UDP, 64 bytes",
    "ipip-udp": "IPv4 in IPv4/UDP, 64 bytes",
}
HEAD = """<!-- SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause -->
<!-- Written by scripts/cost: change tests/vm/performance.py, not this file. -->
# What a bond costs

Instructions per frame that a bond adds to a bare `bpf_redirect_map`, beside what the kernel's own bond adds in the same
run. Made by `scripts/cost`, which boots Debian's kernels in an emulator whose clock counts instructions: the numbers are
the same in every run, on every machine. They are not time: a cache miss costs many instructions' time and a
well-predicted branch nearly none. `xdpbond-bench` measures time. How the cost came down: [cost-steps.md](cost-steps.md).

How: `xdpbond-bench` in a guest with one CPU (`qemu-system-x86_64 -icount shift=0,sleep=off`, `mitigations=off`,
`tsc=reliable`), the BPF JIT on; each program runs 2,000 times by BPF_PROG_TEST_RUN, the median of three rounds counts.
Ours is the difference of two programs: what follows the redirect is the same for both. The kernel's bond, with veth
slaves, miimon 100 and a program that answers `XDP_TX`, is measured beside a bare redirect_map with frames that really
leave (BPF_F_TEST_XDP_LIVE_FRAMES, dropped at the far end), because a part of its work comes after the verdict: the slave
is looked up once more. Frames come in on a slave that is not the one chosen, so that each leaves by a redirect
(balance-rr: every slave in its turn). A difference of one or two instructions is how code happens to lie.

Columns, each with all that is left of it: **choice** alone · **+ statistics** · **+ control**: control frames are told
from data · **+ carrier**: a slave without carrier is passed over, which is everything. **kernel**: what the kernel's
bond adds; "–" where it has no native XDP. *x*: ours divided by the kernel's. Forms: **constant**: options folded into
the code (a composition in C++, or `XDPBOND_BOND`); **tunable**: the command's built-in objects, which read them from
.rodata. Broadcast's copies are made later, in the kernel, and are not in its numbers.
"""


def _ratio(part, whole):
    return f" ({part / whole:.2f}x)" if whole else ""


def _table(rows):
    yield "| bond | form | choice | + statistics | + control | + carrier | kernel |"
    yield "|---|---|--:|--:|--:|--:|--:|"
    for row in rows:
        choice, statistics, control, carrier = (row.added[column] for column in cost.COLUMNS)
        kernel = "–" if row.kernel is None else row.kernel
        yield (f"| {row.name} | {row.form} | {choice}{_ratio(choice, row.kernel)} | {statistics} | {control} "
               f"| {carrier}{_ratio(carrier, row.kernel)} | {kernel} |")


def _verdict(row, column):
    mark = "met" if row.met(column) else "**not met**"
    return f"{row.added[column]} | {int(row.aim(column))} | {mark}"


def _aims(measured):
    yield f"""
## Aims, on {measured.kernel}

With two slaves and {FRAMES[PLAIN]}: the choice alone costs at most {cost.CHOICE_OF_KERNEL} of what the kernel's bond adds, everything on
at most what it adds; active-backup, which has nothing to compute, at most {cost.ACTIVE_BACKUP["choice"]} and {cost.ACTIVE_BACKUP["carrier"]} instructions.
"""
    rows = [row for row in measured.rows if row.slaves == 2 and row.frame == PLAIN and row.aim("choice") is not None]
    for form in ("constant", "tunable"):
        of_form = [row for row in rows if row.form == form]
        if not of_form:
            continue
        marks = [row.met(column) for row in of_form for column in ("choice", "carrier")]
        yield f"{form}: {sum(marks)} of {len(marks)} met."
        yield ""
        yield "| bond | choice | aim | | everything | aim | |"
        yield "|---|--:|--:|---|--:|--:|---|"
        for row in of_form:
            yield f"| {row.name} | {_verdict(row, 'choice')} | {_verdict(row, 'carrier')} |"
        yield ""


def _beyond(measured):
    """Where the same measure is not kept with other frames and numbers of slaves, for which it is no aim."""
    yield f"Bonds with constants that cost more than that with other frames, or with three slaves ({FRAMES[PLAIN]}):"
    yield ""
    for row in measured.rows:
        if row.form != "constant" or row.aim("choice") is None or (row.slaves == 2 and row.frame == PLAIN):
            continue
        over = [f"{words} {row.added[column]}, {int(row.aim(column))} would be it"
                for column, words in (("choice", "choice"), ("carrier", "everything")) if not row.met(column)]
        if over:
            yield f"- {row.name}, {FRAMES[row.frame]}, {row.slaves} slaves: {'; '.join(over)}"
    yield ""


def _kernel(measured):
    yield f"## Linux {measured.kernel}"
    yield ""
    yield (f"A bare redirect_map, with the test run's loop around it: {measured.bare} instructions; through an array of "
           f"devices instead of a hash, which is what bonds have: {measured.array}.")
    for frame, words in FRAMES.items():
        for slaves in sorted({row.slaves for row in measured.rows}):
            rows = [row for row in measured.rows if row.frame == frame and row.slaves == slaves]
            if rows:
                yield f"\n### {words}, {slaves} slaves\n"
                yield from _table(rows)
    yield ""


def document(measured):
    lines = [HEAD]
    for each in measured:
        if each.kernel.startswith("6.12."):
            lines += _aims(each)
            lines += _beyond(each)
    for each in measured:
        lines += _kernel(each)
    return "\n".join(lines).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bench", help="the built xdpbond-bench")
    parser.add_argument("--print", action="store_true", help="to the terminal, and leave the file as it is")
    parser.add_argument("--kernel", action="append", choices=["6.1", "6.12"], help="only this one; with --print")
    parser.add_argument("--only", default="", metavar="WORDS", help="bonds whose name contains this; with --print")
    parser.add_argument("--form", choices=["constant", "tunable"], help="with --print")
    chosen = parser.parse_args()
    if (chosen.kernel or chosen.only or chosen.form) and not chosen.print:
        parser.error("the file is about everything: a part can only be printed (--print)")
    only = [f"--only={chosen.only}"] if chosen.only else []
    form = [f"--form={chosen.form}"] if chosen.form else []

    def measure(series):
        two = cost.measure(series, chosen.bench, [2], only + form)
        # Three: what a division costs, which two slaves do without.
        two.rows += cost.measure(series, chosen.bench, [3], [*only, "--form=constant", f"--frame={PLAIN}"]).rows
        return two

    with concurrent.futures.ThreadPoolExecutor() as machines:
        measured = list(machines.map(measure, chosen.kernel or ["6.12", "6.1"]))
    if chosen.print:
        print(document(measured)[len(HEAD) :])
    else:
        FILE.write_text(document(measured), "utf-8")


if __name__ == "__main__":
    main()
