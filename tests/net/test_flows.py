#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Thousands of flows: which of them move when a slave dies, and how evenly turns are taken on several CPUs."""

import os

import frames
from case import Case, main
from traffic import Traffic

FLOWS = 4096
AT_ONCE = 1024  # patterns that the sender holds
SLAVES = 4


def flows(first, count):
    """TCP flows number `first` and on: clients of one server."""
    return [frames.ethernet(0x0800) +
            frames.ipv4(6, f"10.{i >> 10}.{i >> 5 & 31}.{i & 31}", "198.51.100.7") + frames.ports(20000 + 7 * i % 40000, 443)
            for i in range(first, first + count)]


class Flows(Case):
    def places(self, bed):
        """For each flow the slave that it leaves on."""
        found = []
        for first in range(0, FLOWS, AT_ONCE):
            with Traffic(bed, flows(first, AT_ONCE)) as far:
                far.send("g0", AT_ONCE, cpu=self.cpu)
                seen = far.report()
            self.assertEqual(seen["copies"][:2], [0, AT_ONCE])
            where = [[port["port"].replace("p", "s") for port in seen["ports"] if port["frames"][index]]
                     for index in range(AT_ONCE)]
            found += [slave for slave, in where]
        return found

    def predicted(self, load, words):
        """The same by `explain`: (hash, slave) for each flow."""
        whole = [frames.numbered(frame, index % AT_ONCE, index) for index, frame in enumerate(flows(0, FLOWS))]
        answers = []
        for first in range(0, FLOWS, 512):  # a command line is not endless
            answers += load.explain(whole[first:first + 512], *words)
        return [(answer["hash"], answer["slave"]) for answer in answers]

    def test_a_slave_dies(self):
        """4096 flows over four slaves: carrier lost in band moves the dead slave's flows and no other; they spread over
        all that are left; when the carrier is back each is where it was"""
        bed, load = self.lab(slaves=SLAVES, peer=True)
        with load.bond("uplink", bed.slaves, "balance-xor", "--xmit-hash-policy", "layer3+4", "--program", "forward:f0"):
            before = self.places(bed)
            answers = self.predicted(load, ("--bond", "uplink"))
            self.assertEqual(before, [slave for _, slave in answers])
            self.assertEqual(before, [f"s{value % SLAVES}" for value, _ in answers])
            shares = [before.count(slave) for slave in bed.slaves]
            self.assertTrue(all(abs(share - FLOWS / SLAVES) < FLOWS / SLAVES / 4 for share in shares), shares)

            bed.carrier("s1", False)
            after = self.places(bed)
            moved = [index for index in range(FLOWS) if after[index] != before[index]]
            self.assertEqual({before[index] for index in moved}, {"s1"})
            self.assertEqual(len(moved), before.count("s1"))
            self.assertEqual({after[index] for index in moved}, {"s0", "s2", "s3"}, "one slave takes everything")
            # Where the kernel sends them with that slave gone.
            left = ["s0", "s2", "s3"]
            self.assertEqual([after[index] for index in moved], [left[answers[index][0] % 3] for index in moved])

            bed.carrier("s1", True)
            self.assertEqual(self.places(bed), before)

    def test_a_slave_leaves_the_table(self):
        """the same flows, a slave deleted and the table published without it: each where hash % 3 says, as the kernel"""
        bed, load = self.lab(slaves=SLAVES, peer=True)
        with load.bond("uplink", bed.slaves, "balance-xor", "--xmit-hash-policy", "layer3+4", "--program", "forward:f0"):
            hashes = [value for value, _ in self.predicted(load, ("--bond", "uplink"))]
            bed.ip(bed.host, "link", "del", "s1")
            bed.ports.remove("p1")
            load.set("uplink", "no_slave=drop")  # publishes what is there now
            left = ["s0", "s2", "s3"]
            self.assertEqual(self.places(bed), [left[value % 3] for value in hashes])

    def test_a_slave_is_drained(self):
        """the same flows, a slave on standby: each where hash % 3 says; back, each where it was, for it kept its place"""
        bed, load = self.lab(slaves=SLAVES, peer=True)
        with load.bond("uplink", bed.slaves, "balance-xor", "--xmit-hash-policy", "layer3+4", "--program", "forward:f0"):
            hashes = [value for value, _ in self.predicted(load, ("--bond", "uplink"))]
            load("slave", "set", "uplink", "s1", "state=standby")
            left = ["s0", "s2", "s3"]
            self.assertEqual(self.places(bed), [left[value % 3] for value in hashes])
            load("slave", "set", "uplink", "s1", "state=active")
            self.assertEqual(self.places(bed), [f"s{value % SLAVES}" for value in hashes])

    def test_order_of_joining(self):
        """slaves that join in another order take other numbers: the first to join has number 0"""
        bed, load = self.lab(slaves=3)
        frame = flows(0, 64)
        whole = [frames.numbered(each, index, 0) for index, each in enumerate(frame)]
        for order in (("s0", "s1", "s2"), ("s2", "s0", "s1"), ("s1", "s2", "s0"), ("s2", "s1", "s0")):
            with load.bond("uplink", order, "balance-xor", "--xmit-hash-policy", "layer3+4"):
                for answer in load.explain(whole, "--bond", "uplink"):
                    self.assertEqual(answer["slave"], order[answer["hash"] % 3])

    def test_turns_on_every_cpu(self):
        """balance-rr, a sender on every CPU: each CPU takes turns of its own, so shares differ by a frame a CPU"""
        bed, load = self.lab(slaves=SLAVES)
        far = self.traffic(bed, frames.udp_flows(16), numbers=1 << 20)
        cpus = sorted(os.sched_getaffinity(0))[:SLAVES]
        if len(cpus) < 2:
            self.skipTest("one CPU: nothing to compare")
        count = 60_000
        with load.bond("uplink", bed.slaves, "balance-rr"):
            # Each CPU sends into a slave of its own, at a rate that no queue overflows at.
            senders = []
            for number, cpu in enumerate(cpus):
                far.next = number * count
                senders.append(far.start(f"p{number}", count, cpu=cpu, rate=60_000))
            for sender in senders:
                self.assertEqual(far.finish(sender), count)
            seen = far.report(0, count * len(cpus))
        self.assertEqual(seen["copies"][:2], [0, count * len(cpus)])
        shares = [port["packets"] for port in seen["ports"]]
        self.assertLessEqual(max(shares) - min(shares), len(cpus), shares)


if __name__ == "__main__":
    main()
