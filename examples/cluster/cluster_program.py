# SPDX-License-Identifier: BSL-1.0
"""The programs under test, the trained models, and what is expected of them; `failures` is what was not found."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from launch import command

program, alone, models, shared = sys.argv[1], sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4])
launcher = Path(__file__).parent / "launch.py"
folder = Path(tempfile.mkdtemp(prefix="shapeproof_cluster_"))
failures = []
environment = {**os.environ, "OMP_NUM_THREADS": "1"}

poetry = ("--model", models / "ci-gpt2-6000/ci_gpt2.safetensors", "--tokenizer", models / "bpe6000/ci6000.model")
stories = ("--model", shared / "stories260K/stories260K.bin")
half_split = ("--model", shared / "stories260K/stories260K.gguf")
sorting = ("--model", shared / "gpt-nano-sort/gpt-nano-sort.safetensors")


def expect(condition, what):
    if not condition:
        failures.append(what)


def requests_file(requests, name="requests"):
    """A file of objects, or of lines as they are."""
    lines = [each if isinstance(each, str) else json.dumps(each) for each in requests]
    file = folder / f"{name}.jsonl"
    file.write_text("".join(line + "\n" for line in lines))
    return file


def run(*options, **streams):
    """With as many processes as wanted."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment, **streams}
    return subprocess.run([sys.executable, launcher, program, *map(str, options), "--oversubscribe"], **streams)


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


def started(ranks, *options, programs=None):
    """The processes of a run, whose pids `pids_of` finds. `programs`: another one for each rank."""
    whole = command(ranks, program, *map(str, options))
    if programs is not None:
        head = whole[:whole.index("-np")]
        for i, (own_program, own_options) in enumerate(programs):
            head += ([":"] if i else []) + ["-np", "1", str(own_program), *map(str, own_options)]
        whole = head
    return subprocess.Popen(whole, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)


def pids_of(process):
    """Those of the ranks, in their order; mpirun has started them all when one of them has printed something."""
    found = {}
    for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
        words = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        found.update({int(word.split(b"=")[1]): int(pid) for word in words if word.startswith(b"OMPI_COMM_WORLD_RANK=")})
    return [found[rank] for rank in sorted(found)]


def finish():
    subprocess.run(["rm", "-r", str(folder)], check=True)
    if failures:
        sys.exit("failed:\n" + "\n".join(failures))
