# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""xdpbond-load, as a user types it."""

import contextlib
import json
import os
import subprocess

PROGRAM = os.environ.get("XDPBOND_LOAD", "xdpbond-load")

DONE, FAILED, USAGE, PRIVILEGE, UNSUPPORTED, NO_SUCH, BUSY = range(7)


class Loader:
    """Calls the command for the host of a lab: load("up", "uplink", …) or load.up("uplink", …)."""

    def __init__(self, lab, pin_dir=None):
        self.common = ["--netns", lab.host, "--pin-dir", pin_dir or lab.pin_dir]

    def words(self, *words):
        return [PROGRAM, *map(str, words), *self.common]

    def start(self, *words, prefix=()):
        return subprocess.Popen([*prefix, *self.words(*words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True)

    def __call__(self, *words, code=DONE, prefix=(), timeout=60):
        """Runs it and insists on the exit code; code None takes any."""
        done = subprocess.run([*prefix, *self.words(*words)], capture_output=True, text=True, timeout=timeout,
                              check=False)
        if code is not None and done.returncode != code:
            raise AssertionError(f"{' '.join(map(str, words))}: exit code {done.returncode}, not {code}\n"
                                 f"{done.stdout}{done.stderr}")
        return done

    def up(self, name, slaves, mode="balance-rr", *words, **options):
        return self("up", name, "--slaves", ",".join(slaves), "--mode", mode, *words, **options)

    def down(self, name, **options):
        return self("down", name, **options)

    def set(self, name, *assignments, **options):
        return self("set", name, *assignments, **options)

    def json(self, *words):
        return json.loads(self(*words, "--json").stdout)

    def explain(self, frames, *words):
        """[{"frame", "hash", "slave", "verdict", "why"}, …] for frames given as bytes."""
        return self.json("explain", *words, "--frame", *[frame.hex() for frame in frames])

    @contextlib.contextmanager
    def bond(self, name, slaves, mode="balance-rr", *words):
        self.up(name, slaves, mode, *words)
        try:
            yield name
        finally:
            self.down(name)
