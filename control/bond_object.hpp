// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A bond's compiled object: opened, checked against what is asked of it, loaded.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/pins.hpp>
#include <xdpbond/control/result.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>

struct bpf_map;
struct bpf_object;
struct bpf_program;

namespace xdpbond::control {

// What an object must fit and is told before it is loaded.
struct object_wishes {
    xdpbond_options options{};
    std::uint32_t slaves = 0; // capacity needed
    std::uint32_t peer = 0;   // ifindex of forward's other side
    bool have_cast = false;
    std::uint32_t trace = 0; // tell one of so many frames; 0: none. Asks for a tunable object
};

class bond_object {
public:
    // Reads the ELF bytes. No bond's object, another ABI version, too small, or built for other options: unsupported,
    // and the sentence says which; `title` names the object in it.
    // `function` names one of several XDP programs, "" the only one.
    static result<bond_object> open(std::string title, std::span<const std::byte> elf, const object_wishes& wishes,
                                    const std::string& function = "");

    // What an object was built for; the same errors but those about wishes.
    static result<xdpbond_about> look_into(std::string title, std::span<const std::byte> elf,
                                           const std::string& function = "");

    // Lets load() use a bond's pinned maps instead of making new ones. Of another layout: unsupported, and the sentence
    // names both.
    result<void> reuse_maps(const bond_pins& pins);

    // Lets load() pin the maps of the object's own that ask for it in the bond's folder, or use what is pinned there.
    result<void> place_own_maps(const bond_pins& pins);

    // Creates the maps and loads the program. Refused by the verifier: unsupported, with its log as detail.
    result<void> load();

    // Pins all maps; the config map first, so that whatever is found later can be undone.
    result<void> pin_maps(const bond_pins& pins) const;

    // A number made from the bytes of the object file: another one, another object.
    std::uint64_t fingerprint() const { return fingerprint_; }

    // At most so many slaves.
    std::uint32_t capacity() const;

    int program() const;
    int config_map() const;
    int trace_map() const; // where frames are traced

private:
    struct closer {
        void operator()(bpf_object* object) const;
    };
    bond_object(std::string title, bpf_object* object) : title_(std::move(title)), object_(object) {}
    static result<bond_object> read(std::string title, std::span<const std::byte> elf, const std::string& function);
    result<void> find_parts(const std::string& function);
    result<void> find_program(const std::string& function);
    result<void> apply(const object_wishes& wishes);

    std::string title_;
    std::uint64_t fingerprint_ = 0;
    std::unique_ptr<bpf_object, closer> object_;
    xdpbond_about* about_ = nullptr; // initial contents of .rodata.<bond>
    bpf_program* program_ = nullptr;
    bpf_map* config_ = nullptr;
    bpf_map* table_ = nullptr;
    bpf_map* slaves_ = nullptr;
    bpf_map* flood_ = nullptr;
    bpf_map* counters_ = nullptr;
    bpf_map* errors_ = nullptr;
    bpf_map* trace_ = nullptr; // tunable objects
    void prepare_trace(std::uint32_t share);
};

} // namespace xdpbond::control
