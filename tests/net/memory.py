# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Kernel memory that commands leave behind: what is charged to a control group of its own after they have ended. BPF
maps, programs and their per-CPU memory are charged to whoever made them, and stay charged as long as they exist."""

import contextlib
import os
import time

V1, V2 = "/sys/fs/cgroup/memory", "/sys/fs/cgroup"


class Unmeasurable(Exception):
    """This machine has no memory controller that tells kernel memory."""


class Group(contextlib.AbstractContextManager):
    def __init__(self, name):
        if os.path.exists(f"{V1}/memory.kmem.usage_in_bytes"):
            self.folder = os.path.join(V1, name)
        elif os.path.exists(f"{V2}/cgroup.subtree_control"):
            self.folder = os.path.join(V2, name)
        else:
            raise Unmeasurable("no control group for memory is mounted")
        os.mkdir(self.folder)
        try:
            self.used()
        except OSError as failure:
            os.rmdir(self.folder)
            raise Unmeasurable(f"control groups do not tell kernel memory: {failure}") from failure

    def __exit__(self, *_):
        deadline = time.monotonic() + 5
        while True:
            try:
                return os.rmdir(self.folder)
            except OSError:  # a process in it has ended, but not quite
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def join(self):
        """Called in a child before it becomes the command."""
        with open(f"{self.folder}/cgroup.procs", "w", encoding="ascii") as file:
            file.write("0")

    def used(self):
        """Bytes of kernel memory now."""
        if self.folder.startswith(V1 + "/"):
            with open(f"{self.folder}/memory.kmem.usage_in_bytes", encoding="ascii") as file:
                return int(file.read())
        with open(f"{self.folder}/memory.stat", encoding="ascii") as file:
            stat = dict(line.split() for line in file)
        if "kernel" not in stat:
            raise OSError("memory.stat has no line for it")
        return int(stat["kernel"])

    def settled(self, patience=10.0, step=0.2):
        """The least that is seen: the kernel frees BPF objects a moment after their last user."""
        least, deadline = self.used(), time.monotonic() + patience
        quiet = 0
        while time.monotonic() < deadline and quiet < 1.5:
            time.sleep(step)
            now = self.used()
            quiet = quiet + step if now >= least else 0
            least = min(least, now)
        return least
