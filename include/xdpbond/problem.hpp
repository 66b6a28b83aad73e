// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What can be wrong with a composition: one sentence each, said by the compiler and at run time alike.

#include <string_view>

#define XDPBOND_PROBLEMS(X)                                                                                            \
    X(name_missing, "every program and bond needs a name")                                                             \
    X(name_too_long, "a name has at most 15 characters")                                                               \
    X(name_not_identifier, "a name is a C identifier: letters, digits and _, no digit first")                          \
    X(name_keyword, "a name must not be a keyword of C or C++")                                                        \
    X(name_taken, "a name must not be LICENSE, ctx or verdict, nor begin with __, XDP, BPF_, bpf_ or xdpbond_")        \
    X(name_shared, "the program, its bonds and its functions need names of their own")                                 \
    X(bond_twice, "two bonds of one name")                                                                             \
    X(mode_unknown, "no such mode")                                                                                    \
    X(slaves_range, "a bond has 1 to 64 slaves")                                                                       \
    X(hash_in_balance_rr, "balance-rr takes no hash policy")                                                           \
    X(hash_in_active_backup, "active-backup takes no hash policy")                                                     \
    X(hash_in_broadcast, "broadcast takes no hash policy")                                                             \
    X(hash_unknown, "no such hash policy")                                                                             \
    X(hash_version_elsewhere, "hash_version belongs to balance-xor and 802.3ad")                                       \
    X(packets_per_slave_elsewhere, "packets_per_slave belongs to balance-rr")                                          \
    X(packets_per_slave_range, "packets_per_slave is 0 (random) to 65535")                                             \
    X(rr_slaves_elsewhere, "rr_slaves belongs to balance-rr")                                                          \
    X(all_slaves_active_elsewhere, "all_slaves_active belongs to active-backup")                                       \
    X(broadcast_frags_elsewhere, "broadcast_frags belongs to broadcast")                                               \
    X(value_unknown, "an option has a value that it does not know")                                                    \
    X(function_missing, "a stage or condition is the name of a C function")                                            \
    X(function_arguments, "arguments are numbers and names, with commas between")                                      \
    X(function_header, "a header is \"file.h\" or \"<file.h>\", without quotes, spaces or line breaks in its name")    \
    X(function_too_long, "a function, its arguments and its header have at most 63 characters each")                   \
    X(when_empty, "when<> needs a condition and at least one step")                                                    \
    X(when_open, "each when needs its own end")                                                                        \
    X(unreachable, "no frame reaches a step behind one that takes them all")                                           \
    X(no_last_step, "a program ends with a step that takes every frame: a bond, pass or drop")

namespace xdpbond {

enum class problem {
    none,
#define XDPBOND_PROBLEM(name, sentence) name,
    XDPBOND_PROBLEMS(XDPBOND_PROBLEM)
#undef XDPBOND_PROBLEM
};

constexpr std::string_view sentence(problem of) {
    switch (of) {
#define XDPBOND_PROBLEM(name, sentence)                                                                                \
    case problem::name:                                                                                                \
        return sentence;
        XDPBOND_PROBLEMS(XDPBOND_PROBLEM)
#undef XDPBOND_PROBLEM
    case problem::none:
        break;
    }
    return {};
}

} // namespace xdpbond
