#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Something happens to a rank: faults.py SCENARIO PROGRAM OTHER_BUILD. Each rank that can still speak says what, and
whose fault it was; what was finished is kept; the exit code is not 0; and nobody waits for long."""
import re
import subprocess
import sys
import time

from run_ranks import OUTLIVE, environment, launcher

RANKS = 4
WAITS = r"all_reduce of \d+ values over tp \(ranks 0, 1, 2, 3\): "
HEARD = r"(end|agree on the \w+|all_reduce of \d+ values over tp \(ranks 0, 1, 2, 3\)): rank {} failed after \S+ s: "
DEAD = r"rank 1 failed after \S+ s: its process \d+ ended without a word"

# What each rank says, in regular expressions; a rank that is not there is dead or does not come back.
others = (0, 2, 3)
THROWN = {1: "the weights are gone",
          **{rank: WAITS + r"rank 1 failed after \S+ s: the weights are gone" for rank in others}}
SILENT = WAITS + "late: nothing from rank 1 within 6 s"
# Who waits a little less tells the others.
STALLED = {rank: SILENT + "|" + HEARD.format(r"\d") + SILENT for rank in others}


def told(rank, sentence, ranks):
    """One rank finds it, and all others hear of it."""
    return {**{other: HEARD.format(rank) + sentence for other in ranks if other != rank}, rank: sentence}


LATE = r"rank 1: layer 3: late, {} within 0.5 s"
SIZE = r"rank 1: layer 3: wrong size, {} bytes of 64 came within 20 s"
MISSED = "rank 1: layer 3: late, nothing came within 2 s"
THROUGH_2 = rf"rank 2: layer 3: the peer failed, {MISSED} within \S+ s"
CHECKPOINT = r'checkpoint: rank 0 has "[0-9a-f]{16}", rank 1 has "[0-9a-f]{16}"'
BUILD = (r'build: rank 0 has "\d+\.\d+\.\d+, parameters [0-9a-f]{16}", '
         r'rank 1 has "\d+\.\d+\.\d+, parameters [0-9a-f]{16}"')
every = range(RANKS)
ALONE = "error: all ranks are gone, but mpirun waits for one that ended before MPI_Init\n"
SAID = {
    "throws": THROWN,
    "killed": {rank: WAITS + DEAD for rank in others},
    "exits": {rank: WAITS + DEAD for rank in others},
    "told": {rank: WAITS + r"rank 1 failed after \S+ s: it was told to end" for rank in every},
    "stalls": STALLED,
    "short_message": told(0, SIZE.format(40), every),
    "long_message": told(0, SIZE.format(100), every),
    "late_message": told(0, LATE.format("nothing came"), others),
    "untaken_message": told(0, LATE.format("it does not take what it is sent"), others),
    "waits_in_turn": {2: MISSED, 0: THROUGH_2, 3: THROUGH_2},
    "killed_sender": {0: r"rank 1: layer 4: the peer failed, its process \d+ ended without a word within \S+ s",
                      **{rank: "(end|agree on the scenario): (rank 0 failed after .*: layer 4: the peer failed, its process .*|" + DEAD + ")"
                         for rank in (2, 3)}},
    "other_count": {rank: "(" + HEARD.format(r"\d") + ")?" + WAITS + "rank 1 sent 260 bytes, not 256|"
                    "(" + HEARD.format(r"\d") + ")?" + WAITS + r"rank \d sent 256 bytes, not 260" for rank in every},
    "other_call": {rank: "(.* failed after .*: )?" + WAITS + "rank 1 is in all_gather|"
                   r"(.* failed after .*: )?all_gather of 256 bytes over tp \(.*\): rank \d is in all_reduce"
                   for rank in every},
    "other_checkpoint": {rank: CHECKPOINT for rank in every},
    "build": {rank: BUILD for rank in every},
}


def command(scenario, program, other):
    if scenario == "build":
        programs = ["-np", "1", program, "build", ":", "-np", "1", other, "build", ":", "-np", "2", program, "build"]
    else:
        programs = ["-np", str(RANKS), program, scenario]
    # As tests in which nothing happens are run: a code is heard of.
    outlive = [] if scenario == "all_exit_before_the_start" else OUTLIVE
    return [sys.executable, launcher, *outlive, *programs]


def fail(reason, ran):
    sys.exit(f"{reason}\nexit code {ran.returncode}\nstdout:\n{ran.stdout}\nstderr:\n{ran.stderr}")


def check(scenario, program, other):
    begin = time.monotonic()
    ran = subprocess.run(command(scenario, program, other), env=environment(), text=True, capture_output=True)
    seconds = time.monotonic() - begin
    if ran.returncode == 0 and scenario != "nothing":
        fail("all is said to be well", ran)
    if ran.returncode != 0 and scenario == "nothing":
        fail("nothing happened", ran)
    if seconds > 60:
        fail(f"it took {seconds:.0f} s", ran)
    if scenario == "all_killed_before_the_start" and ALONE not in ran.stderr:
        fail("the launcher does not say that the ranks are gone", ran)
    if scenario != "nothing" and "error: " not in ran.stderr:
        fail("the launcher does not say that it is a failure", ran)
    if not scenario.endswith("before_the_start"):
        for rank in every:
            if f"rank {rank} has finished request 0\n" not in ran.stdout:
                fail(f"what rank {rank} had finished is lost", ran)
    if scenario == "killed_sender" and "rank 0 has layer 3\n" not in ran.stdout:
        fail("what came before the end is lost", ran)
    for rank, sentence in SAID.get(scenario, {}).items():
        if not re.search(rf"^rank {rank} of {RANKS}: ({sentence})$", ran.stderr, re.MULTILINE):
            fail(f"rank {rank} does not say: {sentence}", ran)


check(*sys.argv[1:])
