#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""quick_test.py XDPBOND-BENCH: one short round; both reports are there, whole, with positive times."""

import json
import os
import platform
import subprocess
import sys
import tempfile

POLICIES = ["layer2", "layer2+3", "layer3+4", "encap2+3", "encap3+4", "vlan+srcmac"]
KINDS = [("balance-rr", None), ("active-backup", None), ("broadcast", None)] + [
    (mode, policy) for mode in ("balance-xor", "802.3ad") for policy in POLICIES
]
FRAMES = ["ipv4-udp", "ipv4-tcp", "ipv6-tcp", "vlan-ipv4-udp"]
FORMS = ["constant", "tunable"]
FEATURES = ["choice", "statistics", "control", "carrier"]


def expected_bonds():
    for mode, policy in KINDS:
        frames = FRAMES + (["ipip-udp"] if policy and policy.startswith("encap") else [])
        for frame in frames:
            for form in FORMS:
                for features in FEATURES:
                    yield mode, policy, form, features, frame


def check_spread(where, spread):
    low, middle, high = spread["min"], spread["median"], spread["max"]
    assert 0 < low <= middle <= high, f"{where}: {spread}"


def check_json(report):
    machine = report["machine"]
    assert machine["kernel"] == platform.release(), machine
    assert machine["cpus"] >= 1 and machine["bpf_jit"], machine
    assert report["run"]["rounds"] == 1, report["run"]

    assert [row["name"] for row in report["baselines"]] == ["xdp_tx", "redirect_map", "redirect_array"], report["baselines"]
    for row in report["baselines"]:
        check_spread(row["name"], row["ns"])

    rows = [(b["mode"], b["xmit_hash_policy"], b["form"], b["features"], b["frame"]) for b in report["bonds"]]
    assert sorted(rows, key=str) == sorted(expected_bonds(), key=str), "not every bond has its row once"
    for row in report["bonds"]:
        for column in ("ns", "over_xdp_tx", "over_redirect_map"):
            check_spread(row, row[column])

    if len(os.sched_getaffinity(0)) < 2:
        assert report["two_cpus"] is None, report["two_cpus"]
        print("one CPU: nothing to check on two")
        return
    names = [row["name"] for row in report["two_cpus"]]
    assert names[0] == "redirect_map" and names[-1] == "shared_counter", names
    assert sum(name.startswith("balance-rr ") for name in names) == 4, names
    for row in report["two_cpus"]:
        for column in ("one_cpu_ns", "two_cpus_ns", "cost"):
            check_spread(row["name"], row[column])


def main():
    bench = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.json")
        text = subprocess.run([bench, "--quick", "--json", path], check=True, capture_output=True, text=True).stdout
        with open(path, encoding="utf-8") as file:
            check_json(json.load(file))
    command = [bench, "--quick", "--only", "balance-rr", "--json", "-"]
    printed = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert {row["mode"] for row in printed["bonds"]} == {"balance-rr"}, printed["bonds"]

    assert platform.release() in text, text
    for mode, policy in KINDS:
        assert (f"{mode} {policy}" if policy else mode) in text, f"{mode} {policy}: not in the text"
    for frame in FRAMES + ["ipip-udp"]:
        assert f"frame {frame}" in text, f"{frame}: not in the text"


if __name__ == "__main__":
    main()
