#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Completion in bash: what it offers is what the command takes, and what is there."""

import os
import re
import subprocess

from case import Case, main
from command import PROGRAM, USAGE

SCRIPT = os.environ["XDPBOND_COMPLETION"]
# What readline hands to a completion function. Where COMP_WORDBREAKS has "=" and ":", only what follows is replaced.
DRIVER = r"""
set -u
. "$1"
COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDBREAKS=$3 COMPREPLY=()
_xdpbond_load
printf '%s\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"}
"""
BREAKS = " \t\n\"'><=;|&(:"


def said(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)


def commands():
    """The commands of --help; those that have commands of their own as "slave add"."""
    found = []
    for command in _below():
        found += [f"{command} {more}" for more in _below(command)] or [command]
    return found


def _below(*words):
    _, _, listed = said(*words, "--help").stdout.partition("Subcommands:")
    return re.findall(r"^  ([a-z][a-z-]*) ", listed, re.MULTILINE)


def options(command=""):
    """option → whether a value follows it, as the command's --help has it"""
    found = {}
    for names, value in re.findall(r"^  (-\S+)( \S)?", said(*command.split(), "--help").stdout, re.MULTILINE):
        found |= {name: bool(value) for name in names.split(",")}
    return found


class Completion(Case):
    def offered(self, line, breaks=BREAKS, environment=None):
        done = subprocess.run(["bash", "-c", DRIVER, "bash", SCRIPT, f"{PROGRAM} {line}", breaks], capture_output=True,
                              text=True, check=False, env=environment)
        self.assertEqual((done.returncode, done.stderr), (0, ""), line)
        return sorted(done.stdout.split())

    def test_commands(self):
        """every command of --help and no other"""
        self.assertGreater(len(commands()), 6)
        self.assertEqual(self.offered(""), sorted(_below()))
        self.assertEqual(self.offered("sta"), ["stats", "status"])
        for command in {command.split()[0] for command in commands() if " " in command}:
            self.assertEqual(self.offered(f"{command} "), sorted(_below(command)))

    def test_options(self):
        """every option of a command's --help, and those of every command"""
        for command in commands():
            self.assertEqual(self.offered(f"{command} -"), sorted(options() | options(command)), command)
        self.assertEqual(self.offered("--pin"), ["--pin-dir"])
        self.assertEqual(self.offered("up uplink --sl"), ["--slaves"])

    def test_options_with_values(self):
        """after an option that takes a value no command, bond or option is offered; after another there is"""
        for command in commands():
            for option, takes_value in (options() | options(command)).items():
                if option in ("-h", "--help", "--version"):
                    continue
                with self.subTest(command=command, option=option):
                    # Where the command's name is still to come, it is offered after a flag, and after a value.
                    name = command.split()[0]
                    self.assertEqual(name in self.offered(f"{option} {name[:2]}"), not takes_value)
                    if takes_value:
                        self.assertIn(name, self.offered(f"{option} x {name[:2]}"))

    def test_known_options(self):
        """whether an option takes a value is known of each without asking the command"""
        script = '. "$1"; _xdpbond_load_learn() { exit 9; }; _xdpbond_load_takes_value "$2"'
        known = options()
        for command in commands():
            known |= options(command)
        self.assertIn("--confirm", known)
        for option, takes_value in known.items():
            done = subprocess.run(["bash", "-c", script, "bash", SCRIPT, option], capture_output=True, check=False)
            self.assertEqual(done.returncode, 0 if takes_value else 1, option)

    def values(self, option):
        """What the command itself says an option takes; None for what is no list of words."""
        refused = said("generate", "--set", f"{option}=?")
        self.assertEqual(refused.returncode, USAGE, option)
        listed = re.search(r"takes one of (.*)$", refused.stdout + refused.stderr)
        return set(listed[1].split(", ")) if listed else None

    def test_option_names(self):
        """the bond options of the man page that this release has, each known to the command"""
        with open(os.environ["XDPBOND_MAN_PAGE"], encoding="utf-8") as page:
            section = page.read().partition(".SH BOND OPTIONS")[2].partition(".SH ")[0]
        documented = re.findall(r"^\.TP\n\.(?:B|BR|BI) ([a-z_]+)", section, re.MULTILINE)
        self.assertGreater(len(documented), 10)
        offered = self.offered("set uplink ")
        self.assertEqual(offered, sorted(f"{name}=" for name in documented))
        self.assertEqual(self.offered("up uplink --set "), offered)

    def test_option_values(self):
        """OPTION=: what the command says it takes, and nothing that needs a daemon"""
        for option in (name.rstrip("=") for name in self.offered("set uplink ")):
            with self.subTest(option=option):
                offered = self.offered(f"set uplink {option}=")
                if self.values(option) is None:
                    self.assertIn(offered, ([], ["none"], ["default"]))
                    continue
                expected = self.values(option) - {"balance-tlb", "balance-alb", "follow"}
                if expected == {"off", "on"} and offered == ["0", "1"]:
                    expected = {"0", "1"}  # the kernel's own spelling
                self.assertEqual(set(offered), expected)
        self.assertEqual(set(self.offered("up uplink --mode ")), self.values("mode") - {"balance-tlb", "balance-alb"})
        self.assertEqual(set(self.offered("up uplink --xmit-hash-policy ")), self.values("xmit_hash_policy"))
        self.assertEqual(self.offered("up uplink --mode b"), ["balance-rr", "balance-xor", "broadcast"])

    def test_words_with_equals_signs(self):
        """what is replaced is what bash takes for a word"""
        self.assertEqual(self.offered("set uplink mode=act"), ["active-backup"])
        self.assertEqual(self.offered("set uplink mode=act", " \t"), ["mode=active-backup"])
        self.assertEqual(self.offered("up uplink --mode=act"), ["active-backup"])
        self.assertEqual(self.offered("up uplink --mode=act", " \t"), ["--mode=active-backup"])
        self.assertEqual(self.offered("up uplink --set no_slave=p"), ["pass"])
        self.assertEqual(self.offered("up uplink --program t"), ["tx"])
        self.assertEqual(self.offered("up uplink --attach "), ["auto", "generic", "native"])
        self.assertEqual(self.offered("stats --format "), ["json", "prometheus", "text"])

    def test_what_is_there(self):
        """namespaces, interfaces, bonds and their slaves, in the namespace and pin folder that the line names"""
        bed, load = self.lab(slaves=3, peer=True)
        where = " ".join(load.common)
        self.assertIn(bed.host, self.offered("status --netns "))
        self.assertEqual(self.offered(f"up uplink {where} --slaves s"), ["s0", "s1", "s2"])
        self.assertEqual(self.offered(f"up uplink {where} --slaves s0,s"), ["s0,s1", "s0,s2"])
        self.assertEqual(self.offered(f"up uplink --slaves s0,s2 --primary s"), ["s0", "s2"])
        self.assertEqual(self.offered(f"up uplink {where} --program forward:f"), ["f0"])
        self.assertIn("lo", self.offered("up uplink --slaves l"))
        self.assertEqual(self.offered(f"{where} status "), [])
        load.up("uplink", ["s0", "s1"], "active-backup")
        load.up("other", ["s2"])
        for line in (f"{where} status ", f"stats {where} ", f"down {where} ", f"set {where} "):
            self.assertEqual(self.offered(line), ["other", "uplink"], line)
        self.assertEqual(self.offered(f"explain {where} --bond u"), ["uplink"])
        self.assertEqual(self.offered(f"set {where} uplink active_slave="), ["none", "s0", "s1"])
        self.assertEqual(self.offered(f"slave {where} del "), ["other", "uplink"])
        self.assertEqual(self.offered(f"slave {where} del uplink "), ["s0", "s1"])
        self.assertEqual(self.offered(f"slave {where} set uplink s"), ["s0", "s1"])
        self.assertIn("f0", self.offered(f"slave {where} add uplink "))
        self.assertEqual(self.offered(f"slave {where} set uplink s0 "), ["prio=", "state="])
        self.assertEqual(self.offered(f"slave {where} set uplink s0 state="), ["active", "standby"])
        load("slave", "set", "uplink", "s0", "state=standby")  # the command takes what is offered
        load("slave", "set", "uplink", "s0", "state=active", "prio=5")
        load.down("uplink")
        load.down("other")


if __name__ == "__main__":
    main()
