# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The consumer project, copied somewhere, configured and built."""

import pathlib
import re
import shutil
import subprocess
import time

CONSUMER = pathlib.Path(__file__).parent / "consumer"


def run(*command, **options):
    """Runs a command; a failure carries everything it said."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, **options)
    if done.returncode != 0:
        raise Failed(f"{' '.join(done.args)}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


class Failed(Exception):
    pass


class Project:
    """A copy of the consumer in `folder`, to be built in `build`."""

    def __init__(self, folder, build):
        self.folder, self.build_folder = pathlib.Path(folder), pathlib.Path(build)
        shutil.copytree(CONSUMER, self.folder)

    def configure(self, *options, generator="Ninja"):
        return run("cmake", "-S", self.folder, "-B", self.build_folder, "-G", generator,
                   "-DCMAKE_BUILD_TYPE=Debug", *options)

    def build(self, target="all"):
        return run("cmake", "--build", self.build_folder, "--target", target)

    def built(self, name):
        return self.build_folder / name

    def bytes(self, name):
        return self.built(name).read_bytes()

    def change(self, name, old, new):
        """Edits a source file, noticeably later than whatever was built from it."""
        path = self.folder / name
        text = path.read_text()
        assert old in text, f"{name}: no {old!r}"
        time.sleep(0.1)
        path.write_text(text.replace(old, new))


def sections(path):
    """Names of an ELF file's sections."""
    listing = run("readelf", "--sections", "--wide", path)
    return re.findall(r"^ *\[ *\d+\] (\S+)", listing, re.MULTILINE)
