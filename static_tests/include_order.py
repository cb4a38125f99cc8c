#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks that a header includes only its own layer and those below, and none of the headers that cost too much."""
import argparse
import re
import sys
import tempfile
from pathlib import Path

# Lowest first. Two stand beside. cpu includes nothing of the library, and ops and above may include it. interop includes
# tensor and below, and no other layer includes it: who does not use other libraries pays nothing for them.
LAYERS = ["core", "shape", "rules", "tensor", "ops", "nn", "llm", "io", "serving", "mpi"]
EXPENSIVE = ["thread", "experimental/simd", "iostream", "functional", "boost/hana.hpp"]
INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')


def may_include(layer, other):
    if layer == "cpu":
        return other == "cpu"
    if layer == "interop":
        return other == "interop" or may_include("tensor", other)
    if layer not in LAYERS:
        return False
    if other == "cpu":
        return LAYERS.index(layer) >= LAYERS.index("ops")
    return other in LAYERS and LAYERS.index(other) <= LAYERS.index(layer)


def offences(include):
    """`file:line: what is wrong` for each wrong include below the directory that has shapeproof/."""
    root = Path(include) / "shapeproof"
    for header in sorted(root.rglob("*.hpp")):
        parts = header.relative_to(root).parts
        for number, line in enumerate(header.read_text().splitlines(), 1):
            if not (match := INCLUDE.match(line)):
                continue
            quote, target = match.groups()
            where = f"{header}:{number}:"
            if target in EXPENSIVE:
                yield f"{where} <{target}> costs too much compile time for a public header"
            elif quote == '"' and not target.startswith("shapeproof/"):
                yield f"{where} \"{target}\" is not included by its path from the include directory"
            elif target.startswith("shapeproof/") and len(parts) > 1:
                inner = target.split("/")[1:]
                if len(inner) < 2:
                    yield f"{where} the layer {parts[0]} includes everything"
                elif not may_include(parts[0], inner[0]):
                    yield f"{where} the layer {parts[0]} includes the layer {inner[0]}"


def self_test():
    """Each wrong line of a made-up tree is found, and no right one."""
    headers = {
        "shapeproof.hpp": ["<shapeproof/nn/block.hpp>", "! <iostream>"],
        "core/a.hpp": ["<cstddef>", "! <shapeproof/shape/b.hpp>", "! <functional>", "! <thread>"],
        "shape/b.hpp": ["<shapeproof/core/a.hpp>", "<shapeproof/shape/c.hpp>", "<boost/hana/tuple.hpp>",
                        "! <boost/hana.hpp>", "! <shapeproof/rules/d.hpp>", '! "c.hpp"'],
        "rules/d.hpp": ["<shapeproof/shape/b.hpp>", "! <shapeproof/cpu/e.hpp>", "! <shapeproof/tensor/f.hpp>"],
        "cpu/e.hpp": ["<shapeproof/cpu/g.hpp>", "! <shapeproof/core/a.hpp>", "! <experimental/simd>"],
        "tensor/f.hpp": ["<shapeproof/rules/d.hpp>", "! <shapeproof/cpu/e.hpp>", "! <shapeproof/ops/h.hpp>"],
        "ops/h.hpp": ["<shapeproof/cpu/e.hpp>", "<shapeproof/tensor/f.hpp>", "! <shapeproof/shapeproof.hpp>",
                      "! <shapeproof/nn/block.hpp>"],
        "nn/block.hpp": ["<shapeproof/ops/h.hpp>", "! <shapeproof/llm/run.hpp>"],
        "llm/run.hpp": ["<shapeproof/nn/block.hpp>", "! <shapeproof/io/file.hpp>"],
        "io/file.hpp": ["<shapeproof/llm/run.hpp>", "<shapeproof/core/a.hpp>"],
        "interop/matrix.hpp": ["<shapeproof/tensor/f.hpp>", "<shapeproof/interop/border.hpp>", "<other/library.h>",
                               "! <shapeproof/ops/h.hpp>", "! <shapeproof/cpu/e.hpp>"],
        "nn/other.hpp": ["! <shapeproof/interop/matrix.hpp>"],
        "other/new.hpp": ["! <shapeproof/core/a.hpp>"],
    }
    with tempfile.TemporaryDirectory() as include:
        wanted = set()
        for name, lines in headers.items():
            header = Path(include) / "shapeproof" / name
            header.parent.mkdir(parents=True, exist_ok=True)
            header.write_text("".join(f"#include {line.removeprefix('! ')}\n" for line in lines))
            wanted |= {f"{header}:{number}" for number, line in enumerate(lines, 1) if line.startswith("! ")}
        found = {":".join(line.split(":")[:2]) for line in offences(include)}
    for line in sorted(wanted - found):
        print(f"not found: {line}")
    for line in sorted(found - wanted):
        print(f"found, but right: {line}")
    return wanted == found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("include", nargs="?", help="the directory that has shapeproof/")
    parser.add_argument("--self-test", action="store_true", help="check this script with a made-up tree")
    arguments = parser.parse_args()
    if arguments.self_test:
        return 0 if self_test() else 1
    if arguments.include is None or not (Path(arguments.include) / "shapeproof").is_dir():
        parser.error("the include directory is not given, or has no shapeproof/")
    found = list(offences(arguments.include))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
