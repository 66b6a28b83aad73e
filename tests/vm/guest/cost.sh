# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cost.sh BENCH SLAVES… -- [word…]: what xdpbond-bench measures for each number of slaves, one JSON document after the
# other into $REPORT. Guest time counts instructions, so that few packets are enough: only a timer's interrupt changes a
# round, and the median of three is without it.
bench=$1
shift
counts=
while [ "$1" != -- ]; do
	counts="$counts $1"
	shift
done
shift
for count in $counts; do
	"$bench" --kernel-bond --rounds 3 --repeats 2000 --slaves "$count" --json /report "$@" || exit 1
	cat /report >"$REPORT"
done
