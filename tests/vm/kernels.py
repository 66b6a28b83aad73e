# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Debian's kernel packages: found and fetched by apt, unpacked, never installed, and kept between runs.

A kernel in the cache is a folder PACKAGE_VERSION_KEY with vmlinux, modules/ (in the order to load them) and a manifest of
sizes. It is made beside its place and renamed: a run that was ended half-way leaves nothing that looks whole, and a
folder that is not as its manifest says is made again.
"""

import contextlib
import fcntl
import functools
import hashlib
import json
import lzma
import os
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import zlib

MODULES = ["veth", "bonding", "8021q", "dummy"]
KEY = hashlib.sha256(" ".join(MODULES).encode()).hexdigest()[:8]


class Unavailable(Exception):
    """Something that is needed cannot be had here."""


def cache_folder():
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = pathlib.Path(os.environ.get("XDPBOND_VM_CACHE") or f"{home}/xdpbond/vm")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextlib.contextmanager
def _locked(folder):
    with open(folder / "lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _run(words, **options):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options).stdout


def _newer(one, two):
    """dpkg's order of versions."""
    return -1 if subprocess.run(["dpkg", "--compare-versions", one, "lt", two], check=False).returncode == 0 else 1


def _newest(series, options):
    """(package, version) that apt would take for a series like "6.12", or None."""
    names = _run(["apt-cache", *options, "pkgnames", f"linux-image-{series}."]).split()
    plain = re.compile(rf"linux-image-{re.escape(series)}\.[0-9.]+(-[0-9]+)?(\+deb[0-9]+)?-amd64")
    names = [name for name in names if plain.fullmatch(name)]
    if not names:
        return None
    shown = _run(["apt-cache", *options, "show", "--no-all-versions", *names])
    found = []
    for paragraph in shown.split("\n\n"):
        fields = dict(re.findall(r"^(Package|Version|Filename): (.*)$", paragraph, re.M))
        if "Filename" in fields:  # else only named by another package
            found.append((fields["Package"], fields["Version"]))
    order = functools.cmp_to_key(lambda a, b: _newer(a[1], b[1]))
    return max(found, key=order) if found else None


def _own_lists(folder):
    """apt's options for package lists of our own, brought up to date: the system's are left alone."""
    lists = folder / "apt"
    (lists / "lists/partial").mkdir(parents=True, exist_ok=True)
    (lists / "cache/archives/partial").mkdir(parents=True, exist_ok=True)
    options = ["-o", f"Dir::State::lists={lists}/lists", "-o", f"Dir::Cache={lists}/cache"]
    _run(["apt-get", "-qq", *options, "update"], timeout=300)
    return options


def vmlinux(image):
    """The ELF in an x86 bzImage (boots seconds sooner under emulation); the image itself where that is not possible."""
    offset, length = struct.unpack_from("<II", image, 0x248)
    setup = (image[0x1F1] or 4) + 1
    packed = image[setup * 512 + offset :][:length]
    if packed.startswith(b"\xfd7zXZ\0"):
        kernel = lzma.LZMADecompressor(lzma.FORMAT_XZ).decompress(packed)
    elif packed.startswith(b"\x1f\x8b"):
        kernel = zlib.decompressobj(31).decompress(packed)
    elif packed.startswith(b"\x28\xb5\x2f\xfd") and shutil.which("zstd"):
        # Bytes follow the frame, of which zstd complains after it has written everything.
        kernel = subprocess.run(["zstd", "-dcq"], input=packed, capture_output=True, check=False).stdout
    else:
        return image
    return kernel if kernel.startswith(b"\x7fELF") else image


def _module_order(root):
    """The modules' files, each after those that it depends on."""
    files = {}
    for file in root.rglob("*.ko*"):
        files[file.name.split(".ko")[0].replace("-", "_")] = file
    order = []

    def add(name):
        file = files.get(name)
        if not file or file in order:
            return  # built into the kernel, or there already
        for needed in filter(None, _run(["modinfo", "-F", "depends", str(file)]).strip().split(",")):
            add(needed.replace("-", "_"))
        order.append(file)

    for name in MODULES:
        add(name)
    return order


def _unpack(package, into):
    """What a guest needs from a .deb."""
    with tempfile.TemporaryDirectory(dir=into) as unpacked:
        _run(["dpkg-deb", "-x", str(package), unpacked])
        root = pathlib.Path(unpacked)
        [image] = root.glob("boot/vmlinuz-*")
        (into / "vmlinux").write_bytes(vmlinux(image.read_bytes()))
        (into / "modules").mkdir()
        for number, file in enumerate(_module_order(root)):
            content = file.read_bytes()
            if file.suffix == ".xz":
                content = lzma.decompress(content)
            (into / "modules" / f"{number:02}-{file.name.split('.ko')[0]}.ko").write_bytes(content)


def _sizes(folder):
    files = [file for file in folder.rglob("*") if file.is_file() and file.name != "manifest.json"]
    return {str(file.relative_to(folder)): file.stat().st_size for file in sorted(files)}


def _whole(folder):
    try:
        return json.loads((folder / "manifest.json").read_text("ascii")) == _sizes(folder)
    except (OSError, ValueError):
        return False


def _fetch(name, version, options, place):
    with tempfile.TemporaryDirectory(prefix="part-", dir=place.parent) as made:
        made = pathlib.Path(made)
        download = made / "download"
        download.mkdir(mode=0o777)
        _run(["apt-get", "-qq", "-o", "APT::Sandbox::User=root", *options, "download", f"{name}={version}"],
             cwd=download, timeout=900)
        [package] = download.glob("*.deb")
        kernel = made / "kernel"
        kernel.mkdir()
        _unpack(package, kernel)
        (kernel / "manifest.json").write_text(json.dumps(_sizes(kernel)), "ascii")
        if place.exists():
            shutil.rmtree(place)
        kernel.rename(place)


def _kept(folder, series):
    """The newest whole kernel of this series that an earlier run fetched, or None."""
    kernels = [place for place in folder.glob(f"linux-image-{series}.*_{KEY}") if _whole(place)]
    order = functools.cmp_to_key(lambda a, b: _newer(a.name.split("_")[1], b.name.split("_")[1]))
    return max(kernels, key=order) if kernels else None


def kernel(series):
    """The folder of the newest kernel of a series like "6.12". Raises Unavailable."""
    for tool in ("apt-get", "apt-cache", "dpkg", "dpkg-deb", "modinfo"):
        if not shutil.which(tool):
            raise Unavailable(f"no {tool}: Debian's kernel packages cannot be had")
    folder = cache_folder()
    with _locked(folder):
        for leftover in folder.glob("part-*"):
            shutil.rmtree(leftover, ignore_errors=True)
        why = f"apt knows no linux-image-{series}.*-amd64"
        # With the system's lists of packages, then with lists that are fresh: the package may have been replaced.
        for lists in (lambda: [], lambda: _own_lists(folder)):
            try:
                options = lists()
                found = _newest(series, options)
                if not found:
                    continue
                place = folder / f"{found[0]}_{found[1].replace(':', '%')}_{KEY}"
                if not _whole(place):
                    print(f"fetching {found[0]} {found[1]}", flush=True)
                    _fetch(*found, options, place)
                return place
            except subprocess.CalledProcessError as failure:
                why = f"{failure.cmd[0]}: {failure.stderr.strip().splitlines()[-1:] or failure.returncode}"
            except subprocess.TimeoutExpired as failure:
                why = f"{failure.cmd[0]} takes more than {failure.timeout:.0f} s"
        kept = _kept(folder, series)
        if kept:
            print(f"{why}; taking {kept.name} of an earlier run", flush=True)
            return kept
        raise Unavailable(f"no kernel {series}: {why}")
