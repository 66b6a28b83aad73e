#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""--confirm: a change that is not confirmed undoes itself, whoever made it and however he went away."""

import os
import signal
import subprocess
import time

import frames
from case import Case, main
from command import BUSY, NO_SUCH, USAGE
from traffic import Traffic

SECONDS = 2


class Confirm(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=3)

    def pending(self):
        return self.load.json("status", "uplink")[0]["xdpbond"].get("pending")

    def waiter(self):
        pid = self.pending()["pid"]
        self.assertTrue(pid)
        return pid

    def until(self, holds, what, seconds=SECONDS + 8):
        deadline = time.monotonic() + seconds
        while not holds():
            self.assertLess(time.monotonic(), deadline, what)
            time.sleep(0.05)

    def gone(self, pid):
        self.until(lambda: not os.path.exists(f"/proc/{pid}"), f"process {pid} does not go away")

    def state(self):
        """What a change may change, but the ids of links, which a slave that left gets new."""
        bond = self.load.json("status", "uplink")[0]
        for slave in bond["slaves"]:
            del slave["xdpbond"]["link_id"]
        del bond["xdpbond"]["generation"]
        return bond

    def test_not_confirmed(self):
        """set, slave set, del and add: after so many seconds everything is as before, and the process is gone"""
        self.load.up("uplink", ["s0", "s1"], "active-backup", "--primary", "s0")
        self.bed.admin("s2", False)
        for words in (("set", "uplink", "mode=balance-xor", "xmit_hash_policy=layer3+4"), ("set", "uplink", "mode=broadcast"),
                      ("set", "uplink", "active_slave=s1"), ("slave", "set", "uplink", "s0", "state=standby"),
                      ("slave", "del", "uplink", "s0"), ("slave", "add", "uplink", "s2")):
            with self.subTest(words=words):
                before, watch = self.state(), self.watch(self.bed)
                said = self.load(*words, "--confirm", SECONDS).stdout
                self.assertRegex(said, r"uplink: undone at \d\d:\d\d:\d\d, in \d s, unless `xdpbond-load confirm uplink "
                                       rf"{' '.join(self.load.common)}` keeps it\n$")
                self.assertLessEqual(self.pending()["reverts_in"], SECONDS)
                self.assertRegex(self.load("status", "uplink").stdout, r"Pending: reverts in \d s; `xdpbond-load confirm uplink ")
                changed = self.state()
                del changed["xdpbond"]["pending"]
                self.assertNotEqual(changed, before)
                pid = self.waiter()
                self.until(lambda: not self.pending(), "not undone")
                self.gone(pid)
                self.assertEqual(self.state(), before)
                lines = [line for line in watch.differences() if "BPF link" not in line]
                self.assertFalse(lines)
                self.carries_traffic()

    def test_up_not_confirmed(self):
        """up: nothing is left of it"""
        self.bed.admin("s1", False)
        watch = self.watch(self.bed)
        self.load.up("uplink", self.bed.slaves, "broadcast", "--confirm", SECONDS)
        pid = self.waiter()
        self.gone(pid)
        self.unchanged(watch)

    def test_confirmed(self):
        """confirmed: the change stays, and the process is gone at once"""
        self.load.up("uplink", self.bed.slaves, "balance-rr", "--confirm", 30)
        for words in ((), ("set", "uplink", "mode=active-backup"), ("slave", "del", "uplink", "s0")):
            if words:
                self.load(*words, "--confirm", 30)
            pid = self.waiter()
            after = self.state()
            del after["xdpbond"]["pending"]
            self.load("confirm", "uplink")
            self.gone(pid)
            self.assertEqual(self.state(), after)
        self.refused(self.load, ["confirm", "uplink"], NO_SUCH, "uplink: no change waits for confirmation")

    def test_reverted_by_hand(self):
        """confirm --revert undoes it now"""
        self.load.up("uplink", self.bed.slaves, "balance-rr")
        before = self.state()
        self.load.set("uplink", "mode=broadcast", "--confirm", 30)
        pid = self.waiter()
        self.load("confirm", "uplink", "--revert")
        self.gone(pid)
        self.assertEqual(self.state(), before)

    def test_caller_dies(self):
        """the caller's session and process group die, SIGHUP and SIGKILL: it is undone all the same"""
        self.load.up("uplink", self.bed.slaves, "balance-rr")
        before = self.state()
        words = self.load.words("set", "uplink", "mode=broadcast", "--confirm", SECONDS)
        shell = subprocess.Popen(["sh", "-c", '"$@"; sleep 100', "sh", *words], start_new_session=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(shell.stdout.close)
        self.addCleanup(shell.stderr.close)
        self.until(self.pending, "no change")
        self.until(lambda: self.load.json("status", "uplink")[0]["linkinfo"]["info_data"]["mode"] == "broadcast", "no change")
        pid = self.waiter()
        self.assertNotEqual(os.getsid(pid), shell.pid)
        os.killpg(shell.pid, signal.SIGHUP)
        os.killpg(shell.pid, signal.SIGKILL)
        shell.wait()
        os.kill(pid, signal.SIGHUP)
        self.until(lambda: not self.pending(), "not undone")
        self.assertEqual(self.state(), before)

    def test_second_change(self):
        """while one waits, another change is refused; down is not"""
        self.load.up("uplink", self.bed.slaves[:2], "active-backup", "--confirm", 30)
        watch = self.watch(self.bed)
        for words in (("set", "uplink", "mode=broadcast"), ("slave", "add", "uplink", "s2"),
                      ("slave", "del", "uplink", "s1"), ("set", "uplink", "mode=broadcast", "--confirm", 5)):
            self.refused(self.load, words, BUSY, "uplink: an earlier change waits for confirmation and undoes itself in")
        self.unchanged(watch)
        pid = self.waiter()
        self.load.down("uplink")
        self.gone(pid)

    def test_waiter_killed(self):
        """the process is killed: the change stays, status and the next command say so, and both ways out work"""
        for revert in ((), ("--revert",)):
            self.load.up("uplink", self.bed.slaves, "balance-rr")
            self.load.set("uplink", "mode=broadcast", "--confirm", SECONDS)
            os.kill(self.waiter(), signal.SIGKILL)
            self.until(lambda: self.pending()["pid"] is None, "still there")
            self.assertRegex(self.load("status", "uplink").stdout, "Pending: the last change was not confirmed, and the process")
            self.refused(self.load, ("set", "uplink", "mode=802.3ad"), BUSY, "the process that would undo it is gone.*--revert")
            self.load("confirm", "uplink", *revert)
            mode = self.load.json("status", "uplink")[0]["linkinfo"]["info_data"]["mode"]
            self.assertEqual(mode, "balance-rr" if revert else "broadcast")
            self.load.down("uplink")

    def test_refused_change(self):
        """a change that is refused leaves no process and nothing to confirm"""
        self.load.up("uplink", self.bed.slaves, "balance-rr")
        watch = self.watch(self.bed)
        self.refused(self.load, ("set", "uplink", "mode=broadcast", "rr_slaves=all", "--confirm", 5), USAGE, "rr_slaves", watch)
        self.refused(self.load, ("slave", "add", "uplink", "s9", "--confirm", 5), NO_SUCH, "s9: no such interface", watch)
        self.assertIsNone(self.pending())
        self.refused(self.load, ("set", "uplink", "mode=broadcast", "--confirm", 0), USAGE, "--confirm", watch)

    def carries_traffic(self):
        with Traffic(self.bed, frames.udp_flows(16), numbers=1000) as far:
            far.send("p0", 64, cpu=self.cpu)
            self.assertEqual(far.report()["lost"], 0)


if __name__ == "__main__":
    main()
