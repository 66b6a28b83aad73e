// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Loads filter.bpf.c from C and shows what it does with three frames, and what it counted.

#include <filter.skel.h>

#include <bpf/bpf.h>
#include <stdio.h>

static int verdict(struct filter *program, unsigned ethertype)
{
	unsigned char frame[64] = {2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2};
	LIBBPF_OPTS(bpf_test_run_opts, test, .data_in = frame, .data_size_in = sizeof(frame));

	frame[12] = ethertype >> 8;
	frame[13] = ethertype & 0xff;
	if (bpf_prog_test_run_opts(bpf_program__fd(program->progs.filter), &test))
		return -1;
	return test.retval;
}

/* Frames counted under a reason, over all CPUs. */
static unsigned long long counted(struct filter *program, enum xdpbond_reason reason)
{
	int cpus = libbpf_num_possible_cpus();
	struct xdpbond_counters counters[cpus];
	unsigned long long sum = 0;
	__u32 key = 0;

	if (bpf_map__lookup_elem(program->maps.uplink_counters, &key, sizeof(key), counters, sizeof(counters), 0))
		return 0;
	for (int cpu = 0; cpu < cpus; cpu++)
		sum += counters[cpu].reason[reason].packets;
	return sum;
}

int main(void)
{
	struct filter *program = filter__open_and_load();

	if (!program) {
		perror("filter");
		return 1;
	}
	printf("ARP: %s\n", verdict(program, 0x0806) == XDP_PASS ? "up the stack" : "?");
	printf("LLDP to a host: %s\n", verdict(program, 0x88cc) == XDP_DROP ? "dropped" : "?");
	printf("IPv4: %s\n", verdict(program, 0x0800) == XDP_DROP ? "dropped, the bond has no slave yet" : "?");
	printf("passed up as ARP or neighbour discovery: %llu\n", counted(program, XDPBOND_REASON_NEIGHBOUR));
	printf("without a slave: %llu\n", counted(program, XDPBOND_REASON_NO_SLAVE));
	filter__destroy(program);
	return 0;
}
