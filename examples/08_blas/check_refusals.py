#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The wrong products in rejected/ do not compile, with the library's message. Takes a compiler, and where cblas.h is."""
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
root = here.parent.parent
sys.path.insert(0, str(root / "static_tests/rejected"))
import run  # noqa: E402

compiler = run.Compiler(sys.argv[1], "c++20", root / "include")
compiler.command[1:1] = [f"-I{here}", *(f"-isystem{folder}" for folder in sys.argv[2:])]
cases = sorted((here / "rejected").glob("*.case"))
wrong = [f"{case}: {what}\n{output}" for case in cases for found, output, _ in [run.check(run.Case(case), compiler)]
         for what in found]
print("\n".join(wrong) + f"\n{len(cases)} cases, {len(wrong)} failures")
sys.exit(1 if wrong or not cases else 0)
