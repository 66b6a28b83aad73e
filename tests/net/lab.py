# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The bed of every test: a host with slaves s0, s1, … wired to ports p0, p1, … of a switch, in two namespaces.

A lab with `peer` has f0 on the host and g0 on the switch too: the other side of a forward program.
Everything lies in namespaces of our own and below a pin folder of our own, and goes away however the test ends.
"""

import atexit
import contextlib
import itertools
import os
import re
import shutil
import signal
import subprocess

BPFFS = "/sys/fs/bpf"
PREFIX = "xbnet"
_numbers = itertools.count()


def run(*words, check=True, **options):
    """One command; its words in the message when it fails."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **options)
    if check and done.returncode:
        raise RuntimeError(f"{' '.join(map(str, words))}: {done.stderr.strip() or done.stdout.strip()}")
    return done


def ensure_bpffs():
    if not os.path.ismount(BPFFS):
        run("mount", "-t", "bpf", "bpf", BPFFS)


def _remove_pins(folder):
    """Detaches the pinned links below the folder (unlinking alone detaches late), then removes it."""
    for where, _, names in os.walk(folder):
        for name in names:
            if name.startswith("link"):
                run("bpftool", "link", "detach", "pinned", os.path.join(where, name), check=False)
    shutil.rmtree(folder, ignore_errors=True)


def _alive(pid):
    return os.path.exists(f"/proc/{pid}")


def remove_leftovers():
    """Removes what labs of dead processes left behind (a test that was killed)."""
    for listing, remove in (("/run/netns", lambda name: run("ip", "netns", "del", name, check=False)),
                            (BPFFS, lambda name: _remove_pins(os.path.join(BPFFS, name)))):
        for name in os.listdir(listing) if os.path.isdir(listing) else ():
            match = re.fullmatch(rf"{PREFIX}(\d+)-.*", name)
            if match and not _alive(match[1]):
                remove(name)


class Lab(contextlib.ExitStack):
    def __init__(self, slaves=2, peer=False, carrier=True, mtu=None, gro=True):
        super().__init__()
        ensure_bpffs()
        atexit.register(self.close)
        stem = f"{PREFIX}{os.getpid()}-{next(_numbers)}"
        self.host, self.switch = f"{stem}h", f"{stem}s"
        self.pin_dir = os.path.join(BPFFS, stem)
        self.slaves = [f"s{i}" for i in range(slaves)]
        self.ports = [f"p{i}" for i in range(slaves)]
        self.peer, self.peer_port = ("f0", "g0") if peer else (None, None)
        try:
            self._build(carrier, mtu, gro)
        except BaseException:
            self.close()
            raise

    def _build(self, carrier, mtu, gro):
        for name in (self.host, self.switch):
            run("ip", "netns", "add", name)
            self.callback(run, "ip", "netns", "del", name, check=False)
            quiet = "net.ipv6.conf.all.disable_ipv6=1", "net.ipv6.conf.default.disable_ipv6=1"
            run("ip", "netns", "exec", name, "sysctl", "-qw", *quiet)
        os.mkdir(self.pin_dir)
        self.callback(_remove_pins, self.pin_dir)
        wires = list(zip(self.slaves, self.ports)) + ([(self.peer, self.peer_port)] if self.peer else [])
        for number, (near, far) in enumerate(wires):
            self.wire(near, far, 101 + number, carrier, mtu, gro)

    def wire(self, near, far, index, carrier=True, mtu=None, gro=True, few_queues=False):
        """A veth pair. One ifindex for both ends: with two, the kernel takes the link's events for urgent ones and
        reports them sooner than those of a real port. `few_queues`: the near end has fewer to receive on than the far
        end sends on, and so takes no native program."""
        near_queues, far_queues = (("numrxqueues", 1), ("numtxqueues", 4)) if few_queues else ((), ())
        run("ip", "link", "add", near, "index", index, *near_queues, "netns", self.host, "type", "veth",
            "peer", "name", far, "index", index, *far_queues, "netns", self.switch)
        for name, namespace in ((near, self.host), (far, self.switch)):
            if mtu:
                self.ip(namespace, "link", "set", name, "mtu", mtu)
        self.ip(self.host, "link", "set", near, "up")
        if carrier:
            self.ip(self.switch, "link", "set", far, "up")
        if gro:
            self.ethtool(self.switch, "-K", far, "gro", "on")
        if few_queues:
            self.ethtool(self.switch, "-L", far, "tx", 4)

    def rewire_with_few_queues(self, slave, index, gro=True):
        """A slave's veth pair anew, so that its driver refuses native programs."""
        self.ip(self.host, "link", "del", slave)
        self.wire(slave, slave.replace("s", "p"), index, gro=gro, few_queues=True)

    def hide(self, slave):
        """Puts a slave's far end, bare, into a namespace that only this process knows of."""
        hidden, port = f"{self.switch}{slave}", slave.replace("s", "p")
        run("ip", "netns", "add", hidden)
        held = os.open(f"/run/netns/{hidden}", os.O_RDONLY)
        self.callback(os.close, held)
        self.ip(self.switch, "link", "set", port, "netns", hidden)
        self.ip(hidden, "link", "set", port, "up")
        run("ip", "netns", "del", hidden)

    @staticmethod
    def ip(namespace, *words, **options):
        return run("ip", "-n", namespace, *words, **options)

    @staticmethod
    def ethtool(namespace, *words, **options):
        return run("ip", "netns", "exec", namespace, "ethtool", *words, **options)

    def carrier(self, slave, on):
        """Plugs or pulls the cable of a slave: its far end goes up or down."""
        self.ip(self.switch, "link", "set", slave.replace("s", "p").replace("f", "g"), "up" if on else "down")

    def admin(self, slave, on):
        self.ip(self.host, "link", "set", slave, "up" if on else "down")

    def xdp(self, interface, namespace=None):
        """(mode, program id) of what is attached: native 1, generic 2; (0, 0) for none."""
        import json
        link = json.loads(self.ip(namespace or self.host, "-j", "link", "show", interface).stdout)[0]
        found = link.get("xdp")
        return (found["mode"], found["prog"]["id"]) if found else (0, 0)


def end_on_signals():
    """Signals that end a process unwind the stack instead, so that labs close."""
    def unwind(number, _):
        raise KeyboardInterrupt(signal.Signals(number).name)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM, signal.SIGHUP):
        signal.signal(number, unwind)
