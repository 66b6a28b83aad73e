// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Runs the built xdpbond-load as a user would.

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace xdpbond::test {

struct outcome {
    int code = -1; // the exit code; -1 if it did not exit by itself
    std::string out;
    std::string err;
};

using words = std::vector<std::string>;

// Throws if it cannot be started.
outcome run(const words& arguments);

// Runs explain with --json. Throws if that fails or is no JSON.
nlohmann::json explain(words arguments);

} // namespace xdpbond::test
