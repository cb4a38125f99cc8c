#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs the planner: its tables and JSON, its own measurement, and what it says of bad files and words."""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

program, machines, more_programs = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]
folder = Path(tempfile.mkdtemp())
good = json.loads((machines / "dgx_h100.json").read_text())
failures = []


def run(*words):
    return subprocess.run([program, *map(str, words)], capture_output=True, text=True)


def expect(condition, what):
    if not condition:
        failures.append(what)


def on_full_disk(*words):
    with open("/dev/full", "w") as full:
        done = subprocess.run(list(map(str, words)), stdout=full, stderr=subprocess.PIPE, text=True)
    expect(done.returncode == 1 and "error: stdout cannot be written: No space left" in done.stderr, f"a full disk: {done}")


def refused(code, message, *words):
    done = run(*words)
    expect(done.returncode == code and re.search(message, done.stderr),
           f"{words}: exit code {done.returncode} and {done.stderr!r}, not {code} and {message!r}")


def of_file(text):
    (folder / "machine.json").write_text(text if isinstance(text, str) else json.dumps(text))
    return "--hardware", folder / "machine.json"


def changed(*path, to):
    """The good file with one member changed, or without it."""
    result = json.loads(json.dumps(good))
    inner = result
    for part in path[:-1]:
        inner = inner[part]
    if to is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = to
    return of_file(result)


# A whole plan: rows from 1 to 1024 ranks, more than heads are replicas, and the reason.
done = run("--hardware", machines / "dgx_h100.json", "--model", "llama-70b", "--json", folder / "plan.json")
expect(done.returncode == 0, done.stderr)
plan = json.loads((folder / "plan.json").read_text())
rows = plan["ranks"]
expect([row["ranks"] for row in rows] == [2 ** i for i in range(11)], "1, 2, 4 to 1024 ranks")
expect([row["degree"] for row in rows] == [1, 2, 4] + [8] * 8, "no more ranks than heads of keys")
expect(all(row["degree"] * row["replicas"] == row["ranks"] for row in rows), "replicas of the rest")
expect([bool(row["why_not_more"]) for row in rows] == [False] * 4 + [True] * 7, "a reason where there are replicas")
expect("not possible: Hkv=8 over tp=16: fewer than there are ranks" in done.stdout, "the reason in the table")
expect(not rows[0]["fits"] and rows[1]["fits"] and "does not fit" in done.stdout, "141 GB do not fit into 80")
expect(abs(plan["parameters"] / 70.6e9 - 1) < 0.01, "70.6 billion parameters")
for row in rows:
    for part in ("prefill", "decode"):
        parts = sum(row[part][name] for name in ("compute", "memory", "wire"))
        expect(abs(parts / row[part]["seconds"] - 1) < 1e-12, f"the parts of {part} are all of it")
best = plan["ratios"]["best"]
expect(all(row["requests_per_second"] <= best["requests_per_second"] for row in plan["ratios"]["all"]), "the best is best")
expect(f"{best['prefill']}:{best['decode']}" in done.stdout, "the best ratio in the table")

# Other sizes, degrees and numbers of ranks.
small = run("--hardware", machines / "dgx_h100.json", "--model", "llama-8b", "--size", "F=28672", "--layers", 2, "--ranks",
            "3,6", "--prefill-degree", 2, "--decode-degree", 4, "--json", folder / "plan.json")
plan = json.loads((folder / "plan.json").read_text())
expect(small.returncode == 0 and plan["layers"] == 2 and [row["degree"] for row in plan["ranks"]] == [1, 2], "3 and 6 ranks")
expect(plan["ratios"]["prefill_degree"] == 2 and plan["ratios"]["best"]["prefill"] == 1, "2 and 4 of 6 ranks")


def without_ratios(why, *words):
    """A plan whose ranks are in one table, and why there is no other."""
    done = run(*words, "--json", folder / "plan.json")
    told = json.loads((folder / "plan.json").read_text())["ratios"]
    expect(done.returncode == 0 and f"prefill and decode cannot be apart: {why}\n" in done.stdout, f"{words}: {done}")
    expect(set(told) == {"ranks", "why_not"} and told["why_not"] == why, f"{words}: {told}")
    # The same is an error where somebody asked for sides.
    refused(1, re.escape(f"error: prefill and decode cannot be apart: {why}"), *words, "--prefill-degree", 1)


def lengths_of(*words):
    """The rows for other lengths, by their prompts and answers; the table shows what is not possible."""
    done = run("--hardware", machines / "dgx_h100.json", *words, "--json", folder / "plan.json")
    rows = json.loads((folder / "plan.json").read_text())["ratios"]["lengths"]
    found = {(row["prompt"], row["answer"]): row for row in rows}
    expect(len(rows) == 9 and set(found) == {(p, a) for p in (128, 1024, 8192) for a in (64, 256, 1024)}, "all lengths")
    for row in rows:
        expect(("why_not" in row) != ("requests_per_second" in row), f"a ratio or a reason: {row}")
        if "why_not" in row:
            line = f"{row['prompt']} +{row['answer']} +not possible: {re.escape(row['why_not'])}\n"
            expect(re.search(line, done.stdout), f"{row} in the table")
    return found


# Where both sides cannot be, the plan says why; a degree that was asked for is an error then.
on_nodes = ["--hardware", machines / "dgx_h100.json"]
too_large = "llama-405b does not fit: 102.8 GB a rank are needed over tp=8, and there are 80.0 GB"
without_ratios(too_large, *on_nodes, "--model", "llama-405b", "--ranks", "1..8")
without_ratios("the test machine has no link between nodes", "--hardware", machines / "test_machine.json", "--model", "note",
               "--layers", 1, "--ranks", "1,2")
without_ratios("prefill over 1 and decode over 1 ranks a replica need more than 1", *on_nodes, "--ranks", 1)
for side, needed in (("prefill", 133.3), ("decode", 184.3)):  # 130.6 GB of weights, caches of 1024 and of 16 * 1280 positions
    other = "decode" if side == "prefill" else "prefill"
    refused(1, f"{side} does not fit: {needed} GB a rank are needed over tp=1, and there are 80.0 GB", *on_nodes, "--model",
            "llama-65b", "--ranks", 64, f"--{side}-degree", 1, f"--{other}-degree", 16)
refused(1, "prefill over 8 and decode over 8 ranks a replica need more than 8", *on_nodes, "--ranks", 8,
        "--prefill-degree", 8, "--decode-degree", 8)
# Prefill alone holds no caches of a batch: 2 ranks are enough for it, where decode needs 4.
expect(run(*on_nodes, "--model", "llama-70b", "--batch", 64, "--ranks", 8, "--prefill-degree", 2).returncode == 0, "2 and 4")
refused(1, "decode does not fit: 84.0 GB", *on_nodes, "--model", "llama-70b", "--batch", 64, "--ranks", 8,
        "--prefill-degree", 2, "--decode-degree", 2)
found = lengths_of("--model", "gpt2", "--prompt", 512)
expect(sum("why_not" in row for row in found.values()) == 7, "gpt2 has learned no more than 1024 positions")
expect(found[1024, 64].get("why_not") == "gpt2 has learned P=1024 positions, and 1088 are asked for", "the reason of a row")
found = lengths_of("--model", "llama-70b", "--batch", 64, "--ranks", 8, "--prefill-degree", 2, "--decode-degree", 4)
expect([key for key, row in found.items() if "why_not" in row] == [(8192, 1024)], "the longest does not fit")

# This machine measures itself, and the planner reads what it wrote; links are not in it.
expect(run("--measure", folder / "here.json").returncode == 0, "--measure")
here = run("--hardware", folder / "here.json", "--model", "note", "--layers", 1, "--ranks", "1,2", "--json", folder / "plan.json")
expect(here.returncode == 0, here.stderr)
plan = json.loads((folder / "plan.json").read_text())
expect([row["ranks"] for row in plan["ranks"]] == [1] and "why_not" in plan["ratios"], "without links there is one rank")
expect("left out: more ranks than the hardware has links for" in here.stdout, "two ranks are left out with a word")

refused(1, r"nowhere\.json: cannot be read", "--hardware", "nowhere.json")
refused(1, r"machine\.json: no JSON: .*line 1", *of_file("{"))
refused(1, r"machine\.json: all of it is no object", *of_file("[]"))
refused(1, r"machine\.json: rank is no object", *changed("rank", to=3))
refused(1, r"machine\.json: name is no text", *changed("name", to=7))
refused(1, r"machine\.json: source is missing", *changed("source", to=None))
refused(1, r"machine\.json: node\.memory_bytes is missing", *changed("node", "memory_bytes", to=None))
refused(1, r"machine\.json: node\.ranks is no whole number", *changed("node", "ranks", to=2.5))
refused(1, r"machine\.json: rank\.flops_per_second is not above 0", *changed("rank", "flops_per_second", to=-1))
refused(1, r"machine\.json: rank\.bytes_per_second is no number", *changed("rank", "bytes_per_second", to="fast"))
refused(1, r"machine\.json: links\.within\.latency_seconds is missing", *changed("links", "within", "latency_seconds", to=None))
refused(1, r"machine\.json: links\.betwen is not known", *changed("links", "betwen", to={}))
refused(1, r'has no link "within", and 2 ranks need it', *changed("links", "within", to=None))

known = ["--hardware", machines / "dgx_h100.json"]
refused(2, "--hardware or --measure is needed")
refused(2, "4096 is no size|a size is NAME=NUMBER", *known, "--size", "4096")
refused(2, "'x' is no number", *known, "--ranks", "1,x")
refused(2, "'0' is no number", *known, "--ranks", "0..4")
refused(2, "the last number is less than the first", *known, "--ranks", "4..2")
refused(1, "the model llama-8b has no size H", *known, "--size", "H=3")
refused(1, r"the fact D = H\*Dk does not hold: 1000 is not 5200", *known, "--model", "note", "--size", "D=1000")
refused(1, "gpt2 has learned P=1024 positions, and 1280 are asked for", *known, "--model", "gpt2")
refused(1, "Hkv=8 over tp=16: fewer than there are ranks", *known, "--decode-degree", 16)
expect(run(*known, "--model", "unknown").returncode == 2, "an unknown model")
expect(run("--help").returncode == 0, "--help")
for words in (["--help"], known, [*known, "--ranks", 1]):
    on_full_disk(program, *words)
for other in more_programs:
    on_full_disk(other, "--help")

if failures:
    sys.exit("\n".join(failures))
