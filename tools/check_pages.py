#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The README's program compiles but for its refused line, of which each compiler says what the README quotes. The code
that the README and docs/families.md show is the source's, and their numbers are right."""
import json
import re
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
readme = (root / "README.md").read_text()
blocks = re.findall(r"```(\w+)\n(.*?)```", readme, re.S)
program = next(text for kind, text in blocks if kind == "cpp")
message = next(text for kind, text in blocks if kind == "text").strip()
attention = [text for kind, text in blocks if kind == "cpp"][1]
failures = []


def compile_program(compiler, text):
    command = [compiler, "-std=c++20", "-fsyntax-only", f"-I{root}/include", "-x", "c++", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True)


refused = [line for line in program.splitlines() if line.endswith("// refused")]
if len(refused) != 1:
    failures.append("the program has one refused line")
for compiler in sys.argv[1:]:
    good = compile_program(compiler, program.replace(refused[0], ""))
    if good.returncode != 0:
        failures.append(f"{compiler} refuses the corrected program:\n{good.stderr[:2000]}")
    bad = compile_program(compiler, program)
    said = re.sub(r'",? ?\{"', "", bad.stderr)
    if bad.returncode == 0 or f'"{message}"' not in said:
        failures.append(f"{compiler} does not say: {message}\n{said[:2000]}")
if attention not in (root / "include/shapeproof/nn/attention.hpp").read_text():
    failures.append("the attention shown is not the source's")
changed = len(json.loads((root / "static_tests/mutations/mutations.json").read_text()))
if f"the {changed} places where this source was changed" not in readme:
    failures.append(f"the README does not name the {changed} mutations")
families = (root / "docs/families.md").read_text()
headers = {file: file.read_text() for file in (root / "include/shapeproof").rglob("*.hpp")}
for block in re.findall(r"```cpp\n(.*?)```", families, re.S):
    if not any(block in text for text in headers.values()):
        failures.append(f"docs/families.md shows code that no header has:\n{block[:200]}")
for name, lines in re.findall(r"\[`(.*?)`\].*?\| (\d+) \|", families):
    found = len((root / "include/shapeproof" / name).read_text().splitlines())
    if found != int(lines):
        failures.append(f"docs/families.md: {name} has {found} lines, not {lines}")
if failures:
    sys.exit("\n".join(failures))
