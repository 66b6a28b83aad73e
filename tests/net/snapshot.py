# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Everything a command may leave behind, as one comparable value: links, addresses, queueing disciplines and offload
features of the given namespaces; BPF links, programs and maps of the machine; pins; namespaces; open files."""

import contextlib
import glob
import json
import os
import re
import time

from lab import PREFIX, run

# Counters, clocks, and what the kernel brings up to date up to a second later (carrier itself is LOWER_UP).
VOLATILE = {"stats", "stats64", "valid_life_time", "preferred_life_time", "carrier_changes", "carrier_up_count",
            "carrier_down_count", "operstate", "NO-CARRIER"}


def _without_volatile(value):
    if isinstance(value, dict):
        return {key: _without_volatile(item) for key, item in value.items() if key not in VOLATILE}
    if isinstance(value, list):
        return [_without_volatile(item) for item in value if not isinstance(item, str) or item not in VOLATILE]
    return value


def _json(*words):
    out = run(*words).stdout
    return json.loads(out) if out.strip() else []


def _objects(kind):
    """What bpftool lists; it gives up where an object is being made or freed at that moment, by whoever."""
    for attempt in range(10):
        try:
            return _json("bpftool", "-j", kind, "show")
        except RuntimeError as failure:
            if attempt == 9 or "temporarily unavailable" not in str(failure):
                raise
            time.sleep(0.05)
    return []


def _by_name(rows, *keys):
    return {"/".join(str(row.get(key)) for key in keys): _without_volatile(row) for row in rows if row}


def _features(namespace, name):
    out = run("ip", "netns", "exec", namespace, "ethtool", "-k", name).stdout
    return dict(line.strip().split(": ", 1) for line in out.splitlines()[1:] if ": " in line)


def _namespace(name):
    links = _by_name(_json("ip", "-n", name, "-d", "-j", "link"), "ifname")
    return {
        "link": links,
        "address": {row["ifname"]: _without_volatile(row["addr_info"])
                    for row in _json("ip", "-n", name, "-d", "-j", "addr") if row},
        "qdisc": _by_name(_json("tc", "-n", name, "-j", "qdisc"), "dev", "kind", "handle"),
        "features": {link: _features(name, link) for link in links},
    }


def _descends_from_us(pid):
    while pid > 1:
        if pid == os.getpid():
            return True
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stat:
            pid = int(stat.read().rpartition(")")[2].split()[1])
    return False


def _held_by_others():
    """{"link", "prog", "map"} → ids that processes outside of this test have open: not ours to judge."""
    held = {"link": set(), "prog": set(), "map": set()}
    for file in glob.iglob("/proc/[0-9]*/fd/*"):
        with contextlib.suppress(OSError):
            if os.readlink(file).startswith("anon_inode:bpf") and not _descends_from_us(int(file.split("/")[2])):
                with open(file.replace("/fd/", "/fdinfo/"), encoding="ascii") as info:
                    for kind, number in re.findall(r"^(link|prog|map)_id:\s*(\d+)", info.read(), re.MULTILINE):
                        held[kind].add(int(number))
    return held


def _bpf():
    """{"link", "prog", "map"} → id → name; links by what they attach."""
    others = _held_by_others()
    found = {kind: _objects(kind) for kind in others}
    for kind, ids in _held_by_others().items():  # again, for those that came in between
        others[kind] |= ids
    return {f"BPF {kind}": {row["id"]: row.get("name") or f"{row['type']} of program {row.get('prog_id')}"
                            for row in rows if row["id"] not in others[kind]} for kind, rows in found.items()}


def _pins(folder):
    return sorted(os.path.relpath(os.path.join(where, name), folder)
                  for where, folders, files in os.walk(folder) for name in folders + files)


def _open_files(pid):
    base = f"/proc/{pid}/fd"
    return sorted(os.readlink(os.path.join(base, number)) for number in os.listdir(base)
                  if os.path.exists(os.path.join(base, number)))


def _other_lab(name):
    match = re.match(rf"{PREFIX}(\d+)-", name)
    return match and int(match[1]) != os.getpid()


def take(namespaces, pin_dir, pid=None):
    return {
        "namespace": {name: _namespace(name) for name in namespaces},
        **_bpf(),
        "pin": _pins(pin_dir),
        "namespaces": sorted(name for name in os.listdir("/run/netns") if not _other_lab(name)),
        "open file": _open_files(pid) if pid else [],
    }


def compare(before, after, path=""):
    """Readable differences, one line each; none when equal."""
    if isinstance(before, dict) and isinstance(after, dict):
        lines = []
        for key in sorted({*before, *after}, key=str):
            where = f"{path} › {key}" if path else str(key)
            if key not in after:
                lines.append(f"gone: {where} ({before[key]})")
            elif key not in before:
                lines.append(f"left: {where} ({after[key]})")
            else:
                lines += compare(before[key], after[key], where)
        return lines
    if before != after:
        if isinstance(before, list) and isinstance(after, list):
            gone = [f"gone: {path} › {item}" for item in before if item not in after]
            left = [f"left: {path} › {item}" for item in after if item not in before]
            if gone or left:
                return gone + left
        return [f"changed: {path}: {before} → {after}"]
    return []


class Watch:
    """`Watch(lab)` now and `differences()` later: what is not as it was."""

    def __init__(self, lab, pid=None, pin_dir=None):
        self.lab, self.pid, self.pin_dir = lab, pid, pin_dir or lab.pin_dir
        self.before = self._take()

    def _take(self):
        return take((self.lab.host, self.lab.switch), self.pin_dir, self.pid)

    def differences(self, patience=5.0):
        """The kernel frees BPF objects a moment after their last user, and other programs on the machine make and free
        theirs: differences count once they stay. (Of BPF objects only what is left: whatever a command could take away
        from somebody shows at the links and pins.)"""
        start = time.monotonic()
        while True:
            lines = [line for line in compare(self.before, self._take()) if not line.startswith("gone: BPF ")]
            bpf_alone = all(line.startswith("left: BPF ") for line in lines)
            if not lines or time.monotonic() > start + patience * (4 if bpf_alone else 1):
                return lines
            time.sleep(0.1)
