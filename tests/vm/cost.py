# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The cost of bonds in instructions per frame: measured in a guest, as rows to compare, and what is aimed at."""

import dataclasses
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
COLUMNS = ["choice", "statistics", "control", "carrier"]  # each with all that those before it do
CHOICE_OF_KERNEL = 0.45  # aim: the choice alone, as a part of what the kernel's bond adds
ACTIVE_BACKUP = {"choice": 35, "carrier": 100}  # aims, in instructions


@dataclasses.dataclass
class Row:
    """One bond with one frame: instructions per frame beyond a bare redirect_map."""

    name: str  # "balance-xor layer3+4"
    form: str
    frame: str
    slaves: int
    added: dict  # by column
    kernel: int | None  # what the kernel's bond adds; None where it has no native XDP

    def aim(self, column):
        """What `added[column]` should be at most; None where there is no aim."""
        if column not in ("choice", "carrier") or self.kernel is None:
            return None
        if self.name == "active-backup":
            return ACTIVE_BACKUP[column]
        return CHOICE_OF_KERNEL * self.kernel if column == "choice" else self.kernel

    def met(self, column):
        aim = self.aim(column)
        return None if aim is None else self.added[column] <= aim


@dataclasses.dataclass
class Measured:
    kernel: str  # its release
    bare: int  # instructions of a bare redirect_map
    array: int  # the same through an array of devices, which needs no look-up
    rows: list


def _name(entry):
    return " ".join(filter(None, [entry["mode"], entry["xmit_hash_policy"]]))


def _baseline(report, name):
    [row] = [row for row in report["baselines"] if row["name"] == name]
    return row["ns"]["median"]


def _rows(report):
    slaves = report["run"]["slaves"]
    bare = _baseline(report, "redirect_map")
    kernel = {(_name(row), row["frame"]): round(row["ns"]["median"] - row["redirect_map"]["median"])
              for row in report["kernel_bonds"]}
    rows = {}
    for bond in report["bonds"]:
        key = (_name(bond), bond["form"], bond["frame"])
        row = rows.setdefault(key, Row(*key, slaves, {}, kernel.get((key[0], key[2]))))
        row.added[bond["features"]] = round(bond["ns"]["median"] - bare)
    return list(rows.values())


def _documents(text):
    decoder, at = json.JSONDecoder(), 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        document, at = decoder.raw_decode(text, at)
        yield document


def measure(series, bench, slaves, words=(), seconds=900):
    """Boots a kernel and runs the benchmark. Ends this program where that is not possible."""
    bench = os.path.abspath(bench)
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as report:
        command = [HERE / "vm", "--icount", "--quiet", f"--seconds={seconds}", f"--report={report.name}",
                   f"--bring={bench}", series, HERE / "guest/cost.sh", bench, *map(str, slaves), "--", *words]
        code = subprocess.run(command, check=False).returncode
        if code:
            sys.exit(code)
        reports = list(_documents(report.read()))
    made = Measured(reports[0]["machine"]["kernel"], round(_baseline(reports[0], "redirect_map")),
                    round(_baseline(reports[0], "redirect_array")), [])
    for document in reports:
        made.rows += _rows(document)
    return made
