# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""A guest's file system: a cpio archive with busybox, a few tools, the kernel's modules and what the test brings."""

import os
import pathlib
import re
import shutil
import stat
import subprocess
import tempfile

from kernels import Unavailable

# By their names in the guest. dash: busybox's own shell would run busybox's ip, whatever the PATH.
TOOLS = {"ip": "ip", "ethtool": "ethtool", "bpftool": "bpftool", "dash": "sh"}
HERE = pathlib.Path(__file__).parent


class Archive:
    """Writes a cpio archive (format newc) with whatever folders its files need."""

    def __init__(self, out):
        self._out = out
        self._number = 0
        self._there = {"/"}

    def _entry(self, name, mode, content=b""):
        self._number += 1
        path = name.lstrip("/").encode() + b"\0"
        fields = [self._number, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(path), 0]
        header = b"070701" + b"".join(b"%08x" % field for field in fields) + path
        self._out.write(header + bytes(-len(header) % 4) + content + bytes(-len(content) % 4))
        self._there.add(name)

    def folder(self, name):
        if name not in self._there:
            self.folder(os.path.dirname(name))
            self._entry(name, stat.S_IFDIR | 0o755)

    def file(self, name, content, executable=False):
        if name in self._there:
            return
        self.folder(os.path.dirname(name))
        self._entry(name, stat.S_IFREG | (0o755 if executable else 0o644), content)

    def link(self, name, target):
        if name in self._there:
            return
        self.folder(os.path.dirname(name))
        self._entry(name, stat.S_IFLNK | 0o777, target.encode())

    def end(self):
        self._entry("TRAILER!!!", 0)


def _libraries(program):
    """The shared libraries of an ELF file, the loader too."""
    listed = subprocess.run(["ldd", program], capture_output=True, text=True, check=False)
    if listed.returncode:
        return []  # static, or no program
    missing = re.findall(r"(\S+) => not found", listed.stdout)
    if missing:
        raise Unavailable(f"{program} needs {', '.join(missing)}")
    return re.findall(r"(/\S+) \(0x", listed.stdout)


def _content(path):
    """A file's bytes, without debug information: it would be half of the guest's memory."""
    content = pathlib.Path(path).read_bytes()
    if not content.startswith(b"\x7fELF") or path.endswith(".o") or not shutil.which("strip"):
        return content
    with tempfile.NamedTemporaryFile() as out:
        done = subprocess.run(["strip", "-g", "-o", out.name, path], capture_output=True, check=False)
        return content if done.returncode else pathlib.Path(out.name).read_bytes()


def _add(archive, path, name=None):
    """A file with the libraries it needs, or a folder with everything in it."""
    if os.path.isdir(path):
        for folder, _, files in os.walk(path):
            for file in files:
                _add(archive, os.path.join(folder, file))
        return
    if not os.path.exists(path):
        raise SystemExit(f"vm: {path}: not there; build it first")
    program = os.access(path, os.X_OK)
    archive.file(name or path, _content(path), program)
    if program:
        for library in _libraries(path):
            archive.file(library, pathlib.Path(library).read_bytes(), True)


def write(out, kernel, bring, script):
    """The archive for a kernel's folder; `bring`: files and folders, found in the guest where they are here."""
    busybox = shutil.which("busybox")
    if not busybox or _libraries(busybox):
        raise Unavailable("no busybox-static")
    archive = Archive(out)
    for folder in ("/proc", "/sys", "/dev", "/tmp", "/run/netns", "/var/run", "/root", "/sbin"):
        archive.folder(folder)
    archive.file("/bin/busybox", pathlib.Path(busybox).read_bytes(), True)
    for tool, name in TOOLS.items():
        path = shutil.which(tool, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin:/bin")
        if not path:
            raise Unavailable(f"no {tool}")
        _add(archive, path, f"/bin/{name}")
    applets = subprocess.run([busybox, "--list"], capture_output=True, text=True, check=True).stdout.split()
    for applet in applets:
        archive.link(f"/bin/{applet}", "busybox")
    for module in sorted((kernel / "modules").iterdir()):
        archive.file(f"/modules/{module.name}", module.read_bytes())
    archive.file("/init", (HERE / "init").read_bytes(), True)
    archive.file("/test", script.encode(), True)
    for path in bring:
        _add(archive, os.path.abspath(path))
    archive.end()
