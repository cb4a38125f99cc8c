#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The checker of the comparison finds what is wrong: programs that lie about their outcome, cells without grounds."""
import copy
import sys
import tempfile
from pathlib import Path

import check_comparison as checker
import comparison_programs as programs

plain_cpp = programs.Library(("g++", "clang++-19"), ("-std=c++20",))
missing = programs.Library(("g++",), (), (), "no/such/header.hpp")

REFUSED = """// outcome: refused
// says: two is not three
int main() {
  static_assert(2 == 3, "two is not three");  // mistake
}
"""
STOPS = """// outcome: stops
// says: no such size
#include <stdexcept>
int main() {
  throw std::out_of_range("no such size");  // mistake
}
"""
SILENT = """// outcome: silent
#include <cstdio>
int main() { std::puts("got 1 meant 2"); }
"""
HOLDS = """// outcome: holds
// answer: yes
int main() {}
"""

# What is exchanged, and a part of what the checker must then say; nothing where the program is good.
PROGRAMS = [
    (REFUSED, "", "", ""),
    (REFUSED, "2 == 3", "2 == 2", "accepts it"),
    (REFUSED, "says: two is not three", "says: four", "does not say 'four'"),
    (REFUSED, "// says: two is not three\n", "", "does not say ''"),
    (REFUSED, "int main", "int no_such_type main", "refuses it without the mistake"),
    (REFUSED, "  // mistake", "", "no line marked"),
    (STOPS, "", "", ""),
    (STOPS, "throw", "(void)", "does not stop"),
    (STOPS, "says: no such size", "says: another", "stops, but not with"),
    (STOPS, "  throw", "  if (true) return 3;\n  throw", "does not end well without the mistake"),
    (STOPS, "#include <stdexcept>", "", "does not stop"),
    (SILENT, "", "", ""),
    (SILENT, "meant 2", "meant 1", "is said to be silent"),
    (SILENT, "silent", "right", "is said to be right"),
    (SILENT, "got 1 meant 2", "1 2", "does not print"),
    (SILENT, 'std::puts("got 1 meant 2");', 'std::puts("got 1 meant 2"); return 1;', "does not print"),
    (HOLDS, "", "", ""),
    (HOLDS, "int main() {}", "int main() { return 1; }", "does not hold"),
    (HOLDS, "// answer: yes\n", "", "no outcome, or no answer"),
    (HOLDS, "holds", "perhaps", "no outcome, or no answer"),
]

# A comparison that is whole: a program, a source, a word that is absent.
DATA = {
    "libraries": {"one": "One", "two": "Two"},
    "tables": [{"name": "all", "columns": ["one", "two"], "rows": {"first": "First", "second": "Second"}}],
    "cells": {"one": {"second": {"answer": "no", "absent": "gpu"}},
              "two": {"first": {"answer": "yes", "source": "page", "says": "It does."},
                      "second": {"answer": "0.1", "file": "CMakeLists.txt", "contains": "project(shapeproof"}}},
    "sources": {"page": {"title": "A page", "url": "https://example.org/page"}},
}


def without(*path):
    def change(data):
        for name in path[:-1]:
            data = data[name]
        del data[path[-1]]
    return change


def having(value, *path):
    def change(data):
        for name in path[:-1]:
            data = data[name]
        data[path[-1]] = value
    return change


CELLS = [
    (lambda data: None, ""),
    (without("cells", "two", "first"), "two, first: neither a check nor a source"),
    (without("cells", "one", "second"), "one, second: neither a check nor a source"),
    (without("cells", "two", "first", "says"), "not what it says"),
    (without("cells", "two", "first", "answer"), "no answer"),
    (without("sources", "page"), "has no address or no title"),
    (having("example.org", "sources", "page", "url"), "has no address or no title"),
    (having("no such text", "cells", "two", "second", "contains"), "does not say no such text"),
    (having({"answer": "x", "source": "page", "says": "x"}, "cells", "one", "first"), "a program and a source"),
    (having({"also": ["gone"]}, "cells", "one", "first"), "no program gone"),
    (having({"answer": "x", "absent": "x"}, "cells", "one", "third"), "belongs to no cell"),
    (having({"second": "Second"}, "tables", 0, "rows"), "belongs to no cell"),
]


def expect(problems, part, case):
    found = "\n".join(problems)
    if bool(found) != bool(part) or part not in found:
        yield f"{case}: expected {part or 'nothing'!r}, found {found or 'nothing'!r}"


def failures(folder):
    for text, old, new, part in PROGRAMS:
        program = programs.Program("program.cpp", text.replace(old, new, 1) if old else text)
        yield from expect(programs.problems_of(program, plain_cpp), part, f"{old!r} => {new!r}")
    (folder / "one").mkdir()
    (folder / "one/first.cpp").write_text(HOLDS)
    for number, (change, part) in enumerate(CELLS):
        data = copy.deepcopy(DATA)
        change(data)
        yield from expect(checker.Comparison(data, {}, folder).problems(), part, f"cells {number}")
    (folder / "header.hpp").write_text("// for the GPU\n")
    if not list(checker.headers_with("gpu", programs.Library(headers=(str(folder),)))):
        yield "a word of a header is not found"
    if programs.is_installed(missing) or programs.is_installed(programs.Library(probe="no_such_module")):
        yield "what is missing counts as installed"


with tempfile.TemporaryDirectory() as name:
    found = list(failures(Path(name)))
if found:
    sys.exit("\n".join(found))
