#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs the program and checks its data: complete, what docs/pipeline.md says, and true of itself; then its errors."""
import json
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

program, page, models = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
failures = []
folder = Path(tempfile.mkdtemp())
number, text, maybe = (int, float), str, (int, float, type(None))
shape = {"text": text, "axes": [{"name": text, "extent": int, "expression": text}]}
step = {"id": text, "prefill_id": text, "note": text, "operations": [text], "inputs": [shape], "output": shape,
        "repeats": int, "flops": int, "bytes": int, "seconds": maybe}
phase = {"tokens": int, "past": int, "seconds": number, "symbols": {"L": int, "past": int}, "steps": [step]}
token = {"id": int, "text": text}
model = {"key": text, "name": text, "parameters": int, "weight_bytes": int, "layers": int, "heads": int,
         "head_size": int, "weights": text, "prompt": {"text": text, "tokens": [token]},
         "generated": [token | {"step": int, "past": int, "seconds": number}],
         "phases": {"prefill": phase, "decode": phase},
         "attention": {"layers": [{"layer": int, "prefill": [[[number]]], "decode": [[[number]]]}]},
         "cache": {"capacity": int, "bytes_per_position": int, "layers": int,
                   "steps": [{"phase": text, "length": int, "type": text, "shape": text}], "key_norms": [[number]]}}
schema = {"version": text, "date": text, "compiler": text, "models": [model],
          "machine": {"cpu": text, "threads": int, "flops_per_second": number, "bytes_per_second": number}}


def expect(condition, what):
    if not condition:
        failures.append(what)


def check_schema(value, wanted, where):
    if isinstance(wanted, dict):
        for name, kind in wanted.items():
            expect(name in value, f"{where}.{name} is missing")
            if name in value:
                check_schema(value[name], kind, f"{where}.{name}")
    elif isinstance(wanted, list):
        expect(isinstance(value, list), f"{where} is no list")
        for i, each in enumerate(value):
            check_schema(each, wanted[0], f"{where}[{i}]")
    else:
        expect(isinstance(value, wanted) and not isinstance(value, bool), f"{where} is {value!r}")


def run(*options):
    return subprocess.run([program, *map(str, options)], capture_output=True, text=True)


def data_of(*options):
    out = folder / "data.json"
    done = run("--out", out, *options)
    if done.returncode != 0:
        sys.exit(f"{options}: exit code {done.returncode}: {done.stderr}")
    return json.loads(out.read_text(encoding="utf-8")), out.stat().st_size


def is_finite(value):
    return isinstance(value, (int, float)) and math.isfinite(value)


def check_attention(heads, rows, keys, where):
    for head in heads:
        expect(len(head) == rows and all(len(row) == keys for row in head), f"{where}: {rows} x {keys}")
        for query, row in enumerate(head):
            seen = keys - rows + query + 1
            expect(all(weight > 0 for weight in row[:seen]) and not any(row[seen:]), f"{where}: the mask of row {query}")
            expect(abs(sum(row) - 1) < 2e-3, f"{where}: row {query} adds up to {sum(row)}")


def check_steps(model, name, ids):
    phase = model["phases"][name]
    where = f"{model['key']}, {name}"
    found = list(dict.fromkeys(step["id"] for step in phase["steps"]))
    expect(found == ids, f"{where}: the ids are {found}")
    for step in phase["steps"]:
        at = f"{where}, {step['prefill_id']}"
        expect(step["repeats"] == (model["layers"] if 4 <= int(step["prefill_id"][1:]) <= 17 else 1), f"{at}: repeats")
        expect((step["seconds"] is None) == ("measured_with" in step), f"{at}: measured, or with another one")
        expect(is_finite(step["seconds"]) and step["seconds"] >= 0 or step.get("measured_with") == "P8", f"{at}: time")
        for shape in [*step["inputs"], step["output"]]:
            for axis in shape["axes"]:
                factors = axis.get("factors")
                expect((factors is not None) == axis["name"].startswith("("), f"{at}: factors of {axis['name']}")
                if factors:
                    expect(math.prod(factor["extent"] for factor in factors) == axis["extent"], f"{at}: {shape}")
            inside = ", ".join(f"{axis['name']}={axis['extent']}" for axis in shape["axes"])
            expect(shape["text"] == f"[{inside}]", f"{at}: {shape['text']}")
    steps = sum((step["seconds"] or 0) * step["repeats"] for step in phase["steps"])
    expect(phase["seconds"] / 5 < steps < phase["seconds"] * 5, f"{where}: {steps} s of {phase['seconds']} s")


def check_model(model):
    prompt, generated, cache = len(model["prompt"]["tokens"]), model["generated"], model["cache"]
    absent = set() if model["key"] == "note" else {"P3"}
    check_steps(model, "prefill", [f"P{i}" for i in range(1, 22) if f"P{i}" not in absent])
    check_steps(model, "decode", [f"D{i}" for i in range(1, 8)])
    prefill, decode = model["phases"]["prefill"], model["phases"]["decode"]
    expect((prefill["tokens"], prefill["past"], decode["tokens"], decode["past"]) == (prompt, 0, 1, prompt), "L, past")
    lengths = [step["length"] for step in cache["steps"]]
    expect(lengths == [prompt + i for i in range(len(generated))], f"the cache's lengths {lengths}")
    expect([step["past"] for step in generated] == [0, *lengths[:-1]], "each step finds what the one before left")
    expect(cache["steps"][0]["type"].count("S=L+past") == 1, "the cache's type")
    expect(all(f"S={step['length']}," in step["shape"] for step in cache["steps"]), "the cache's shapes")
    expect(cache["bytes_per_position"] == 8 * model["layers"] * model["heads"] * model["head_size"], "bytes a position")
    expect(len(cache["key_norms"]) == lengths[-1], "a norm for each position")
    expect(all(len(heads) == model["heads"] and min(heads) > 0 for heads in cache["key_norms"]), "a norm for each head")
    expect(len(model["attention"]["layers"]) == model["layers"], "attention of each layer")
    for layer in model["attention"]["layers"]:
        where = f"{model['key']}, layer {layer['layer']}"
        expect(len(layer["prefill"]) == len(layer["decode"]) == model["heads"], f"{where}: heads")
        check_attention(layer["prefill"], prompt, prompt, where)
        check_attention(layer["decode"], 1, lengths[-1], where)


def check_page(model):
    """The costs are those of the page, whose tables the demo prints."""
    lines = re.findall(r"^([PD]\d+) +(\[.*?\]) +([\d,]+) +([\d,]+)  (.*)$", page.read_text(encoding="utf-8"), re.M)
    expect(len(lines) == 28, f"{page} has {len(lines)} steps")
    steps = model["phases"]["prefill"]["steps"] + model["phases"]["decode"]["steps"]
    for id, result, flops, bytes, _ in lines:
        own = [step for step in steps if step["id"] == id]
        sums = tuple(f"{sum(step[what] for step in own):,}" for what in ("flops", "bytes"))
        expect(sums == (flops, bytes), f"{id}: {sums}, the page says {flops} and {bytes}")
        expect(own and own[-1]["output"]["text"] == result, f"{id}: the result is not {result}")
    def inputs(id):
        return [shape["text"] for step in steps if step["id"] == id for shape in step["inputs"]]
    expect(inputs("P4") == ["[B=1, L=7, D=5200]"] + 3 * ["[D=5200, (H Dk)=5200]"], f"P4 reads {inputs('P4')}")
    expect(inputs("P17")[:2] == 2 * ["[B=1, L=7, D=5200]"] and len(inputs("P17")) == 4, f"P17 reads {inputs('P17')}")
    expect(inputs("D3")[2:] == 2 * ["[B=1, H=8, S=7, Dk=650]"], f"D3 reads {inputs('D3')}")


def check_one_algorithm(trained):
    """What decode saw with its cache is what prefill of the whole text sees in its last row."""
    whole = trained["prompt"]["text"] + "".join(token["text"] for token in trained["generated"][:-1])
    again = data_of("--prompt", whole, "--tokens", 1)[0]["models"][1]
    expect(len(again["prompt"]["tokens"]) == trained["cache"]["steps"][-1]["length"], "the text has the same tokens")
    for one, other in zip(trained["attention"]["layers"], again["attention"]["layers"]):
        for row, rows in zip(one["decode"], other["prefill"]):
            worst = max(abs(a - b) for a, b in zip(row[0], rows[-1]))
            expect(worst < 1e-3, f"layer {one['layer']}: decode and prefill differ by {worst}")
    before, after = (model["cache"]["key_norms"] for model in (trained, again))
    expect(all(abs(a - b) < 2e-3 * b for x, y in zip(before, after) for a, b in zip(x, y)), "the same keys")


def check_bytes():
    """A character that is in no piece is spelled by its bytes; it is shown once, whole, at the last of them."""
    for model in data_of("--prompt", "你☃好", "--tokens", 1)[0]["models"]:
        texts = [token["text"] for token in model["prompt"]["tokens"]]
        expect(texts == ["你", "", "", "☃", "好"], f"the prompt's tokens are {texts}")


def check_packed(full):
    """Packed weights are fewer bytes; nothing else of the costs changes."""
    for kind, size in (("bf16", 2), ("int8", 1)):
        other = data_of("--weights", kind, "--tokens", 1)[0]["models"][0]
        expect(other["weights"] == kind and other["weight_bytes"] < full["weight_bytes"], kind)
        for a, b in zip(full["phases"]["decode"]["steps"], other["phases"]["decode"]["steps"]):
            fewer = sum((4 - size) * math.prod(axis["extent"] for axis in shape["axes"]) for shape in a["inputs"]
                        if "weight" in shape and len(shape["axes"]) == 2 and a["prefill_id"] != "P2")
            scales = 4 * sum(shape["axes"][1]["extent"] for shape in a["inputs"] if "weight" in shape and
                             len(shape["axes"]) == 2 and a["prefill_id"] != "P2" and kind == "int8")
            expect(a["flops"] == b["flops"] and a["bytes"] - fewer + scales == b["bytes"], f"{kind}: {a['prefill_id']}")


def check_errors():
    out = folder / "never.json"
    other = models / "bpe6000" / "ci6000.model"
    for options, named in [((), "--out"), (("--out", folder / "none" / "a.json"), "none/a.json"),
                           (("--tokens", "0"), "--tokens"), (("--layers", "0"), "--layers"), (("--seed", "x"), "--seed"),
                           (("--seed", "-1"), "--seed"),
                           (("--weights", "f16"), "--weights"), (("--checkpoint", "/none"), "--checkpoint"),
                           (("--checkpoint", other), "ci6000.model"), (("--prompt", ""), "--prompt"),
                           (("--prompt", b"\xff".decode(errors="surrogateescape")), "--prompt"),
                           (("--tokens", "1000"), "--tokens"), (("--layers", "1000"), "--layers"),
                           (("--unknown",), "--unknown")]:
        given = options if "--out" in options or named == "--out" else ("--out", out, *options)
        bad = run(*given)
        expect(bad.returncode in (1, 2) and named in bad.stderr, f"{options}: {bad.returncode}, {bad.stderr!r}")
    expect(not out.exists() and sorted(each.name for each in folder.iterdir()) == ["data.json"], "nothing is left behind")
    expect(run("--help").returncode == 0 and "--checkpoint" in run("--help").stdout, "--help")
    with open("/dev/full", "w") as full:
        lost = subprocess.run([program, "--help"], stdout=full, stderr=subprocess.PIPE, text=True)
    expect(lost.returncode == 1 and "error: stdout cannot be written: No space left" in lost.stderr, f"a full disk: {lost}")


data, size = data_of()
check_schema(data, schema, "data")
expect(size < 1_500_000, f"{size} bytes")
expect([model["key"] for model in data["models"]] == ["note", "trained"], "two models")
for each in data["models"]:
    check_model(each)
note, trained = data["models"]
check_page(note)
expect([token["id"] for token in note["prompt"]["tokens"]] == [2339, 1001, 907, 2844, 1032, 912, 968], "the prompt's ids")
expect([token["id"] for token in trained["generated"]] == [908, 910, 989, 909, 906, 2], "the trained model's text")
expect((note["parameters"], trained["parameters"]) == (406_216_000, 917_856), "parameters")
expect(len(note["generated"]) == 9 and trained["layers"] == 3, "steps and layers")
expect(all(rate > 1e9 for rate in (data["machine"]["flops_per_second"], data["machine"]["bytes_per_second"])), "rates")
check_one_algorithm(trained)
check_bytes()
check_packed(note)
check_errors()
sys.exit("failed:\n" + "\n".join(failures) if failures else 0)
