#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes single_include/shapeproof.hpp: all that shapeproof/shapeproof.hpp includes, as one file.

It has what the compiler proves and computes, with tensors, views and meta tensors, and only declares the kernels. What
needs Boost.Hana stands at the end, where a compiler without Boost skips it. --check compares instead of writing."""
import re
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
include = root / "include"
target = root / "single_include/shapeproof.hpp"
INCLUDE = re.compile(r'#include [<"]([^>"]+)[>"]')
LICENCE = "// SPDX-License-Identifier: BSL-1.0"
PREAMBLE = """{licence}
// Shapeproof {version} as one header, made by tools/single_header.py: paste it into an online compiler with C++20.
// Shapes, tensors, views and proofs need nothing else. Models (weights are Boost.Hana structs) are there where Boost is.
// Kernels are only declared: what computes values links the library as well.
#ifndef SHAPEPROOF_SINGLE_HEADER
#define SHAPEPROOF_SINGLE_HEADER
"""


class Header:
    """What a header includes, and its text without that."""

    def __init__(self, name):
        self.name = name
        self.includes = []
        self.lines = []
        depth = 0  # includes inside of conditions stay where they are
        for line in (include / name).read_text().splitlines():
            depth += line.startswith("#if")
            depth -= line.startswith("#endif")
            found = INCLUDE.match(line)
            if found and depth == 0:
                self.includes.append(found[1])
            elif line not in (LICENCE, "#pragma once"):
                self.lines.append(line)

    def text(self):
        return f"// ---- {self.name}\n" + re.sub(r"\n{3,}", "\n\n", "\n".join(self.lines)).strip() + "\n"


def in_order(first):
    """The headers that `first` includes, each after those that it includes itself."""
    headers = {}

    def visit(name):
        if name not in headers:
            header = Header(name)
            for other in header.includes:
                if other.startswith("shapeproof/"):
                    visit(other)
            headers[name] = header

    visit(first)
    del headers[first]
    return list(headers.values())


def parted(headers):
    """Those that need the standard library alone, and those that need Boost.Hana, themselves or by another."""
    plain, with_hana = [], []
    for header in headers:
        needed = {other.name for other in with_hana}
        hana = any(name.startswith("boost/") or name in needed for name in header.includes)
        (with_hana if hana else plain).append(header)
    return plain, with_hana


def included(headers, prefix=""):
    """The lines that include what no header here has: of Boost with that prefix, of the standard library without."""
    names = {name for header in headers for name in header.includes if not name.startswith("shapeproof/")}
    foreign = [name for name in names if "/" in name and not name.startswith("boost/")]
    if foreign:
        sys.exit(f"the single header cannot have {', '.join(foreign)}")
    chosen = sorted(name for name in names if name.startswith("boost/") == bool(prefix))
    return "".join(f"#include <{name}>\n" for name in chosen)


def single_header():
    version = re.search(r"^project\(shapeproof VERSION (\S+)", (root / "CMakeLists.txt").read_text(), re.M)[1]
    headers = in_order("shapeproof/shapeproof.hpp")
    plain, with_hana = parted(headers)
    parts = [PREAMBLE.format(licence=LICENCE, version=version), included(headers)]
    parts += [header.text() for header in plain]
    parts += ["#if __has_include(<boost/hana.hpp>)\n", included(with_hana, "boost/")]
    parts += [header.text() for header in with_hana]
    parts += ["#endif  // Boost.Hana\n", "#endif  // SHAPEPROOF_SINGLE_HEADER\n"]
    return "\n".join(parts)


def main():
    text = single_header()
    if sys.argv[1:] == ["--check"]:
        if not target.exists() or target.read_text() != text:
            sys.exit(f"{target.relative_to(root)} is not what the headers give: run tools/single_header.py")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        target.parent.mkdir(exist_ok=True)
        target.write_text(text)


if __name__ == "__main__":
    main()
