#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs the program on trained models: golden texts, ids and logits, reproducible sampling, errors, interrupts."""
import fcntl
import json
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import time

from check_packed import check_packed
from program import (bpe, endless_tokenizer, expect, expect_error, expect_logits, failures, floats, folder, models,
                     output_of, poetry, program, run, shared, shipped, shipped_pieces, sorting, stories)


def check_shipped():
    """What works without any other file."""
    prompt, golden = "2339 1001 907 2844 1032 912 968", [2339, 1001, 907, 2844, 1032, 912, 968, 908, 910, 989, 909, 906]
    text = "你好，请问一下、不为人。\n".encode()
    lines = "".join(f"{i} {a} {b}\n" for i, (a, b) in enumerate(zip(golden, golden[1:] + [2]))).encode()
    done = run("--temperature", 0)
    expect((done.returncode, done.stdout) == (0, text), f"the shipped model: {done}")
    for line in (b"prefill: 7 tokens, ", b"decode: 5 tokens, "):
        expect(line in done.stderr, f"{line} in {done.stderr!r}")
    expect(b"\r" not in done.stderr, "no progress where stderr is no terminal")
    expect(output_of("--temperature", 0, "--print-ids") == lines, "the shipped model: ids")
    expect(output_of("--temperature", 1, "--top-k", 1) == text, "--top-k 1 is greedy")
    expect(output_of("--temperature", 0, "--ids", prompt) == text, "--ids with the shipped tokenizer")
    expect(output_of("--prompt", "", "--print-ids").startswith(b"0 1 "), "an empty prompt begins from begin-of-text")
    first, again, other = (output_of("--prompt", "春", "--seed", seed) for seed in (1, 1, 2))
    expect(first == again and first != other and first.startswith("春".encode()), "a seed has one text")
    expect(b"--top-p" in output_of("--help") and b"130 interrupted" in output_of("--help"), "--help")
    expect(output_of("--steps", 7, "--print-ids").count(b"\n") == 7, "as many steps as the prompt has tokens")
    check_logits_file(lines)
    check_packed(text, lines)
    check_full_disk()
    check_warnings()
    check_shipped_errors()


def check_logits_file(lines):
    """Logits come with the ids, and an older file stays where something fails."""
    file, ids = folder / "logits", "2339 1001 907 2844 1032 912 968"
    found = output_of("--model", shipped, "--ids", ids, "--steps", 12, "--temperature", 0, "--logits", file)
    expect(found == b"" and file.stat().st_size == 12 * 6000 * 4, "logits alone")
    rows = floats(file)
    best = [max(range(6000), key=rows[at:at + 6000].__getitem__) for at in range(0, len(rows), 6000)]
    expect(best[6:] == [int(line.split()[2]) for line in lines.splitlines()[6:]], "the ids are those of the logits")
    before = file.read_bytes()
    with open("/dev/full", "wb") as full:
        done = run("--logits", file, stdout=full)
    expect(done.returncode == 1 and b"stdout" in done.stderr, f"a full disk: {done}")
    expect(file.read_bytes() == before and os.listdir(folder) == [file.name], "the older logits, and nothing else")


def check_full_disk():
    """Text that is lost is an error, whatever it is."""
    for options in (("--help",), ("--steps", 8), ("--steps", 8, "--print-ids")):
        with open("/dev/full", "wb") as full:
            done = run(*options, stdout=full)
        expect(done.returncode == 1 and b"error: stdout cannot be written: No space left" in done.stderr,
               f"a full disk: {done}")


def check_warnings():
    """A tensor too many, and progress on a terminal."""
    size, = struct.unpack("<Q", shipped.read_bytes()[:8])
    header, elements = json.loads(shipped.read_bytes()[8:8 + size]), shipped.read_bytes()[8 + size:]
    header["extra"] = {"dtype": "F32", "shape": [2], "data_offsets": [len(elements), len(elements) + 8]}
    text, file = json.dumps(header).encode(), folder / "extra.safetensors"
    file.write_bytes(struct.pack("<Q", len(text)) + text + elements + struct.pack("<2f", 1, float("nan")))
    done = run("--model", file, "--tokenizer", shipped_pieces, "--prompt", "春")
    said = [line for line in done.stderr.decode().splitlines() if line.startswith("warning: ")]
    expect(done.returncode == 0 and len(said) == 2 and all("extra" in line for line in said), f"warnings: {done}")
    terminal, its_end = pty.openpty()
    run(stderr=its_end)
    expect(b" of 64 positions" in os.read(terminal, 4096), "progress on a terminal")


def check_shipped_errors():
    cut = folder / "cut.safetensors"
    cut.write_bytes(shipped.read_bytes()[:100000])
    for words, *options in [
            (["--steps", "65", "64"], "--steps", 65), (["--steps", "3", "7"], "--steps", 3),
            (["--steps"], "--steps", 0), (["--steps"], "--steps", "x"),
            (["--steps", "128", "64"], "--ids", "3 " * 128, "--steps", 128),
            (["--ids", "6000", "5999"], "--ids", "1 6000"), (["--ids", "'x'"], "--ids", "1 x"),
            (["--ids", "'-1'"], "--ids", "-1"), (["--ids", "'1.5'"], "--ids", "1.5"), (["--ids", "empty"], "--ids", ""),
            (["--ids", "'99999999999999999999'"], "--ids", "99999999999999999999"),
            (["--prompt", "--ids"], "--ids", 1, "--prompt", "春"),
            (["--prompt", "UTF-8"], "--prompt", os.fsdecode(b"\xff")),
            (["temperature"], "--temperature", -1), (["temperature"], "--temperature", "nan"),
            (["top_p"], "--top-p", 0), (["top_p"], "--top-p", 1.5), (["--top-k"], "--top-k", -1),
            (["--seed"], "--seed", "x"), (["--seed"], "--seed", -1), (["--seed", "2^64"], "--seed", 2**64),
            (["--logits", "reads"], "--model", shipped, "--tokenizer", shipped_pieces, "--logits", shipped),
            (["--logits", "reads"], "--logits", shipped_pieces), (["--model"], "--model", ""),
            (["--tokenizer"], "--model", shipped), (["--unknown"], "--unknown"), (["--logits"], "--logits", "")]:
        expect_error(2, words, *options)
    for words, *options in [
            (["/none"], "--model", "/none", "--tokenizer", shipped_pieces),
            (["/none.model"], "--tokenizer", "/none.model"), (["/none"], "--tokenizer", "/none"),
            (["cut.safetensors"], "--model", cut, "--tokenizer", shipped_pieces),
            (["LICENSE"], "--model", models / "bpe6000/LICENSE.chinese-poetry", "--tokenizer", shipped_pieces),
            (["/none/logits"], "--logits", "/none/logits"), (["/dev/null"], "--logits", "/dev/null")]:
        expect_error(1, words, *options)
    expect_error(2, ["--prompt", "begin-of-text"], "--model", shipped, "--tokenizer", endless_tokenizer(6000))


def check_golden():
    """The values of the authors' own programs."""
    pieces, file = ("--tokenizer", stories / "tok512.bin"), folder / "golden"
    for container in ("bin", "safetensors", "gguf"):
        model = ("--model", stories / f"stories260K.{container}", *pieces, "--temperature", 0)
        for name, options in (("bos", ["--steps", 256]), ("once", ["--steps", 64, "--prompt", "Once upon a time"])):
            golden = stories / f"s260k_{name}_greedy"
            expect(output_of(*model, *options) == golden.with_suffix(".txt").read_bytes(), f"{container} {name}: text")
            ids = (stories / f"s260k_{name}_greedy_ids.txt").read_bytes()
            expect(output_of(*model, *options, "--print-ids") == ids, f"{container} {name}: ids")
            expect(output_of(*model, *options, "--print-ids", "--logits", file) == ids, f"{container} {name}: both")
            expect(file.stat().st_size == options[1] * 512 * 4, f"{container} {name}: positions of logits")
            logits = (stories / f"s260k_{name}_greedy_logits16.f32")
            expect_logits(f"{container} {name}", floats(file), floats(logits))
            if logits.with_suffix(".f64").exists():
                expect_logits(f"{container} {name}", floats(file), floats(logits.with_suffix(".f64"), "d"))
        packed = folder / f"{container}.packed"
        output_of(*model[:2], "--save-packed", packed)
        model = ("--model", packed, *pieces, "--temperature", 0)
        expect(output_of(*model, "--steps", 256) == (stories / "s260k_bos_greedy.txt").read_bytes(), f"{packed}: text")
    warned = run("--model", folder / "gguf.packed", *pieces, "--steps", 200).stderr
    expect(b"warning: 200 " in warned and b"128" in warned, "a packed file knows the trained positions")
    warned = run("--model", stories / "stories260K.gguf", *pieces, "--steps", 200).stderr
    expect(b"warning: 200 " in warned and b"128" in warned, "a warning beyond the trained positions")

    for digits in ("2 0 1 1 0 2", "0 0 0 0 0 0", "2 2 1 1 0 0", "1 2 0 2 1 2"):
        found = output_of("--model", sorting / "gpt-nano-sort.safetensors", "--ids", digits, "--steps", 11,
                          "--temperature", 0, "--print-ids").decode().splitlines()
        expect([line.split()[2] for line in found[5:]] == sorted(digits.split()), f"{digits} sorted: {found}")

    ids = output_of("--temperature", 0, "--print-ids", "--logits", file).splitlines()
    expect(ids[6:] == (poetry / "golden_greedy_ids.txt").read_bytes().splitlines(), "song poetry: ids")
    expect_logits("song poetry", floats(file), floats(poetry / "golden_prefill7_logits.f32"))

    expect_error(1, ["6000", "512"], "--model", stories / "stories260K.bin", "--tokenizer", shipped_pieces)
    expect_error(1, ["50257", "3"], "--model", sorting / "gpt-nano-sort.safetensors", "--tokenizer", bpe)
    expect_error(1, ["family"], "--model", sorting / "gpt-nano-sort-partials.safetensors", *pieces)
    expect_error(2, ["--steps", "12", "11"], "--model", sorting / "gpt-nano-sort.safetensors", "--ids", "0 1",
                 "--steps", 12, "--print-ids")


def wait_until_full(stream):
    """Until the writer of a pipe has no room for more."""
    held, before = 0, -1
    while held != before:
        time.sleep(0.3)
        held, before = struct.unpack("i", fcntl.ioctl(stream, termios.FIONREAD, bytes(4)))[0], held


def interrupted(signals, *options):
    """Interrupts a run that waits for its reader."""
    process = subprocess.Popen([program, *map(str, options)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                               pipesize=4096)
    first = process.stdout.read(1)
    wait_until_full(process.stdout)
    for _ in range(signals):
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
    rest, said = process.communicate(timeout=120)
    return process.returncode, first + rest, said


def check_interrupts():
    model = ("--model", stories / "stories260K.bin", "--ids", 1, "--steps", 3000, "--temperature", 1)
    text_options = (*model, "--tokenizer", endless_tokenizer(512))
    full = output_of(*text_options).decode()
    expect_error(1, ["begin-of-text"], *model[:2], *text_options[-2:], "--prompt", "a")
    code, text, said = interrupted(1, *text_options)
    expect(code == 130 and b"decode: " in said, f"interrupted: exit code {code}, {said!r}")
    text = text.decode()
    expect(text.endswith("\n") and full.startswith(text[:-1]) and len(text) < len(full), "the text so far, a newline")

    file = folder / "some"
    code, ids, said = interrupted(1, *model, "--print-ids", "--logits", file)
    positions = ids.count(b"\n")
    expect(code == 130 and output_of(*model, "--print-ids").startswith(ids) and positions < 3000, "the ids so far")
    expect(file.stat().st_size == positions * 512 * 4, "the logits so far")
    expect(interrupted(2, *model, "--print-ids")[0] == -signal.SIGINT, "the second interrupt kills")


check_shipped()
if shared.is_dir():
    check_golden()
    check_interrupts()
else:
    print(f"skipped: there is no folder {shared}; only the shipped model was run")
subprocess.run(["rm", "-r", str(folder)], check=True)
if failures:
    sys.exit("failed:\n" + "\n".join(failures))
