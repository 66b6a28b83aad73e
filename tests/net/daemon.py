# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""xdpbond-load run, for the length of a test: started, heard, ended in every way that it may end."""

import json
import pathlib
import signal
import subprocess
import tempfile
import time


class Daemon:
    """Runs for the lab of `load`. `program`: another build of the command than that uses."""

    def __init__(self, load, config=None, program=None, patience=20):
        self.load, self.program, self.patience = load, program, patience
        self.folder = tempfile.TemporaryDirectory(prefix="xdpbond-test-")
        self.file = pathlib.Path(self.folder.name, "bonds.toml") if config is not None else None
        if self.file:
            self.file.write_text(config)
        self.process = None
        self.read = 0
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()
        self.folder.cleanup()

    def start(self):
        """Starts it and waits until it is ready. What it says goes to files: nobody has to read along."""
        words = self.load.words("run", "--events", *(["--config", self.file] if self.file else []))
        if self.program:
            words[0] = self.program
        self.out = pathlib.Path(self.folder.name, "out")
        self.err = pathlib.Path(self.folder.name, "err")
        with open(self.out, "a") as out, open(self.err, "a") as err:
            self.process = subprocess.Popen(words, stdout=out, stderr=err)
        try:
            self.wait_for(timeout=self.patience, event="ready")
        except BaseException:
            self.end(signal.SIGKILL)
            raise

    def end(self, number=signal.SIGTERM):
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(60)

    def restart(self, number=signal.SIGTERM):
        self.end(number)
        self.read = len(self.lines())
        self.start()

    def lines(self):
        return [json.loads(line) for line in self.out.read_text().splitlines() if line.endswith("}")]

    def since(self):
        """Events that were not taken yet, now taken."""
        lines = self.lines()
        fresh, self.read = lines[self.read:], len(lines)
        return fresh

    def wait_for(self, timeout=20, **wanted):
        """The next event that has these fields; those before it are taken, too."""
        deadline = time.monotonic() + timeout
        while True:
            for number, line in enumerate(self.lines()[self.read:]):
                if all(line.get(field) == value for field, value in wanted.items()):
                    self.read += number + 1
                    return line
            if self.process.poll() is not None:
                raise AssertionError(f"the daemon ended with {self.process.returncode}: {self.err.read_text()}")
            if time.monotonic() > deadline:
                raise AssertionError(f"no event {wanted} came; there were {self.lines()[self.read:]}, "
                                     f"and it said {self.err.read_text()!r}")
            time.sleep(0.005)

    def configure(self, config):
        """Writes the file anew and has it read; returns once that is done."""
        self.file.write_text(config)
        self.process.send_signal(signal.SIGHUP)
        self.wait_for(timeout=self.patience, event="ready")
