# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# differential.sh TEST: a real kernel bond and the installed command's, side by side. Words after TEST are doctest's.
echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6
echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6
exec "$@" -d -nc
