# SPDX-License-Identifier: BSL-1.0
"""The programs under test, the trained models, and what is expected of them; `failures` is what was not found."""
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from mpirun import OUTLIVE, children

program, alone, models, shared = sys.argv[1], sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4])
launcher, plain_launcher = (Path(__file__).parent / name for name in ("launch.py", "mpirun.py"))
folder = Path(tempfile.mkdtemp(prefix="shapeproof_cluster_"))
failures = []
environment = {**os.environ, "OMP_NUM_THREADS": "1"}
# Under nohup, or in a shell's background, they would be ignored by the programs under test.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)

poetry = ("--model", models / "ci-gpt2-6000/ci_gpt2.safetensors", "--tokenizer", models / "bpe6000/ci6000.model")
stories = ("--model", shared / "stories260K/stories260K.bin")
half_split = ("--model", shared / "stories260K/stories260K.gguf")
sorting = ("--model", shared / "gpt-nano-sort/gpt-nano-sort.safetensors")


def expect(condition, what):
    if not condition:
        failures.append(what)


def has_shared(otherwise):
    """Whether there are the models that are not shipped. It is a failure where nothing may be skipped."""
    if not shared.is_dir():
        print(f"skipped: there is no folder {shared}; {otherwise}")
        expect("SHAPEPROOF_NOTHING_SKIPPED" not in os.environ, f"there is no folder {shared}")
    return shared.is_dir()


def requests_file(requests, name="requests"):
    """A file of objects, or of lines as they are."""
    lines = [each if isinstance(each, str) else json.dumps(each) for each in requests]
    file = folder / f"{name}.jsonl"
    file.write_text("".join(line + "\n" for line in lines))
    return file


def launched(*options, of=program):
    """How a program is launched, with as many processes as wanted."""
    return [sys.executable, launcher, of, *map(str, options), "--oversubscribe"]


def run(*options, of=program, **streams):
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment, **streams}
    return subprocess.run(launched(*options, of=of), **streams)


def answers(*options, code=0):
    """What a run tells of each request, by id."""
    done = run(*options, "--json")
    expect(done.returncode == code, f"{options}: exit code {done.returncode}, {done.stderr.decode()}")
    return {line["id"]: line for line in map(json.loads, done.stdout.splitlines())}


def expect_error(code, words, *options):
    done = run(*options)
    said = done.stderr.decode()
    expect(done.returncode == code and all(word in said for word in words) and not done.stdout,
           f"{options}: expected exit code {code} and {words}, found {done.returncode}, {said!r}, {done.stdout!r}")


def tokens_alone(request, *model):
    """What one process generates for a request: the tokens behind its prompt."""
    options = ["--ids", " ".join(map(str, request["ids"])), "--steps", len(request["ids"]) + request["tokens"] - 1]
    for key in ("temperature", "top_k", "top_p", "seed"):
        if key in request:
            options += ["--" + key.replace("_", "-"), request[key]]
    found = subprocess.run([alone, *map(str, model), *map(str, options), "--print-ids"], stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, check=True, env=environment).stdout.split()
    return list(map(int, found[2::3]))[len(request["ids"]) - 1:]


def started(*options):
    """A launcher, whose ranks' pids `pids_of` finds."""
    return subprocess.Popen(launched(*options), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)


def run_each(programs):
    """Another program and other options for each rank, without a check before."""
    words = []
    for own_program, own_options in programs:
        words += ([":"] if words else []) + ["-np", "1", str(own_program), *map(str, own_options)]
    return subprocess.run([sys.executable, plain_launcher, *OUTLIVE, *words], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=environment)


def pids_of(process):
    """Those of the ranks that are there, by rank: all, when one of them has printed something."""
    found = {}
    for pid in [rank for mpirun in children(process.pid) or [] for rank in children(mpirun) or []]:
        try:
            words = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        except OSError:
            continue
        found.update({int(word.split(b"=")[1]): pid for word in words if word.startswith(b"OMPI_COMM_WORLD_RANK=")})
    return found


def finish():
    subprocess.run(["rm", "-r", str(folder)], check=True)
    if failures:
        sys.exit("failed:\n" + "\n".join(failures))
