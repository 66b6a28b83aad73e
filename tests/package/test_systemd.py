# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The daemon's units as they are installed: systemd takes them, and they give the rights that the manual names."""

import configparser
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import tomllib
import unittest

from project import run

SOURCE, BUILD = pathlib.Path(os.environ["XDPBOND_SOURCE"]), pathlib.Path(os.environ["XDPBOND_BUILD"])
UNITS = "xdpbond.service", "xdpbond@.service"
EXPOSURE_MAX = 3.0  # of 10, as systemd reckons it


class Unit(dict):
    """section → key → values in order"""

    def __init__(self, path):
        section = None
        for line in path.read_text().splitlines():
            if match := re.fullmatch(r"\[(\w+)\]", line):
                section = self.setdefault(match[1], {})
            elif line and not line.startswith("#"):
                key, value = line.split("=", 1)
                section.setdefault(key, []).append(value)

    def one(self, section, key):
        (value,) = self[section][key]
        return value


class Systemd(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="xdpbond-test-")))
        run("cmake", "--install", BUILD, "--prefix", cls.root, "--component", "xdpbond_runtime")
        cls.folder = cls.root / "lib/systemd/system"
        cls.units = {name: Unit(cls.folder / name) for name in UNITS}

    def analyze(self, *words):
        if not shutil.which("systemd-analyze"):
            print("SKIPPED: systemd-analyze is not installed")
            self.skipTest("systemd-analyze is not installed")
        return subprocess.run(["systemd-analyze", *map(str, words)], capture_output=True, text=True, check=False)

    def usable(self, name, instance=""):
        """A copy that runs the command where it was installed for the test."""
        text, count = re.subn(r"(?m)^(ExecStart=)\S+/(xdpbond-load )", rf"\1{self.root}/sbin/\2",
                              (self.folder / name).read_text())
        self.assertEqual(count, 1)
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="xdpbond-test-")))
        path = folder / name.replace("@", f"@{instance}")
        path.write_text(text)
        return path

    def test_verify(self):
        """systemd has nothing to say against them"""
        for name in UNITS:
            with self.subTest(unit=name):
                done = self.analyze("verify", "--man=no", "--recursive-errors=no",
                                    self.usable(name, "blue" if "@" in name else ""))
                told = [line for line in done.stderr.splitlines() if "xdpbond" in line]
                self.assertEqual((done.returncode, told), (0, []), done.stderr)

    def test_verify_can_fail(self):
        """a key that does not exist is seen"""
        path = self.usable("xdpbond.service")
        path.write_text(path.read_text().replace("[Service]", "[Service]\nNoSuchKey=yes"))
        self.assertIn("NoSuchKey", self.analyze("verify", "--man=no", "--recursive-errors=no", path).stderr)

    def test_exposure(self):
        """sandboxed: systemd's own measure"""
        for name in UNITS:
            with self.subTest(unit=name):
                done = self.analyze("security", "--offline=true", "--no-pager",
                                    self.usable(name, "blue" if "@" in name else ""))
                match = re.search(r"Overall exposure level for .*: ([0-9.]+)", done.stdout)
                self.assertTrue(match, done.stdout + done.stderr)
                print(f"{name}: exposure {match[1]} of 10")
                self.assertLess(float(match[1]), EXPOSURE_MAX)

    def test_capabilities(self):
        """exactly those that the manual names"""
        page = (SOURCE / "docs/xdpbond.toml.5").read_text()
        line = next(line for line in page.splitlines() if "these of root" in line)
        documented = set(re.findall(r"CAP_[A-Z_]+", line))
        self.assertEqual(documented, {"CAP_BPF", "CAP_NET_ADMIN", "CAP_NET_RAW", "CAP_PERFMON"})
        for name, unit in self.units.items():
            with self.subTest(unit=name):
                self.assertEqual(set(unit.one("Service", "CapabilityBoundingSet").split()), documented)
                self.assertNotIn("AmbientCapabilities", unit["Service"])
                self.assertNotIn("User", unit["Service"])

    def test_promises(self):
        """what the daemon relies on: readiness, reload, what outlives it, where it may write"""
        for name, unit in self.units.items():
            config = "/etc/xdpbond/%i.toml" if "@" in name else "/etc/xdpbond/xdpbond.toml"
            with self.subTest(unit=name):
                service = {key: values[-1] for key, values in unit["Service"].items()}
                self.assertEqual(service["Type"], "notify")
                self.assertRegex(service["ExecStart"], rf"^/\S+/xdpbond-load run --config {re.escape(config)}$")
                self.assertEqual(service["ExecReload"], "/bin/kill -HUP $MAINPID")
                self.assertEqual(service["KillMode"], "process")
                self.assertEqual(service["Restart"], "on-failure")
                self.assertEqual(service["RestartPreventExitStatus"], "2 3 4")
                self.assertEqual((service["RuntimeDirectory"], service["RuntimeDirectoryPreserve"]), ("xdpbond", "yes"))
                self.assertEqual(service["ReadWritePaths"], "/sys/fs/bpf")
                self.assertIn(config, unit["Unit"]["ConditionPathExists"])
                self.assertEqual(unit.one("Unit", "Before"), "network.target")
                self.assertEqual(unit.one("Install", "WantedBy"), "multi-user.target")
                families = set(service["RestrictAddressFamilies"].split())
                self.assertEqual(families, {"AF_UNIX", "AF_NETLINK", "AF_INET", "AF_PACKET"})
                self.assertIn("bpf", service["SystemCallFilter"].split())
        self.assertEqual(self.units["xdpbond@.service"].one("Service", "NetworkNamespacePath"), "/run/netns/%i")
        self.assertNotIn("NetworkNamespacePath", self.units["xdpbond.service"]["Service"])

    def test_snippets(self):
        """each is what its reader takes, about the same ports as the example"""
        (folder,) = self.root.glob("share/doc/*/examples")
        with open(folder / "xdpbond.toml", "rb") as file:
            slaves = tomllib.load(file)["bond"]["uplink"]["slaves"]
        network = Unit(folder / "05-xdpbond.network")
        self.assertEqual(network.one("Match", "Name").split(), slaves)
        self.assertEqual(network.one("Link", "Unmanaged"), "yes")
        manager = configparser.ConfigParser(delimiters=("=",))
        manager.read(folder / "networkmanager-xdpbond.conf")
        self.assertEqual(manager["keyfile"]["unmanaged-devices+"],
                         ";".join(f"interface-name:{slave}" for slave in slaves))
        stanzas = [line.split() for line in (folder / "interfaces-xdpbond").read_text().splitlines()
                   if not line.startswith("#")]
        self.assertEqual(stanzas, [["iface", slave, "inet", "manual"] for slave in slaves])


unittest.main()
