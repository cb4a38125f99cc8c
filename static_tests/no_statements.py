#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The pipeline proves all of its shapes: its source has no cast of a shape and no statement such as assume_equal.

Takes the folders to search. Casts between numbers (static_cast to a number's type) are not about shapes."""
import re
import sys
import tempfile
from pathlib import Path

numbers = r"(std::)?(size_t|ptrdiff_t|uint32_t|uint64_t|float|double|int|long long|unsigned long long)"
forbidden = re.compile(r"assume_\w+|const_cast|reinterpret_cast|dynamic_cast|bit_cast|static_cast<(?!%s>)|\bview_over\b" % numbers)


def found_in(folders):
    for folder in folders:
        for file in sorted(Path(folder).rglob("*.hpp")):
            for number, line in enumerate(file.read_text().splitlines(), 1):
                code = line.split("//")[0]
                if forbidden.search(code):
                    yield f"{file}:{number}: {line.strip()}"


def self_test():
    bad = ["auto y = assume_equal<\"S\", 8>(x);", "auto& z = const_cast<T&>(x);", "auto q = static_cast<shape<L>>(x);",
           "auto p = reinterpret_cast<float*>(x);"]
    good = ["auto n = static_cast<std::ptrdiff_t>(k);", "// assume_equal is not used here", "auto f = static_cast<float>(n);"]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "a.hpp").write_text("\n".join(bad + good) + "\n")
        return len(list(found_in([folder]))) == len(bad)


if sys.argv[1:] == ["--self-test"]:
    sys.exit(0 if self_test() else "the search misses a cast, or finds one where there is none")
lines = list(found_in(sys.argv[1:]))
print("\n".join(lines) or "no cast of a shape, no statement")
sys.exit(1 if lines or len(sys.argv) < 2 else 0)
