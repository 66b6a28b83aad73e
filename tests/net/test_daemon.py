#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The daemon: the kernel's link monitor, slaves whose interfaces go and come, a configuration file, and being killed."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

import frames
from case import Case, main
from command import BUSY, UNSUPPORTED, USAGE
from daemon import Daemon
from traffic import Traffic

UPGRADES = os.environ["XDPBOND_UPGRADES"]  # upgrade_{old,new,other_layout}.bpf.o


class Watched(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=3)
        self.before = self.watch(self.bed)

    def daemon(self, config=None):
        return self.enterContext(Daemon(self.load, config))

    def status(self, bond="uplink"):
        return self.load.json("status", bond)[0]

    def slave(self, name):
        [found] = [slave for slave in self.status()["slaves"] if slave["ifname"] == name]
        return found

    def active(self):
        return self.status()["linkinfo"]["info_data"].get("active_slave")

    def usable(self):
        return [slave["ifname"] for slave in self.status()["slaves"] if slave["xdpbond"]["usable"]]

    def mii(self, name):
        return self.slave(name)["linkinfo"]["info_slave_data"]["mii_status"]

    def ids(self):
        """Links, programs and maps of the bond: the same bond has the same."""
        bond = self.status()
        maps = json.loads(subprocess.run(["bpftool", "-j", "map", "show"], capture_output=True, text=True,
                                         check=True).stdout)
        ours = sorted(each["id"] for each in maps if each.get("name", "").startswith(("uplink", ".data.uplink", "mine", ".data.mine")))
        return [(slave["xdpbond"]["link_id"], slave["xdpbond"]["program_id"]) for slave in bond["slaves"]], ours


class Monitor(Watched):
    def test_updelay(self):
        """balance-xor: a link that returns is used after updelay; at once where nothing else can send"""
        daemon = self.daemon()
        self.load.up("uplink", ["s0", "s1"], "balance-xor", "--set", "updelay=1000", "--set", "miimon=50")
        daemon.wait_for(event="up", slave="s1")
        self.bed.carrier("s1", False)
        daemon.wait_for(event="down", slave="s1", cause="carrier_lost")
        self.assertEqual(self.usable(), ["s0"])
        self.bed.carrier("s1", True)
        daemon.wait_for(event="going_back", slave="s1")
        self.assertEqual((self.mii("s1"), self.usable()), ("GOING_BACK", ["s0"]))
        daemon.wait_for(event="up", slave="s1", cause="updelay_over")
        self.assertEqual((self.mii("s1"), self.usable()), ("UP", ["s0", "s1"]))
        for name in ("s0", "s1"):
            self.bed.carrier(name, False)
        daemon.wait_for(event="bond_down")
        self.bed.carrier("s1", True)
        daemon.wait_for(event="up", slave="s1", cause="only_one")
        self.assertEqual(self.usable(), ["s1"])
        self.assertEqual(self.slave("s1")["linkinfo"]["info_slave_data"]["link_failure_count"], 2)
        self.load.down("uplink")

    def test_downdelay(self):
        """downdelay: a link that comes back in time has not failed; frames left through others all the same"""
        daemon = self.daemon()
        self.load.up("uplink", ["s0", "s1"], "balance-xor", "--set", "downdelay=3000", "--set", "miimon=50")
        self.bed.carrier("s0", False)
        daemon.wait_for(event="going_down", slave="s0")
        self.assertEqual((self.mii("s0"), self.usable()), ("GOING_DOWN", ["s1"]))
        self.bed.carrier("s0", True)
        daemon.wait_for(event="up", slave="s0", cause="recovered")
        self.assertEqual(self.slave("s0")["linkinfo"]["info_slave_data"]["link_failure_count"], 0)
        self.load.down("uplink")

    def test_active_backup(self):
        """active-backup: primary, primary_reselect, prio, active_slave; failovers are counted"""
        daemon = self.daemon()
        self.load.up("uplink", self.bed.slaves, "active-backup", "--set", "miimon=50")
        self.assertEqual(self.active(), "s0")
        self.bed.carrier("s0", False)
        daemon.wait_for(event="active", slave="s1", cause="failover")
        self.bed.carrier("s0", True)
        daemon.wait_for(event="up", slave="s0")
        self.assertEqual(self.active(), "s1", "without a primary who works stays")
        self.load.set("uplink", "primary=s2")
        self.assertEqual(self.active(), "s2")
        self.load.set("uplink", "primary_reselect=failure")
        self.bed.carrier("s2", False)
        daemon.wait_for(event="active", slave="s0")
        self.bed.carrier("s2", True)
        daemon.wait_for(event="up", slave="s2")
        self.assertEqual(self.active(), "s0", "with primary_reselect=failure the primary waits")
        self.load.set("uplink", "active_slave=s1")
        self.assertEqual(self.active(), "s1")
        self.bed.carrier("s2", False)
        daemon.wait_for(event="down", slave="s2")
        self.refused(self.load, ("set", "uplink", "active_slave=s2"), BUSY, "its link is down")
        self.assertEqual(self.active(), "s1")
        self.load("slave", "set", "uplink", "s0", "prio=10")
        self.load.set("uplink", "primary=none", "primary_reselect=always")
        self.assertEqual(self.active(), "s0")
        bond = self.status()
        self.assertEqual(bond["xdpbond"]["failovers"], 5)
        self.assertEqual(bond["xdpbond"]["process"], daemon.process.pid)
        self.assertEqual(bond["xdpbond"]["last_change"]["event"], "active")
        self.load.down("uplink")

    def test_needs_the_daemon(self):
        """an option of the monitor is refused without a daemon, and nothing is changed"""
        self.load.up("uplink", ["s0", "s1"])
        watch = self.watch(self.bed)
        self.refused(self.load, ("set", "uplink", "updelay=100"), UNSUPPORTED, "needs the daemon", watch)
        self.load.down("uplink")
        self.unchanged(self.before)


class Ports(Watched):
    def test_made_again(self):
        """an interface that is deleted and made again, under another number, sends and counts on; the other is untouched"""
        daemon = self.daemon()
        self.load.up("uplink", ["s0", "s1"], "balance-rr")
        far = self.traffic(self.bed, frames.udp_flows(8))
        far.send("p1", 1000)
        sent = self.load.json("stats", "uplink")[0]["slaves"][0]["packets"]
        self.assertEqual(sent, 500)
        other = self.ids()[0][1]
        slots = {slave["xdpbond"]["slot"] for slave in self.status()["slaves"]}
        self.bed.ip(self.bed.host, "link", "del", "s0")
        daemon.wait_for(event="down", slave="s0", cause="gone")
        self.assertEqual(self.usable(), ["s1"])
        self.bed.wire("s0", "p0", 201)
        daemon.wait_for(event="up", slave="s0")
        slave = self.slave("s0")
        self.assertEqual(slave["ifindex"], 201)
        self.assertNotIn(slave["xdpbond"]["slot"], slots, "the key of the old interface was used again")
        self.assertEqual(self.usable(), ["s0", "s1"])
        self.assertEqual(self.ids()[0][1], other, "the other slave was touched")
        again = self.load.json("stats", "uplink")[0]["slaves"][0]["packets"]
        self.assertEqual(again, sent, "what it sent is forgotten")
        self.assertEqual(slave["linkinfo"]["info_slave_data"]["link_failure_count"], 1)
        self.load.down("uplink")

    def test_other_side_made_again(self):
        """the other side of a forward program may be made again as well: frames go through it again"""
        bed, load = self.lab(slaves=2, peer=True)
        self.load = load
        with Daemon(load) as daemon:
            load.up("uplink", bed.slaves, "balance-rr", "--program", "forward:f0")
            for again in (False, True):
                if again:
                    bed.ip(bed.host, "link", "del", "f0")
                    bed.wire("f0", "g0", 202)
                    daemon.wait_for(event="changed", order="tend")
                with Traffic(bed, frames.udp_flows(8)) as far:
                    far.send("g0", 1000)
                    self.assertEqual(far.report()["lost"], 0)
                    far.reset()
                    far.send("p0", 1000)
                    self.assertEqual(far.report()["by_port"]["g0"]["packets"], 1000)
            load.down("uplink")

    def test_renamed(self):
        """a renamed slave goes on under its new name, and so do the wishes for it"""
        daemon = self.daemon()
        self.load.up("uplink", ["s0", "s1"], "active-backup", "--primary", "s1")
        before = self.ids()
        self.bed.ip(self.bed.host, "link", "set", "s1", "name", "wan")
        daemon.wait_for(order="tend", event="changed")
        self.assertEqual(self.active(), "wan")
        self.assertEqual(self.status()["linkinfo"]["info_data"]["primary"], "wan")
        self.assertEqual(self.ids(), before)
        self.load("slave", "del", "uplink", "wan")
        self.assertEqual(self.bed.xdp("wan"), (0, 0))
        self.load.down("uplink")
        self.bed.ip(self.bed.host, "link", "set", "wan", "name", "s1")
        daemon.end()
        self.unchanged(self.before)

    def test_moved_away(self):
        """a slave that is moved to another namespace loses the program there, and is a slave again when it is back"""
        daemon = self.daemon()
        self.load.up("uplink", ["s0", "s1"])
        self.bed.ip(self.bed.host, "link", "set", "s0", "netns", self.bed.switch)
        daemon.wait_for(event="changed", order="tend")
        self.assertEqual(self.bed.xdp("s0", self.bed.switch), (0, 0))
        self.assertEqual(self.usable(), ["s1"])
        self.bed.ip(self.bed.switch, "link", "set", "s0", "netns", self.bed.host)
        daemon.wait_for(event="up", slave="s0")
        self.assertEqual(self.usable(), ["s0", "s1"])
        self.load.down("uplink")

    def test_program_taken_off(self):
        """a slave whose program was detached by somebody gets it again"""
        daemon = self.daemon()
        self.load.up("uplink", ["s0", "s1"])
        link = self.slave("s0")["xdpbond"]["link_id"]
        subprocess.run(["bpftool", "link", "detach", "id", str(link)], check=True)
        daemon.wait_for(event="up", slave="s0")
        self.assertEqual(self.usable(), ["s0", "s1"])
        self.assertNotEqual(self.bed.xdp("s0")[0], 0)
        self.load.down("uplink")
        daemon.end()
        self.unchanged(self.before)

    def test_a_new_owner_is_left_alone(self):
        """an interface of a slave's name that is used otherwise is not taken"""
        daemon = self.daemon()
        self.load.up("uplink", ["s0", "s1"])
        self.bed.ip(self.bed.host, "link", "del", "s0")
        daemon.wait_for(event="down", slave="s0")
        self.bed.ip(self.bed.host, "link", "add", "used", "type", "veth", "peer", "name", "other")
        self.bed.ip(self.bed.host, "addr", "add", "192.0.2.1/24", "dev", "used")
        self.bed.ip(self.bed.host, "link", "set", "used", "name", "s0")
        self.assertIn("192.0.2.1", daemon.wait_for(event="trouble")["text"])
        self.assertEqual(self.bed.xdp("s0"), (0, 0))
        self.load.down("uplink")


class Upgraded(Watched):
    """A newer object in the place of the one that the bond was made from."""

    def setUp(self):
        super().setUp()
        self.folder = self.enterContext(tempfile.TemporaryDirectory(prefix="xdpbond-test-"))
        self.object = os.path.join(self.folder, "mine.bpf.o")
        self.put("old")

    def put(self, version):
        shutil.copy(os.path.join(UPGRADES, f"upgrade_{version}.bpf.o"), self.object)

    def programs(self):
        return {program for _, program in self.ids()[0]}

    def links(self):
        return [link for link, _ in self.ids()[0]]

    def up(self):
        self.load.up("uplink", ["s0", "s1"], "balance-rr", "--program", self.object)

    def test_restart(self):
        """a daemon that starts swaps in the newer program, links and maps stay; of the same it touches nothing"""
        daemon = self.daemon()
        self.up()
        before, links, programs = self.ids(), self.links(), self.programs()
        daemon.restart()
        self.assertEqual(self.ids(), before)
        self.put("new")
        daemon.restart()
        self.assertEqual((self.links(), self.ids()[1]), (links, before[1]))
        self.assertFalse(self.programs() & programs)
        programs = self.programs()
        daemon.restart()
        self.assertEqual(self.programs(), programs)
        self.load.down("uplink")
        daemon.end()
        self.unchanged(self.before)

    def test_set_program(self):
        """set program=FILE does the same without a daemon"""
        self.up()
        before, links, programs = self.ids(), self.links(), self.programs()
        self.put("new")
        self.load.set("uplink", f"program={self.object}")
        self.assertEqual((self.links(), self.ids()[1]), (links, before[1]))
        self.assertFalse(self.programs() & programs)
        self.refused(self.load, ("set", "uplink", "program=forward:s2"), UNSUPPORTED, "other side of uplink is none")
        self.refused(self.load, ("set", "uplink", "program=nosuch"), USAGE, "no such program")
        self.load.down("uplink")
        self.unchanged(self.before)

    def test_other_layout(self):
        """a program whose maps have another layout is refused, both are named, and the old one stays"""
        daemon = self.daemon()
        self.up()
        before = self.ids()
        self.put("other_layout")
        both = r"map mine_errors of the bond is .*, 512 entries; the program's is .*, 64 entries"
        watch = self.watch(self.bed)
        self.refused(self.load, ("set", "uplink", f"program={self.object}"), UNSUPPORTED, both, watch)
        daemon.restart()
        self.assertRegex(daemon.err.read_text(), both)
        self.assertEqual(self.ids(), before)
        self.assertEqual(self.usable(), ["s0", "s1"])
        self.load.down("uplink")
        daemon.end()
        self.unchanged(self.before)


CONFIG = """
[bond.uplink]
slaves = ["s0", "s1"]
mode = "active-backup"
miimon = 50
updelay = 100
primary = "s1"
"""


class Configured(Watched):
    def test_signals(self):
        """killed or ended and started again: the same links, programs and maps, and the monitor goes on"""
        daemon = self.daemon(CONFIG)
        self.assertEqual(self.status()["linkinfo"]["info_data"]["updelay"], 100)
        daemon.wait_for(event="active", slave="s1", cause="primary")
        before = self.ids()
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL):
            daemon.end(number)
            self.assertEqual(self.ids(), before)
            self.assertIsNone(self.status()["xdpbond"]["process"])
            daemon.start()
            self.assertEqual(self.ids(), before)
            self.assertEqual(self.active(), "s1")
        self.bed.carrier("s1", False)
        daemon.wait_for(event="active", slave="s0", cause="failover")
        self.bed.carrier("s1", True)
        daemon.wait_for(event="active", slave="s1", cause="primary")
        daemon.configure("")
        self.load("status", "uplink", code=5)
        daemon.end()
        self.unchanged(self.before)

    def test_reload(self):
        """SIGHUP changes only what differs; a bond made by hand stays"""
        daemon = self.daemon(CONFIG)
        self.load.up("by-hand", ["s2"])
        before = self.ids()
        generation = self.status()["xdpbond"]["generation"]
        daemon.configure(CONFIG)
        self.assertEqual(self.ids(), before)
        self.assertEqual(self.status()["xdpbond"]["generation"], generation, "nothing differs, and it was published")
        daemon.configure(CONFIG.replace('"s1"]', '"s1"]\ncarrier_check = false').replace("updelay = 100", ""))
        bond = self.status()
        self.assertEqual(bond["linkinfo"]["info_data"]["updelay"], 0)
        self.assertEqual(bond["xdpbond"]["carrier_check"], "off")
        self.assertEqual([link for link, _ in self.ids()[0]], [link for link, _ in before[0]])
        self.assertEqual(self.ids()[1], before[1])
        self.load("status", "by-hand")
        self.load.down("by-hand")
        daemon.configure("")
        daemon.end()
        self.unchanged(self.before)

    def test_mistakes(self):
        """a file with mistakes: each with its line, nothing applied, at the start and on SIGHUP"""
        daemon = self.daemon(CONFIG)
        bad = CONFIG.replace("active-backup", "active-backups") + 'colour = "blue"\n'
        before, watch = self.ids(), self.watch(self.bed)
        daemon.configure(bad)
        said = daemon.err.read_text()
        for line, words in ((4, "active-backups"), (8, "colour")):
            self.assertRegex(said, rf"{daemon.file}:{line}: .*{words}")
        self.assertEqual(self.ids(), before)
        daemon.end()
        self.unchanged(watch)
        done = self.load("run", "--config", daemon.file, code=USAGE)
        self.assertRegex(done.stderr, rf"{daemon.file}:4: .*active-backups")
        self.unchanged(watch)
        self.load.down("uplink")

    def test_refused_reload(self):
        """a file that asks for what cannot be had live: nothing of it is done, not even when a link changes later"""
        daemon = self.daemon(CONFIG)
        before = self.ids()
        refused = CONFIG.replace('mode = ', 'program = "forward:s9"\nmode = ')
        daemon.configure(refused + '[bond.other]\nslaves = ["late"]\n')
        self.assertRegex(daemon.err.read_text(), rf"{daemon.file}:4: .*program")
        self.assertRegex(daemon.err.read_text(), "the configuration of before is kept")
        self.bed.wire("late", "plate", 302)
        self.bed.carrier("s0", False)
        daemon.wait_for(event="down", slave="s0")
        time.sleep(1)
        self.load("status", "other", code=5)
        self.assertEqual(self.ids(), before)
        self.bed.carrier("s0", True)
        daemon.configure("")

    def test_tried_again(self):
        """what the file asks for and was refused at first is had once it can be"""
        self.bed.ip(self.bed.host, "addr", "add", "192.0.2.1/24", "dev", "s1")
        daemon = self.daemon(CONFIG)
        self.assertIn("192.0.2.1", daemon.err.read_text())
        self.load("status", "uplink", code=5)
        self.bed.ip(self.bed.host, "addr", "del", "192.0.2.1/24", "dev", "s1")
        daemon.wait_for(event="changed", order="up")
        self.assertEqual([slave["ifname"] for slave in self.status()["slaves"]], ["s0", "s1"])
        daemon.configure("")

    def test_late_port(self):
        """a port that is not there yet joins in its place once it is"""
        self.bed.ip(self.bed.host, "link", "del", "s0")
        daemon = self.daemon(CONFIG)
        self.assertEqual([slave["ifname"] for slave in self.status()["slaves"]], ["s1"])
        self.bed.wire("s0", "p0", 301)
        daemon.wait_for(event="joined", slave="s0")
        deadline = time.monotonic() + 10
        while [slave["ifname"] for slave in self.status()["slaves"]] != ["s0", "s1"] and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual([slave["ifname"] for slave in self.status()["slaves"]], ["s0", "s1"])
        daemon.configure("")

    def test_half_done(self):
        """what an interrupted up left is undone, and the file's bond is made"""
        words = self.load.words("up", "uplink", "--slaves", "s0,s1")
        for delay in (0.01, 0.02, 0.03, 0.05):
            command = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(delay)
            command.kill()
            command.wait()
            daemon = Daemon(self.load, CONFIG)
            try:
                daemon.wait_for(event="active", slave="s1")
                self.assertEqual(self.usable(), ["s0", "s1"])
                self.load.down("uplink")
            finally:
                daemon.end()
                daemon.folder.cleanup()
            self.unchanged(self.before)

    def test_events(self):
        """each event tells who, what, why and when"""
        daemon = self.daemon(CONFIG)
        daemon.wait_for(event="active", slave="s1")
        self.bed.carrier("s1", False)
        lost = daemon.wait_for(event="down", slave="s1")
        self.assertEqual((lost["bond"], lost["cause"]), ("uplink", "carrier_lost"))
        self.assertRegex(lost["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$")
        self.assertIn("s1", lost["text"])
        daemon.configure("")

    def test_on_stop(self):
        """on_stop = "down": SIGTERM takes the bond down and restores its ports"""
        daemon = self.daemon(CONFIG + 'on_stop = "down"\n')
        daemon.end()
        self.unchanged(self.before)


if __name__ == "__main__":
    main()
