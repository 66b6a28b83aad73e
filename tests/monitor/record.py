#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""record.py KERNEL FILE: plays random events to real kernel bonds and writes down what became of them.

What tests/data/kernel-monitor.txt was made with: record.py 6.1 tests/data/kernel-monitor.txt. It boots that Debian
kernel in an emulator (tests/vm) and takes some minutes. Each event has time to settle before anybody looks.
"""

import pathlib
import random
import subprocess
import sys
import tempfile

BONDS = [("active-backup", 1, 240), ("active-backup", 2, 240), ("active-backup", 3, 240), ("balance-xor", 4, 120),
         ("balance-rr", 5, 120), ("broadcast", 6, 60)]
SLAVES = 4
FOR_EVER = 3600000  # ms: a delay that does not end while anybody looks

SCRIPT = r"""
echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6
echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6
begin() {  # MODE
	for i in $(seq 0 %(last)d); do
		ip link add s$i type veth peer name p$i
		ip link set p$i up
	done
	ip link add bond0 type bond mode $1 miimon 10
	ip link set bond0 up
	b=/sys/class/net/bond0/bonding
	echo "bond $1" >>$REPORT
}
end() {
	ip link del bond0
	for i in $(seq 0 %(last)d); do ip link del s$i; done
}
join() { ip link set s$1 down; ip link set s$1 master bond0; }
option() { echo "$2" >$b/$1; }
step() {  # WORDS COMMAND…
	words=$1
	shift
	if "$@" 2>/dev/null; then how=ok; else how=refused; fi
	sleep 0.25
	set -- $(cat $b/active_slave) ; active=${1:--}
	line="$words => $how active $active carrier $(cat /sys/class/net/bond0/carrier)"
	line="$line miimon $(cat $b/miimon) updelay $(cat $b/updelay) downdelay $(cat $b/downdelay)"
	for s in $(cat $b/slaves); do
		d=/sys/class/net/$s/bonding_slave
		line="$line $s:$(tr ' ' _ <$d/mii_status):$(cat $d/link_failure_count)"
	done
	echo "$line" >>$REPORT
}
"""


class Bond:
    """What the events of one bond are drawn from, and how each is done."""

    def __init__(self, mode, seed):
        self.mode = mode
        self.dice = random.Random(seed)
        self.members = []
        self.lit = dict.fromkeys(range(SLAVES), True)
        self.up = dict.fromkeys(range(SLAVES), True)

    def member(self):
        return self.dice.choice(self.members)

    def join(self):
        outside = [i for i in range(SLAVES) if i not in self.members]
        if not outside:
            return self.carrier()
        number = self.dice.choice(outside)
        self.members.append(number)
        self.up[number] = True
        return f"join {number}", f"join {number}"

    def leave(self):
        if len(self.members) < 2:
            return self.join()
        number = self.member()
        self.members.remove(number)
        return f"leave {number}", f"ip link set s{number} nomaster"

    def carrier(self):
        number = self.dice.randrange(SLAVES)
        self.lit[number] = not self.lit[number]
        return (f"carrier {number} {'on' if self.lit[number] else 'off'}",
                f"ip link set p{number} {'up' if self.lit[number] else 'down'}")

    def admin(self):
        number = self.member()
        self.up[number] = not self.up[number]
        word = "up" if self.up[number] else "down"
        return f"admin {number} {word}", f"ip link set s{number} {word}"

    def option(self, name, values):
        value = self.dice.choice(values)
        return f"{name} {value or '-'}", f"option {name} '{value}'"

    def prio(self):
        number, prio = self.member(), self.dice.choice([-5, 0, 0, 7, 100])
        return f"prio {number} {prio}", f"ip link set s{number} type bond_slave prio {prio}"

    def event(self):
        names = [f"s{i}" for i in range(SLAVES)]
        # Where the kernel keeps no list of usable slaves it waits for updelay even if nothing else can send; xdpbond does
        # not. Short ones, over before anybody looks, end the same.
        updelays = [0, 0, 25, FOR_EVER] if self.mode in ("active-backup", "balance-xor") else [0, 25]
        rare = [(4, self.join), (4, self.leave), (3, self.admin),
                (3, lambda: self.option("updelay", updelays)),
                (3, lambda: self.option("downdelay", [0, 0, 20, FOR_EVER])),
                (1, lambda: self.option("miimon", [10, 10, 20, 0]))]
        if self.mode == "active-backup":
            rare += [(4, lambda: self.option("primary", ["", *names])), (4, self.prio),
                     (3, lambda: self.option("primary_reselect", ["always", "better", "failure"])),
                     (4, lambda: self.option("active_slave", ["", *names]))]
        choices = [(20, self.carrier), *rare]
        if not self.members:
            return self.join()
        return self.dice.choices([act for _, act in choices], [weight for weight, _ in choices])[0]()


def script():
    lines = [SCRIPT % {"last": SLAVES - 1}]
    for mode, seed, steps in BONDS:
        bond = Bond(mode, seed)
        lines.append(f"begin {mode}")
        events = [bond.join() for _ in range(SLAVES)] + [bond.event() for _ in range(steps)]
        lines += [f"step '{words}' {command}" for words, command in events]
        lines.append("end")
    return "\n".join(lines) + "\n"


def main():
    kernel, result = sys.argv[1:]
    here = pathlib.Path(__file__).resolve().parent
    with tempfile.TemporaryDirectory() as folder:
        guest, report = pathlib.Path(folder) / "record.sh", pathlib.Path(folder) / "report"
        guest.write_text(script())
        subprocess.run([here.parent / "vm/vm", f"--report={report}", "--seconds=1500", kernel, guest], check=True)
        answers = report.read_text()
    about = "# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause\n"
    about += "# What became of a kernel bond after each event: made by tests/monitor/record.py, Linux " + kernel + "\n"
    pathlib.Path(result).write_text(about + answers)


if __name__ == "__main__":
    main()
