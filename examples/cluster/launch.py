#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Starts the program as P + D processes on this machine: launch.py PROGRAM OPTION... Bad options and requests end it
before that, with exit code 2."""
import os
import subprocess
import sys

# No network, and ranks that are still there may say what happened to another before all end.
MPIRUN = ["mpirun", "--quiet", "--bind-to", "none", "--mca", "btl", "self,vader", "--mca",
          "orte_abort_on_non_zero_status", "0"]


def command(ranks, program, *options):
    as_root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
    return [*MPIRUN, *as_root, "--oversubscribe", "-np", str(ranks), program, *options]


def ranks_of(options):
    """P + D, of options that the program has accepted; the last one counts."""
    ranks = {"--prefill-ranks": 1, "--decode-ranks": 1}
    for i, option in enumerate(options):
        name, equals, value = option.partition("=")
        if name in ranks:
            ranks[name] = int(value if equals else options[i + 1])
    return sum(ranks.values())


def copied(stream, to):
    """What comes, as soon as it comes."""
    while chunk := stream.read1():
        to.write(chunk)
        to.flush()


def run_all(words, environment):
    """The exit code of mpirun, which does not tell when nobody can read what it writes."""
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE) as process:
        try:
            copied(process.stdout, sys.stdout.buffer)
        except OSError as error:
            process.terminate()
            print(f"error: stdout cannot be written: {error.strerror}", file=sys.stderr)
            os._exit(1)  # what is left in the buffer cannot be written either
        except KeyboardInterrupt:
            process.wait()
            return 130
        return process.wait()


def main(program, *options):
    if any(option in ("--check", "--help", "-h") for option in options):
        return subprocess.run([program, *options]).returncode
    checked = subprocess.run([program, "--check", *options]).returncode
    if checked != 0:
        return checked
    ranks, processors = ranks_of(options), len(os.sched_getaffinity(0))
    if ranks > processors and "--oversubscribe" not in options:
        print(f"error: {ranks} ranks are more than the {processors} processors; --oversubscribe lets them share",
              file=sys.stderr)
        return 2
    # Ranks that share a processor let others run while they wait.
    environment = {**os.environ, "OMP_WAIT_POLICY": "passive"}
    return run_all(command(ranks, program, *options), environment)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
