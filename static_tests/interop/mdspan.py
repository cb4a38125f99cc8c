#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""All tests about std::mdspan. They need C++23 and a standard library that has it: Clang with libc++, which it takes.

The proofs of interop compile, the refused programs give their messages, the values are right under sanitizers, and the
guide's program prints what the guide says."""
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

here = Path(__file__).resolve().parent
root = here.parent.parent
sys.path.insert(0, str(here.parent / "rejected"))
import run  # noqa: E402

command = [sys.argv[1], "-std=c++23", "-stdlib=libc++", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror",
           f"-I{root}/include", f"-I{root}/runtime_tests"]
failures = []


def call(what, arguments):
    """What a command prints; a failure is noted."""
    done = subprocess.run(list(map(str, arguments)), capture_output=True, text=True)
    if done.returncode != 0:
        failures.append(f"{what} failed:\n{textwrap.indent((done.stdout + done.stderr)[:4000], '  | ')}")
    return done.stdout


proofs = sorted(here.glob("*.cpp"))
for proof in proofs:
    call(proof.name, [*command, "-fsyntax-only", proof])

compiler = run.Compiler(sys.argv[1], "c++23", root / "include")
compiler.command.insert(1, "-stdlib=libc++")
cases = sorted((here / "rejected").glob("*.cpp"))
for path in cases:
    wrong, output, _ = run.check(run.Case(path), compiler)
    if wrong:
        failures.append(f"{path}: " + "; ".join(wrong) + "\n" + textwrap.indent(output, "  | "))

with tempfile.TemporaryDirectory() as folder:
    program = Path(folder) / "program"
    tests = root / "runtime_tests"
    call("compiling the values", [*command, "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
                                  tests / "interop/mdspan.cpp", tests / "interop/pointer.cpp", tests / "main.cpp",
                                  "-o", program])
    printed = call("values", [program]) if program.exists() else ""
    if not re.search(r"test cases: +[1-9]", printed):
        failures.append(f"no test of values ran: {printed}")

    page = root / "docs/guide/11_borders.md"
    blocks = re.findall(r"```cpp\n(.*?)```\n+```text\n(.*?)```", page.read_text(), re.S)
    shown = next((block for block in blocks if "<mdspan>" in block[0]), None)
    if shown is None:
        failures.append(f"{page.name} shows no program with std::mdspan")
    else:
        source = Path(folder) / "guide.cpp"
        source.write_text(shown[0])
        guide = Path(folder) / "guide"
        call("compiling the guide's program", [*command, source, "-o", guide])
        if guide.exists() and call("the guide's program", [guide]) != shown[1]:
            failures.append("the guide's program prints something else")

print("\n".join(failures))
print(f"{len(proofs)} proofs, {len(cases)} refusals, values and the guide: {len(failures)} failed")
sys.exit(1 if failures or not proofs or not cases else 0)
