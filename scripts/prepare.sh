# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash disable=SC2034
# Sourced by demo and test: the packages they need, the bpffs, the build. Works from the top folder.

# Commands and headers that must be there, by Debian package.
build_packages=(binutils bpftool clang cmake doctest-dev dpkg-dev g++ gcc libasio-dev libbenchmark-dev libbpf-dev
	libcli11-dev libelf-dev libfmt-dev libnl-genl-3-dev libnl-route-3-dev libtomlplusplus-dev linux-libc-dev llvm make
	ninja-build nlohmann-json3-dev pkg-config zlib1g-dev)
run_packages=(ethtool iproute2 mount procps python3 util-linux)
# For other kernels in an emulator (tests/vm), and for tests/fuzz; without them that part is skipped.
vm_packages=(busybox-static kmod qemu-system-x86 zstd)
fuzz_packages=(libclang-rt-dev)

say() { printf '\n== %s\n' "$*"; }

die() {
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 1
}

need_root() {
	[ "$(id -u)" = 0 ] || die "needs root: it installs packages, makes network namespaces and loads BPF programs"
}

# Installs what is missing; touches nothing, and no network, where nothing is.
install_packages() {
	local package missing=()
	command -v dpkg-query >/dev/null || die "made for Debian; elsewhere install: $*"
	for package in "$@"; do
		[ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
	done
	[ ${#missing[@]} -gt 0 ] || return 0
	say "installing ${missing[*]}"
	export DEBIAN_FRONTEND=noninteractive
	apt-get -qq update
	apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null
}

# Packages that something can do without, and says so itself.
try_to_install_packages() {
	(install_packages "$@") || say "cannot install all of: $*"
}

mount_bpffs() {
	mountpoint -q /sys/fs/bpf || mount -t bpf bpf /sys/fs/bpf || die "cannot mount a bpffs at /sys/fs/bpf"
}

# Configures and builds a preset: all of it, or the given targets. In unity sources, which from nothing takes half as
# long.
build() {
	local preset=$1 quiet=()
	shift
	say "building ($preset); the first time takes some minutes"
	[ -t 1 ] || quiet=(-- --quiet)
	[ -f "build/$preset/build.ninja" ] || cmake --preset "$preset" -DCMAKE_UNITY_BUILD=ON >/dev/null
	cmake --build "build/$preset" -j "$(nproc)" ${1:+--target "$@"} "${quiet[@]}"
}
