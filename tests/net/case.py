# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What every test file begins with: a test case with labs, and a main that says loudly what it skipped and why."""

import os
import signal
import sys
import unittest

import lab
import snapshot
from command import Loader
from traffic import Traffic

ATTACH = os.environ.get("XDPBOND_ATTACH", "native")  # how the programs are attached: native or generic
LONG = os.environ.get("XDPBOND_LONG") == "1"
SKIPPED = 77  # exit code for ctest


class Case(unittest.TestCase):
    maxDiff = None

    def run(self, result=None):
        try:
            return super().run(result)
        except KeyboardInterrupt:
            self.doCleanups()  # in order; unittest leaves them out
            raise

    def setUp(self):
        # Traffic is generated on CPU 1, or on the only one; what tests measure must not move about.
        self.cpu = max(os.sched_getaffinity(0))

    def lab(self, **options):
        """A lab, its loader, for the length of the test."""
        bed = self.enterContext(lab.Lab(**options))
        return bed, Loader(bed)

    def traffic(self, bed, patterns, **options):
        return self.enterContext(Traffic(bed, patterns, **options))

    def port_without_native_xdp(self, bed):
        """One more port of the host, up, whose driver has none; skips the test where there is no such driver."""
        if bed.ip(bed.host, "link", "add", "ifb0", "type", "ifb", check=False).returncode:
            raise unittest.SkipTest("this kernel has no ifb devices, whose driver has no native XDP")
        bed.ip(bed.host, "link", "set", "ifb0", "up")  # which gives it a queue, once and for all
        return "ifb0"

    def emit(self, far, port, count):
        """Sends frames from a port of the switch in a way that programs attached as ATTACH says see them."""
        if ATTACH == "native":
            far.send(port, count, cpu=self.cpu)
        else:
            os.sched_setaffinity(0, {self.cpu})
            far.inject(port, count)

    def watch(self, bed, **options):
        return snapshot.Watch(bed, **options)

    def unchanged(self, watch):
        lines = watch.differences()
        self.assertFalse(lines, "\n".join(["not as it was:", *lines]))

    def refused(self, load, words, code, message, watch=None, **options):
        """The command fails with this code and one line that matches; nothing changed."""
        done = load(*words, code=code, **options)
        self.assertRegex(done.stderr, message)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, f"errors are one line:\n{done.stderr}")
        self.assertEqual(done.stdout, "")
        if watch:
            self.unchanged(watch)
        return done


class _Result(unittest.TextTestResult):
    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.stream.writeln(f"SKIPPED {test.id()}: {reason}")


def main():
    """Runs the file's tests. Ends itself, cleaning up, before ctest would kill it without."""
    lab.end_on_signals()
    timeout = int(os.environ.get("XDPBOND_TIMEOUT", "3600"))
    signal.alarm(timeout - 10)
    if os.geteuid():
        print("SKIPPED: needs root for network namespaces and BPF")
        sys.exit(SKIPPED)
    lab.remove_leftovers()
    runner = unittest.TextTestRunner(stream=sys.stdout, verbosity=2, resultclass=_Result)
    try:
        result = unittest.main(exit=False, testRunner=runner).result
    except KeyboardInterrupt as interrupt:
        sys.exit(f"ended by {interrupt}" + (f" after {timeout - 10} s" if str(interrupt) == "SIGALRM" else ""))
    if not result.testsRun:
        print("no test ran")
        sys.exit(1)
    if result.wasSuccessful() and len(result.skipped) == result.testsRun:
        sys.exit(SKIPPED)
    sys.exit(not result.wasSuccessful())
