# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Numbered traffic: sent from ports of the switch, recorded at the far ends. See traffic/layout.h."""

import contextlib
import json
import os
import signal
import subprocess
import tempfile
import time

import frames
import netns

PROGRAM = os.environ.get("XDPBOND_TRAFFIC", "xdpbond-traffic")


def _words(verb, namespace, file, **options):
    words = [PROGRAM, verb, "--netns", namespace, "--frames", file]
    for name, value in options.items():
        words += [f"--{name}", str(value)]
    return words


class Traffic(contextlib.AbstractContextManager):
    """The far ends record; `send` sends from one of them. Numbers go on from one `send` to the next until `reset`."""

    def __init__(self, lab, patterns, ports=None, numbers=4_000_000):
        self.namespace, self.ports, self.patterns = lab.switch, ports or lab.ports + lab_peer(lab), list(patterns)
        self.next = 0
        with tempfile.NamedTemporaryFile(delete=False) as file:
            file.write(b"".join(frames.pattern(frame) for frame in self.patterns))
            self.file = file.name
        self.receiver = subprocess.Popen(
            _words("receive", self.namespace, self.file, count=numbers) + self.ports,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._answer()

    def _answer(self):
        line = self.receiver.stdout.readline()
        if not line:
            raise RuntimeError("the far end's program ended")
        return json.loads(line)

    def _ask(self, command):
        self.receiver.stdin.write(command + "\n")
        self.receiver.stdin.flush()
        return self._answer()

    def __exit__(self, *_):
        self.receiver.stdin.close()
        self.receiver.wait(10)
        self.receiver.stdout.close()
        os.unlink(self.file)

    def start(self, port, count, cpu=1, rate=0):
        """Starts to send; `finish` waits for the end or, with stop=True, ends it now."""
        return subprocess.Popen(
            _words("send", self.namespace, self.file, count=count, first=self.next, cpu=cpu, rate=rate) + [port],
            stdout=subprocess.PIPE, text=True)

    def finish(self, sender, stop=False, timeout=120):
        if stop:
            sender.send_signal(signal.SIGTERM)
        out, _ = sender.communicate(timeout=timeout)
        if sender.returncode:
            raise RuntimeError(f"the sender ended with {sender.returncode}")
        sent = json.loads(out)
        self.next += sent["sent"]
        return sent["sent"]

    def send(self, port, count, **options):
        return self.finish(self.start(port, count, **options))

    def inject(self, port, count):
        """The same frames by AF_PACKET, which every kind of program sees; slower, in bursts that fit every queue."""
        sock = netns.packet_socket(self.namespace, port, 0)
        with sock:
            for number in range(self.next, self.next + count):
                index = number % len(self.patterns)
                sock.send(frames.numbered(self.patterns[index], index, number))
                if number % 64 == 63:
                    time.sleep(0.0005)
        self.next += count
        return count

    def reset(self):
        self.next = 0
        self._ask("reset")

    def report(self, first=0, count=None, settle=0.05):
        """What the far ends saw: {"lost", "copies": […], "ports": [{"port", "packets", "frames": […], …}, …]}."""
        time.sleep(settle)
        seen = self._ask(f"report {first} {self.next - first if count is None else count}")
        seen["by_port"] = {port["port"]: port for port in seen["ports"]}
        return seen


def lab_peer(lab):
    return [lab.peer_port] if lab.peer_port else []
