// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The steps of a program as plain values: C functions by name, and the bonds they work on. Nothing here knows packets.

#include <xdpbond/bond.hpp>
#include <xdpbond/text.hpp>

#include <concepts>
#include <span>

namespace xdpbond {

using function_text = text<64>;

// Joins integers with ", ".
template <std::integral... Numbers>
constexpr function_text arguments_of(Numbers... numbers) {
    function_text to;
    const auto put = [&to](char c) {
        if (to.given < sizeof to.chars - 1) {
            to.chars[to.given] = c;
        }
        to.given++;
    };
    const auto add = [&](auto number) {
        if (!to.empty()) {
            put(',');
            put(' ');
        }
        if (number < 0) {
            put('-');
        }
        char digits[20]{};
        int count = 0;
        do {
            const int digit = static_cast<int>(number % 10);
            digits[count++] = static_cast<char>('0' + (digit < 0 ? -digit : digit));
            number = static_cast<decltype(number)>(number / 10);
        } while (number != 0);
        while (count > 0) {
            put(digits[--count]);
        }
    };
    (add(numbers), ...);
    return to;
}

// The C function `int function(struct xdp_md *ctx, arguments…)`: gives a verdict, or XDPBOND_NEXT to go on.
// A terminal one always gives a verdict. The header is where it is defined: "file.h" or "<file.h>".
struct stage {
    function_text function{};
    function_text arguments{};
    function_text header{};
    bool terminal = false;

    // The same stage with these arguments.
    constexpr stage operator()(std::integral auto... numbers) const {
        stage to = *this;
        to.arguments = arguments_of(numbers...);
        return to;
    }
};

// The C function `bool function(struct xdp_md *ctx, arguments…)`.
struct condition {
    function_text function{};
    function_text arguments{};
    function_text header{};
    bool negated = false;

    constexpr condition operator()(std::integral auto... numbers) const {
        condition to = *this;
        to.arguments = arguments_of(numbers...);
        return to;
    }
    constexpr condition operator!() const {
        condition to = *this;
        to.negated = !negated;
        return to;
    }
};

// The C function `int function(bond, struct xdp_md *ctx)`: what a frame and a bond do with each other.
struct bond_stage {
    xdpbond::bond bond{};
    function_text function = "xdpbond_xmit";
    bool terminal = true;
};

// The C function `bool function(bond, struct xdp_md *ctx)`.
struct bond_condition {
    xdpbond::bond bond{};
    function_text function{};
    bool negated = false;

    constexpr bond_condition operator!() const {
        bond_condition to = *this;
        to.negated = !negated;
        return to;
    }
};

enum class step_kind : unsigned char {
    call, // a stage, with or without a bond
    when, // a condition: up to its end, the steps run only where it holds
    end,
};

// One line of a program. `bond` counts only where has_bond is set.
struct step {
    step_kind kind = step_kind::call;
    function_text function{};
    function_text arguments{};
    function_text header{};
    bool negated = false;
    bool terminal = false;
    bool has_bond = false;
    xdpbond::bond bond{};

    constexpr step() = default;
    constexpr step(const stage& from)
        : function(from.function), arguments(from.arguments), header(from.header), terminal(from.terminal) {}
    constexpr step(const condition& from)
        : kind(step_kind::when), function(from.function), arguments(from.arguments), header(from.header),
          negated(from.negated) {}
    constexpr step(const bond_condition& from)
        : kind(step_kind::when), function(from.function), negated(from.negated), has_bond(true), bond(from.bond) {}
    constexpr step(const bond_stage& from)
        : function(from.function), terminal(from.terminal), has_bond(true), bond(from.bond) {}
    constexpr step(const xdpbond::bond& from) : step(bond_stage{.bond = from}) {}
};

constexpr step end_of_when() {
    step to;
    to.kind = step_kind::end;
    return to;
}

// A whole program: what check() checks and source text is written from.
struct composition {
    xdpbond::name name;
    std::span<const step> steps;
};

} // namespace xdpbond
