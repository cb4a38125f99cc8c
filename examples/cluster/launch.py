#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Starts the program as P + D processes on this machine: launch.py PROGRAM OPTION... Bad options and requests end it
before that, with exit code 2. The exit code is 0 only where each rank said that all is done."""
import os
import subprocess
import sys
import tempfile

from mpirun import MPIRUN, OUTLIVE, by_signal, run, say, write


def main(program, *options):
    asked = subprocess.run([program, "--count-ranks", *options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    if asked.returncode != 0 or not asked.stdout.strip().isdigit():
        write(asked.stdout)
        if asked.returncode < 0:
            say(f"{program} was {by_signal(-asked.returncode)}")
        return abs(asked.returncode)  # a signal's is negative
    ranks = int(asked.stdout)
    with tempfile.NamedTemporaryFile(prefix="shapeproof_cluster_") as words:
        # Ranks that share a processor let others run while they wait.
        environment = {**os.environ, "OMP_WAIT_POLICY": "passive", "SHAPEPROOF_CLUSTER_DONE": words.name}
        code = run([*MPIRUN, *OUTLIVE, "-np", str(ranks), program, *options], environment)
        done = len(words.read().splitlines())
    if code != 0 or done == ranks:
        return code
    say(f"{ranks - done} of {ranks} ranks ended without a word")
    return 1


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except KeyboardInterrupt:  # before mpirun
        sys.exit(130)
    except OSError as error:
        say(f"stdout cannot be written: {error.strerror}" if error.filename is None else str(error))
        sys.exit(1)
