#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs the benchmarks, one part or all of them, and collects their results.

Every part prints its table. --json FILE writes an array of objects, each with its `suite`; where the file is there
already, only the suites that were measured again are replaced. A part is repeated where the machine was unsteady: where
reading the same memory took 1.15 times as long in the median as it did at best."""
import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

from goals import goals

root = Path(__file__).resolve().parent.parent
STEADY = 1.15
# Programs of each part, what they are told when there is little time, and the suite of their rows.
PARTS = {
    "kernels": [("packed_benchmark", ["--quick"])],
    "model": [("model_benchmark", ["--rounds", "5"]), ("accuracy_benchmark", [])],
    "growth": [("growth_benchmark", ["--rounds", "5"])],
    "compile": [("compile_cost.py", ["--repetitions", "1"])],
    "overhead": [("calls_benchmark", ["--seconds", "0.1"]), ("stories_benchmark", ["--rounds", "7"])],
}
SKIPPED = 77


def first_line(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError):
        return None


def machine():
    """What the numbers depend on."""
    info = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    fields = dict(line.split(":", 1) for line in info.splitlines() if ":" in line)
    fields = {key.strip(): value.strip() for key, value in fields.items()}
    flags = [flag for flag in ("avx2", "fma", "avx512f", "avx512_bf16", "avx512_vnni", "amx_tile")
             if flag in fields.get("flags", "").split()]
    pages = Path("/sys/kernel/mm/transparent_hugepage/enabled")
    return {"suite": "machine", "cpu": fields.get("model name", platform.processor()),
            "family": f"{fields.get('cpu family')}/{fields.get('model')}", "cores": len(os.sched_getaffinity(0)),
            "flags": flags, "memory_gigabytes": round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 1e-9, 1),
            "huge_pages": pages.read_text().strip() if pages.exists() else None, "system": platform.freedesktop_os_release()["PRETTY_NAME"],
            "gcc": first_line("g++", "--version"), "clang": first_line("clang++-19", "--version")}


def run(program, options, build):
    """The rows of one program, or none where what it needs is missing."""
    script = Path(__file__).parent / program
    command = [sys.executable, script] if program.endswith(".py") else [build / "benchmarks" / program]
    # The peers choose what fits this machine.
    environment = {key: value for key, value in os.environ.items()
                   if key not in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")}
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        code = subprocess.run([*command, *options, "--json", file.name], env=environment).returncode
        if code == SKIPPED:
            return []
        if code != 0:
            sys.exit(f"{program} failed")
        return [row for row in json.load(open(file.name)) if row["suite"] != "machine"]


def unsteadiness(rows):
    return max((row.get("unsteadiness") or 1 for row in rows), default=1)


def steady_run(program, options, build):
    """The steadiest of up to three runs. (The kernels' program repeats each shape by itself.)"""
    best = run(program, options, build)
    for _ in range(2):
        if program == "packed_benchmark" or unsteadiness(best) <= STEADY:
            break
        print(f"\nonce more: the machine was unsteady, {unsteadiness(best):.2f}\n", flush=True)
        best = min(best, run(program, options, build), key=unsteadiness)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", choices=["all", *PARTS], default="all")
    parser.add_argument("--quick", action="store_true", help="fewer shapes and repetitions")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the results as JSON")
    parser.add_argument("--build", type=Path, default=root / "build/gcc", help="where the programs were built")
    options = parser.parse_args()

    here = machine()
    print("\n".join(f"{key:18}{value}" for key, value in here.items() if key != "suite"), flush=True)
    rows = []
    for part in PARTS if options.part == "all" else [options.part]:
        print(f"\n== {part}\n", flush=True)
        for program, quick in PARTS[part]:
            measured = steady_run(program, quick if options.quick else [], options.build)
            rows += [row | {"quick": True} for row in measured] if options.quick else measured

    print("\n== goals\n")
    for row in goals(rows):
        print(f"{row['goal']:75}{row['value']:8.2f}  {row['relation']} {row['limit']:<6}"
              f"{'' if row['held'] else 'MISSED'}")
    if options.json:
        old = json.loads(options.json.read_text()) if options.json.exists() else []
        measured = {row["suite"] for row in rows} | {"machine", "goals"}
        rows = [row for row in old if row["suite"] not in measured] + rows
        options.json.write_text("[\n" + ",\n".join(map(json.dumps, [here] + rows + goals(rows))) + "\n]\n")


main()
