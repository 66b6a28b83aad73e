#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""clean: removes what deleted namespaces, deleted devices and interrupted commands left; never a live bond."""

import fcntl
import glob
import os
import time

from case import Case, main
from lab import run


class Clean(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=3)

    def pins(self):
        return sorted(os.path.relpath(path, self.bed.pin_dir)
                      for path in glob.glob(os.path.join(self.bed.pin_dir, "xdpbond", "*", "*")))

    def clean(self, *words):
        return self.load("clean", *words).stdout

    def second(self):
        """A bond in a namespace of its own, which the caller deletes."""
        name = self.bed.host.replace("h", "x")
        run("ip", "netns", "add", name)
        self.addCleanup(run, "ip", "netns", "del", name, check=False)
        run("ip", "link", "add", "d0", "netns", name, "type", "veth", "peer", "name", "d1", "netns", name)
        self.load.common[1] = name
        self.load.up("gone", ["d0"])
        self.load.common[1] = self.bed.host
        return name

    def test_live(self):
        """live bonds stay, with slaves or without"""
        self.load.up("uplink", ["s0", "s1"])
        self.load.up("empty", ["s2"])
        self.load("slave", "del", "empty", "s2")
        self.bed.carrier("s0", False)
        self.bed.admin("s1", False)
        watch = self.watch(self.bed)
        self.assertEqual(self.clean(), "")
        self.unchanged(watch)

    def test_namespace(self):
        """the bonds of a deleted namespace go, those of others stay"""
        self.load.up("uplink", ["s0", "s1"])
        before, watch = self.pins(), self.watch(self.bed)
        name = self.second()
        self.assertEqual(len(self.pins()), 2)
        self.assertEqual(self.clean(), "")
        run("ip", "netns", "del", name)
        self.assertEqual(len(self.pins()), 2)
        # The kernel takes a namespace apart in its own time.
        deadline = time.monotonic() + 30
        while not self.clean("--dry-run"):
            self.assertLess(time.monotonic(), deadline, "nothing to clean")
            time.sleep(0.1)
        self.assertRegex(self.clean("--dry-run"), "remove .*/gone: every interface of it is gone")
        self.assertEqual(len(self.pins()), 2)
        self.assertRegex(self.clean(), "remove .*/gone: every interface of it is gone")
        self.assertEqual(self.pins(), before)
        self.assertEqual(self.clean(), "")
        self.unchanged(watch)

    def test_devices(self):
        """a bond goes once all its interfaces are gone, not before"""
        self.load.up("uplink", ["s0", "s1"])
        run("ip", "-n", self.bed.host, "link", "del", "s0")
        self.assertEqual(self.clean(), "")
        run("ip", "-n", self.bed.host, "link", "del", "s1")
        self.assertRegex(self.clean(), "remove .*/uplink: nothing runs its program any more")
        self.assertEqual(os.listdir(self.bed.pin_dir), [])

    def test_half_built(self):
        """what an interrupted up left is undone, unless a command is at work on it"""
        self.bed.admin("s1", False)
        watch = self.watch(self.bed)
        folder = None
        for _ in range(200):
            process = self.load.start("up", "uplink", "--slaves", "s0,s1")
            while process.poll() is None:
                if glob.glob(os.path.join(self.bed.pin_dir, "xdpbond", "*", "uplink", "link_0")):
                    process.kill()
            process.communicate()
            folder = glob.glob(os.path.join(self.bed.pin_dir, "xdpbond", "*", "uplink"))
            if self.load("status", "uplink", code=None).stdout.find("Unfinished: an up") >= 0:
                break
            self.load.down("uplink", code=None)
        else:
            self.fail("no up could be interrupted")
        lock = os.open(folder[0], os.O_RDONLY | os.O_DIRECTORY)
        self.addCleanup(lambda: lock is not None and os.close(lock))
        fcntl.flock(lock, fcntl.LOCK_EX)
        busy = self.load("clean")
        self.assertRegex(busy.stderr, f"warning: uplink: busy: process {os.getpid()}")
        self.assertEqual(busy.stdout, "")
        fcntl.flock(lock, fcntl.LOCK_UN)
        self.assertRegex(self.clean(), "remove .*/uplink: an interrupted command left it")
        self.unchanged(watch)

    def test_empty_folders(self):
        """folders that a command left empty go"""
        self.load.up("uplink", ["s0"])
        cookie, = os.listdir(os.path.join(self.bed.pin_dir, "xdpbond"))
        self.load.down("uplink")
        os.makedirs(os.path.join(self.bed.pin_dir, "xdpbond", cookie, "half"))
        os.makedirs(os.path.join(self.bed.pin_dir, "xdpbond", "00000000deadbeef"))
        self.clean()
        self.assertEqual(os.listdir(self.bed.pin_dir), [])


if __name__ == "__main__":
    main()
