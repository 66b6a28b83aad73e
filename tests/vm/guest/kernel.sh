# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# kernel.sh KERNEL_TEST POLICY_KERNEL_TEST: the test programs in this kernel, all of them with XDPBOND_LONG=1. Each test
# case is told by its name and its time. Without, for all of it takes long here, the frames are fewer, what differs by mode
# only is tried with each mode once, and what no kernel since 6.1 changed is tried in 6.1 alone.
kernel_test=$1
policy_test=$2
worst=0

run() {
	echo "== ${1##*/}"
	if "$@" -d -nc >/out 2>&1 && ! grep -q 'test cases: *0 ' /out; then
		grep -E '^[0-9.]+ s: |XDPBOND_SEED|^\[doctest\] [ta]' /out
	else
		worst=1
		cat /out
	fi
}

run "$policy_test"
if [ "$XDPBOND_LONG" = 1 ]; then
	run "$kernel_test"
	exit $worst
fi
export XDPBOND_BONDS=few XDPBOND_FRAMES=1000
everywhere='oracle_test.cpp,*sequences_test.cpp,*agreement_test.cpp,*load_test.cpp,*copies_test.cpp'
case $(uname -r) in
6.1.*) run "$kernel_test" -tce='every mode and policy loads with constant options*' ;;
*) run "$kernel_test" -sf="*$everywhere" -tce='every mode and policy loads with constant options*' ;;
esac
exit $worst
