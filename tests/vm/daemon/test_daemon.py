#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""test_daemon.py LOAD KERNEL: the same random events to a kernel bond and to one that the daemon watches, step by step.

After each step, once it has settled, both have the same active slave, the same slaves in use, the same states of links and
the same failure counts. XDPBOND_LONG=1: 5 random seeds of 250 steps a mode, which
XDPBOND_SEED repeats; else one short sequence that is always the same.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "monitor"))
import record  # noqa: E402  (the events, and how a kernel bond is played to)

LONG = os.environ.get("XDPBOND_LONG") == "1"
STEPS = {"active-backup": 250, "balance-xor": 250} if LONG else {"active-backup": 30, "balance-xor": 10}
SEEDS = 5 if LONG else 1
SKIPPED = 77

# Kernel: slaves s0…, far ends p0…, bond0. Ours: x0…, q0…, uplink.
SCRIPT = r"""
ours() { $LOAD "$@" >/tmp/ours 2>&1; }
twins() {
	for i in $(seq 0 %(last)d); do
		ip link add x$i type veth peer name q$i
		ip link set q$i up
		ip link set x$i up
	done
	ours up uplink --slaves x0 --mode $1 --set miimon=10 || cat /tmp/ours
}
no_twins() {
	ours down uplink
	for i in $(seq 0 %(last)d); do ip link del x$i; done
}
both() {  # WORDS OUR-COMMAND THEIR-COMMAND…
	words=$1 our=$2
	shift 2
	if $our; then our=ok; else our=refused; fi
	step "$words" "$@"
	echo "said $our $(tr '\n' ' ' </tmp/ours)" >>$REPORT
	for s in $(cat $b/slaves); do echo "carrier $s $(cat /sys/class/net/$s/carrier 2>/dev/null)" >>$REPORT; done
	echo "json $($LOAD status uplink --json)" >>$REPORT
}
mount -t bpf bpf /sys/fs/bpf 2>/dev/null
mkdir -p /run
$LOAD run --events >/tmp/events 2>/tmp/complaints &
daemon=$!
for i in $(seq 100); do grep -q ready /tmp/events && break; sleep 0.1; done
"""


class Twin(record.Bond):
    """Events that both sides take in the same way. Not among them: a primary that is no slave, which the kernel remembers
    for later and xdpbond refuses, and so no primary that leaves."""

    def __init__(self, mode, seed):
        super().__init__(mode, seed)
        self.primary = ""

    def leave(self):
        words, command = super().leave()
        if words == f"leave {self.primary[1:]}":
            self.members.append(int(self.primary[1:]))
            self.primary = ""
            return "primary -", "option primary ''"
        return words, command

    def option(self, name, values):
        if name in ("primary", "active_slave"):
            values = ["", *(f"s{i}" for i in self.members)]
        words, command = super().option(name, values)
        if name == "primary":
            self.primary = words.split()[1].strip("-")
        return words, command


def ours(words):
    """What our side is told, for the words of an event."""
    what, *rest = words.split()
    if what == "join":
        return f"ours slave add uplink x{rest[0]}"
    if what == "leave":
        return f"ours slave del uplink x{rest[0]}"
    if what == "carrier":
        return f"ip link set q{rest[0]} {'up' if rest[1] == 'on' else 'down'}"
    if what == "admin":
        return f"ip link set x{rest[0]} {rest[1]}"
    if what == "prio":
        return f"ours slave set uplink x{rest[0]} prio={rest[1]}"
    if what in ("primary", "active_slave"):
        return f"ours set uplink {what}={'none' if rest[0] == '-' else rest[0].replace('s', 'x')}"
    return f"ours set uplink {what}={'0' if rest[0] == '-' else rest[0]}"


def play(mode, seed, steps):
    bond = Twin(mode, seed)
    bond.members = [0]
    events = [bond.join() for _ in range(record.SLAVES - 1)] + [bond.event() for _ in range(steps)]
    lines = [f"begin {mode}", f"twins {mode}", "step 'join 0' join 0"]
    lines += [f"both '{words}' '{ours(words)}' {command}" for words, command in events]
    return [*lines, "no_twins", "end"]


STATES = {"up": "UP", "down": "DOWN", "going_down": "GOING_DOWN", "going_back": "GOING_BACK"}


def kernel_state(line, carriers, mode):
    words = line.split(" => ")[1].split()
    slaves = {}
    for word in words[words.index("downdelay") + 2:]:
        name, mii, failures = word.split(":")
        slaves[name] = (STATES[mii], int(failures))
    active = words[words.index("active") + 1]
    used = sorted(name for name, (mii, _) in slaves.items() if mii == "UP" and carriers.get(name) == "1")
    return {"answer": words[0], "active": active if mode == "active-backup" else "-", "slaves": slaves,
            "in use": used if mode != "active-backup" else []}


def our_state(answer, line, mode):
    bond = json.loads(line)[0]
    slaves = {slave["ifname"].replace("x", "s"): slave for slave in bond["slaves"]}
    info = {name: slave["linkinfo"]["info_slave_data"] for name, slave in slaves.items()}
    active = bond["linkinfo"]["info_data"].get("active_slave", "-").replace("x", "s")
    return {"answer": answer, "active": active if mode == "active-backup" else "-",
            "slaves": {name: (data["mii_status"], data["link_failure_count"]) for name, data in info.items()},
            "in use": sorted(name for name, slave in slaves.items() if slave["xdpbond"]["usable"])
            if mode != "active-backup" else []}


def compare(report, seeds):
    """How many steps were compared; ends with the first difference."""
    compared, mode, bonds, history = 0, None, -1, []
    step, said, carriers = None, None, {}
    for line in report.splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "bond":
            mode, bonds, history = rest, bonds + 1, []
        elif kind == "said":
            said, carriers = rest, {}
        elif kind == "carrier" and " => " not in line:
            name, *lit = rest.split()
            carriers[name] = lit[0] if lit else ""
        elif kind == "json":
            answer, *words = said.split()
            theirs, mine = kernel_state(step, carriers, mode), our_state(answer, rest, mode)
            history.append(step)
            # While downdelay runs for it, the kernel names an active slave that sends nothing; ours is who sends now.
            if theirs["slaves"].get(theirs["active"], ("UP",))[0] != "UP":
                theirs["active"] = mine["active"]
            if theirs != mine:
                sys.exit("\n".join([f"{mode}, seed {seeds[bonds]}, step {len(history)}: {step.split(' => ')[0]}", *history,
                                    f"kernel {theirs}", f"ours   {mine}", f"it said: {' '.join(words)}"]))
            compared += 1
        elif " => " in line:
            step = line
    return compared


def main():
    load, kernel = sys.argv[1:]
    first = int(os.environ.get("XDPBOND_SEED", random.randrange(1 << 30) if LONG else 1))
    print(f"XDPBOND_SEED={first}")
    plays = [(mode, first + number, steps) for number in range(SEEDS) for mode, steps in STEPS.items()]
    size = {"last": record.SLAVES - 1}
    lines = [f"LOAD={load}", record.SCRIPT % size, SCRIPT % size]
    for each in plays:
        lines += play(*each)
    lines += ["kill $daemon", "wait $daemon", "cat /tmp/complaints"]
    with tempfile.TemporaryDirectory() as folder:
        guest, report = pathlib.Path(folder) / "play.sh", pathlib.Path(folder) / "report"
        guest.write_text("\n".join(lines) + "\n")
        done = subprocess.run([HERE.parent / "vm", f"--report={report}", "--seconds=7000", f"--bring={load}", kernel, guest],
                              check=False)
        if done.returncode:
            sys.exit(done.returncode)
        compared = compare(report.read_text(), [seed for _, seed, _ in plays])
    wanted = sum(steps + record.SLAVES - 1 for _, _, steps in plays)
    if compared != wanted:
        sys.exit(f"{compared} steps were compared, not {wanted}")
    print(f"{compared} steps in {len(plays)} bonds, no difference")


if __name__ == "__main__":
    main()
