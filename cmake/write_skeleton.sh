#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# write_skeleton.sh BPFTOOL OBJECT NAME OUTPUT: OBJECT's skeleton header, with the types that it uses of xdpbond.
# Leaves OUTPUT alone where anything fails.
part="$4.part"
trap 'rm -f "$part"' EXIT

{
    echo '#include <xdpbond/bpf/abi.h>' &&
        "$1" gen skeleton "$2" name "$3"
} >"$part" && mv "$part" "$4"
