#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs a program in a debugger and compares what the formatters print with the lines at the end of its source.

Takes the debugger (gdb or lldb), the source and the program. Without that debugger it prints so and exits with 77."""
import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
LINE = re.compile(r"// (gdb|lldb|both) (\w+): (.*)")
COMMANDS = {"gdb": ["gdb"], "lldb": ["lldb-19", "lldb"]}


def gdb_command(debugger, program, names):
    command = [debugger, "-batch", "-nx", "-x", str(here / "shapeproof_gdb.py")]
    for line in ["set width 0", "set debuginfod enabled off", "break stop", "run", "up"]:
        command += ["-ex", line]
    for name in names:
        command += ["-ex", f"echo @{name}@", "-ex", f"print {name}"]
    return command + [program]


def lldb_command(debugger, program, names):
    # Containers mostly forbid what lldb would do to switch the placement of addresses off.
    lines = ["settings set target.disable-aslr false", f"command script import {here / 'shapeproof_lldb.py'}", "breakpoint set -n stop", "run", "up"]
    lines += [f"frame variable {name}" for name in names]
    return [debugger, "-b", "--no-lldbinit"] + [word for line in lines for word in ("-o", line)] + [program]


def printed(debugger, output, name):
    """What was printed of a variable, on one line and without its type."""
    if debugger == "gdb":
        found = re.search(rf"@{name}@\$\d+ = (.*?)(?=\n@|\Z)", output, re.S)
    else:
        found = re.search(rf"\(lldb\) frame variable {name}\n\(.*?\) {name} = (.*?)(?=\n\(lldb\)|\Z)", output, re.S)
    return " ".join(found[1].split()) if found else None


def matches(expected, text):
    parts = [re.escape(" ".join(part.split())) for part in expected.split("...")]
    return text is not None and re.fullmatch(r"\s*.*\s*".join(parts), text) is not None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("debugger", choices=COMMANDS)
    parser.add_argument("source", type=Path)
    parser.add_argument("program")
    arguments = parser.parse_args()
    debugger = next(filter(None, map(shutil.which, COMMANDS[arguments.debugger])), None)
    if debugger is None:
        print(f"skipped: {' or '.join(COMMANDS[arguments.debugger])} is not installed")
        return 1 if os.environ.get("SHAPEPROOF_NOTHING_SKIPPED") else 77
    lines = [match.groups() for match in map(LINE.fullmatch, arguments.source.read_text().splitlines()) if match]
    expected = [(name, text) for which, name, text in lines if which in ("both", arguments.debugger)]
    make = gdb_command if arguments.debugger == "gdb" else lldb_command
    run = subprocess.run(make(debugger, arguments.program, [name for name, _ in expected]), capture_output=True, text=True)
    wrong = 0
    for name, text in expected:
        found = printed(arguments.debugger, run.stdout, name)
        if not matches(text, found):
            wrong += 1
            print(f"{name}\n  expected {text}\n  printed  {found}")
    if wrong:
        print(run.stderr, run.stdout[-2000:])
    if not expected:
        print("the source expects nothing of this debugger")
    return 1 if wrong or not expected else 0


if __name__ == "__main__":
    sys.exit(main())
