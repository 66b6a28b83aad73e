# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The Debian packages: what they say of themselves, what is in them, that it works, and that nothing is left of it."""

import gzip
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from project import run

SOURCE, BUILD = pathlib.Path(os.environ["XDPBOND_SOURCE"]), pathlib.Path(os.environ["XDPBOND_BUILD"])
NAMES = ("xdpbond", "libxdpbond-dev")
DATABASE = "var/lib/dpkg"


def pack(folder):
    """Makes the packages in that folder; returns name → path."""
    run("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder, "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip",
        cwd=BUILD)
    return {path.name.split("_")[0]: path for path in pathlib.Path(folder).glob("*.deb")}


def version():
    text = (SOURCE / "include/xdpbond/version.hpp").read_text()
    return re.search(r'define XDPBOND_VERSION "(.*)"', text)[1]


def abi_version():
    text = (SOURCE / "include/xdpbond/bpf/abi.h").read_text()
    return re.search(r"define XDPBOND_ABI_VERSION +(\d+)", text)[1]


class Debian(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="xdpbond-test-")))
        cls.packages = pack(cls.folder / "first")

    def field(self, name, field):
        return run("dpkg-deb", "--field", self.packages[name], field).strip()

    def contents(self, name):
        """path → (rights, owner)"""
        found = {}
        for line in run("dpkg-deb", "--contents", self.packages[name]).splitlines():
            rights, owner, _, _, _, path = line.split(maxsplit=5)
            found[path.removeprefix(".")] = rights, owner
        return found

    def test_fields(self):
        """names, version, architecture, descriptions"""
        self.assertEqual(sorted(self.packages), sorted(NAMES))
        architecture = run("dpkg", "--print-architecture").strip()
        for name, section in zip(NAMES, ("net", "libdevel")):
            self.assertEqual(self.packages[name].name, f"{name}_{version()}_{architecture}.deb")
            for field, value in (("Package", name), ("Version", version()), ("Architecture", architecture),
                                 ("Section", section), ("Priority", "optional")):
                self.assertEqual(self.field(name, field), value)
            self.assertRegex(self.field(name, "Maintainer"), r"^[^<]+ <[^@>]+@[^>]+>$")
            synopsis, *extended = self.field(name, "Description").splitlines()
            self.assertLess(len(synopsis), 80)
            self.assertGreater(len(extended), 2)

    def test_dependencies(self):
        """the command needs what its binary is linked with, and no more; developers get what they link"""
        depends = {word.split()[0] for word in self.field("xdpbond", "Depends").split(", ")}
        self.assertEqual(depends - {"libgcc-s1", "libgcc1"}, {"libbpf1", "libc6", "libnl-3-200", "libnl-route-3-200",
                                                             "libstdc++6"})
        for library in ("libbpf-dev", "libnl-3-dev", "libnl-route-3-dev"):
            self.assertIn(library, self.field("libxdpbond-dev", "Depends"))

    def test_contents(self):
        """every file where Debian has its like, owned by root, and only there"""
        command, development = (self.contents(name) for name in NAMES)
        for path in ("/usr/sbin/xdpbond-load", "/usr/share/man/man8/xdpbond-load.8.gz",
                     "/usr/share/man/man5/xdpbond.toml.5.gz", "/usr/lib/systemd/system/xdpbond.service",
                     "/usr/lib/systemd/system/xdpbond@.service", "/usr/share/doc/xdpbond/examples/xdpbond.toml",
                     "/usr/share/bash-completion/completions/xdpbond-load", "/usr/share/doc/xdpbond/README.md",
                     "/usr/share/doc/xdpbond/copyright", "/usr/share/doc/xdpbond/changelog.gz"):
            self.assertIn(path, command)
        for pattern in ("/usr/include/xdpbond/xdpbond.hpp", "/usr/include/xdpbond/bpf/abi.h",
                        "/usr/lib/.*/cmake/xdpbond/xdpbond-config.cmake", "/usr/lib/.*/pkgconfig/xdpbond.pc",
                        "/usr/lib/.*/pkgconfig/xdpbond-control.pc", "/usr/lib/.*libxdpbond_control.a",
                        "/usr/share/doc/libxdpbond-dev/copyright"):
            expected = re.compile(pattern.replace("/.*/", "/(.*/)?"))
            self.assertTrue(any(expected.fullmatch(path) for path in development), f"{pattern} is not there")
        for contents in (command, development):
            for path, (rights, owner) in contents.items():
                self.assertEqual(owner, "root/root", path)
                program = path == "/usr/sbin/xdpbond-load"
                self.assertEqual(rights, "drwxr-xr-x" if path.endswith("/") else
                                 "-rwxr-xr-x" if program else "-rw-r--r--", path)
        shared = {path for path in command.keys() & development.keys() if not path.endswith("/")}
        self.assertEqual(shared, set(), "one file in both packages")

    def test_scripts(self):
        """systemd learns of the units; an upgrade restarts daemons that run, and nothing is done in another root"""
        folder = self.folder / "control"
        run("dpkg-deb", "--control", self.packages["xdpbond"], folder)
        told = self.folder / "told"
        fake = self.folder / "bin"
        fake.mkdir()
        (fake / "systemctl").write_text(f'#!/bin/sh\necho "$*" >>{told}\n')
        (fake / "systemctl").chmod(0o755)

        def called(script, *words, **environment):
            told.write_text("")
            text = (folder / script).read_text().replace("/run/systemd/system", str(self.folder))
            run("sh", "-ec", text, script, *words, env={"PATH": f"{fake}:/usr/bin:/bin", **environment})
            return told.read_text().splitlines()

        reload, restart = "--system daemon-reload", "try-restart xdpbond.service xdpbond@*.service"
        self.assertEqual(called("postinst", "configure", ""), [reload])
        self.assertEqual(called("postinst", "configure", "0.1.0"), [reload, restart])
        self.assertEqual(called("prerm", "upgrade", "0.2.0"), [])
        self.assertEqual(called("prerm", "remove"), ["disable --now xdpbond.service", "stop xdpbond@*.service"])
        self.assertEqual(called("postrm", "remove"), [reload])
        for script, words in (("postinst", ("configure", "0.1.0")), ("prerm", ("remove",)), ("postrm", ("remove",))):
            self.assertEqual(called(script, *words, DPKG_ROOT="/elsewhere"), [])

    def test_same_bytes(self):
        """made again, later, in another folder: the same bytes"""
        again = pack(self.folder / "again")
        for name in NAMES:
            self.assertEqual(self.packages[name].read_bytes(), again[name].read_bytes(), name)

    def dpkg(self, root, *words):
        # Without the packages that these depend on, which the machine itself has.
        # That root has no shell for the scripts.
        return run("dpkg", f"--root={root}", "--force-depends", "--force-not-root", "--force-script-chrootless",
                   "--log=/dev/null", *words)

    @unittest.skipIf(os.geteuid() != 0, "dpkg needs root")
    def test_installed_and_removed(self):
        """installed below another root: the command runs, its page can be read; removed: nothing is left"""
        root = self.folder / "root"
        for folder in ("info", "updates", "triggers"):
            (root / DATABASE / folder).mkdir(parents=True)
        for file in ("status", "available"):
            (root / DATABASE / file).touch()
        self.dpkg(root, "--install", *self.packages.values())
        command = root / "usr/sbin/xdpbond-load"
        self.assertEqual(run(command, "--version"), f"xdpbond-load {version()}\nABI version {abi_version()}\n")
        self.assertIn("XDPBOND_MODE_BALANCE_XOR", run(command, "generate", "uplink", "--slaves", "eth0,eth1", "--mode",
                                                      "balance-xor"))
        with gzip.open(root / "usr/share/man/man8/xdpbond-load.8.gz") as page:
            self.assertEqual(page.read(), (SOURCE / "docs/xdpbond-load.8").read_bytes())
        run("bash", "-c", '. "$1" && complete -p xdpbond-load', "bash",
            root / "usr/share/bash-completion/completions/xdpbond-load")
        stripped = subprocess.run(["readelf", "-S", command], capture_output=True, text=True, check=True).stdout
        self.assertNotIn(".debug_info", stripped)
        self.dpkg(root, "--purge", *NAMES)
        left = [path for path in root.rglob("*") if not path.is_relative_to(root / "var")]
        self.assertEqual(left, [])


unittest.main()
