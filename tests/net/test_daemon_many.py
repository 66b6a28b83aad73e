#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Daemons side by side, and one with much to do: two with the same names and numbers on one bpffs; 64 slaves in a bond;
many bonds. Times and memory are printed, what comes out is judged. `--long`: 64 bonds."""

import glob
import json
import re
import signal
import sys
import time

import frames
import lab
from case import LONG, Case, main
from command import Loader
from daemon import Daemon
from traffic import Traffic

SLAVES = 64
BONDS = 64 if LONG else 16


def config(bonds, **options):
    lines = []
    for name, slaves in bonds.items():
        lines += [f"[bond.{name}]", f"slaves = {list(slaves)!r}".replace("'", '"'),
                  *(f'{option} = "{value}"' for option, value in options.items())]
    return "\n".join(lines) + "\n"


def resident(process):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return int(re.search(r"^VmRSS:\s*(\d+)", status.read(), re.MULTILINE)[1])


class Many(Case):
    @staticmethod
    def facts(bed, load):
        """A bond with its ids, table and counters, and the links of its host."""
        links = json.loads(bed.ip(bed.host, "-d", "-j", "link").stdout)
        return (load.json("status"), load.json("stats", "uplink"),
                [(link["ifindex"], link["ifname"], link["address"], link["flags"], link.get("xdp")) for link in links])

    def test_two_namespaces(self):
        """two daemons, two namespaces, the same names and ifindexes, one bpffs: neither touches the other's"""
        beds = [self.enterContext(lab.Lab(slaves=3)) for _ in range(2)]
        loads = [Loader(bed, pin_dir=beds[0].pin_dir) for bed in beds]
        watches = [self.watch(bed, pin_dir=beds[0].pin_dir) for bed in beds]
        daemons = [self.enterContext(Daemon(load, config({"uplink": ["s0", "s1"]}, mode="balance-xor")))
                   for load in loads]
        facts = lambda number: self.facts(beds[number], loads[number])
        one, other = facts(0), facts(1)
        numbers = [[slave["ifindex"] for slave in each[0][0]["slaves"]] for each in (one, other)]
        self.assertEqual(numbers[0], numbers[1])
        self.assertNotEqual(one[0][0]["xdpbond"]["pin"], other[0][0]["xdpbond"]["pin"])
        # Everything in the first; the second stays what it was, byte by byte.
        loads[0]("slave", "add", "uplink", "s2")
        loads[0].set("uplink", "mode=active-backup", "primary=s1")
        beds[0].carrier("s1", False)
        daemons[0].wait_for(event="active", slave="s0")
        daemons[0].configure(config({"uplink": ["s2", "s0"]}, mode="broadcast"))
        with Traffic(beds[0], frames.udp_flows(8)) as far:
            far.send("p0", 100, cpu=self.cpu)
            self.assertEqual(far.report()["copies"][0], 0)
        self.assertEqual(facts(1), other)
        # One is killed: the other works.
        daemons[0].end(signal.SIGKILL)
        self.assertEqual(facts(1), other)
        beds[1].carrier("s0", False)
        daemons[1].wait_for(event="down", slave="s0")
        loads[1].set("uplink", "mode=active-backup")
        self.assertEqual(loads[1].json("status", "uplink")[0]["linkinfo"]["info_data"]["active_slave"], "s1")
        self.assertEqual(loads[0].json("status", "uplink")[0]["linkinfo"]["info_data"]["mode"], "broadcast")
        # And goes, without taking anything along.
        before = facts(0)
        loads[1].down("uplink")
        self.assertEqual(daemons[1].end(), 0)
        self.assertEqual(facts(0), before)
        daemons[0].read = len(daemons[0].lines())
        daemons[0].start()
        loads[0].down("uplink")
        self.assertEqual(daemons[0].end(), 0)
        for bed, slave, watch in zip(beds, ("s1", "s0"), watches):
            bed.carrier(slave, True)
            self.unchanged(watch)

    def big(self, bonds, mode):
        """Started, a carrier lost in the first bond and in the last, ended, and ended with all bonds gone."""
        bed, load = self.lab(slaves=sum(len(slaves) for slaves in bonds.values()))
        watch, sockets = self.watch(bed), glob.glob("/run/xdpbond/*")
        start = time.monotonic()
        daemon = self.enterContext(Daemon(load, config(bonds, mode=mode), patience=200))
        times = {"start": time.monotonic() - start}
        memory = {"started": resident(daemon.process)}
        self.assertEqual({bond["ifname"]: [slave["ifname"] for slave in bond["slaves"]]
                          for bond in load.json("status")}, bonds)
        for name in {min(bonds), max(bonds)}:
            slaves = bonds[name]
            hit, heir = slaves[0], slaves[1]
            start = time.time()
            bed.carrier(hit, False)
            event = daemon.wait_for(event="active" if mode == "active-backup" else "down", bond=name,
                                    slave=heir if mode == "active-backup" else hit)
            times[f"failover of {name} (until told)"] = time.time() - start
            [bond] = load.json("status", name)
            usable = [slave["ifname"] for slave in bond["slaves"] if slave["xdpbond"]["usable"]]
            self.assertNotIn(hit, usable, event)
            if mode == "active-backup":
                self.assertEqual(bond["linkinfo"]["info_data"]["active_slave"], heir)
            else:
                self.assertEqual(usable, slaves[1:])
            bed.carrier(hit, True)
            daemon.wait_for(event="up", bond=name, slave=hit)
        memory["at the end"] = resident(daemon.process)
        start = time.monotonic()
        self.assertEqual(daemon.end(), 0)
        times["stop"] = time.monotonic() - start
        self.assertEqual(len(load.json("status")), len(bonds))
        start = time.monotonic()
        daemon.read = len(daemon.lines())
        daemon.start()
        times["start, adopting"] = time.monotonic() - start
        start = time.monotonic()
        daemon.configure("")
        times["all down"] = time.monotonic() - start
        self.assertEqual(load.json("status"), [])
        self.assertEqual(daemon.end(), 0)
        self.assertEqual(glob.glob("/run/xdpbond/*"), sockets)
        self.unchanged(watch)
        print(f"{len(bonds)} bonds, {len(bed.slaves)} slaves, {mode}: "
              + ", ".join(f"{what} {1000 * seconds:.0f} ms" for what, seconds in times.items()) + "; resident "
              + ", ".join(f"{what} {kib} KiB" for what, kib in memory.items()), file=sys.stderr)

    def test_many_slaves(self):
        """64 slaves in one bond"""
        self.big({"uplink": [f"s{number}" for number in range(SLAVES)]}, "balance-xor")

    def test_many_bonds(self):
        """as many bonds in one daemon, of two slaves each"""
        self.big({f"bond{number:02}": [f"s{2 * number}", f"s{2 * number + 1}"] for number in range(BONDS)},
                 "active-backup")


if __name__ == "__main__":
    main()
