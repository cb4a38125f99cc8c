#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What becomes of a run when something happens to one of its ranks: it ends, each rank that is left says why, and what
was finished is kept. The fifth argument, if any, says how often all is done."""
import json
import os
import re
import shutil
import signal
import sys

from cluster_program import (expect, finish, folder, pids_of, poetry, program, requests_file, started, stories,
                             tokens_alone)

# Ids without a tokenizer have no end: a short request, long ones, and one that has not arrived.
short = {"id": "short", "ids": [1, 403, 407], "tokens": 3, "temperature": 0}
wanted = [short, *({"id": f"long{i}", "ids": [1, 410 + i], "tokens": 100000, "temperature": 0} for i in range(2)),
          {"id": "later", "ids": [1], "tokens": 2, "temperature": 0, "arrival": 100000}]
options = (*stories, "--requests", requests_file(wanted), "--json", "--capacity", 110000)


def hurt(prefill, decode, rank, how, patience, words):
    """Does something to a rank as soon as the first request is finished."""
    ranks = prefill + decode
    process = started(ranks, *options, "--prefill-ranks", prefill, "--decode-ranks", decode, "--patience", patience)
    first = process.stdout.readline()
    os.kill(pids_of(process)[rank], how)
    rest, said = process.communicate()
    said = said.decode()
    what = f"P={prefill}, D={decode}, {how.name} of rank {rank}: {process.returncode}, {first!r}, {rest!r}, {said}"
    expect(process.returncode != 0, f"exit code: {what}")
    expect(json.loads(first)["tokens"] == expected, f"what was finished: {what}")
    expect(rest == b"", f"nothing else was finished: {what}")
    for other in range(ranks):
        if other != rank:
            own = re.search(rf"^rank {other} of {ranks}: .*$", said, re.MULTILINE)
            expect(own and all(word in own[0] for word in words), f"rank {other} says why: {what}")
    if rank != prefill:  # the one that prints
        expect("finished: 1 (short)\nnot finished: 3 (long0, long1, later)\n" in said, f"summary: {what}")
    elif rank > 0:
        expect("heard to be finished: " in said, f"what was heard: {what}")


def check_mismatches():
    """Another model and another program on one rank."""
    model = folder / "changed.bin"
    changed = bytearray(stories[1].read_bytes())
    changed[5000] ^= 1
    model.write_bytes(changed)
    other = folder / "other_build"
    shutil.copy(program, other)
    with other.open("ab") as file:
        file.write(b"\0")
    for where in range(3):
        for word, programs in (
                ("weights", [(program, ("--model", model, *options[2:]) if i == where else options) for i in range(3)]),
                ("program", [(other if i == where else program, options) for i in range(3)])):
            programs = [(one, (*own, "--prefill-ranks", 2)) for one, own in programs]
            process = started(3, programs=programs)
            out, said = process.communicate()
            said = said.decode()
            what = f"other {word} on rank {where}: {process.returncode}, {out!r}, {said}"
            expect(process.returncode != 0 and out == b"", what)
            for rank in range(3):
                expect(re.search(rf"^rank {rank} of 3: {word}.*rank {max(where, 1)} has .*$", said, re.MULTILINE),
                       f"rank {rank} says why: {what}")


def check_all():
    for prefill, decode in ((1, 1), (2, 1), (1, 2), (2, 2)):
        for rank in range(prefill + decode):
            hurt(prefill, decode, rank, signal.SIGKILL, 60, [f"rank {rank}", "ended without a word"])
    check_mismatches()


expected = tokens_alone(short, *stories)
for _ in range(int(sys.argv[5]) if len(sys.argv) > 5 else 1):
    check_all()
    for prefill, decode, rank in ((1, 1, 0), (1, 1, 1), (2, 2, 1), (2, 2, 3)):
        hurt(prefill, decode, rank, signal.SIGSTOP, 3, [f"rank {rank}", "late"])
finish()
