// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "report.hpp"

#include <xdpbond/control/options.hpp>
#include <xdpbond/version.hpp>

#include <nlohmann/json.hpp>

namespace xdpbond::bench {
namespace {

using json = nlohmann::ordered_json;

json of(const spread& value) {
    return {{"min", value.min}, {"median", value.median}, {"max", value.max}};
}

json of(const bond_row& row) {
    return {{"mode", control::mode_name(row.kind.mode)},
            {"xmit_hash_policy", row.kind.hashes() ? json(control::hash_name(row.kind.hash)) : json()},
            {"form", form_name(row.how)},
            {"features", feature_name(row.upto)},
            {"frame", row.frame},
            {"ns", of(row.ns)},
            {"over_xdp_tx", of(row.over_xdp_tx)},
            {"over_redirect_map", of(row.over_redirect_map)}};
}

json of(const kernel_row& row) {
    return {{"mode", control::mode_name(row.kind.mode)},
            {"xmit_hash_policy", row.kind.hashes() ? json(control::hash_name(row.kind.hash)) : json()},
            {"frame", row.frame},
            {"ns", of(row.ns)},
            {"redirect_map", of(row.redirect_map)}};
}

json of(const baseline_row& row) {
    return {{"name", row.name}, {"ns", of(row.ns)}};
}

json of(const pair_row& row) {
    return {{"name", row.name},
            {"one_cpu_ns", of(row.one)},
            {"two_cpus_ns", of(row.two)},
            {"cost", of(row.cost)},
            {"together", of(row.together)}};
}

json of(const machine& where) {
    return {{"kernel", where.kernel},
            {"architecture", where.arch},
            {"cpu", where.cpu},
            {"cpus", where.cpus},
            {"bpf_jit", where.jit}};
}

json of(const run& how) {
    return {{"rounds", how.rounds}, {"repeats", how.repeats}, {"slaves", how.slaves}};
}

template <class Row>
json list_of(const std::vector<Row>& rows) {
    json list = json::array();
    for (const auto& row : rows)
        list.push_back(of(row));
    return list;
}

} // namespace

std::string json_report(const report& what) {
    const json document{{"xdpbond", XDPBOND_VERSION},
                        {"machine", of(what.where)},
                        {"run", of(what.how)},
                        {"baselines", list_of(what.baselines)},
                        {"bonds", list_of(what.bonds)},
                        {"kernel_bonds", list_of(what.kernel_bonds)},
                        {"two_cpus", what.pairs.empty() ? json() : list_of(what.pairs)}};
    return document.dump(2) + "\n";
}

} // namespace xdpbond::bench
