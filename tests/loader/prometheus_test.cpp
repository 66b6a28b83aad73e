// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Metrics: read back by a strict reader of the text format, and compared with the bonds they are made from.

#include "exposition.hpp"
#include "made_up_bond.hpp"
#include "prometheus.hpp"

#include <doctest/doctest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

using namespace xdpbond::loader;
using namespace xdpbond::test;

namespace {

// What a scraper has in the end: "metric{label=value,...}" with labels by name → the value as it stands there. Throws
// where the text is not what the format (version 0.0.4) and the conventions for names ask for.
class scrape {
public:
    explicit scrape(const std::string& text) {
        require(text.empty() || text.back() == '\n', "the last line does not end");
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            read(line);
    }

    std::string at(const std::string& series) const {
        const auto found = samples.find(series);
        return found == samples.end() ? "none" : found->second;
    }

    std::map<std::string, std::string> samples;
    std::map<std::string, std::string> types;

private:
    static void require(bool holds, const std::string& what) {
        if (!holds)
            throw std::runtime_error(what);
    }

    void read(const std::string& line) {
        static const std::regex head(R"(# (HELP|TYPE) (xdpbond_[a-z_]+) (.+))");
        std::smatch parts;
        if (std::regex_match(line, parts, head)) {
            if (parts[1] == "HELP") {
                require(helped.insert(parts[2]).second, "helped twice: " + line);
                require(parts[3].str().find('\\') == std::string::npos, "an escape in a help: " + line);
                metric = parts[2];
                return;
            }
            require(parts[2] == metric, "a type without its help: " + line);
            require(types.emplace(metric, parts[3]).second, "typed twice: " + line);
            const bool counts = metric.ends_with("_total");
            require(parts[3] == (counts ? "counter" : "gauge"), "not what its name says: " + line);
            return;
        }
        static const std::regex sample(R"(([a-z_]+)(\{(.*)\})? ([0-9]+(\.[0-9]+)?))");
        require(std::regex_match(line, parts, sample), "no sample: " + line);
        require(parts[1] == metric && types.contains(metric), "a sample outside of its metric: " + line);
        require(!parts[2].matched || !parts[3].str().empty(), "braces around nothing: " + line);
        std::string series = metric;
        if (const auto labels = read_labels(parts[3]); !labels.empty()) {
            for (const auto& [name, value] : labels)
                series += (series == metric ? "{" : ",") + name + "=" + value;
            series += "}";
        }
        require(samples.emplace(series, parts[4]).second, "there twice: " + line);
    }

    static std::map<std::string, std::string> read_labels(std::string text) {
        static const std::regex label(R"re(([a-z_]+)="((?:[^"\\\n]|\\["\\n])*)"(,|$))re");
        std::map<std::string, std::string> labels;
        for (std::smatch parts; !text.empty(); text = parts.suffix()) {
            require(std::regex_search(text, parts, label, std::regex_constants::match_continuous), "no label: " + text);
            require(!(parts[3] == "," && parts.suffix().length() == 0), "a comma at the end");
            std::string value;
            const std::string raw = parts[2];
            for (std::size_t i = 0; i < raw.size(); ++i)
                value += raw[i] != '\\' ? raw[i] : raw[++i] == 'n' ? '\n' : raw[i];
            require(labels.emplace(parts[1], value).second, "a label twice: " + text);
        }
        return labels;
    }

    std::string metric;
    std::set<std::string> helped;
};

xdpbond::control::bond_state counted_bond() {
    made_up_bond made(2, XDPBOND_MODE_ACTIVE_BACKUP);
    made.links[1].carrier = false;
    made.links[0].speed = 10000;
    made.config.slave[1].link_failure_count = 3;
    made.config.slave[1].last.when = 1'700'000'000'123'456'789;
    made.config.slave[1].flags = XDPBOND_SLAVE_STANDBY;
    made.config.failovers = 5;
    auto bond = made.state();
    bond.slaves[0].sent = {1000, 64000};
    bond.slaves[0].errors = {{1, 0, 4}, {1, 90, 20}, {1, 95, 50}};
    bond.errors = {{XDPBOND_SLOT_NONE, 12, 2}};
    bond.reasons[XDPBOND_REASON_NO_SLAVE] = {7, 420};
    bond.counts_errors = true;
    return bond;
}

scrape scraped(const std::vector<xdpbond::control::bond_state>& bonds) {
    return scrape(prometheus_text(bonds));
}

} // namespace

TEST_CASE("every number of a bond is in its metrics") {
    const auto metrics = scraped({counted_bond()});
    CHECK(metrics.at("xdpbond_bond_info{bond=uplink,mode=active-backup,program=tx,xmit_hash_policy=layer2}") == "1");
    CHECK(metrics.at("xdpbond_bond_up{bond=uplink}") == "1");
    CHECK(metrics.at("xdpbond_bond_slaves{bond=uplink}") == "2");
    CHECK(metrics.at("xdpbond_bond_failovers_total{bond=uplink}") == "5");
    CHECK(metrics.at("xdpbond_bond_unfinished{bond=uplink}") == "0");
    CHECK(metrics.at("xdpbond_bond_change_pending{bond=uplink}") == "0");
    CHECK(metrics.at("xdpbond_bond_statistics_enabled{bond=uplink}") == "1");
    CHECK(metrics.at("xdpbond_bond_errors_counted{bond=uplink}") == "1");
    CHECK(metrics.at("xdpbond_bond_last_change_timestamp_seconds{bond=uplink}") == "none");

    CHECK(metrics.at("xdpbond_slave_up{bond=uplink,slave=s0}") == "1");
    CHECK(metrics.at("xdpbond_slave_up{bond=uplink,slave=s1}") == "0");
    CHECK(metrics.at("xdpbond_slave_usable{bond=uplink,slave=s0}") == "1");
    CHECK(metrics.at("xdpbond_slave_usable{bond=uplink,slave=s1}") == "0");
    CHECK(metrics.at("xdpbond_slave_active{bond=uplink,slave=s0}") == "1");
    CHECK(metrics.at("xdpbond_slave_active{bond=uplink,slave=s1}") == "0");
    CHECK(metrics.at("xdpbond_slave_standby{bond=uplink,slave=s1}") == "1");
    CHECK(metrics.at("xdpbond_slave_info{attach=native,bond=uplink,slave=s0}") == "1");
    CHECK(metrics.at("xdpbond_slave_speed_bytes_per_second{bond=uplink,slave=s0}") == "1250000000");
    CHECK(metrics.at("xdpbond_slave_speed_bytes_per_second{bond=uplink,slave=s1}") == "none");
    CHECK(metrics.at("xdpbond_slave_link_failures_total{bond=uplink,slave=s1}") == "3");
    CHECK(metrics.at("xdpbond_slave_last_change_timestamp_seconds{bond=uplink,slave=s1}") == "1700000000.123");

    CHECK(metrics.at("xdpbond_slave_sent_packets_total{bond=uplink,slave=s0}") == "1000");
    CHECK(metrics.at("xdpbond_slave_sent_bytes_total{bond=uplink,slave=s0}") == "64000");
    CHECK(metrics.at("xdpbond_bond_reason_packets_total{bond=uplink,reason=no_slave}") == "7");
    CHECK(metrics.at("xdpbond_bond_reason_bytes_total{bond=uplink,reason=no_slave}") == "420");
    CHECK(metrics.at("xdpbond_bond_reason_packets_total{bond=uplink,reason=carrier}") == "0");
    CHECK(metrics.at("xdpbond_slave_lost_packets_total{bond=uplink,error=drops,slave=s0}") == "4");
    CHECK(metrics.at("xdpbond_slave_lost_packets_total{bond=uplink,error=EMSGSIZE,slave=s0}") == "20");
    CHECK(metrics.at("xdpbond_slave_lost_packets_total{bond=uplink,error=EOPNOTSUPP,slave=s0}") == "50");
    CHECK(metrics.at("xdpbond_broadcast_lost_packets_total{bond=uplink,error=ENOMEM}") == "2");
    CHECK(metrics.types.count("xdpbond_peer_sent_packets_total") == 0);
}

TEST_CASE("a bond in trouble says so") {
    auto bond = counted_bond();
    bond.slaves[0].alive = bond.slaves[0].active = false;
    bond.config.state = XDPBOND_STATE_REMOVING;
    bond.pending.emplace();
    bond.config.options.statistics = 0;
    bond.counts_errors = false;
    const auto metrics = scraped({bond});
    CHECK(metrics.at("xdpbond_bond_up{bond=uplink}") == "0");
    CHECK(metrics.at("xdpbond_bond_unfinished{bond=uplink}") == "1");
    CHECK(metrics.at("xdpbond_bond_change_pending{bond=uplink}") == "1");
    CHECK(metrics.at("xdpbond_bond_statistics_enabled{bond=uplink}") == "0");
    CHECK(metrics.at("xdpbond_bond_errors_counted{bond=uplink}") == "0");
}

TEST_CASE("the other side of a forward program has metrics of its own") {
    made_up_bond made(2);
    made.forward_to("p0");
    auto bond = made.state();
    bond.peer.sent = {7, 448};
    bond.peer.errors = {{99, 100, 1}};
    const auto metrics = scraped({bond});
    CHECK(metrics.at("xdpbond_peer_sent_packets_total{bond=uplink,peer=p0}") == "7");
    CHECK(metrics.at("xdpbond_peer_sent_bytes_total{bond=uplink,peer=p0}") == "448");
    CHECK(metrics.at("xdpbond_peer_lost_packets_total{bond=uplink,error=ENETDOWN,peer=p0}") == "1");
}

TEST_CASE("no bond: nothing but the command itself") {
    const auto metrics = scraped({});
    CHECK(metrics.samples.size() == 1);
    CHECK(metrics.samples.begin()->first.starts_with("xdpbond_info{abi_version="));
}

TEST_CASE("several bonds share a metric, whose help stands there once; the order never changes") {
    auto other = counted_bond();
    other.name = "other";
    const std::vector bonds{counted_bond(), other};
    const auto metrics = scraped(bonds);
    CHECK(metrics.at("xdpbond_bond_up{bond=other}") == "1");
    CHECK(metrics.at("xdpbond_slave_sent_bytes_total{bond=other,slave=s0}") == "64000");
    CHECK(metrics.samples.size() == 2 * scraped({other}).samples.size() - 1);
    CHECK(prometheus_text(bonds) == prometheus_text(bonds));
}

TEST_CASE("names of every kind") {
    CHECK(label_value("plain") == "plain");
    CHECK(label_value("a\"b\\c\nd") == R"(a\"b\\c\nd)");
    CHECK(label_value("büro") == "büro");
    CHECK(label_value("b\xfc\x01") == "b\\\\xfc\x01");

    auto bond = counted_bond();
    bond.slaves[0].link.name = "a\"b,c=\\{}";
    bond.slaves[1].link.name = "s\xff";
    const auto metrics = scraped({bond});
    CHECK(metrics.at("xdpbond_slave_up{bond=uplink,slave=a\"b,c=\\{}}") == "1");
    CHECK(metrics.at("xdpbond_slave_up{bond=uplink,slave=s\\xff}") == "0");
}

TEST_CASE("a slave is told under its name of the moment; of two of one name the first") {
    auto bond = counted_bond();
    bond.slaves[0].link.name = "wan";
    CHECK(scraped({bond}).at("xdpbond_slave_up{bond=uplink,slave=wan}") == "1");
    bond.slaves[0].link = {}; // its interface is gone
    CHECK(scraped({bond}).at("xdpbond_slave_up{bond=uplink,slave=s0}") == "0");
    bond = counted_bond();
    bond.slaves[1].link.name = "s0";
    CHECK(scraped({bond}).at("xdpbond_slave_up{bond=uplink,slave=s0}") == "1");
}

TEST_CASE("the reader is strict") {
    const auto refused = [](const std::string& text) {
        try {
            scrape read(text);
        } catch (const std::runtime_error&) {
            return true;
        }
        return false;
    };
    const std::string up = "# HELP xdpbond_up Up.\n# TYPE xdpbond_up gauge\n";
    CHECK(!refused(up + "xdpbond_up 1\n"));
    CHECK(!refused(up + "xdpbond_up{a=\"b\",c=\"d\"} 1\n"));
    for (const auto& text :
         {up + "xdpbond_up 1", up + up + "xdpbond_up 1\n", up + "xdpbond_up 1\nxdpbond_up 2\n",
          std::string("xdpbond_up 1\n"), up + "xdpbond_up{} 1\n", up + "xdpbond_up{a=\"b\",} 1\n",
          up + "xdpbond_up{a=\"b\\c\"} 1\n", up + "xdpbond_up{a=\"b\",a=\"c\"} 1\n", up + "xdpbond_up -\n",
          up + "xdpbond_down 1\n", std::string("# HELP xdpbond_up Up.\n# TYPE xdpbond_up counter\nxdpbond_up 1\n")}) {
        CAPTURE(text);
        CHECK(refused(text));
    }
}
