// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Watches every bond of a network namespace: links and time in, tables kept as they should be. It has no loop and no
// thread of its own; any event loop drives it.
//
//   auto keeper = control::keeper::open(where);
//   for (;;) {
//       poll(keeper->descriptor(), until keeper->next());
//       for (auto& told : keeper->look(now)) …
//       for (auto& bond : keeper->take_untended(now)) { … tend() between begin() and end() … }
//   }
//
// Operations on a watched bond belong between begin() and end(): they know of its monitor then. Operations of other
// processes are noticed, and put right where their table is not what the monitor wants.

#include <xdpbond/control/monitor_event.hpp>
#include <xdpbond/control/request.hpp>
#include <xdpbond/control/result.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace xdpbond::control {

// Something that happened to a bond, or something about it that could not be done and is tried again (`trouble`).
struct told_event {
    std::string bond;
    monitor_event event{};
    std::string trouble{};
};

class keeper {
public:
    // Of the bonds in the network namespace of `where`, which the calling thread must stay in (an empty where.netns),
    // below where.pin_dir. Finds the bonds that there are.
    static result<keeper> open(const context& where);
    keeper(keeper&&) noexcept;
    keeper& operator=(keeper&&) noexcept;
    ~keeper();

    // Readable when a link has changed.
    int descriptor() const;

    // When to look again at the latest.
    moment next() const;

    // Looks at what has changed or is due, and at everything at first.
    std::vector<told_event> look(moment now);

    // Bonds for tend(): a slave's interface came back, was renamed, moved away or lost the program. Each once; if that
    // does not help, again after a while.
    std::vector<std::string> take_untended(moment now);

    // Names of interfaces that the kernel told something about, as the last look heard.
    std::vector<std::string> take_heard();

    // From now to end() an operation has the bond, which need not exist yet. It may run in another thread, with the
    // returned context, and other bonds are looked at meanwhile. One operation on a bond at a time.
    context begin(const std::string& bond);
    // `set`: the options that it was asked to set, whether or not that changed them.
    std::vector<told_event> end(const std::string& bond, const std::vector<std::string>& set, moment now);

    // Bonds that are watched, sorted.
    std::vector<std::string> names() const;

private:
    struct state;
    explicit keeper(std::unique_ptr<state> made);
    std::unique_ptr<state> state_;
};

} // namespace xdpbond::control
