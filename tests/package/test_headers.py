# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Installed headers: those of C++ each alone, and all headers in two translation units that are linked together, by each
compiler, without a warning; and what pkg-config tells of them and of the control library. (Those that are C as well
compile alone in tests/policy.)"""

import concurrent.futures
import os
import pathlib
import platform
import shlex
import tempfile
import unittest

from project import CONSUMER, run

BUILD = os.environ["XDPBOND_BUILD"]
FLAGS = shlex.split(os.environ["XDPBOND_FLAGS"])
STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
LANGUAGES = {"g++": "c++20", "clang++": "c++20", "gcc": "c11", "clang": "c11"}

CONTROL = """
#include <xdpbond/control/operations.hpp>

int main() {
    const auto bonds = xdpbond::control::list({.netns = "no-such-namespace"});
    return bonds || bonds.failure().code != xdpbond::control::exit_code::no_such;
}
"""


class Headers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="xdpbond-test-")))
        cls.prefix = cls.folder / "prefix"
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        cls.include = cls.prefix / "include"
        names = {str(path.relative_to(cls.include)) for path in cls.include.rglob("*.h*")}
        pure = sorted(name for name in names if name.endswith(".h") and not name.endswith(".bpf.h"))
        host = sorted(name for name in names if name.endswith(".hpp"))
        assert pure and host and len(pure) + len(host) < len(names)
        # C++ has every header but those of BPF C alone.
        cls.headers = {"c++20": pure + host, "c11": pure}

    def source(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def compile(self, compiler, *words):
        return run(compiler, f"-std={LANGUAGES[compiler]}", *STRICT, *words, cwd=self.folder)

    @staticmethod
    def at_once(job, items):
        """The job for each item, as many at a time as there are CPUs; an error of any of them."""
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(job, items))

    def test_alone(self):
        """every header of C++ alone, before any other"""
        sources = [self.source(f"alone{number}.cpp", f"#include <{header}>\n")
                   for number, header in enumerate(self.headers["c++20"]) if header.endswith(".hpp")]
        self.at_once(lambda some: self.compile("g++", "-I", self.include, "-fsyntax-only", *some),
                     [sources[first::os.cpu_count()] for first in range(os.cpu_count())])

    def two_units(self, compiler):
        headers, suffix = self.headers[LANGUAGES[compiler]], "cpp" if "++" in compiler else "c"
        text = "".join(f"#include <{header}>\n" for header in headers) * 2
        bodies = {"first": "int main(void) { return second(); }\n", "second": "int second(void) { return 0; }\n"}
        units = [self.source(f"{compiler}-{name}.{suffix}", f"{text}int second(void);\n{body}")
                 for name, body in bodies.items()]
        self.compile(compiler, "-I", self.include, *units, "-o", f"{compiler}-two")
        run(self.folder / f"{compiler}-two")

    def test_two_units(self):
        """all headers, twice, in each of two translation units: they link"""
        self.at_once(self.two_units, LANGUAGES)

    def pkg_config(self, *words):
        folder, = self.prefix.rglob("pkgconfig")
        return shlex.split(run("pkg-config", *words, env=dict(os.environ, PKG_CONFIG_PATH=str(folder))))

    def test_pkg_config_versions(self):
        """both files tell the version of version.hpp"""
        text = (self.include / "xdpbond/version.hpp").read_text()
        version, = [line.split('"')[1] for line in text.splitlines() if "define XDPBOND_VERSION " in line]
        for name in ("xdpbond", "xdpbond-control"):
            self.assertEqual(self.pkg_config("--modversion", name), [version])

    def test_pkg_config_control(self):
        """a program that uses the control library, by pkg-config alone"""
        source = self.source("control.cpp", CONTROL)
        for compiler, more in (("g++", ()), ("clang++", ()), ("g++", ("--static",))):
            with self.subTest(compiler=compiler, more=more):
                flags = self.pkg_config("--cflags", "--libs", *more, "xdpbond-control")
                self.compile(compiler, *FLAGS, source, *flags, "-o", "control")
                run(self.folder / "control")

    def test_pkg_config_bpf(self):
        """a BPF program in plain C, by pkg-config alone"""
        flags = self.pkg_config("--cflags", "xdpbond", "libbpf")
        run("clang", "-target", "bpf", "-O2", "-g", *STRICT[:2], "-Werror", *flags, "-I", CONSUMER / "shared",
            "-idirafter", f"/usr/include/{platform.machine()}-linux-gnu", "-c", CONSUMER / "filter.bpf.c", "-o",
            self.folder / "filter.bpf.o")


unittest.main()
