#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs the demo at full size and checks what it says, then its options and its errors."""
import re
import subprocess
import sys

program, page = sys.argv[1:]
failures = []


def run(*options):
    return subprocess.run([program, *options], capture_output=True, text=True)


def expect(condition, what):
    if not condition:
        failures.append(what)


full = run()
expect(full.returncode == 0, f"exit code {full.returncode}: {full.stderr}")
expect("tokens 2339 1001 907 2844 1032 912 968\n" in full.stdout, "the prompt's ids")
for step in [f"P{i}" for i in range(1, 22)] + [f"D{i}" for i in range(1, 8)]:
    lines = re.findall(rf"^{step} +\[.*$", full.stdout, re.M)
    expect(len(lines) == 1, f"one line for {step}, found {len(lines)}")
for line in ["P4   [B=1, L=7, (H Dk)=5200]", "P8   [B=1, H=8, L=7, S=7]", "P20  [B=1, V=6000]",
             "D3   [B=1, H=8, S=8, Dk=650]", "D4   [B=1, H=8, L=1, S=8]"]:
    expect(line in full.stdout, line)
expect(re.search(r"^P16 .* 1,514,240,000 +433,368,000 ", full.stdout, re.M), "FLOPs and bytes of P16")
expect(len(re.findall(r"^decode step \d: ", full.stdout, re.M)) == 8, "eight decode steps")
expect(re.search(r"^sampled tokens( \d+){9}$", full.stdout, re.M), "nine sampled tokens")
expect(re.search(r"^FFN work, decode = 1 +7 x +1 x$", full.stdout, re.M), "seven times the feed-forward work")
expect(re.search(r"^time / reading the weights once +\d", full.stdout, re.M), "time against reading the weights")
memory = re.search(r"^peak memory: .* = ([\d.]+) x the weights$", full.stdout, re.M)
expect(memory and float(memory[1]) < 1.15, "peak memory under 1.15 times the weights")
activations = re.search(r"^activations: ([\d.]+) MB worked out by the compiler, ([\d.]+) MB used$", full.stdout, re.M)
expect(activations and 0 < float(activations[2]) <= float(activations[1]), "activations within what was worked out")
expect("filling weights [####" in full.stderr and "100 %" in full.stderr, "a progress bar on stderr")

for kind, smaller in (("bf16", 0.6), ("int8", 0.35)):
    other = run("--weights", kind, "--tokens", "2")
    expect(other.returncode == 0 and f"packed as {kind}" in other.stdout, f"--weights {kind}: {other.stderr}")
    reads = [re.search(r"^reading the packed weights once \(([\d.]+) GB\)", text.stdout, re.M) for text in (full, other)]
    expect(all(reads) and float(reads[1][1]) < smaller * float(reads[0][1]), f"--weights {kind} reads fewer bytes")
    memory = re.search(r"^peak memory: .* = ([\d.]+) x the weights$", other.stdout, re.M)
    expect(memory and float(memory[1]) < 1.3, f"--weights {kind}: peak memory under 1.3 times the weights")

step_line = re.compile(r"^[PD]\d+ +\[.*$", re.M)
expect(step_line.findall(open(page, encoding="utf-8").read()) == step_line.findall(full.stdout),
       f"{page} shows the steps as the demo prints them")

expect(run("--help").returncode == 0 and "--top-p" in run("--help").stdout, "--help")
for options, named in [(("--top-p", "0"), "top_p"), (("--top-p", "1.5"), "top_p"), (("--temperature", "-1"), "temperature"),
                       (("--layers", "0"), "--layers"), (("--tokens", "-1"), "--tokens"), (("--seed", "x"), "--seed"),
                       (("--prompt", ""), "prompt"), (("--tokenizer", "/none"), "--tokenizer"),
                       (("--layers", "1000"), "--layers"), (("--unknown",), "--unknown"),
                       (("--weights", "f16"), "--weights")]:
    bad = run(*options)
    expect(bad.returncode in (1, 2) and named in bad.stderr and not bad.stdout.count("P4"),
           f"{options}: exit code {bad.returncode}, {bad.stderr!r}")

for options in (["--help"], ["--tokens", "0"]):
    with open("/dev/full", "w") as disk:
        lost = subprocess.run([program, *options], stdout=disk, stderr=subprocess.PIPE, text=True)
    expect(lost.returncode == 1 and "error: stdout cannot be written: " in lost.stderr, f"a full disk: {lost}")

if failures:
    sys.exit("failed:\n" + "\n".join(failures) + "\n" + full.stdout[-4000:])
