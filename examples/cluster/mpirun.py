#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs ranks on this machine and never waits for those that are gone: `mpirun.py WORD...` as `mpirun WORD...`

The exit code is mpirun's: 128 and the signal's number where a signal ended a rank. It is the same where a signal told
this process to end all."""
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

# There may be more ranks than processors, and there is no network.
MPIRUN = ["mpirun", "--quiet", "--oversubscribe", "--bind-to", "none", "--mca", "btl", "self,vader",
          *(["--allow-run-as-root"] if os.geteuid() == 0 else [])]
# Ranks that are left may say what happened to another before all end. But mpirun's exit code is 0 where that of a rank
# is not, and mpirun does not end where a signal ended a rank before MPI_Init and the others are gone.
OUTLIVE = ["--mca", "orte_abort_on_non_zero_status", "0"]

LOOK = 0.1  # seconds between looks at mpirun
LOOKS = 50  # without a rank, or without an effect of a signal: then mpirun is ended


def say(text):
    print(f"error: {text}", file=sys.stderr, flush=True)


def write(text):
    """To stdout, at once: nothing is left that cannot be written later."""
    while text:
        text = text[os.write(1, text):]


def by_signal(number):
    return f"ended by signal {number} ({signal.strsignal(number)})"


def children(pid):
    """Those of a process; None where it is gone, or the system does not tell."""
    try:
        texts = [file.read_text() for file in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:
        return None
    return [int(each) for text in texts for each in text.split()] if texts else None


def status(pid):
    """Of the words of its /proc/PID/stat those behind the name; none where it is gone."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return []


def is_alone(pid):
    """Whether mpirun had ranks and all have ended, though it may not have taken note of each."""
    there, own = children(pid), status(pid)
    if there is None or not own:
        return False
    has_seen_ends = int(own[8]) > 0  # page faults of children that have ended
    return (bool(there) or has_seen_ends) and all(status(each)[:1] in ([], ["Z"]) for each in there)


class Run:
    """One mpirun, from its start to its end; one in a process."""

    def __init__(self, words, environment=None):
        self.signal = None  # that told this process to end
        self.is_ended = False
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._take)
        # In a session of its own: of a terminal's signals it hears from here.
        self.process = subprocess.Popen(words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        start_new_session=True)
        threading.Thread(target=self._watch, daemon=True).start()

    def _take(self, number, _):
        self.signal = self.signal or number

    def _watch(self):
        alone = ending = 0
        while self.process.poll() is None:
            alone = alone + 1 if is_alone(self.process.pid) else 0
            if alone == LOOKS and not self.is_ended:
                self.end("all ranks are gone, but mpirun waits for one that ended before MPI_Init")
            if self.is_ended or self.signal:
                if ending == 0:
                    self.process.terminate()
                elif ending == LOOKS:
                    self._kill()
                ending += 1
            time.sleep(LOOK)

    def _kill(self):
        for pid in children(self.process.pid) or []:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.kill()

    def end(self, why):
        say(why)
        self.is_ended = True

    def copy(self, take=write):
        """All that the ranks print, as soon as it comes."""
        while text := self.process.stdout.read1():
            try:
                if not self.is_ended:
                    take(text)
            except OSError as error:
                self.end(f"stdout cannot be written: {error.strerror}")

    def code(self):
        """Waits for the end, and says what is known of a bad one: what a rank said last may not have come through."""
        code = self.process.wait()
        if self.signal:
            say(f"told to end by signal {self.signal} ({signal.strsignal(self.signal)})")
            return 128 + self.signal
        if self.is_ended:
            return 1
        if code < 0:
            say(f"mpirun was {by_signal(-code)}")
            return 128 - code
        if code > 0:
            say(f"a rank was {by_signal(code - 128)}" if code > 128 else f"mpirun's exit code is {code}")
        return code


def run(words, environment=None, take=write):
    """Runs `words` to their end; gives the exit code. Output goes to `take`."""
    try:
        started = Run(words, environment)
    except FileNotFoundError as error:
        say(f"{error.filename}: {error.strerror}")
        return 127
    started.copy(take)
    return started.code()


if __name__ == "__main__":
    sys.exit(run([*MPIRUN, *sys.argv[1:]]))
