#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs a program as so many ranks on this machine: run_ranks.py RANKS PROGRAM [ARGUMENT...]. Its exit code is
mpirun's."""
import os
import subprocess
import sys

# More ranks than processors, no network; ranks that are still there say what happened to another before all end.
MPIRUN = ["mpirun", "--oversubscribe", "--allow-run-as-root", "--bind-to", "none", "--mca", "btl", "self,vader", "--mca",
          "orte_abort_on_non_zero_status", "0", "--quiet"]


def command(ranks, program):
    return [*MPIRUN, "-np", str(ranks), *program]


def environment():
    return {**os.environ, "OMP_NUM_THREADS": "1"}


if __name__ == "__main__":
    sys.exit(subprocess.run(command(sys.argv[1], sys.argv[2:]), env=environment()).returncode)
