#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What makes no sense or cannot be: one line that says what, which and what to do; its exit code; nothing changed."""

import itertools

from case import Case, main
from command import BUSY, NO_SUCH, UNSUPPORTED, USAGE

MODES = ("balance-rr", "active-backup", "balance-xor", "broadcast", "802.3ad")
# Options that mean something in some modes only, with a value that is fine there.
ONLY_IN = {
    "packets_per_slave=2": {"balance-rr"},
    "rr_slaves=usable": {"balance-rr"},
    "xmit_hash_policy=layer3+4": {"balance-xor", "802.3ad"},
    "hash_version=5.15": {"balance-xor", "802.3ad"},
    "primary=s1": {"active-backup"},
    "fail_over_mac=active": {"active-backup"},
    "active_slave=s1": {"active-backup"},
    "broadcast_frags=pass": {"broadcast"},
}
NEEDS_DAEMON = ("miimon=100", "updelay=200", "downdelay=200", "use_carrier=1", "arp_interval=100",
                "arp_ip_target=10.0.0.1", "ns_ip6_target=2001:db8::1", "arp_validate=all", "arp_all_targets=any",
                "arp_missed_max=2", "peer_notif_delay=0", "num_grat_arp=1", "num_unsol_na=1", "resend_igmp=1",
                "fail_over_mac=follow", "min_links=0", "lacp_rate=fast", "lacp_active=on",
                "ad_select=stable", "ad_actor_sys_prio=1", "ad_actor_system=02:00:00:00:00:01", "ad_user_port_key=1",
                "tlb_dynamic_lb=1", "lp_interval=1", "prio=1", "queue_id=1", "lacp_strict=on",
                "actor_port_prio=1", "coupled_control=on", "broadcast_neighbor=on", "mode=balance-tlb", "mode=balance-alb", "mode=5", "mode=6")
NOT_A_VALUE = ("mode=balance", "mode=7", "xmit_hash_policy=layer4", "xmit_hash_policy=6", "packets_per_slave=65536",
               "packets_per_slave=-1", "packets_per_slave=", "packets_per_slave=2x", "all_slaves_active=2",
               "control_frames=some", "carrier_check=maybe", "no_slave=fly", "statistics=2", "hash_version=4.19",
               "miimon=often", "lacp_rate=hourly")
NOT_A_WORD = ("nonsense=1", "packets_per_slave", "=1", "mode:balance-rr")


class Errors(Case):
    def setUp(self):
        super().setUp()
        self.bed, self.load = self.lab(slaves=4, peer=True)

    def refuse(self, words, code, message):
        with self.subTest(words=" ".join(map(str, words))):
            self.refused(self.load, words, code, message)

    def test_up_names(self):
        """up: names that do not exist, come twice, or are no names"""
        watch = self.watch(self.bed)
        long = "a-name-that-is-too-long"
        for words, code, message in (
                (("--slaves", "s0,nosuch"), NO_SUCH, "nosuch"),
                (("--slaves", "s0,s1,s0"), USAGE, "s0.*twice"),
                (("--slaves", ","), USAGE, "."),
                (("--slaves", "s0,,s1"), USAGE, "."),
                (("--slaves", "s0,s1,"), USAGE, "."),
                (("--slaves", f"s0,{long}"), USAGE, long),
                (("--slaves", ",".join(f"x{i}" for i in range(65))), USAGE, "64"),
                ((), USAGE, "slaves"),
                (("--slaves", "s0,s1", "--program", "forward:nosuch"), NO_SUCH, "nosuch"),
                (("--slaves", "s0,s1", "--program", "forward:s1"), USAGE, "s1"),
                (("--slaves", "s0,s1", "--program", "forward"), USAGE, "forward:IF"),
                (("--slaves", "s0,s1", "--program", "nosuch"), USAGE, "nosuch"),
                (("--slaves", "s0,s1", "--program", "host"), UNSUPPORTED, "host"),
                (("--slaves", "s0,s1", "--program", "own.bpf.o:main"), NO_SUCH, "own.bpf.o"),
                (("--slaves", "s0,s1", "--attach", "hardware"), USAGE, "hardware"),
                (("--slaves", "s0,s1", "--colour", "red"), USAGE, "colour"),
        ):
            self.refuse(("up", "uplink", *words), code, message)
        for name in ("", long, "up/link", "..", "up.link", "up link"):
            self.refuse(("up", name, "--slaves", "s0,s1"), USAGE, ".")
        self.unchanged(watch)

    def test_up_options(self):
        """up: every option in every mode where it means nothing, and values that are none"""
        watch = self.watch(self.bed)
        for mode, (option, modes) in itertools.product(MODES, ONLY_IN.items()):
            if mode not in modes:
                self.refuse(("up", "uplink", "--slaves", "s0,s1", "--mode", mode, "--set", option), USAGE,
                            f"{option.split('=')[0]}.*{mode}")
        for option in NEEDS_DAEMON:
            self.refuse(("up", "uplink", "--slaves", "s0,s1", "--set", option), UNSUPPORTED, "needs the daemon|is an option of one slave")
        for option in NOT_A_VALUE + NOT_A_WORD:
            self.refuse(("up", "uplink", "--slaves", "s0,s1", "--set", option), USAGE, ".")
        for option in ("primary", "active_slave"):
            self.refuse(("up", "uplink", "--slaves", "s0,s1", "--mode", "active-backup", "--set", f"{option}=s2"),
                        USAGE, f"{option}.*s2")
        self.unchanged(watch)

    def test_up_options_that_fit(self):
        """up: the same options are taken where they mean something"""
        for option, modes in ONLY_IN.items():
            for mode in modes:
                with self.subTest(option=option, mode=mode):
                    self.load.up("uplink", ["s0", "s1"], mode, "--set", option)
                    self.load.down("uplink")

    def test_set(self):
        """set: what up refuses, set refuses, and the bond stays as it was"""
        for mode in MODES:
            self.load.up("uplink", ["s0", "s1"], mode)
            watch, status = self.watch(self.bed), self.load("status", "uplink", "--json").stdout
            for option, modes in ONLY_IN.items():
                if mode not in modes:
                    self.refuse(("set", "uplink", option), USAGE, f"{option.split('=')[0]}.*{mode}")
            for option in NOT_A_VALUE + NOT_A_WORD:
                self.refuse(("set", "uplink", option), USAGE, ".")
            for option in NEEDS_DAEMON:
                self.refuse(("set", "uplink", option), UNSUPPORTED, "needs the daemon|is an option of one slave")
            # The good one before the bad one is not applied either.
            self.refuse(("set", "uplink", "carrier_check=off", "nonsense=1"), USAGE, "nonsense")
            self.refuse(("set", "uplink", "mode=active-backup", "active_slave=s3"), USAGE, "s3")
            self.refuse(("set", "uplink"), USAGE, ".")
            self.unchanged(watch)
            self.assertEqual(self.load("status", "uplink", "--json").stdout, status)
            self.load.down("uplink")

    def test_no_such_bond(self):
        """down, set, status, stats and explain of a bond that does not exist; a namespace that does not exist"""
        watch = self.watch(self.bed)
        for words in (("down", "uplink"), ("set", "uplink", "mode=1"), ("status", "uplink"), ("stats", "uplink"),
                      ("explain", "--bond", "uplink", "--frame", "00" * 64)):
            self.refuse(words, NO_SUCH, "uplink")
        self.load.common[1] = "no-such-namespace"
        self.refuse(("up", "uplink", "--slaves", "s0,s1"), NO_SUCH, "no-such-namespace")
        self.refuse(("status",), NO_SUCH, "no-such-namespace")
        self.unchanged(watch)

    def test_no_command(self):
        """no command, an unknown one, too many words"""
        for words in ((), ("fly",), ("down",), ("down", "uplink", "more")):
            self.refuse(words, USAGE, ".")

    def test_taken_port(self):
        """a port that is in a bond already, a bond that exists already"""
        self.load.up("uplink", ["s0", "s1"])
        watch = self.watch(self.bed)
        self.refuse(("up", "other", "--slaves", "s1,s2"), BUSY, "s1.*uplink")
        self.refuse(("up", "other", "--slaves", "s2,s3", "--program", "forward:s0"), BUSY, "s0.*uplink")
        self.refuse(("up", "uplink", "--slaves", "s2,s3"), BUSY, "uplink")
        self.refuse(("up", "uplink", "--slaves", "s0,s1"), BUSY, "uplink")
        self.unchanged(watch)
        self.load.down("uplink")

    def test_dry_run(self):
        """--dry-run says the steps and does none; what would be refused is refused"""
        watch = self.watch(self.bed)
        said = self.load.up("uplink", ["s0", "s1"], "balance-xor", "--dry-run").stdout
        self.assertRegex(said, "s0")
        self.assertRegex(said, "s1")
        self.refuse(("up", "uplink", "--slaves", "s0,nosuch", "--dry-run"), NO_SUCH, "nosuch")
        self.unchanged(watch)
        self.load.up("uplink", ["s0", "s1"])
        watch = self.watch(self.bed)
        self.assertTrue(self.load("set", "uplink", "mode=broadcast", "--dry-run").stdout)
        self.assertTrue(self.load("down", "uplink", "--dry-run").stdout)
        self.unchanged(watch)
        self.load.down("uplink")


if __name__ == "__main__":
    main()
