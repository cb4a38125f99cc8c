#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs trained models as groups of ranks: each request's tokens are those of one process; options, requests, output."""
import json
import random
import re
import subprocess
import sys

from cluster_program import (alone, answers, expect, expect_error, finish, folder, half_split, has_shared, launcher,
                             models, poetry, program, requests_file, run, sorting, stories, tokens_alone)

sharings = ((1, 1), (2, 1), (1, 2), (2, 2))


def mixed(count, vocabulary, longest, room, seed, **more):
    """Requests of mixed lengths; each fits in the room."""
    numbers = random.Random(seed)
    result = []
    for i in range(count):
        ids = [numbers.randrange(vocabulary) for _ in range(numbers.randint(1, longest))]
        tokens = numbers.randint(1, room + 1 - len(ids))
        result.append({"id": f"r{i}", "ids": ids, "tokens": tokens, "temperature": 0, **more})
    return result


def check_tokens(model, requests, sharings, *options, bytes_each=0):
    """The tokens of each request, over ranks and alone; what was moved is what its prompt has."""
    wanted = {each["id"]: tokens_alone(each, *model) for each in requests}
    file = requests_file(requests)
    for prefill, decode in sharings:
        found = answers(*model, "--requests", file, "--prefill-ranks", prefill, "--decode-ranks", decode, *options)
        what = f"{model[1].name}, P={prefill}, D={decode}"
        expect(found.keys() == wanted.keys(), f"{what}: answers to {sorted(found)}")
        for each in requests:
            line = found.get(each["id"], {})
            expect(line.get("tokens") == wanted[each["id"]], f"{what}: {each}: {line}, {wanted[each['id']]}")
            expect(line.get("seconds_to_first_token", -1) >= 0 and line.get("seconds_per_token", -1) >= 0, f"{line}")
            expect(line.get("bytes_moved") == len(each["ids"]) * bytes_each, f"{what}: bytes of {line}")


def check_models():
    """Keys and values of 8 heads of 12 floats in 3 layers; of 4 heads of 8 in 5; of 3 heads of 16 in 3."""
    check_tokens(poetry[:2], mixed(6, 6000, 9, 40, 1), sharings, bytes_each=8 * 12 * 4 * 2 * 3)
    check_tokens(poetry[:2], mixed(3, 6000, 9, 40, 2), ((4, 1), (1, 4)), bytes_each=8 * 12 * 4 * 2 * 3)
    check_tokens(poetry[:2], mixed(32, 6000, 20, 44, 3), ((2, 2),), bytes_each=8 * 12 * 4 * 2 * 3)
    if not has_shared("only the shipped model was run"):
        return
    check_tokens(stories, mixed(6, 512, 30, 60, 4), sharings, bytes_each=4 * 8 * 4 * 2 * 5)
    check_tokens(stories, mixed(3, 512, 30, 60, 5), ((4, 4),), bytes_each=4 * 8 * 4 * 2 * 5)
    check_tokens(half_split, mixed(3, 512, 30, 60, 6), ((1, 1), (2, 1)), bytes_each=4 * 8 * 4 * 2 * 5)
    check_tokens(sorting, mixed(6, 3, 6, 11, 7), ((1, 1), (3, 1), (1, 3)), bytes_each=3 * 16 * 4 * 2 * 3)
    check_tokens(stories, mixed(32, 512, 40, 80, 8), ((1, 1), (2, 2)), "--rows", 5, bytes_each=4 * 8 * 4 * 2 * 5)
    sampled = [{**each, "temperature": 0.9, "top_k": 40, "top_p": 0.95, "seed": i}
               for i, each in enumerate(mixed(6, 512, 30, 60, 9))]
    check_tokens(stories, sampled, ((2, 1), (1, 2)), bytes_each=4 * 8 * 4 * 2 * 5)
    arriving = [{**each, "arrival": (5 - i) * 0.05} for i, each in enumerate(mixed(6, 512, 30, 60, 10))]
    check_tokens(stories, arriving, ((2, 1),), bytes_each=4 * 8 * 4 * 2 * 5)
    check_elements(mixed(3, 512, 10, 20, 11))
    much = run(*stories, "--requests", requests_file(sampled), "--capacity", 1000000000, "--rows", 100000)
    expect(much.returncode != 0 and b"there is not enough memory for this model" in much.stderr, f"memory: {much}")


def check_elements(requests):
    """Packed otherwise: one rank on each side gives what one process gives."""
    for elements in ("bf16", "int8"):
        check_tokens((*stories, "--weights", elements), requests, ((1, 1),), bytes_each=4 * 8 * 4 * 2 * 5)


def check_output():
    """Text as it is in a file of requests, and what goes where."""
    file = requests_file([{"prompt": "你好，请问一下"}, "", {"prompt": "春", "tokens": 2, "id": "b"}, {"id": 7, "ids": [2339]}])
    done = run("--requests", file, "--temperature", 0, "--prefill-ranks", 2)
    text, said = done.stdout.decode(), done.stderr.decode()
    expect(done.returncode == 0 and "你好，请问一下、不为人。\n" in text, f"text: {done}")
    for head in ("--- 1: 7 + 6 tokens, first after ", "--- b: 1 + 2 tokens, ", "--- 7: 1 + ", " 16128 bytes moved\n"):
        expect(head in text, f"{head} in {text}")
    expect("finished: 3 (1, b, 7)\n" in said and "tokens/s; " in said, f"summary: {said}")
    alone_text = subprocess.run([alone, "--temperature", "0"], stdout=subprocess.PIPE, check=True).stdout.decode()
    expect(answers("--requests", file, "--temperature", 0)["1"]["text"] + "\n" == alone_text, "the text of generate")
    with open("/dev/full", "wb") as full:
        done = run("--requests", file, stdout=full)
    expect(done.returncode != 0 and b"stdout cannot be written" in done.stderr, f"a full disk: {done}")


def records(text):
    """What is printed of each request, in any order, without times and line ends."""
    text = re.sub(r"\d+\.\d+ ms", "T ms", text)
    return sorted(" ".join(each.split()) for each in text.split("--- ") if each.strip())


def check_page():
    """The guide's file of requests gives the text that the guide shows."""
    page = (models.parent / "docs/guide/15_serving_apart.md").read_text()
    requests = re.search(r"^```json\n(.*?)^```$", page, re.M | re.S)[1]
    shown = re.search(r"^```text\n(--- .*?)^```$", page, re.M | re.S)[1]
    done = run("--requests", requests_file(requests.splitlines(), "page"), "--prefill-ranks", 2, "--decode-ranks", 1)
    expect(done.returncode == 1, f"the page's requests, of which one fails: {done}")
    found = records(done.stdout.decode())
    expect(found == records(shown), f"the guide shows {records(shown)}, found {found}")


def check_too_long():
    """A request that has no room fails alone."""
    long = {"id": "long", "ids": [5] * 60, "tokens": 6, "temperature": 0}
    others = mixed(4, 6000, 9, 40, 12)
    file = requests_file([*others[:2], long, *others[2:], {**long, "id": "prompt", "ids": [5] * 70}])
    found = answers(*poetry[:2], "--requests", file, "--prefill-ranks", 2, code=1)
    expect(not found["long"]["finished"] and "the request needs 65, there is room for 64" in found["long"]["error"],
           f"too long: {found['long']}")
    expect("the prompt has 70 positions" in found["prompt"]["error"], f"too long: {found['prompt']}")
    for each in others:
        expect(found[each["id"]].get("tokens") == tokens_alone(each, *poetry[:2]), f"beside it: {found[each['id']]}")
    small = answers(*poetry[:2], "--requests", requests_file([{"id": "all", "ids": [5]}], "small"),
                    "--capacity", 10)
    expect(len(small["all"].get("tokens", [])) == 10, f"as many as there is room for: {small}")
    done = run(*poetry, "--requests", file)
    expect(b"failed: 2 (long, prompt)" in done.stderr and b"--- long: failed: " in done.stdout, f"failed: {done}")


def check_options():
    good = ("--requests", requests_file([{"ids": [1]}], "good"))
    packed = folder / "packed"
    subprocess.run([alone, "--save-packed", packed, "--model", poetry[1]], check=True, stderr=subprocess.DEVNULL)
    for words, *options in [
            (["--requests", "required"],), (["--requests", "/none"], "--requests", "/none"),
            (["--requests"], "--requests", ""), (["--prefill-ranks"], *good, "--prefill-ranks", 0),
            (["--decode-ranks", "H=8 over 3 ranks", "2 would be left over"], *good, "--decode-ranks", 3),
            (["--prefill-ranks", "H=8 over 16 ranks", "more ranks than heads"], *good, "--prefill-ranks", 16),
            (["--decode-ranks"], *good, "--decode-ranks", "x"), (["--prompt", "requests"], *good, "--prompt", "春"),
            (["--ids", "requests"], *good, "--ids=1"), (["--steps", "tokens"], *good, "--steps", 3),
            (["--logits"], *good, "--logits", "file"), (["--print-ids", "--json"], *good, "--print-ids"),
            (["--save-packed"], *good, "--save-packed", "file"), (["--weights", "f16"], *good, "--weights", "f16"),
            (["--rows"], *good, "--rows", 0), (["--capacity", "65", "64"], *good, "--capacity", 65),
            (["--patience"], *good, "--patience", 0), (["--patience"], *good, "--patience", "nan"),
            (["--patience", "1000000"], *good, "--patience", 1e10),
            (["/dev/stdin is no regular file"], "--requests", "/dev/stdin"),
            (["temperature"], *good, "--temperature", -1), (["top_p"], *good, "--top-p", 2),
            (["--seed"], *good, "--seed", -1), (["--tokens"], *good, "--tokens", 0), (["--unknown"], *good, "--unknown"),
            (["--model"], *good, "--model", "")]:
        expect_error(2, words, *options)
    for words, *options in [
            (["/none"], *good, "--model", "/none"), (["/none.model"], *good, "--tokenizer", "/none.model"),
            (["packed for one process"], *good, "--model", packed)]:
        expect_error(1, words, *options)
    few = subprocess.run([sys.executable, launcher, program, *map(str, good), "--prefill-ranks", "8", "--decode-ranks",
                          "8"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    expect(few.returncode in (0, 2) and (few.returncode == 0 or b"--oversubscribe" in few.stderr), f"processors: {few}")
    checked = run(*good, "--check=true", "--prefill-ranks", "0x2")
    expect(checked.returncode == 0 and not checked.stdout and not checked.stderr, f"--check: {checked}")
    shown = run("--help").stdout
    expect(b"--oversubscribe" in shown and b"arrival" in shown, "--help")
    with open("/dev/full", "wb") as full:
        for head in ([], [sys.executable, launcher]):
            done = subprocess.run([*head, program, "--help"], stdout=full, stderr=subprocess.PIPE)
            expect(done.returncode == 1 and b"stdout cannot be written" in done.stderr, f"{head}: a full disk: {done}")


def check_requests():
    for words, line in [
            (["no JSON"], "{"), (["no JSON object"], "[1]"), (["either"], "{}"), (["either"], {"ids": [1], "prompt": "春"}),
            (["\"max\" is no key"], {"ids": [1], "max": 2}), (["\"ids\"", "no list"], {"ids": []}),
            (["token 1 of \"ids\"", "6000", "5999"], {"ids": [1, 6000]}), (["token 0"], {"ids": [-1]}),
            (["token 0"], {"ids": [1.5]}), (["\"prompt\" is no text"], {"prompt": 3}), (["\"tokens\""], {"ids": [1], "tokens": 0}),
            (["\"tokens\""], {"ids": [1], "tokens": "x"}), (["temperature"], {"ids": [1], "temperature": -1}),
            (["\"temperature\" is no number"], {"ids": [1], "temperature": "hot"}), (["top_p"], {"ids": [1], "top_p": 0}),
            (["\"top_k\""], {"ids": [1], "top_k": -1}), (["\"seed\""], {"ids": [1], "seed": 0.5}),
            (["\"arrival\""], {"ids": [1], "arrival": -1}), (["\"id\""], {"ids": [1], "id": ""}),
            (["earlier request", "line 1", "a"], {"ids": [1], "id": "a"}),
            (["\"ids\" comes twice"], '{"ids": [1], "ids": [2]}'),
            (["\"tokens\" is 18446744073709551615: that is too many"], {"ids": [1], "tokens": 2**64 - 1})]:
        file = requests_file([{"ids": [1], "id": "a"}, "", line], "bad")
        expect_error(2, [f"{file}: line 3: ", *words], "--requests", file)
    expect_error(2, ["has no request"], "--requests", requests_file(["", " "], "bad"))
    same = requests_file([{"ids": [1], "id": "2"}, {"ids": [1]}], "bad")
    expect_error(2, ["line 2: ", "without \"id\"", "the id 2 is that of", "line 1"], "--requests", same)
    expect_error(2, ["line 1", "--tokenizer"], "--requests", requests_file([{"prompt": "a"}], "bad"), *poetry[:2])


check_options()
check_requests()
check_output()
check_page()
check_too_long()
check_models()
finish()
