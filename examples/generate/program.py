# SPDX-License-Identifier: BSL-1.0
"""The program under test, its models, and what is expected of it; `failures` is what was not found."""
import array
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

program, models, shared = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
stories, sorting, poetry, bpe = (shared / name for name in ("stories260K", "gpt-nano-sort", "ci-gpt2-6000", "gpt2-bpe"))
shipped = models / "ci-gpt2-6000/ci_gpt2.safetensors"
shipped_pieces = models / "bpe6000/ci6000.model"
folder = Path(tempfile.mkdtemp(prefix="shapeproof_generate_"))
failures = []
# Threads that spin while they wait take the processor from other tests that run at the same time.
os.environ["OMP_WAIT_POLICY"] = "passive"


def run(*options, **streams):
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.run([program, *map(str, options)], **streams)


def expect(condition, what):
    if not condition:
        failures.append(what)


def output_of(*options):
    done = run(*options)
    expect(done.returncode == 0, f"{options}: exit code {done.returncode}, {done.stderr!r}")
    return done.stdout


def expect_error(code, words, *options, **streams):
    done = run(*options, **streams)
    said = done.stderr.decode()
    expect(done.returncode == code and all(word in said for word in words) and not done.stdout,
           f"{options}: expected exit code {code} and {words}, found {done.returncode}, {said!r}, {done.stdout!r}")


def floats(path, kind="f"):
    return array.array(kind, path.read_bytes())


def expect_logits(what, found, golden):
    expect(len(found) >= len(golden) and max(abs(a - b) for a, b in zip(found, golden)) <= 1e-4, f"{what}: logits")


def endless_tokenizer(size):
    """A byte-level tokenizer of so many pieces without begin and end: its texts go on until the last step."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    letters = [chr(byte) for byte in printable] + [chr(256 + i) for i in range(len(others))]
    merges = [(a, b) for a in letters[:80] for b in letters[:80]][:size - 256]
    where = folder / f"pieces{size}"
    where.mkdir()
    (where / "encoder.json").write_text(json.dumps({p: i for i, p in enumerate(letters + [a + b for a, b in merges])}))
    (where / "vocab.bpe").write_text("\n".join(["#version: 0.2", *(f"{a} {b}" for a, b in merges)]) + "\n")
    return where
