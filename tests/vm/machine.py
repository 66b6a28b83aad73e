# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The emulated machine: one CPU, two serial lines, an exit status."""

import shutil
import subprocess
import sys

from kernels import Unavailable

QEMU = "qemu-system-x86_64"
MEMORY = 768  # MiB
APPEND = "console=ttyS0 quiet panic=-1 mitigations=off nokaslr no_timer_check tsc=reliable"
# Guest time counts instructions: 1 ns each, whatever this machine is doing meanwhile.
BY_INSTRUCTIONS = ["-icount", "shift=0,sleep=off"]


def check():
    if not shutil.which(QEMU):
        raise Unavailable(f"no {QEMU}: install qemu-system-x86")


def run(kernel, archive, seconds, by_instructions=False, report="/dev/null", log=None):
    """Boots a kernel's folder with an archive. `report`: the file that gets what the guest writes to /dev/ttyS1;
    `log`: the console's, else it is printed.

    Returns the exit status of the guest's test, or a sentence about why there is none."""
    command = [QEMU, "-M", "q35", "-accel", "tcg", "-cpu", "max,-la57", "-smp", "1", "-m", str(MEMORY)]
    command += ["-nodefaults", "-no-user-config", "-display", "none", "-no-reboot"]
    command += ["-serial", "stdio", "-serial", f"file:{report}"]
    command += ["-device", "isa-debug-exit,iobase=0xf4,iosize=0x01"]
    command += ["-kernel", str(kernel / "vmlinux"), "-initrd", archive, "-append", APPEND]
    command += BY_INSTRUCTIONS if by_instructions else []
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log or sys.stdout, stderr=subprocess.STDOUT) as qemu:
        try:
            code = qemu.wait(seconds)
        except subprocess.TimeoutExpired:
            return f"ended after {seconds} s: it took too long"
        finally:
            qemu.kill()
    if code >= 3 and code & 1:
        return (code >> 1) - 1  # 0 is the emulator's own failure, so that the guest counts from 1
    return f"ended without an exit status ({QEMU}: {code}): a panic, or no memory"
