# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""A project that uses xdpbond, installed or as a subdirectory, builds, runs, and gets the same objects."""

import os
import tempfile
import unittest

from project import Project, run, sections

SOURCE, BUILD = os.environ["XDPBOND_SOURCE"], os.environ["XDPBOND_BUILD"]
FLAGS = os.environ["XDPBOND_FLAGS"]  # what xdpbond::control was compiled with: sanitizers must be linked, too


class Consumer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # A space in every path: a build that forgets to quote one fails here.
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory(prefix="xdpbond test "))
        run("cmake", "--install", BUILD, "--prefix", f"{cls.folder}/prefix")
        cls.installed = Project(f"{cls.folder}/a/src", f"{cls.folder}/a/src/build")
        cls.installed.configure(f"-DCMAKE_PREFIX_PATH={cls.folder}/prefix", f"-DCMAKE_CXX_FLAGS={FLAGS}")
        cls.installed.build()
        cls.clang = Project(f"{cls.folder}/c/src", f"{cls.folder}/c/build")
        cls.clang.configure(f"-DCMAKE_PREFIX_PATH={cls.folder}/prefix", f"-DCMAKE_CXX_FLAGS={FLAGS}",
                            "-DCMAKE_C_COMPILER=clang", "-DCMAKE_CXX_COMPILER=clang++")
        cls.clang.build()
        cls.inside = Project(f"{cls.folder}/b/another/place", f"{cls.folder}/b/out")
        cls.inside.configure(f"-DXDPBOND_FOLDER={SOURCE}", generator="Unix Makefiles")
        cls.inside.build()

    @unittest.skipIf(os.geteuid() != 0, "loading a program needs root")
    def test_runs(self):
        """the programs load into the kernel, xdpbond installed or not, the host's side compiled by g++ or clang++"""
        for project in (self.installed, self.clang, self.inside):
            run(project.built("consumer"))

    def test_same_bytes(self):
        """two checkouts and builds in different folders give the same objects; so do two host compilers"""
        for name in ("edge.bpf.c", "edge.bpf.o", "edge.skel.h", "filter.bpf.o", "filter.skel.h"):
            for project in (self.inside, self.clang):
                self.assertEqual(self.installed.bytes(name), project.bytes(name), name)

    def test_no_path(self):
        """no folder of the build shows in an object or a text; source lines do"""
        for name in ("edge.bpf.c", "edge.bpf.o", "filter.bpf.o"):
            self.assertNotIn(self.folder.encode(), self.installed.bytes(name), name)
            self.assertNotIn(SOURCE.encode(), self.inside.bytes(name), name)
        self.assertIn(b"return bpf_xdp_get_buff_len(ctx) > bytes ? XDP_DROP", self.installed.bytes("edge.bpf.o"))

    def test_sections(self):
        """objects have BTF and its line information, and no DWARF"""
        for name in ("edge.bpf.o", "filter.bpf.o"):
            found = sections(self.installed.built(name))
            self.assertIn(".BTF", found)
            self.assertIn(".BTF.ext", found)
            self.assertEqual([section for section in found if "debug" in section], [])

    def test_nothing_left(self):
        """a finished build leaves no intermediate files of its own"""
        left = [path.name for path in self.installed.build_folder.iterdir() if path.suffix in (".part", ".full")]
        self.assertEqual(left, [])


unittest.main()
