#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""trace: what the program did with each frame, and a bond that is the same before, meanwhile and after."""

import collections
import json
import os
import signal
import struct
import tempfile
import time

import command
import frames
import netns
from case import LONG, Case, main
from command import BUSY, NO_SUCH, UNSUPPORTED, USAGE

FILTER = os.environ["XDPBOND_FILTER"]      # examples/filter.bpf.c: all options are constants
OWN_MAPS = os.environ["XDPBOND_OWN_MAPS"]  # own_maps.bpf.c: tunable
CHURN = os.environ["XDPBOND_CHURN"]        # where the command with broken swaps is
ROUNDS = 100 if LONG else 4
LLDP = frames.control()["LLDP"]
ARP = frames.control()["ARP request"]


class Trace(Case):
    def bond(self, mode, *words, slaves=3):
        self.bed, self.load = self.lab(slaves=slaves)
        self.load.up("uplink", self.bed.slaves, mode, *words)

    def trace(self, *words, load=None):
        """Starts a trace and waits until it has begun."""
        started = (load or self.load).start("trace", "uplink", "-v", *words)
        self.addCleanup(lambda: started.poll() is None and started.kill())
        for line in started.stderr:
            if line == "tracing\n":
                return started
        self.fail(f"no trace: exit code {started.wait(10)}")

    def end(self, started, code=0, number=None):
        """What it told, once it has ended, by this signal or of itself."""
        if number:
            started.send_signal(number)
        out, self.err = started.communicate(timeout=30)
        self.assertEqual(started.returncode, code, self.err)
        return out

    def inject(self, port, *sent):
        os.sched_setaffinity(0, {self.cpu})  # balance-rr counts on each CPU
        with netns.packet_socket(self.bed.switch, port, 0) as sock:
            for frame in sent:
                sock.send(frame)
        time.sleep(0.3)

    def told(self, sent, *words):
        """[(ingress, egress, verdict, reason) for each answer] for each frame; `sent`: port → frames."""
        started = self.trace("--json", *words)
        for port, each in sent.items():
            self.inject(port, *each)
        records = [json.loads(line) for line in self.end(started, number=signal.SIGINT).splitlines()]
        self.assertEqual(self.err, "")
        answers = collections.defaultdict(list)
        for record in records:
            self.assertLess(abs(record["time"] / 1e9 - time.time()), 60)
            answers[bytes.fromhex(record["frame"])].append(
                (record["ingress"], record["egress"], record["verdict"], record["reason"]))
            self.assertEqual(record["length"], len(record["frame"]) // 2)
        return answers

    def programs(self):
        return [self.bed.xdp(slave) for slave in self.bed.slaves]

    def test_balance_xor(self):
        """balance-xor: each frame leaves as `explain` says; LLDP and ARP are passed"""
        self.bond("balance-xor", "--xmit-hash-policy", "layer3+4")
        watch, before = self.watch(self.bed), self.programs()
        flows = frames.udp_flows(30)
        expected = self.load.explain(flows, "--bond", "uplink", "--ingress", "s0")
        answers = self.told({"p0": flows + [LLDP, ARP]})
        self.assertEqual(len({answer["slave"] for answer in expected}), 3)
        for frame, answer in zip(flows, expected):
            self.assertEqual(answers.pop(frame), [("s0", answer["slave"], answer["verdict"], "sent")])
        self.assertEqual(answers, {LLDP: [("s0", None, "XDP_PASS", "link_local")],
                                   ARP: [("s0", None, "XDP_PASS", "neighbour")]})
        self.assertEqual(self.programs(), before)
        self.unchanged(watch)

    def test_active_backup(self):
        """active-backup: what arrives on a back-up slave is dropped, but LLDP; the active slave sends"""
        self.bond("active-backup")
        first, second, third = frames.udp_flows(3)
        answers = self.told({"p0": [first], "p1": [second, LLDP, ARP]})
        self.assertEqual(answers[first][0][:2] + answers[first][0][3:], ("s0", "s0", "sent"))
        self.assertEqual(answers[second], [("s1", None, "XDP_DROP", "backup")])
        self.assertEqual(answers[LLDP], [("s1", None, "XDP_PASS", "link_local")])
        self.assertEqual(answers[ARP], [("s1", None, "XDP_DROP", "backup")])
        self.assertEqual(len(answers), 4)
        self.bed.carrier("s0", False)
        answers = self.told({"p1": [third]})
        self.assertEqual([answer[1] for answer in answers[third]], ["s1"])

    def test_dead_slaves(self):
        """a frame whose slave has lost carrier is one answer: where it left, and why there; with no slave, dropped"""
        self.bond("balance-rr")
        self.bed.carrier("s1", False)
        flows = frames.udp_flows(60)
        answers = self.told({"p0": flows})
        seen = collections.Counter((each[1], each[3]) for answer in answers.values() for each in answer)
        self.assertEqual(sum(seen.values()), 60)
        self.assertEqual(seen, {("s0", "sent"): 20, ("s2", "sent"): 20, ("s2", "carrier"): 20})

    def test_broadcast(self):
        """broadcast: one answer for each copy, all or none of a frame's where few are taken"""
        self.bond("broadcast")
        flows = frames.udp_flows(60)
        copies = sorted(("s0", slave, "XDP_REDIRECT", "sent") for slave in self.bed.slaves)
        answers = self.told({"p0": flows[:20]})
        self.assertEqual({frame: sorted(answer) for frame, answer in answers.items()}, dict.fromkeys(flows[:20], copies))
        answers = self.told({"p0": flows}, "--sample", "3")
        self.assertTrue(0 < len(answers) < 60, len(answers))
        for frame, answer in answers.items():
            self.assertEqual(sorted(answer), copies)

    def test_options(self):
        """--count ends it; --slave takes what arrives on or leaves through it; -w is a pcap file; lines; --dry-run"""
        self.bond("balance-xor", "--xmit-hash-policy", "layer3+4")
        flows = frames.udp_flows(30)
        expected = [answer["slave"] for answer in self.load.explain(flows, "--bond", "uplink", "--ingress", "s0")]
        answers = self.told({"p0": flows}, "--slave", "s1")
        self.assertEqual(set(answers), {frame for frame, slave in zip(flows, expected) if slave == "s1"})
        started = self.trace("--count", "7")
        self.inject("p0", *flows)
        lines = self.end(started).splitlines()
        self.assertEqual(len(lines), 7)
        self.assertRegex(lines[0], r"^\d\d:\d\d:\d\d\.\d{6} s0 -> s[0-2] sent, length 54: "
                                   r"02:00:00:00:00:00 > 02:00:00:00:00:0a, IPv4 10\.0\.0\.0 > 10\.1\.0\.2, UDP$")
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "some.pcap")
            started = self.trace("-w", file)
            long = frames.udp_flows(1)[0] + bytes(600)
            self.inject("p0", *flows[1:], long)
            self.assertEqual(self.end(started, number=signal.SIGTERM), "")
            with open(file, "rb") as opened:
                found = self.pcap(opened.read())
        self.assertEqual(found, [(len(frame), frame[:256]) for frame in flows[1:] + [long]])
        steps = self.load("trace", "uplink", "--dry-run").stdout.splitlines()
        self.assertEqual(steps, ["load program tx for balance-xor layer3+4",
                                 *[f"swap the program of {slave}" for slave in self.bed.slaves]])

    def pcap(self, data):
        """[(whole length, bytes), …] of a file with nanoseconds and Ethernet in it"""
        self.assertEqual(struct.unpack("=IHHIIII", data[:24]), (0xA1B23C4D, 2, 4, 0, 0, 256, 1))
        found, at = [], 24
        while at < len(data):
            seconds, nanoseconds, captured, length = struct.unpack("=IIII", data[at:at + 16])
            self.assertLess(abs(seconds - time.time()), 60)
            self.assertLess(nanoseconds, 10**9)
            found.append((length, data[at + 16:at + 16 + captured]))
            at += 16 + captured
        self.assertEqual(at, len(data))
        return found

    def loses(self, load, rounds):
        """Frames lost of full-rate traffic while traces start and end; as soon as there are some."""
        far = self.traffic(self.bed, frames.udp_flows(60))
        for _ in range(rounds):
            far.reset()
            sender = far.start("p0", 3_900_000, cpu=self.cpu)
            started = self.trace("--json", "--count", "5000", load=load)
            self.assertEqual(self.end(started).count("\n"), 5000)
            sent = far.finish(sender, stop=True)
            self.assertGreater(sent, 10_000)
            seen = far.report()
            self.assertEqual(sum(seen["copies"][2:]), 0, "frames came twice")
            if seen["lost"]:
                return seen["lost"]
        return 0

    def test_no_loss(self):
        """at full rate no frame is lost while a trace starts and ends"""
        self.bond("balance-xor", "--xmit-hash-policy", "layer3+4")
        before = self.programs()
        self.assertEqual(self.loses(self.load, ROUNDS), 0)
        self.assertEqual(self.programs(), before)

    def test_a_broken_swap_loses(self):
        """broken on purpose: swaps that leave a slave without its program for a moment, and frames are lost"""
        self.bond("balance-xor", "--xmit-hash-policy", "layer3+4")
        load = command.Loader(self.bed)
        words = load.words
        load.words = lambda *given: [f"{CHURN}/xdpbond-load-swap", *words(*given)[1:]]
        self.assertGreater(self.loses(load, 60), 0)

    def test_what_is_missing_is_told(self):
        """a trace that is not read fast enough says how many frames are missing"""
        self.bond("balance-xor")
        far = self.traffic(self.bed, frames.udp_flows(60))
        started = self.trace()
        started.send_signal(signal.SIGSTOP)
        far.send("p0", 100_000, cpu=self.cpu)
        self.assertEqual(far.report()["lost"], 0)
        started.send_signal(signal.SIGCONT)
        started.send_signal(signal.SIGINT)
        told = self.end(started).count("\n")
        self.assertRegex(self.err, rf"warning: {100_000 - told} frames are missing here")
        self.assertGreater(told, 1000)

    def test_killed(self):
        """SIGKILL: the bond goes on, and the next change puts the program back"""
        self.bond("balance-rr")
        before = self.programs()
        started = self.trace()
        self.assertNotEqual(self.programs(), before)
        self.end(started, -signal.SIGKILL, signal.SIGKILL)
        far = self.traffic(self.bed, frames.udp_flows(60))
        far.send("p0", 60_000, cpu=self.cpu)
        self.assertEqual(far.report()["lost"], 0)
        self.load.set("uplink", "packets_per_slave=1")
        self.assertEqual(len(set(self.programs())), 1)
        again = self.programs()
        self.assertEqual(self.load.json("status", "uplink")[0]["linkinfo"]["info_data"]["packets_per_slave"], 1)
        started = self.trace()
        self.end(started, number=signal.SIGINT)
        self.assertEqual(self.programs(), again)

    def test_killed_and_repaired(self):
        """SIGKILL: status says so until the next change, whichever it is, has given the slaves their program back, with
        its number and without a loss; a trace that runs is left alone by changes that need no other program"""
        self.bond("active-backup")
        before = self.programs()
        unfinished = lambda: self.load.json("status", "uplink")[0]["xdpbond"].get("unfinished")
        far = self.traffic(self.bed, frames.udp_flows(60))
        for words in (("slave", "set", "uplink", "s0", "prio=1"), ("slave", "set", "uplink", "s1", "state=standby"),
                      ("slave", "del", "uplink", "s2"), ("slave", "add", "uplink", "s2"), ("set", "uplink", "primary=s0")):
            with self.subTest(words=words):
                started = self.trace()
                self.assertIsNone(unfinished(), "a trace that runs is no trouble")
                self.end(started, -signal.SIGKILL, signal.SIGKILL)
                self.assertNotIn(before[0], self.programs())
                self.assertRegex(unfinished(), "a trace was killed")
                self.assertRegex(self.load("status", "uplink").stdout, "Unfinished: a trace was killed")
                self.assertRegex(self.load(*words, "--dry-run").stdout, "take the program of a trace that was killed off")
                self.assertRegex(unfinished(), "a trace was killed")
                self.load(*words)
                self.assertIsNone(unfinished())
                mine = [program for program in self.programs() if program != (0, 0)]
                self.assertEqual(set(mine), {before[0]})
                far.reset()
                far.send("p0", 6_000, cpu=self.cpu)
                self.assertEqual(far.report()["lost"], 0)
        started = self.trace()
        traced = self.programs()
        self.load("slave", "set", "uplink", "s1", "state=active")
        self.assertEqual(self.programs(), traced)
        self.end(started, number=signal.SIGINT)
        self.assertEqual(set(self.programs()), {before[0]})
        self.end(self.trace(), -signal.SIGKILL, signal.SIGKILL)
        self.load.down("uplink")
        self.assertEqual(os.listdir(self.bed.pin_dir), [])

    def test_changes_meanwhile(self):
        """a change ends the trace (code 6), and so does another trace; down, too (code 5)"""
        self.bond("balance-rr")
        started = self.trace()
        self.load.set("uplink", "mode=active-backup")
        changed = self.programs()
        self.end(started, BUSY)
        self.assertEqual(self.err, "xdpbond-load: uplink: the trace ended, for another command changed its program\n")
        self.assertEqual(self.programs(), changed)
        first, second = self.trace(), self.trace()
        self.end(first, BUSY)
        self.end(second, number=signal.SIGHUP)
        self.assertEqual(self.programs(), changed)
        started = self.trace()
        self.load.down("uplink")
        self.end(started, NO_SUCH)
        self.assertRegex(self.err, "uplink: the trace ended, for no slave is attached any more")

    def test_refused(self):
        """no bond, no slave of it, an object with constant options, words that make no sense"""
        self.bond("balance-rr", slaves=4)
        watch = self.watch(self.bed)
        for words, code, message in (
                (("nobond",), NO_SUCH, "nobond: no such bond"),
                (("uplink", "--slave", "lo"), NO_SUCH, "lo: is no slave of uplink; `xdpbond-load status uplink .*` lists"),
                (("uplink", "-w", "/no/such/file"), NO_SUCH, "/no/such/file: cannot write it.*; make its folder first"),
                (("uplink", "--count", "0"), USAGE, "--count"),
                (("uplink", "--sample", "0"), USAGE, "--sample"),
                (("uplink", "--json", "-w", "file"), USAGE, "--json: not with -w")):
            with self.subTest(words=words):
                self.refused(self.load, ("trace", *words), code, message, watch)
        self.load.down("uplink")
        with self.load.bond("uplink", self.bed.slaves, "balance-rr", "--program", FILTER):
            self.refused(self.load, ("trace", "uplink"), UNSUPPORTED,
                         "was built with constant options and cannot be traced; build it with XDPBOND_BOND_TUNABLE",
                         self.watch(self.bed))

    def test_object_file(self):
        """a tunable object of the user's can be traced"""
        self.bond("balance-rr", "--program", OWN_MAPS + ":first")
        before = self.programs()
        flows = frames.udp_flows(6)
        answers = self.told({"p0": flows})
        self.assertEqual(sorted(each[0][1] for each in answers.values()), ["s0", "s0", "s1", "s1", "s2", "s2"])
        self.assertEqual(self.programs(), before)

    def test_forward(self):
        """forward: frames to the other side and from it"""
        self.bed, self.load = self.lab(slaves=2, peer=True)
        self.load.up("uplink", self.bed.slaves, "balance-rr", "--program", "forward:f0")
        first, second = frames.udp_flows(2)
        answers = self.told({"p0": [first], "g0": [second, LLDP]})
        self.assertEqual(answers[first], [("s0", "f0", "XDP_REDIRECT", "sent")])
        self.assertEqual((answers[second][0][0], answers[second][0][3]), ("f0", "sent"))
        self.assertIn(answers[second][0][1], self.bed.slaves)
        self.assertEqual(answers[LLDP], [("f0", None, "XDP_PASS", "link_local")])


if __name__ == "__main__":
    main()
