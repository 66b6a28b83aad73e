#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""SIGKILL at any moment of a daemon that is being configured anew and takes orders: the next one leads to exactly what
is configured, and the end leaves everything as it was. XDPBOND_SEED repeats a run. `--long`: 1,000 kills."""

import glob
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

import lab
from case import LONG, Case, main
from command import BUSY, DONE, FAILED, NO_SUCH, UNSUPPORTED, USAGE
from daemon import Daemon

KILLS = 1000 if LONG else 50
BETWEEN = 5  # kills from one look to the next
WITHIN = 0.15  # seconds
PATIENCE = 30
MODES = ("balance-rr", "active-backup", "balance-xor", "broadcast")
POLICIES = ("layer2", "layer2+3", "layer3+4")
SLAVES = ("s0", "s1", "s2", "s3")
# What cannot change while a bond is up is always the same of one name.
BONDS = {"uplink": {}, "other": {"attach": "generic"}, "third": {"mode": "active-backup", "fail_over_mac": "active"}}


def toml(bonds):
    """A configuration file; strings, numbers and arrays of strings are written as in JSON."""
    lines = []
    for name, bond in bonds.items():
        lines.append(f"[bond.{name}]")
        lines += [f"{option} = {json.dumps(value)}" for option, value in bond.items() if option != "slave"]
        for slave, settings in bond.get("slave", {}).items():
            lines.append(f"[bond.{name}.slave.{slave}]")
            lines += [f"{option} = {json.dumps(value)}" for option, value in settings.items()]
    return "\n".join(lines) + "\n"


class Hit(Daemon):
    """A daemon that is started without waiting for it, and killed."""

    def launch(self):
        self.read = 0
        self.out.unlink(missing_ok=True)
        with open(self.out, "a") as out, open(self.err, "a") as err:
            self.process = subprocess.Popen(self.load.words("run", "--events", "--config", self.file), stdout=out,
                                            stderr=err)

    def ready(self):
        self.wait_for(timeout=PATIENCE, event="ready")

    def runs(self):
        return self.process.poll() is None


class Kill(Case):
    def setUp(self):
        super().setUp()
        self.seed = int(os.environ.get("XDPBOND_SEED", random.SystemRandom().randrange(1 << 32)))
        print(f"XDPBOND_SEED={self.seed}", file=sys.stderr)
        self.random = random.Random(self.seed)
        self.killed = {"starting": 0, "reading anew": 0, "ready": 0, "commands": 0}
        self.sockets = glob.glob("/run/xdpbond/*")

    def some_bond(self, name, slaves):
        choose = self.random.choice
        bond = {"slaves": slaves, "mode": choose(MODES), "miimon": choose((50, 100)), **BONDS[name]}
        if choose((True, False)):
            bond["updelay"] = bond["miimon"] * self.random.randrange(1, 4)
        if bond["mode"] == "balance-xor":
            bond["xmit_hash_policy"] = choose(POLICIES)
        settings = {}
        if bond["mode"] == "active-backup":
            bond["primary_reselect"] = choose(("always", "better", "failure"))
            if choose((True, False)):
                bond["primary"] = choose(slaves)
            settings = {slave: {"prio": self.random.randrange(-5, 6)} for slave in slaves if choose((True, False))}
        if len(slaves) > 1 and choose((True, False, False)):
            settings.setdefault(choose(slaves), {})["state"] = "standby"
        return {**bond, "min_links": choose((0, 1)), "slave": settings}

    def some_configuration(self):
        slaves = self.random.sample(SLAVES, self.random.randrange(1, 5))
        names = self.random.sample(list(BONDS), self.random.choice((0, 1, 1, 1, 2, 2)))
        if len(names) == 2 and len(slaves) > 1:
            cut = self.random.randrange(1, len(slaves))
            return {names[0]: self.some_bond(names[0], slaves[:cut]), names[1]: self.some_bond(names[1], slaves[cut:])}
        return {name: self.some_bond(name, slaves) for name in names[:1]}

    def some_order(self):
        bond, slave = self.random.choice(list(BONDS)), self.random.choice(SLAVES)
        return self.random.choice((
            ("set", bond, f"mode={self.random.choice(MODES)}"),
            ("set", bond, f"xmit_hash_policy={self.random.choice(POLICIES)}"),
            ("set", bond, f"no_slave={self.random.choice(('drop', 'pass'))}"),
            ("set", bond, f"active_slave={slave}"),
            ("slave", "add", bond, slave), ("slave", "del", bond, slave), ("slave", "add", bond, slave),
            ("slave", "del", bond, slave), ("slave", "set", bond, slave, "state=standby"), ("down", bond)))

    def kill_once(self, daemon):
        """Configured anew, asked by commands, killed somewhere in between."""
        self.configuration = self.some_configuration()
        daemon.file.write_text(toml(self.configuration))
        if not daemon.runs():
            daemon.launch()
            during = "starting"
            if self.random.random() < 0.5:
                daemon.ready()
                self.configuration = self.some_configuration()
                daemon.file.write_text(toml(self.configuration))
                during = "ready"
        else:
            during = "ready"
        if during == "ready" and self.random.random() < 0.8:
            daemon.process.send_signal(signal.SIGHUP)
            during = "reading anew"
        commands = [self.load.start(*self.some_order()) for _ in range(self.random.choice((0, 0, 1, 2)))]
        time.sleep(self.random.uniform(0, WITHIN))
        first = commands if self.random.random() < 0.3 else []
        for command in first:
            command.kill()
        self.assertTrue(daemon.runs(), daemon.err.read_text())
        daemon.end(signal.SIGKILL)
        self.killed[during] += 1
        for command in commands:
            said = command.communicate(timeout=60)
            if command.returncode == -signal.SIGKILL:
                self.killed["commands"] += 1
            else:
                self.assertIn(command.returncode, (DONE, FAILED, USAGE, UNSUPPORTED, NO_SUCH, BUSY), said)

    def state(self):
        """What can be configured, as it is: exactly what `wanted` says once everything is done."""
        found = {}
        for bond in self.load.json("status"):
            data, own = bond["linkinfo"]["info_data"], bond["xdpbond"]
            slaves = []
            for slave in bond["slaves"]:
                its, data_of_it = slave["xdpbond"], slave["linkinfo"]["info_slave_data"]
                self.assertTrue(own.get("unfinished") or its["link_id"] and its["program_id"], bond)
                slaves.append({"name": slave["ifname"], "prio": data_of_it["prio"], "standby": its["standby"],
                               "usable": its["usable"], "mii": data_of_it["mii_status"],
                               "attached": slave.get("xdp", {}).get("prog", {}).get("id") == its["program_id"],
                               "address of the bond": slave["address"] == bond["address"]})
            options = {option: data.get(option) for option in
                       ("mode", "miimon", "updelay", "downdelay", "primary", "primary_reselect", "fail_over_mac",
                        "min_links", "xmit_hash_policy")}
            if data["mode"] != "balance-xor":
                del options["xmit_hash_policy"]
            found[bond["ifname"]] = {
                **options, "slaves": slaves, "no_slave": own["no_slave"], "unfinished": own.get("unfinished"),
                "pending": own.get("pending"), "watched": own["process"]}
            if data["mode"] == "active-backup":
                active = [slave["ifname"] for slave in bond["slaves"] if slave["xdpbond"]["active"]]
                usable = [slave["name"] for slave in slaves if slave["usable"]]
                found[bond["ifname"]]["one active"] = active == [data.get("active_slave")] and active[0] in usable
        return found

    def wanted(self, daemon):
        found = {}
        for name, bond in self.configuration.items():
            backup = bond["mode"] == "active-backup"
            slaves = []
            for slave in bond["slaves"]:
                settings = bond["slave"].get(slave, {})
                standby = settings.get("state") == "standby"
                slaves.append({"name": slave, "prio": settings.get("prio", 0), "standby": standby,
                               "usable": not standby, "mii": "UP", "attached": True})
            found[name] = {
                "mode": bond["mode"], "miimon": bond["miimon"], "updelay": bond.get("updelay", 0), "downdelay": 0,
                "primary": bond.get("primary"), "primary_reselect": bond.get("primary_reselect", "always"),
                "fail_over_mac": bond.get("fail_over_mac", "none"), "min_links": bond["min_links"],
                **({"xmit_hash_policy": bond["xmit_hash_policy"]} if bond["mode"] == "balance-xor" else {}),
                "slaves": slaves, "no_slave": "drop", "unfinished": None, "pending": None,
                "watched": daemon.process.pid, **({"one active": True} if backup else {})}
        return found

    def reached(self, daemon):
        deadline = time.monotonic() + PATIENCE
        wanted = self.wanted(daemon)
        while True:
            found = self.state()
            for name, bond in found.items():
                for slave in bond["slaves"]:
                    same = slave.pop("address of the bond")
                    if bond["fail_over_mac"] == "none" and not same:
                        slave["address"] = "not the bond's"
            if found == wanted:
                return
            if time.monotonic() > deadline:
                print(toml(self.configuration), daemon.out.read_text(), daemon.err.read_text(), sep="\n",
                      file=sys.stderr)
                self.assertEqual(found, wanted)
            time.sleep(0.02)

    def restarted(self, daemon):
        """Killed often enough: now it leads to what is configured, and takes orders."""
        if not daemon.runs():
            daemon.launch()
        daemon.ready()
        self.reached(daemon)
        self.run_one_program()
        for name in self.configuration:
            self.load.set(name, "no_slave=pass")
            self.assertEqual(self.load.json("status", name)[0]["xdpbond"]["no_slave"], "pass")
            self.load.set(name, "no_slave=drop")
        self.reached(daemon)

    def run_one_program(self):
        """All slaves of a bond run the program that is pinned: no swap was left half-way."""
        for name in self.configuration:
            bond = self.load.json("status", name)[0]["xdpbond"]
            pinned = json.loads(lab.run("bpftool", "-j", "prog", "show", "pinned", f"{bond['pin']}/program").stdout)["id"]
            slaves = self.load.json("status", name)[0]["slaves"]
            self.assertEqual({slave["xdpbond"]["program_id"] for slave in slaves}, {pinned}, name)

    def everything_is_as_before(self, daemon, watch):
        """In turn: an empty file, or `down` by hand with the daemon and without."""
        way = self.random.choice(("empty file", "daemon", "no daemon"))
        if way == "empty file":
            self.configuration = {}
            daemon.configure("")
            self.reached(daemon)
        if way == "no daemon":
            daemon.end()
        for name in self.configuration:
            self.load.down(name)
        if way != "no daemon":
            self.assertEqual(self.load.json("status"), [])
            self.assertEqual(daemon.end(), 0)
        self.unchanged(watch)
        self.assertEqual(glob.glob("/run/xdpbond/*"), self.sockets)
        self.assertEqual(self.processes(), [])

    def processes(self):
        """Those that work in this lab's host, by their words."""
        found = []
        for file in glob.glob("/proc/[0-9]*/cmdline"):
            try:
                with open(file, encoding="utf-8", errors="replace") as words:
                    line = words.read().replace("\0", " ")
            except OSError:
                continue
            if f"--netns {self.bed.host}" in line:
                found.append(line)
        return found

    def test_kill(self):
        """killed at any moment: a restart reaches what is configured; at the end everything is as it was"""
        self.bed, self.load = self.lab(slaves=len(SLAVES))
        self.bed.admin("s1", False)
        watch = self.watch(self.bed)
        with Hit(self.load, "") as daemon:
            for number in range(1, KILLS + 1):
                self.kill_once(daemon)
                if number % BETWEEN == 0:
                    self.restarted(daemon)
                if number % (50 if LONG else 25) == 0:
                    self.everything_is_as_before(daemon, watch)
        print(f"killed while {self.killed}", file=sys.stderr)
        for during in ("starting", "reading anew"):
            self.assertGreater(self.killed[during], KILLS / 8)


if __name__ == "__main__":
    main()
