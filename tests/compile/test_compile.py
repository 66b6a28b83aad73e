# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What the compiler says of wrong compositions: one sentence each, the one that stands behind it in refused.cpp.

test_compile.py INCLUDE-FOLDER COMPILER
"""

import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def compile(source, include, compiler):
    """Exit code and messages of a compiler that is told to report every error there is."""
    limit = "-ferror-limit=0" if "clang" in pathlib.Path(compiler).name else "-fmax-errors=0"
    command = [compiler, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wno-unused-const-variable", limit,
               "-fsyntax-only", f"-I{include}", HERE / source]
    done = subprocess.run(command, capture_output=True, text=True, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"})
    return done.returncode, done.stderr


def wanted():
    """(line number, sentence) for each composition of refused.cpp."""
    lines = (HERE / "refused.cpp").read_text().splitlines()
    cases = ((number, re.fullmatch(r"(?:template struct|constexpr auto) .*; // (.*)", line))
             for number, line in enumerate(lines, 1))
    return [(number, case[1].replace('\\"', '"')) for number, case in cases if case]


def said(messages):
    """(line number in refused.cpp, error) for each error in a compiler's messages."""
    found, line = [], None
    for message in messages.splitlines():
        place = re.search(r"refused\.cpp:(\d+):", message)
        error = re.search(r" error: (.*)", message)
        if error:
            # g++ names the place before its error, clang behind it.
            found.append([line, error[1]])
            line = None
        if place and ("note: in instantiation" in message) and found and found[-1][0] is None:
            found[-1][0] = int(place[1])
        elif place and "required from here" in message:
            line = int(place[1])
    return [(line, re.sub(r'.*"?xdpbond: (.*?)"?$', r"\1", error).replace('\\"', '"')) for line, error in found]


def main(include, compiler):
    code, messages = compile("accepted.cpp", include, compiler)
    if code != 0 or messages:
        sys.exit(f"accepted.cpp: exit code {code}\n{messages}")

    code, messages = compile("refused.cpp", include, compiler)
    cases = wanted()
    answers = said(messages)
    wrong = sorted(set(cases) ^ set(answers), key=str)
    for case in wrong:
        print("not said:" if case in cases else "said:", *case)
    if wrong or len(answers) != len(cases) or code == 0 or len(cases) < 30:
        print(f"exit code {code}, {len(answers)} errors for {len(cases)} compositions\n{messages}")
        sys.exit(1)
    print(f"{len(cases)} compositions, each refused with its sentence")


main(*sys.argv[1:])
