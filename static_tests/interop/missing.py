#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""A header for a library that is not there says what is needed. Takes a compiler, and the include directory."""
import subprocess
import sys

# Nothing of the system is found; of std::mdspan, only that C++20 has none.
cases = {
    "eigen.hpp": (["-nostdinc"], "interop/eigen.hpp needs Eigen 3.3 or later in the include path (Debian: libeigen3-dev)"),
    "dlpack.hpp": (["-nostdinc"], "interop/dlpack.hpp needs <dlpack/dlpack.h> in the include path (Debian: libdlpack-dev)"),
    "mdspan.hpp": ([], "interop/mdspan.hpp needs <mdspan>: C++23 and a standard library that has it, such as libc++ 17"),
}
failed = 0
for header, (flags, text) in cases.items():
    command = [sys.argv[1], "-std=c++20", "-E", *flags, f"-I{sys.argv[2]}", "-x", "c++", "-"]
    done = subprocess.run(command, input=f"#include <shapeproof/interop/{header}>\n", capture_output=True, text=True)
    first = next((line for line in done.stderr.splitlines() if "error" in line), "no error")
    if done.returncode == 0 or text not in first:
        failed += 1
        print(f"{header}: {first}")
print(f"{len(cases)} headers, {failed} failed")
sys.exit(1 if failed else 0)
