// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// explain, as built: the kernel's answers in tests/data, frame by frame.

#include "command.hpp"
#include "support/oracle.hpp"
#include "support/policies.hpp"
#include "support/vectors.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>

using namespace xdpbond::test;

namespace {

const std::string capture = XDPBOND_TEST_DATA "/kernel-oracle.pcap";

words with(std::string_view policy, unsigned slaves, words more) {
    words all{"--mode", "balance-xor", "--xmit-hash-policy", std::string(policy), "--slaves", std::to_string(slaves)};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

words frames_in_hex(const std::vector<hash_vector>& vectors) {
    words frames{"--frame"};
    for (const auto& vector : vectors)
        frames.push_back(to_hex(vector.frame));
    return frames;
}

std::string slaves_of(const nlohmann::json& answers) {
    std::string text;
    for (const auto& answer : answers)
        text += answer["slave"].is_string() ? "*" : answer["slave"].dump();
    return text;
}

} // namespace

TEST_CASE("373 captured frames have the kernel's hash and slave, under every policy and with 1 to 8 slaves") {
    const oracle kernel = read_oracle();
    std::size_t compared = 0;
    for (const auto& [name, policy] : policies)
        for (unsigned slaves = 1; slaves <= 8; ++slaves) {
            const auto answers = explain(with(name, slaves, {"--pcap", capture}));
            REQUIRE(answers.size() == kernel.frames.size());
            for (std::size_t i = 0; i < answers.size(); ++i) {
                REQUIRE(answers[i]["frame"] == i);
                for (const auto& known : kernel.frames[i].answers) {
                    if (known.policy != policy)
                        continue;
                    CAPTURE(kernel.frames[i].name);
                    CHECK(answers[i]["hash"] == known.hash);
                    CHECK(answers[i]["slave"] == known.hash % slaves);
                    ++compared;
                }
            }
        }
    CHECK(compared == (373 * 6 - 8) * 8);
}

TEST_CASE("600 frames in hex have the kernel's hash, and with 61 and 64 slaves its slave") {
    const auto vectors = read_vectors();
    REQUIRE(vectors.size() == 600);
    const auto frames = frames_in_hex(vectors);
    std::size_t hashes = 0, slaves = 0;
    for (const auto& [name, policy] : policies)
        for (unsigned count : {61u, 64u}) {
            const auto answers = explain(with(name, count, frames));
            REQUIRE(answers.size() == 600);
            for (std::size_t i = 0; i < answers.size(); ++i) {
                CAPTURE(i);
                for (const auto& known : vectors[i].answers)
                    if (known.policy == policy && known.version == XDPBOND_HASH_VERSION_6_1) {
                        CHECK(answers[i]["hash"] == known.hash);
                        ++hashes;
                    }
                for (const auto& known : vectors[i].slaves)
                    if (known.policy == policy && known.slaves == count) {
                        CHECK(answers[i]["slave"] == known.slave);
                        ++slaves;
                    }
            }
        }
    CHECK(hashes == 600 * 6 * 2);
    CHECK(slaves >= 600 * 5 * 2 - 40);
}

TEST_CASE("hash_version=5.15 gives the hashes of that kernel") {
    const auto vectors = read_vectors();
    const auto frames = frames_in_hex(vectors);
    std::size_t compared = 0;
    for (const auto& [name, policy] : policies) {
        auto arguments = with(name, 61, {"--set", "hash_version=5.15"});
        arguments.insert(arguments.end(), frames.begin(), frames.end());
        const auto answers = explain(arguments);
        for (std::size_t i = 0; i < answers.size(); ++i)
            for (const auto& known : vectors[i].answers)
                if (known.policy == policy && known.version == XDPBOND_HASH_VERSION_5_15) {
                    CHECK(answers[i]["hash"] == known.hash);
                    ++compared;
                }
    }
    CHECK(compared == 600 * 2);
}

TEST_CASE("802.3ad answers as balance-xor over the slaves it is given") {
    const auto xor_answers = explain(with("encap3+4", 5, {"--pcap", capture}));
    const auto answers =
        explain({"--mode", "802.3ad", "--xmit-hash-policy", "encap3+4", "--slaves", "5", "--pcap", capture});
    for (std::size_t i = 0; i < answers.size(); ++i)
        CHECK(answers[i]["slave"] == xor_answers[i]["slave"]);
}

TEST_CASE("balance-rr, active-backup and broadcast have no hash") {
    const words frames{"--frame", std::string(120, '0'), std::string(120, '1'), std::string(120, '2')};
    const auto of = [&](words options) {
        options.insert(options.end(), {"--slaves", "3"});
        options.insert(options.end(), frames.begin(), frames.end());
        const auto answers = explain(options);
        for (const auto& answer : answers)
            CHECK(answer["hash"].is_null());
        return slaves_of(answers);
    };
    CHECK(of({}) == "120");
    CHECK(of({"--mode", "0", "--packets-per-slave", "2"}) == "011");
    CHECK(of({"--packets-per-slave", "0"}) == "nullnullnull");
    CHECK(of({"--mode", "active-backup"}) == "000");
    CHECK(of({"--mode", "active-backup", "--primary", "1"}) == "111");
    CHECK(of({"--mode", "1", "--set", "active_slave=2", "--set", "primary=1"}) == "222");
    CHECK(of({"--mode", "broadcast"}) == "***");
}

TEST_CASE("an answer has exactly the five fields, in order") {
    const auto done = run({"explain", "--mode", "2", "--slaves", "2", "--json", "--frame", ""});
    CHECK(done.code == 0);
    CHECK(done.out ==
          "[{\"frame\":0,\"hash\":0,\"slave\":0,\"verdict\":\"XDP_PASS\",\"why\":\"too short to tell what it "
          "is: goes up the stack of the port it arrived on\"}]\n");
}

TEST_CASE("frames may come in several --frame, with separators") {
    const auto answers = explain({"--slaves", "2", "--frame", "02:00:00:00:00:01", "ff", "--frame", "0x00"});
    CHECK(answers.size() == 3);
}

TEST_CASE("--ingress decides between XDP_TX, XDP_REDIRECT and a back-up slave's XDP_DROP") {
    const words base{"--slaves", "2", "--frame", std::string(120, '0'), "--mode", "active-backup", "--ingress"};
    const auto verdict = [&](const char* ingress) {
        auto arguments = base;
        arguments.emplace_back(ingress);
        return explain(arguments)[0]["verdict"].get<std::string>();
    };
    CHECK(verdict("0") == "XDP_TX");
    CHECK(verdict("1") == "XDP_DROP");
}

TEST_CASE("an empty capture is an empty array") {
    const std::string file = "/tmp/xdpbond-empty-" + std::to_string(::getpid()) + ".pcap";
    std::ifstream whole(capture, std::ios::binary);
    std::array<char, 24> header{};
    whole.read(header.data(), header.size());
    std::ofstream(file, std::ios::binary).write(header.data(), header.size());
    CHECK(explain({"--slaves", "2", "--pcap", file}).empty());
    CHECK(run({"explain", "--slaves", "2", "--pcap", file}).out.empty());
    std::remove(file.c_str());
}

TEST_CASE("text has a line for each frame") {
    const auto done = run({"explain", "--mode", "2", "--slaves", "3", "--pcap", capture});
    CHECK(done.code == 0);
    CHECK(std::ranges::count(done.out, '\n') == 373);
    CHECK(done.out.find("frame 0  hash 0x0000085a  slave ") == 0);
}
