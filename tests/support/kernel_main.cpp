// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// main() of tests that load programs into the running kernel: skipped, loudly, where that is not allowed.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <unistd.h>

#include <cstdio>

int main(int argc, char** argv) {
    constexpr int skipped = 77; // ctest: SKIP_RETURN_CODE
    if (geteuid() != 0) {
        std::fputs("SKIPPED: these tests load BPF programs and need root\n", stderr);
        return skipped;
    }
    return doctest::Context(argc, argv).run();
}
