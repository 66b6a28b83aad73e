// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Files are written whole or not at all.

#include "output.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace xdpbond::loader;
namespace fs = std::filesystem;

namespace {

struct folder {
    fs::path path;

    folder() {
        std::string name = (fs::temp_directory_path() / "xdpbond-output-XXXXXX").string();
        path = ::mkdtemp(name.data());
    }
    ~folder() { fs::remove_all(path); }

    std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(path), {}); }
};

std::string read(const fs::path& file) {
    std::ifstream input(file);
    return {std::istreambuf_iterator(input), {}};
}

} // namespace

TEST_CASE("a file is made, and replaced whole") {
    const folder here;
    REQUIRE(write_file(here.path / "a.c", "one\n"));
    REQUIRE(write_file(here.path / "a.c", "two\n"));
    CHECK(read(here.path / "a.c") == "two\n");
    CHECK(here.files() == 1);
}

TEST_CASE("a link stays a link, its file is replaced") {
    const folder here;
    std::ofstream(here.path / "file") << "old";
    fs::create_symlink("file", here.path / "link");
    REQUIRE(write_file(here.path / "link", "new"));
    CHECK(fs::is_symlink(here.path / "link"));
    CHECK(read(here.path / "file") == "new");
}

TEST_CASE("a device is written to, not replaced") {
    REQUIRE(write_file("/dev/null", "text"));
    CHECK(fs::is_character_file("/dev/null"));
    const auto full = write_file("/dev/full", "text");
    REQUIRE(!full);
    CHECK(full.failure().code == exit_code::failed);
}

TEST_CASE("a file that cannot be made leaves nothing behind and says which") {
    const folder here;
    const auto missing = write_file(here.path / "no" / "a.c", "text");
    REQUIRE(!missing);
    CHECK(missing.failure().code == exit_code::no_such);
    CHECK(missing.failure().message.find("a.c") != std::string::npos);
    const auto directory = write_file(here.path, "text");
    CHECK(!directory);
    CHECK(here.files() == 0);
}
