# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What the build does when something changes, and when a step fails."""

import os
import pathlib
import shutil
import tempfile
import unittest

from project import Failed, Project

SOURCE = os.environ["XDPBOND_SOURCE"]


class Rebuild(unittest.TestCase):
    def project(self, *options, generator="Ninja"):
        folder = self.enterContext(tempfile.TemporaryDirectory(prefix="xdpbond test "))
        made = Project(f"{folder}/src", f"{folder}/build")
        made.configure(f"-DXDPBOND_FOLDER={SOURCE}", *options, generator=generator)
        return made

    def script(self, body):
        """A tool that does what `body` says."""
        path = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "tool"
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        return path

    def stamps(self, project):
        return {name: project.built(name).stat().st_mtime_ns
                for name in ("edge.bpf.c", "edge.bpf.o", "edge.skel.h", "filter.bpf.o", "filter.skel.h")}

    def assert_changes(self, project, target, file, old, new):
        before = project.bytes(f"{target}.skel.h")
        project.change(file, old, new)
        project.build(f"{target}_skel_header")
        self.assertNotEqual(before, project.bytes(f"{target}.skel.h"), f"{file} changed")

    def test_changes(self):
        """whatever a program is made of, a change to it makes it anew; without one nothing is done"""
        for generator in ("Ninja", "Unix Makefiles"):
            with self.subTest(generator):
                project = self.project(generator=generator)
                project.build("edge_skel_header")
                project.build("filter_skel_header")
                self.assert_changes(project, "edge", "length.h", "> bytes", ">= bytes")
                self.assert_changes(project, "edge", "edge.xdp.cpp", ".slaves = 2", ".slaves = 3")
                self.assert_changes(project, "filter", "shared/port.h", "== ifindex", "!= ifindex")
                self.assert_changes(project, "filter", "filter.bpf.c", "pair, 2", "pair, 3")
                stamps = self.stamps(project)
                project.build("edge_skel_header")
                project.build("filter_skel_header")
                self.assertEqual(self.stamps(project), stamps)

    def assert_fails(self, project, target, *absent):
        with self.assertRaises(Failed) as caught:
            project.build(f"{target}_skel_header")
        present = {path.name for path in project.build_folder.iterdir()}
        self.assertEqual(present & set(absent), set())
        return str(caught.exception)

    def test_clang_fails(self):
        """a source that does not compile leaves no object, and one that did is made when it is mended"""
        project = self.project()
        project.change("shared/port.h", "return", "#error broken on purpose\n\treturn")
        said = self.assert_fails(project, "filter", "filter.bpf.o", "filter.bpf.o.part", "filter.skel.h")
        self.assertIn("broken on purpose", said)
        project.change("shared/port.h", "#error broken on purpose\n\treturn", "return")
        project.build("filter_skel_header")
        self.assertTrue(project.built("filter.skel.h").exists())

    def test_composition_fails(self):
        """a wrong composition: its sentence, and no text"""
        project = self.project()
        project.change("edge.xdp.cpp", ".slaves = 2", ".slaves = 65")
        said = self.assert_fails(project, "edge", "edge.bpf.c", "edge.bpf.c.part", "edge.bpf.o")
        self.assertIn("a bond has 1 to 64 slaves", said)

    def test_strip_fails(self):
        """a strip that stops half-way leaves no object"""
        tool = self.script('echo half >"$3"; exit 1')
        project = self.project(f"-DXDPBOND_LLVM_STRIP={tool}")
        self.assert_fails(project, "filter", "filter.bpf.o", "filter.skel.h")

    def test_bpftool_fails(self):
        """a bpftool that stops half-way leaves no skeleton"""
        tool = self.script("echo half; exit 1")
        project = self.project(f"-DXDPBOND_BPFTOOL={tool}")
        self.assert_fails(project, "filter", "filter.skel.h", "filter.skel.h.part")

    def test_objcopy_fails(self):
        """an objcopy that stops half-way leaves no text"""
        tool = self.script('for last; do :; done; echo half >"$last"; exit 1')
        project = self.project(f"-DCMAKE_OBJCOPY={tool}")
        self.assert_fails(project, "edge", "edge.bpf.c", "edge.bpf.o")

    def test_missing_tool(self):
        """what is not there: its Debian package"""
        tools = {"XDPBOND_CLANG": "clang", "XDPBOND_LLVM_STRIP": "llvm", "XDPBOND_ASM_INCLUDE_DIR": "linux-libc-dev"}
        needed = {"CMAKE_MAKE_PROGRAM": "ninja", "CMAKE_C_COMPILER": "cc", "CMAKE_CXX_COMPILER": "c++"}
        found = [f"-D{variable}={shutil.which(program)}" for variable, program in needed.items()]
        nowhere = ["-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF", "-DCMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH=OFF"]
        for missing, package in tools.items():
            others = [f"-D{tool}=/bin/true" for tool in tools if tool != missing]
            with self.subTest(missing), self.assertRaisesRegex(Failed, rf"\(Debian\s+package\s+{package}\)"):
                self.project(*found, *nowhere, *others)


unittest.main()
