# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Work in a network namespace, and raw packet sockets there."""

import contextlib
import ctypes
import os
import socket
import struct
import time

ETH_P_ALL = 3
PACKET_AUXDATA = 8
PACKET_IGNORE_OUTGOING = 23
SOL_PACKET = 263
CLONE_NEWNET = 0x40000000
VLAN_VALID = 0x10  # in the status of struct tpacket_auxdata

_libc = ctypes.CDLL(None, use_errno=True)


def _setns(fd):
    if _libc.setns(fd, CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "setns")


@contextlib.contextmanager
def inside(name):
    """The calling thread is in that namespace for the length of the block; sockets made there stay there."""
    home = os.open("/proc/thread-self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
    there = os.open(f"/run/netns/{name}", os.O_RDONLY | os.O_CLOEXEC)
    try:
        _setns(there)
        yield
    finally:
        _setns(home)
        os.close(there)
        os.close(home)


def packet_socket(name, interface, ethertype=ETH_P_ALL):
    """A raw socket on the interface: what arrives there, not what leaves."""
    with inside(name):
        opened = socket.socket(socket.AF_PACKET, socket.SOCK_RAW | socket.SOCK_CLOEXEC, 0)
    opened.setsockopt(SOL_PACKET, PACKET_IGNORE_OUTGOING, 1)
    opened.setsockopt(SOL_PACKET, PACKET_AUXDATA, 1)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8 << 20)
    opened.bind((interface, ethertype))
    opened.setblocking(False)
    return opened


def receive(opened):
    """One frame as it was on the wire: the stack takes the outermost tag off and tells it beside the frame."""
    frame, ancillary, _, _ = opened.recvmsg(65536, 128)
    for level, kind, data in ancillary:
        if (level, kind) == (SOL_PACKET, PACKET_AUXDATA):
            status, _, _, _, _, tci, tpid = struct.unpack("IIIHHHH", data[:20])
            if status & VLAN_VALID:
                frame = frame[:12] + struct.pack("!HH", tpid or 0x8100, tci) + frame[12:]
    return frame


def drain(opened, seconds=0.2):
    """Everything the socket got, waiting until nothing came for so long."""
    frames, deadline = [], time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            frames.append(receive(opened))
            deadline = time.monotonic() + seconds
        except BlockingIOError:
            time.sleep(0.005)
    return frames
