#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs a program as so many ranks on this machine: run_ranks.py RANKS [--each WORDS] PROGRAM [ARGUMENT...]. Its exit
code is not 0 where that of a rank is not, or where the ranks did not print the words once each."""
import os
import sys
from pathlib import Path

launcher = Path(__file__).resolve().parents[2] / "examples/cluster/mpirun.py"
sys.path.append(str(launcher.parent))
from mpirun import MPIRUN, OUTLIVE, run, say, write  # noqa: E402, F401


def command(ranks, program):
    return [*MPIRUN, "-np", str(ranks), *program]


def environment():
    """OpenMPI keeps memory, in plug-ins that are gone when leaks are looked for: they have no name to be left out by."""
    return {**os.environ, "OMP_NUM_THREADS": "1", "ASAN_OPTIONS": "detect_leaks=0"}


def main(ranks, *program):
    words, program = (program[1], program[2:]) if program[0] == "--each" else ("", program)
    printed = bytearray()

    def take(text):
        printed.extend(text)
        write(text)

    code = run(command(ranks, program), environment(), take)
    found = printed.count(words.encode()) if words else int(ranks)
    if code != 0 or found == int(ranks):
        return code
    say(f'"{words}" came {found} times of {ranks} ranks')
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
