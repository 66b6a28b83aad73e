#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""No bpffs, one that cannot be written, one in the wrong place; somebody else at work on the bond."""

import fcntl
import glob
import os
import re
import subprocess
import tempfile

from case import Case, main
from command import BUSY, NO_SUCH, PRIVILEGE, PROGRAM, UNSUPPORTED, Loader
from lab import BPFFS


def mounts(script):
    """A prefix: the command runs in a mount namespace of its own, where the script changed the mounts."""
    return ("unshare", "--mount", "--propagation", "private", "sh", "-ec", f'{script}; exec "$@"', "sh")


class Bpffs(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=2)
        self.usual = Loader(self.bed, BPFFS)
        self.up = "up", "uplink", "--slaves", "s0,s1"

    def test_none(self):
        """no bpffs at the usual place: up mounts one"""
        prefix = mounts(f"umount -l {BPFFS}")
        script = 'shift 0; "$0" "$@" && mountpoint -q /sys/fs/bpf && "$0" down uplink --netns "$NETNS"'
        watch = self.watch(self.bed)
        done = subprocess.run([*prefix, "env", f"NETNS={self.bed.host}", "sh", "-c", script, PROGRAM,
                               *self.usual.words(*self.up)[1:]], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.unchanged(watch)

    def test_none_and_may_not_mount(self):
        """no bpffs and no right to mount one: code 3, and the line says how"""
        watch = self.watch(self.bed)
        here = Loader(self.bed, BPFFS)
        here.common = here.common[2:]
        prefix = (*mounts(f"umount -l {BPFFS}"), "nsenter", f"--net=/run/netns/{self.bed.host}", "setpriv",
                  "--bounding-set", "-all,+bpf,+net_admin,+perfmon", "--inh-caps", "-all")
        self.refused(here, self.up, PRIVILEGE, "mount -t bpf", watch, prefix=prefix)

    def test_none_for_reading(self):
        """no bpffs: there are no bonds"""
        prefix = mounts(f"umount -l {BPFFS}")
        self.assertEqual(self.usual("status", prefix=prefix).stdout, "")
        self.refused(self.usual, ("status", "uplink"), NO_SUCH, "uplink", prefix=prefix)
        self.refused(self.usual, ("down", "uplink"), NO_SUCH, "uplink", prefix=prefix)

    def test_elsewhere(self):
        """--pin-dir that is no bpffs, or does not exist"""
        watch = self.watch(self.bed)
        with tempfile.TemporaryDirectory() as folder:
            self.refused(Loader(self.bed, folder), self.up, UNSUPPORTED, "bpffs", watch)
            self.refused(Loader(self.bed, folder + "/nosuch"), self.up, NO_SUCH, "nosuch", watch)

    def test_read_only(self):
        """a bpffs mounted read-only: code 3 and nothing changed"""
        watch = self.watch(self.bed)
        prefix = mounts(f"mount -o remount,bind,ro {BPFFS}")
        self.refused(self.load, self.up, PRIVILEGE, "read-only", watch, prefix=prefix)
        self.load(*self.up)
        watch = self.watch(self.bed)
        self.refused(self.load, ("down", "uplink"), PRIVILEGE, "read-only", watch, prefix=prefix)
        self.refused(self.load, ("set", "uplink", "mode=broadcast"), PRIVILEGE, "read-only", watch, prefix=prefix)
        self.load.down("uplink")

    def test_in_netns_exec(self):
        """inside `ip netns exec` there is no bpffs that would last: refused, and the line names --netns"""
        watch = self.watch(self.bed)
        here = Loader(self.bed, BPFFS)
        here.common = here.common[2:]
        self.refused(here, self.up, UNSUPPORTED, f"--netns {self.bed.host}", watch,
                     prefix=("ip", "netns", "exec", self.bed.host))
        self.refused(here, ("status",), UNSUPPORTED, f"--netns {self.bed.host}", watch,
                     prefix=("ip", "netns", "exec", self.bed.host))

    def test_somebody_at_work(self):
        """another process holds the bond's lock: code 6, and the line names its pid"""
        self.load(*self.up)
        folder, = glob.glob(os.path.join(self.bed.pin_dir, "xdpbond", "*", "uplink"))
        lock = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
        fcntl.flock(lock, fcntl.LOCK_EX)
        watch = self.watch(self.bed)
        for words in (("down", "uplink"), ("set", "uplink", "mode=broadcast"), self.up):
            with self.subTest(words=words):
                self.refused(self.load, words, BUSY, rf"\b{os.getpid()}\b", watch)
        self.assertTrue(self.load("status", "uplink").stdout, "reading takes no lock")
        os.close(lock)
        self.load.down("uplink")

    def test_two_at_once(self):
        """two `up` of one bond at once: one makes it, the other is refused"""
        for _ in range(10):
            both = [self.load.start(*self.up) for _ in range(2)]
            said = [process.communicate(timeout=30)[1] for process in both]
            self.assertEqual(sorted(process.returncode for process in both), [0, BUSY], said)
            self.load.down("uplink")

    def test_no_process_is_left(self):
        """after up nothing of ours runs"""
        self.load(*self.up)
        for entry in os.listdir("/proc"):
            if re.fullmatch(r"\d+", entry):
                try:
                    self.assertNotEqual(os.readlink(f"/proc/{entry}/exe"), os.path.realpath(PROGRAM))
                except OSError:
                    pass
        self.load.down("uplink")


if __name__ == "__main__":
    main()
