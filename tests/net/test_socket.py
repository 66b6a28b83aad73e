#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The daemon's socket: whom it serves, what it does with the rest, and what commands do when it goes away."""

import json
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import time

from case import Case, main
from command import BUSY, DONE, NO_SUCH, PRIVILEGE, USAGE
from daemon import Daemon

FOLDER = "/run/xdpbond"


class Served(Daemon):
    """A daemon and its socket, `path`."""

    def start(self):
        super().start()
        [lock] = [each for each in pathlib.Path(FOLDER).glob("*.lock") if each.read_text() == str(self.process.pid)]
        self.path = str(lock.with_suffix(".sock"))

    def remove(self):
        """Ends it, and removes what it leaves when it is killed."""
        self.end()
        self.folder.cleanup()
        for ending in ("sock", "lock"):
            pathlib.Path(self.path.removesuffix("sock") + ending).unlink(missing_ok=True)

    def ask(self, text):
        """What it answers to these bytes, until it hangs up or has said a line."""
        with self.connect() as client:
            try:
                client.sendall(text)
            except (BrokenPipeError, ConnectionResetError):
                pass
            heard = b""
            while not heard.endswith(b"\n"):
                try:
                    more = client.recv(4096)
                except ConnectionResetError:
                    break
                if not more:
                    break
                heard += more
            return heard

    def connect(self):
        client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        client.settimeout(60)
        client.connect(self.path)
        return client

    def hello(self):
        return json.loads(self.ask(b'{"xdpbond":1,"release":"0","ask":"hello"}\n'))["hello"]


class Socket(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=3)

    def daemon(self):
        made = Served(self.load)
        self.addCleanup(made.remove)
        return made

    def state(self):
        return self.load.json("status", "uplink")[0]

    def test_through_the_daemon(self):
        """commands say and do the same with a daemon and without, and it is the daemon that does it"""
        words = (("up", "uplink", "--slaves", "s0,s1", "--mode", "active-backup"),
                 ("slave", "add", "uplink", "s2"), ("set", "uplink", "active_slave=s1"),
                 ("slave", "set", "uplink", "s0", "state=standby"), ("slave", "del", "uplink", "s0"))
        failures = ((("down", "nothing"), NO_SUCH), (("set", "uplink", "mode=dance"), USAGE),
                    (("slave", "del", "uplink", "s7"), NO_SUCH), (("confirm", "uplink"), NO_SUCH))
        told = []
        for run in (False, True):
            daemon = self.daemon() if run else None
            watch = self.watch(self.bed)
            said = []
            for each, code in (*((each, DONE) for each in words), *failures):
                done = self.load(*each, code=code)
                said.append((re.sub(r"; process: .*", "", done.stdout), done.stderr))  # which tells who watches
            if daemon:
                self.assertEqual(daemon.hello()["bonds"], ["uplink"])
                self.assertEqual(daemon.hello()["pid"], daemon.process.pid)
            self.load.down("uplink")
            self.unchanged(watch)
            told.append(said)
        self.assertEqual(told[0], told[1])

    def test_confirm_by_the_daemon(self):
        """--confirm through the daemon: undone in time, also when the daemon is killed meanwhile"""
        self.load.up("uplink", ["s0", "s1"], "balance-rr")
        daemon = self.daemon()
        mode = lambda: self.load.json("status", "uplink")[0]["linkinfo"]["info_data"]["mode"]
        for number in (None, signal.SIGKILL):
            self.load.set("uplink", "mode=broadcast", "--confirm", 2)
            self.assertEqual(mode(), "broadcast")
            if number:
                daemon.end(number)
            deadline = time.monotonic() + 20
            while mode() == "broadcast":
                self.assertLess(time.monotonic(), deadline, "not undone")
                time.sleep(0.05)
            self.assertEqual(mode(), "balance-rr")

    def test_another_user(self):
        """another user is refused, by the folder and, were that open, by the daemon; nothing changes"""
        self.load.up("uplink", ["s0", "s1"], "balance-rr")
        daemon, before = self.daemon(), self.state()
        self.assertEqual(os.stat(FOLDER).st_mode & 0o777, 0o700)
        self.assertEqual(os.stat(daemon.path).st_mode & 0o777, 0o600)
        nobody = ["setpriv", "--reuid=65534", "--clear-groups", "--"]
        # It is told before it has said anything.
        reach = ("import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); "
                 "print(s.recv(4096).decode())")
        ask = lambda: subprocess.run([*nobody, "/usr/bin/python3", "-c", reach, daemon.path], capture_output=True,
                                     text=True, check=False)
        self.assertIn("PermissionError", ask().stderr)
        try:
            os.chmod(FOLDER, 0o755)
            os.chmod(daemon.path, 0o666)
            asked = ask()
        finally:
            os.chmod(FOLDER, 0o700)
        self.assertEqual(json.loads(asked.stdout)["error"]["code"], PRIVILEGE)
        self.assertEqual(self.state(), before)

    def test_two_daemons(self):
        """a second one for the same namespace and folder ends with code 6 and the first's pid"""
        first = self.daemon()
        self.refused(self.load, ["run"], BUSY, f"process {first.process.pid}[^0-9]")
        self.assertEqual(first.hello()["pid"], first.process.pid)

    def test_stale_socket(self):
        """killed: commands work without, the next daemon takes its place, and the end removes the files"""
        daemon = self.daemon()
        daemon.end(signal.SIGKILL)
        self.assertTrue(os.path.exists(daemon.path))
        self.load.up("uplink", ["s0", "s1"], "balance-rr")
        second = self.daemon()
        self.assertEqual(second.path, daemon.path)
        self.assertEqual(second.hello()["bonds"], ["uplink"])
        self.load.set("uplink", "mode=broadcast")
        second.end()
        self.assertFalse(os.path.exists(daemon.path))
        self.assertFalse(os.path.exists(daemon.path.removesuffix("sock") + "lock"))
        self.load.down("uplink")

    def test_random_bytes(self):
        """random bytes, endless lines and half an order leave it and its bonds as they are"""
        self.load.up("uplink", ["s0", "s1"], "balance-rr")
        daemon, before = self.daemon(), self.state()
        source = random.Random(4)
        for _ in range(200):
            noise = source.randbytes(source.randrange(1, 5000)) + b"\n"
            self.assertEqual(json.loads(daemon.ask(noise))["error"]["code"], USAGE)
        self.assertIn(b"longer than", daemon.ask(b"a" * (1 << 20)))
        line = b'{"xdpbond":1,"release":"0","ask":"down","bond":"uplink","dry_run":false}\n'
        for end in range(0, len(line) - 1, 7):
            with daemon.connect() as client:
                client.sendall(line[:end])
        self.assertEqual(daemon.hello()["pid"], daemon.process.pid)
        self.assertEqual(self.state(), before)

    def test_client_killed(self):
        """commands that are killed on their way: all of a change is made, or nothing, and the daemon goes on"""
        self.load.up("uplink", ["s0", "s1"], "balance-rr")
        daemon = self.daemon()
        source = random.Random(4)
        for turn in range(40):
            client = self.load.start("set", "uplink", f"no_slave={('pass', 'drop')[turn % 2]}")
            time.sleep(source.random() * 0.05)
            client.kill()
            client.communicate()
            self.load("set", "uplink", "statistics=on")  # in its turn, after what was read
            slaves = self.state()["slaves"]
            self.assertEqual(len({slave["xdpbond"]["program_id"] for slave in slaves}), 1)
        self.assertEqual(daemon.hello()["pid"], daemon.process.pid)

    def test_daemon_stopped_and_killed(self):
        """a daemon that takes nothing in is named after some seconds; once it is killed the command does it itself"""
        self.load.up("uplink", ["s0", "s1"], "balance-rr")
        daemon = self.daemon()
        daemon.process.send_signal(signal.SIGSTOP)
        waits = self.load.start("set", "uplink", "no_slave=pass")
        self.assertEqual(waits.stderr.readline(),
                         f"xdpbond-load: waiting for the daemon (process {daemon.process.pid})\n")
        # It has not read the order: then the command does it.
        daemon.end(signal.SIGKILL)
        said = waits.communicate(timeout=60)
        self.assertEqual((waits.returncode, *said), (0, "", ""))


if __name__ == "__main__":
    main()
