#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What becomes of a run when something happens to one of its ranks: it ends, each rank that is left says why, and what
was finished is kept. The fifth argument, if any, says how often all is done."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

from cluster_program import (environment, expect, finish, folder, has_shared, pids_of, plain_launcher, program,
                             requests_file, run, run_each, started, stories, tokens_alone)
from mpirun import children

# Ids without a tokenizer have no end: a short request, long ones, and one that has not arrived.
short = {"id": "short", "ids": [1, 403, 407], "tokens": 3, "temperature": 0}
wanted = [short, *({"id": f"long{i}", "ids": [1, 410 + i], "tokens": 100000, "temperature": 0} for i in range(2)),
          {"id": "later", "ids": [1], "tokens": 2, "temperature": 0, "arrival": 100000}]
starts = []  # seconds until the first request of each run was finished: how slow the machine is now
options = (*stories, "--requests", requests_file(wanted), "--json", "--capacity", 110000)


def hurt(prefill, decode, rank, how, patience, words):
    """Does something to a rank as soon as the first request is finished."""
    ranks = prefill + decode
    process = started(*options, "--prefill-ranks", prefill, "--decode-ranks", decode, "--patience", patience)
    begin = time.monotonic()
    first = process.stdout.readline()
    starts.append(time.monotonic() - begin)
    there = pids_of(process)
    if rank in there:
        os.kill(there[rank], how)
    rest, said = process.communicate()
    said = said.decode()
    what = f"P={prefill}, D={decode}, {how.name} of rank {rank}: {process.returncode}, {first!r}, {rest!r}, {said}"
    expect(rank in there, f"only the ranks {sorted(there)} were there: {what}")
    expect(process.returncode != 0, f"exit code: {what}")
    expect(first and json.loads(first)["tokens"] == expected, f"what was finished: {what}")
    expect(rest == b"", f"nothing else was finished: {what}")
    for other in range(ranks):
        if other != rank:
            own = re.search(rf"^rank {other} of {ranks}: .*$", said, re.MULTILINE)
            expect(own and all(word in own[0] for word in words), f"rank {other} says why: {what}")
    if rank != prefill:  # the one that prints
        expect("finished: 1 (short)\nnot finished: 3 (long0, long1, later)\n" in said, f"summary: {what}")
    elif rank > 0:
        expect("; all that was printed is finished\n" in said, f"what was heard: {what}")


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
            done = run_each(programs)
            said = done.stderr.decode()
            what = f"other {word} on rank {where}: {done}"
            expect(done.returncode != 0 and done.stdout == b"", what)
            for rank in range(3):
                expect(re.search(rf"^rank {rank} of 3: {word}.*rank {max(where, 1)} has .*$", said, re.MULTILINE),
                       f"rank {rank} says why: {what}")


def check_ends():
    """Programs that end without a session: on all ranks, or on one."""
    is_first, is_done = "[ $OMPI_COMM_WORLD_RANK = 0 ]", "echo $OMPI_COMM_WORLD_RANK >> $SHAPEPROOF_CLUSTER_DONE"
    for does, code, said in (
            ("exit 3", 1, "error: 2 of 2 ranks ended without a word\n"),
            ("exit 0", 1, "error: 2 of 2 ranks ended without a word\n"),
            (f"{is_first} || exit 3; {is_done}", 1, "error: 1 of 2 ranks ended without a word\n"),
            ("kill -KILL $$", 1, "error: all ranks are gone"),
            (f"{is_first} && kill -KILL $$; {is_done}", 1, "error: all ranks are gone"),
            (is_done, 0, "")):
        script = folder / "script"
        script.write_text(f'#!/bin/sh\nif [ "$1" = --count-ranks ]; then echo 2; exit; fi\n{does}\n')
        script.chmod(0o700)
        done = run(of=script)
        expect(done.returncode == code and said in done.stderr.decode(), f"{does}: {done}")
    other = folder / "mpirun"  # does not take note of its rank's end
    other.write_text("#!/bin/sh\ntrue & exec sleep 100000\n")
    other.chmod(0o700)
    done = subprocess.run([sys.executable, plain_launcher], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={**environment, "PATH": f"{folder}:{os.environ['PATH']}"})
    expect(done.returncode == 1 and b"error: all ranks are gone" in done.stderr, f"an mpirun that hangs: {done}")
    script.write_text("#!/bin/sh\nkill -ILL $$\n")
    done = run(of=script)
    expect(done.returncode == signal.SIGILL and b"was ended by signal 4" in done.stderr, f"before mpirun: {done}")


def check_starts():
    """A rank is killed as soon as it is there."""
    for rank in range(2):
        process = started(*options, "--patience", max(4, 3 * max(starts)))
        while rank not in pids_of(process):
            time.sleep(0.01)
            if process.poll() is not None:
                return expect(False, f"rank {rank} was not seen: {process.communicate()}")
        os.kill(pids_of(process)[rank], signal.SIGKILL)
        out, said = process.communicate()
        expect(process.returncode != 0 and out == b"" and said != b"", f"start of {rank}: {process.returncode}, {said}")


def check_told():
    """The launcher is told to end: so are the ranks, and mpirun."""
    for how in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        process = started(*options)
        process.stdout.readline()
        below = [*children(process.pid), *pids_of(process).values()]
        process.send_signal(how)
        _, said = process.communicate()
        end = time.monotonic() + 60  # a rank may be there a little longer than mpirun
        while (left := [pid for pid in below if os.path.exists(f"/proc/{pid}")]) and time.monotonic() < end:
            time.sleep(0.1)
        what = f"{how.name} of the launcher: {process.returncode}, {said.decode()}, {len(below)} processes, left: {left}"
        expect(process.returncode == 128 + how and len(below) == 3 and not left, what)
        expect(f"told to end by signal {how} ".encode() in said, what)


def check_ranks():
    for prefill, decode in ((1, 1), (2, 1), (1, 2), (2, 2)):
        for rank in range(prefill + decode):
            hurt(prefill, decode, rank, signal.SIGKILL, 60, [f"rank {rank}", "ended without a word"])
    for prefill, decode, rank in ((1, 1, 0), (1, 1, 1), (2, 2, 1), (2, 2, 3)):
        patience = max(3, 3 * max(starts))  # which no rank needs that is only slow
        hurt(prefill, decode, rank, signal.SIGSTOP, patience, [f"rank {rank}", "late"])
        hurt(prefill, decode, rank, signal.SIGTERM, 60, [f"rank {rank}", "told to end"])


for _ in range(int(sys.argv[5]) if len(sys.argv) > 5 else 1):
    check_ends()
    if has_shared("only programs that do nothing were run"):
        expected = tokens_alone(short, *stories)
        check_ranks()
        check_starts()
        check_told()
        check_mismatches()
finish()
