// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "bond_object.hpp"

#include "libbpf_log.hpp"
#include "libbpf_options.hpp"
#include "program_words.hpp"
#include "sentence.hpp"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include <xdpbond/control/options.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace xdpbond::control {

namespace {

constexpr __u32 trace_size = 4 << 20; // bytes, a power of two
constexpr std::string_view build_again = "; build it again with the headers of this version";

error refused(const std::string& title, std::string_view why, const libbpf_log* log = nullptr) {
    return {exit_code::unsupported, text(title, ": ", why), log ? log->text() : ""};
}

// The initial contents of a map that describes a bond. Of another version nothing but magic and version is there for
// sure.
struct description {
    xdpbond_about* about;
    std::size_t size;
};

std::vector<description> find_bonds(bpf_object* object) {
    constexpr std::size_t in_every_version = offsetof(xdpbond_about, abi_version) + sizeof(xdpbond_about::abi_version);
    std::vector<description> bonds;
    bpf_map* map;
    bpf_object__for_each_map(map, object) {
        std::size_t size = 0;
        auto* about = const_cast<void*>(bpf_map__initial_value(map, &size));
        if (std::string_view(bpf_map__name(map)).starts_with(".rodata.") && about && size >= in_every_version &&
            static_cast<xdpbond_about*>(about)->magic == XDPBOND_MAGIC)
            bonds.push_back({static_cast<xdpbond_about*>(about), size});
    }
    return bonds;
}

// FNV-1a, 64 bits (RFC draft-eastlake-fnv).
std::uint64_t fnv1a(std::span<const std::byte> bytes) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const std::byte each : bytes)
        hash = (hash ^ static_cast<std::uint64_t>(each)) * 0x100000001b3;
    return hash;
}

// "hash, keys of 4 bytes, values of 8, 512 entries"
std::string layout_of(__u32 type, __u32 key, __u32 value, __u32 entries) {
    return text(libbpf_bpf_map_type_str(static_cast<bpf_map_type>(type)), ", keys of ", key, " bytes, values of ",
                value, ", ", entries, " entries");
}

// libbpf takes any map that it is given for the one in the object.
result<void> check_layout(const std::string& title, const bpf_map* wanted, int map) {
    bpf_map_info info{};
    __u32 size = sizeof(info);
    if (bpf_obj_get_info_by_fd(map, &info, &size))
        return failed_with(errno, title, "cannot look at the bond's maps");
    const std::string has = layout_of(info.type, info.key_size, info.value_size, info.max_entries);
    const std::string wants = layout_of(bpf_map__type(wanted), bpf_map__key_size(wanted), bpf_map__value_size(wanted),
                                        bpf_map__max_entries(wanted));
    if (has == wants)
        return {};
    return refused(title, text("map ", bpf_map__name(wanted), " of the bond is ", has, "; the program's is ", wants,
                               "; take the bond down and up to change to this program"));
}

// "with mode=balance-xor, not broadcast": the first option that differs.
std::string difference(const xdpbond_options& built, const xdpbond_options& wanted) {
    const auto has = describe({.options = built}), asked = describe({.options = wanted});
    for (std::size_t i = 0; i < has.size(); i++)
        if (has[i] != asked[i])
            return text("with ", has[i].first, "=", has[i].second, ", not ", asked[i].second);
    return "";
}

} // namespace

void bond_object::closer::operator()(bpf_object* object) const {
    bpf_object__close(object);
}

result<bond_object> bond_object::read(std::string title, std::span<const std::byte> elf, const std::string& function) {
    libbpf_log log;
    auto options = libbpf_options<bpf_object_open_opts>();
    options.object_name = "xdpbond";
    bond_object object(std::move(title), bpf_object__open_mem(elf.data(), elf.size(), &options));
    if (!object.object_)
        return refused(object.title_,
                       text("cannot be read as a BPF object: ", words_of(errno),
                            "; give an object that clang compiled for the target bpf"),
                       &log);
    if (auto found = object.find_parts(function); !found)
        return found.failure();
    object.fingerprint_ = fnv1a(elf);
    return object;
}

result<bond_object> bond_object::open(std::string title, std::span<const std::byte> elf, const object_wishes& wishes,
                                      const std::string& function) {
    auto object = read(std::move(title), elf, function);
    if (!object)
        return object;
    if (auto applied = object->apply(wishes); !applied)
        return applied.failure();
    return object;
}

result<xdpbond_about> bond_object::look_into(std::string title, std::span<const std::byte> elf,
                                             const std::string& function) {
    auto object = read(std::move(title), elf, function);
    if (!object)
        return object.failure();
    return *object->about_;
}

result<void> bond_object::find_parts(const std::string& function) {
    const auto bonds = find_bonds(object_.get());
    if (bonds.empty())
        return refused(title_, "has no bond in it: it was not built with xdpbond's headers");
    for (const auto& bond : bonds) {
        if (bond.about->abi_version != XDPBOND_ABI_VERSION)
            return refused(title_, text("was built with headers of ABI version ", bond.about->abi_version,
                                        ", and this is version ", XDPBOND_ABI_VERSION, build_again));
        if (bond.size < sizeof(xdpbond_about))
            return refused(title_, text("says ABI version ", XDPBOND_ABI_VERSION, " as this, but was built with ",
                                        "headers of another layout", build_again));
    }
    if (bonds.size() > 1)
        return refused(title_, text("has several bonds in it (", bonds[0].about->name, ", ", bonds[1].about->name,
                                    "); such an object needs a loader of its own"));
    about_ = bonds.front().about;
    const std::string bond(about_->name, strnlen(about_->name, sizeof(about_->name)));
    for (auto& [map, name] : {std::pair{&config_, bond + "_config"},
                              {&table_, ".data." + bond + "_table"},
                              {&slaves_, bond + "_slaves"},
                              {&flood_, bond + "_flood"},
                              {&counters_, bond + "_counters"},
                              {&errors_, bond + "_errors"}}) {
        *map = bpf_object__find_map_by_name(object_.get(), name.c_str());
        if (!*map)
            return refused(title_, text("has no map ", name));
    }
    trace_ = bpf_object__find_map_by_name(object_.get(), (bond + "_trace").c_str());
    return find_program(function);
}

// Programs that a device map runs are XDP programs too, but none for a port.
result<void> bond_object::find_program(const std::string& function) {
    std::string names;
    std::size_t count = 0;
    bpf_program* program;
    bpf_object__for_each_program(program, object_.get()) {
        const auto type = bpf_program__expected_attach_type(program);
        if (bpf_program__type(program) != BPF_PROG_TYPE_XDP || type == BPF_XDP_DEVMAP || type == BPF_XDP_CPUMAP)
            continue;
        const std::string name = bpf_program__name(program);
        names += text(names.empty() ? "" : ", ", name);
        count++;
        if (function.empty() || name == function)
            program_ = program;
    }
    if (!count)
        return refused(title_, "has no XDP program");
    if (!program_)
        return refused(title_, text("has no XDP program ", function, ", but ", names));
    if (count > 1 && function.empty())
        return refused(title_, text("has several XDP programs (", names, "); name one, as in FILE:FUNCTION"));
    return {};
}

result<void> bond_object::apply(const object_wishes& wishes) {
    xdpbond_options built = wishes.options, wanted = wishes.options;
    if (!about_->tunable)
        built = about_->options;
    built.mode = about_->options.mode;
    built.hash = about_->options.hash;
    if (wanted.mode != XDPBOND_MODE_BALANCE_XOR && wanted.mode != XDPBOND_MODE_8023AD)
        built.hash = wanted.hash; // not read in other modes
    const std::string differs = difference(built, wanted);
    if (!differs.empty() || std::memcmp(&built, &wanted, sizeof(built)) != 0)
        return refused(title_, text("was built ", differs.empty() ? "with other options" : differs,
                                    "; build the object so, for it cannot be changed in it"));
    if (wishes.slaves > about_->slaves)
        return refused(title_, text("was built for at most ", about_->slaves, " slaves, not ", wishes.slaves));
    if (wishes.trace && !(about_->tunable && trace_))
        return refused(title_, about_->tunable ? "was built with headers that could not trace; compile it again"
                                               : "was built with constant options and cannot be traced; build it with "
                                                 "XDPBOND_BOND_TUNABLE, or .tunable = true in C++");
    if (about_->tunable)
        about_->options = built;
    prepare_trace(wishes.trace);
    about_->peer = wishes.peer;
    about_->have_cast = wishes.have_cast;
    return {};
}

// Without a trace there is no ring: what would use it is dead code then.
void bond_object::prepare_trace(std::uint32_t share) {
    if (!trace_)
        return;
    about_->trace = share;
    bpf_map__set_autocreate(trace_, share != 0);
    if (share)
        bpf_map__set_max_entries(trace_, trace_size);
}

result<void> bond_object::reuse_maps(const bond_pins& pins) {
    for (const auto& [map, path] : {std::pair{config_, pins.config()},
                                    {table_, pins.table()},
                                    {slaves_, pins.slaves()},
                                    {flood_, pins.flood()},
                                    {counters_, pins.counters()},
                                    {errors_, pins.errors()}}) {
        auto fd = open_pin(path);
        if (!fd)
            return fd.failure();
        if (auto fits = check_layout(title_, map, fd->get()); !fits)
            return fits;
        // libbpf keeps a descriptor of its own.
        if (int code = bpf_map__reuse_fd(map, fd->get()))
            return failed_with(code, path.native(), "cannot use this map");
    }
    return {};
}

result<void> bond_object::place_own_maps(const bond_pins& pins) {
    bpf_map* map;
    bpf_object__for_each_map(map, object_.get()) {
        if (!bpf_map__pin_path(map))
            continue;
        // bpffs takes no dots in names; "map_" keeps them apart from the bond's own pins.
        std::string name = text("map_", bpf_map__name(map));
        std::ranges::replace(name, '.', '_');
        if (int code = bpf_map__set_pin_path(map, (pins.folder / name).c_str()))
            return failed_with(code, title_, "cannot place its pinned maps");
    }
    return {};
}

result<void> bond_object::load() {
    libbpf_log log;
    int code = bpf_object__load(object_.get());
    if (code == 0)
        return {};
    // EACCES is also the verifier's word; then its log is there.
    const bool verifier = log.text().find("BEGIN PROG LOAD LOG") != std::string::npos;
    if (!verifier && (code == -EPERM || code == -EACCES))
        return error{exit_code::privilege,
                     text(title_, ": the kernel does not let it be loaded: ", words_of(code),
                          "; check CAP_BPF, CAP_NET_ADMIN, CAP_PERFMON and the locked-memory limit"),
                     log.text()};
    return refused(title_, text("this kernel refuses the program: ", words_of(code), "; -v shows its log"), &log);
}

result<void> bond_object::pin_maps(const bond_pins& pins) const {
    for (const auto& [map, path] : {std::pair{config_, pins.config()},
                                    {table_, pins.table()},
                                    {slaves_, pins.slaves()},
                                    {flood_, pins.flood()},
                                    {counters_, pins.counters()},
                                    {errors_, pins.errors()}})
        if (auto pinned = make_pin(bpf_map__fd(map), path); !pinned)
            return pinned;
    return {};
}

std::uint32_t bond_object::capacity() const {
    return about_->slaves;
}

int bond_object::program() const {
    return bpf_program__fd(program_);
}

int bond_object::trace_map() const {
    return bpf_map__fd(trace_);
}

int bond_object::config_map() const {
    return bpf_map__fd(config_);
}

} // namespace xdpbond::control
