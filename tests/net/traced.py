# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""A command as its kernel calls show it: killed exactly before or after one of the changes that it makes to interfaces,
or told that a driver refuses one. x86-64 only."""

import ctypes
import os
import platform
import signal
import struct

WORKS = platform.machine() == "x86_64"

_TRACEME, _GETREGS, _SYSCALL, _SETOPTIONS = 0, 12, 24, 0x4200
_SYSGOOD, _EXITKILL = 1, 1 << 20
_SENDMSG, _RECVMSG = 46, 47
_NEWLINK, _SETLINK, _NOOP, _ERROR = 16, 19, 1, 2
_IFLA_ADDRESS, _IFF_UP = 1, 1

_libc = ctypes.CDLL(None, use_errno=True)
_libc.ptrace.argtypes = ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p


def _ptrace(request, pid, data=None):
    if _libc.ptrace(request, pid, None, data) < 0:
        raise OSError(ctypes.get_errno(), f"ptrace {request}")


class _Change:
    """A request to change an interface, where the sent bytes are one."""

    def __init__(self, message):
        length, kind, _, self.sequence, _, family, _, index, flags, mask = struct.unpack_from("=IHHIIBxHiII", message)
        self.index, self.up, self.address = index, None, False
        self.valid = kind in (_NEWLINK, _SETLINK) and family == 0 and length >= 32  # else generic netlink's
        if not self.valid:
            return
        if mask & _IFF_UP:
            self.up = bool(flags & _IFF_UP)
        at = 32
        while at + 4 <= min(length, len(message)):
            size, attribute = struct.unpack_from("=HH", message, at)
            self.address = self.address or attribute == _IFLA_ADDRESS
            at += max(4, size + 3 & ~3)


class Traced:
    """`Traced(words).run()`: the exit code, None where it was killed; `changes` counts what it asked for.

    kill: (number, after): at that change, counted from 0, before or after it is made. refuse(index, up): an errno with
    which the driver of that interface, up or not, refuses a new address, or 0."""

    def __init__(self, words, kill=None, refuse=None):
        self.words, self.kill, self.refuse = words, kill, refuse
        self.changes, self.down, self.forged = 0, set(), {}

    def run(self):
        self.pid = os.fork()
        if not self.pid:
            try:
                null = os.open("/dev/null", os.O_RDWR)
                for number in range(3):
                    os.dup2(null, number)
                _ptrace(_TRACEME, 0)
                os.execvp(self.words[0], self.words)
            finally:
                os._exit(127)
        os.waitpid(self.pid, 0)
        _ptrace(_SETOPTIONS, self.pid, _SYSGOOD | _EXITKILL)
        with open(f"/proc/{self.pid}/mem", "r+b", buffering=0) as self.memory:
            return self._follow()

    def _follow(self):
        entry, pending, dies = True, 0, None
        while True:
            _ptrace(_SYSCALL, self.pid, pending)
            _, status = os.waitpid(self.pid, 0)
            if os.WIFEXITED(status):
                return os.WEXITSTATUS(status)
            pending = os.WSTOPSIG(status)
            if pending != signal.SIGTRAP | 0x80:
                continue
            pending = 0
            if entry:
                dies = self._enter()
            else:
                self._leave()
            if dies == (not entry):  # before the call, which is not made any more, or after it
                os.kill(self.pid, signal.SIGKILL)
                while not os.WIFSIGNALED(os.waitpid(self.pid, 0)[1]):
                    pass
                return None
            entry = not entry

    def _registers(self):
        values = (ctypes.c_ulong * 27)()
        _ptrace(_GETREGS, self.pid, ctypes.addressof(values))
        return values[15], values[13], ctypes.c_long(values[10]).value  # the call, its second argument, its result

    def _read(self, at, size):
        self.memory.seek(at)
        return self.memory.read(size)

    def _write(self, at, data):
        self.memory.seek(at)
        self.memory.write(data)

    def _buffer(self, message):
        vector, = struct.unpack("Q", self._read(message + 16, 8))
        return struct.unpack("QQ", self._read(vector, 16))

    def _enter(self):
        """Whether the process dies after this call; None: it does not."""
        call, argument, _ = self._registers()
        if call != _SENDMSG:
            return None
        base, size = self._buffer(argument)
        if size < 32:
            return None
        change = _Change(self._read(base, size))
        if not change.valid:
            return None
        number, self.changes = self.changes, self.changes + 1
        if change.up is not None:
            (self.down.discard if change.up else self.down.add)(change.index)
        refused = self.refuse(change.index, change.index not in self.down) if change.address and self.refuse else 0
        if refused:
            self.forged[change.sequence] = refused
            self._write(base + 4, struct.pack("=H", _NOOP))  # which the kernel just acknowledges
        return self.kill[1] if self.kill and self.kill[0] == number else None

    def _leave(self):
        call, argument, result = self._registers()
        if call == _RECVMSG and result >= 20:
            base, _ = self._buffer(argument)
            _, kind, _, sequence = struct.unpack("=IHHI", self._read(base, 12))
            if kind == _ERROR and sequence in self.forged:
                self._write(base + 16, struct.pack("=i", -self.forged[sequence]))
