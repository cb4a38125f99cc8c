#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The tables of docs/planning.md are those of docs/planning.json, which programs wrote, and the plots are drawn from it.

Without options: checks the page and the plots. `--program FILE` checks that shapeproof_plan at FILE still predicts what
the JSON says. `--measure FOLDER` measures this machine with the programs of FOLDER (build/gcc/examples/plan) and mpirun,
and writes its hardware file; `--predict FOLDER` runs every prediction again; `--write` brings page and plots up to date,
which needs gnuplot."""
import argparse
import hashlib
import json
import math
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

root = Path(__file__).resolve().parent.parent
sys.path += [str(root / "tools"), str(root / "runtime_tests/mpi")]
from run_ranks import command, environment  # noqa: E402

page = root / "docs/planning.md"
data = root / "docs/planning.json"
hardware = root / "examples/plan/hardware"
# What is measured: the note's model with one layer, and smaller ones of its form, as ranks.cpp has them.
MEASURED = {"note": {}, "quarter": {"De": 1024, "D": 1280, "Dk": 160, "F": 5120, "Dl": 800},
            "small": {"De": 256, "D": 256, "Dk": 32, "F": 1024, "Dl": 256}}
PLANS = [("dgx_h100", model) for model in ("note", "llama-8b", "llama-65b", "llama-70b", "gpt2")] + [
    (machine, "llama-70b") for machine in ("dgx_a100", "epyc_9654")]
SHORT = {"gpt2": ["--prompt", 512, "--answer", 256]}  # it has learned 1024 positions
PLOTS = ["planning_check", "planning_ranks", "planning_ratios"]


def run(*words):
    """What the program wrote to the file that it gets as the last word."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        done = subprocess.run([*map(str, words), file.name], capture_output=True, text=True, env=environment())
        if done.returncode != 0:
            sys.exit(f"{words}: {done.stderr}")
        return json.loads(Path(file.name).read_text())


def medians(rows):
    """One of several equal objects, with the median of each number."""
    first = rows[0]
    if isinstance(first, dict):
        return {key: medians([row[key] for row in rows]) for key in first}
    if isinstance(first, list):
        return [medians(list(same)) for same in zip(*rows)]
    return statistics.median(rows) if isinstance(first, float) else first


def measure(folder, rounds):
    runs = {ranks: [] for ranks in (1, 2, 4)}
    machines = []
    for _ in range(rounds):
        machines.append(run(folder / "shapeproof_plan", "--measure"))
        for ranks, found in runs.items():
            found.append(run(*command(ranks, [folder / "shapeproof_plan_ranks", "--json"])))
    machine = medians(machines)
    machine["name"] = "the test machine"
    machine["source"] = ("measured by shapeproof_plan --measure and shapeproof_plan_ranks: 2 cores, ranks of one thread; "
                         f"within: 2 ranks, crowded: 4 ranks on these cores; medians of {rounds} rounds")
    found = {ranks: medians(each) for ranks, each in runs.items()}
    machine["links"] = {"within": found[2]["link"], "crowded": found[4]["link"]}
    (hardware / "test_machine.json").write_text(json.dumps(machine, indent=1) + "\n")
    spread = {ranks: [[each["models"][i]["decode_seconds"] for each in runs[ranks]] for i in range(len(MEASURED))]
              for ranks in runs}
    rows = [{**row, "decode_spread": max(spread[ranks][i]) / min(spread[ranks][i])}
            for ranks, each in found.items() for i, row in enumerate(each["models"])]
    return {"machine": machine, "measured": rows, "sums": found[2]["sums"] + found[4]["sums"]}


def predictions(program, measured):
    """For each measured row what the program says, and the plans of the page."""
    check = []
    for name, sizes in MEASURED.items():
        of = next(row for row in measured if row["model"] == name)
        words = [word for size, value in sizes.items() for word in ("--size", f"{size}={value}")]
        found = run(program, "--hardware", hardware / "test_machine.json", "--model", "note", "--layers", of["layers"],
                    "--prompt", of["prompt"], "--answer", of["answer"], "--batch", 1, "--ranks", "1,2,4", *words, "--json")
        check += [{"model": name, **row} for row in found["ranks"]]
    plans = [{"machine": machine, **run(program, "--hardware", hardware / f"{machine}.json", "--model", model,
                                         *SHORT.get(model, []), "--json")}
             for machine, model in PLANS]
    return {"predicted": check, "plans": plans}


def pairs(results):
    """Measured and predicted, side by side."""
    for row in results["measured"]:
        yield row, next(each for each in results["predicted"]
                        if (each["model"], each["ranks"]) == (row["model"], row["ranks"]))


def error(measured, predicted):
    return f"{100 * (predicted / measured - 1):+.0f} %"


def table(head, lines):
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in [head, ["---"] * len(head), *lines])


def check_table(results):
    lines = []
    for row, plan in pairs(results):
        line = [row["model"], row["ranks"]]
        for part in ("prefill", "decode"):
            seconds, guess = row[f"{part}_seconds"], plan[part]["seconds"]
            line += [f"{seconds * 1e3:.2f}", f"{guess * 1e3:.2f}", error(seconds, guess)]
        lines.append(line + [f"{100 * plan['decode']['wire'] / plan['decode']['seconds']:.1f} %",
                             f"{row['decode_spread']:.2f}"])
    return table(["model", "ranks", "prefill, ms", "predicted", "error", "a token, ms", "predicted", "error",
                  "wire, predicted", "slowest / fastest round"], lines)


def summary_table(results):
    lines = []
    for ranks in (1, 2, 4):
        for part in ("prefill", "decode"):
            errors = [abs(plan[part]["seconds"] / row[f"{part}_seconds"] - 1)
                      for row, plan in pairs(results) if row["ranks"] == ranks]
            lines.append([ranks, part, f"{100 * statistics.mean(errors):.0f} %", f"{100 * max(errors):.0f} %"])
    return table(["ranks", "", "mean error", "largest"], lines)


def machine_table(results):
    machine = results["machine"]
    rates = [[who, f"{machine[part]['flops_per_second'] * 1e-9:.0f}", f"{machine[part]['bytes_per_second'] * 1e-9:.1f}"]
             for who, part in (("a rank alone", "rank"), ("both cores", "node"))]
    links = [[who, f"{machine['links'][part]['latency_seconds'] * 1e6:.1f}",
              f"{machine['links'][part]['bytes_per_second'] * 1e-9:.2f}"]
             for who, part in (("2 ranks", "within"), ("4 ranks on 2 cores", "crowded"))]
    return (table(["", "GFLOP/s", "GB/s of memory"], rates) + "\n\n" +
            table(["link", "latency, us", "GB/s"], links))


def sums_table(results):
    return table(["ranks", "bytes", "us", "predicted", "error"],
                 [[row["ranks"], row["bytes"], f"{row['seconds'] * 1e6:.1f}", f"{row['seconds_predicted'] * 1e6:.1f}",
                   error(row["seconds"], row["seconds_predicted"])] for row in results["sums"]])


def ranks_table(results):
    lines = []
    for plan in results["plans"]:
        rows = {row["ranks"]: row for row in plan["ranks"]}
        widest = max(rows.values(), key=lambda row: (row["degree"], -row["ranks"]))
        limit = next((row["why_not_more"] for row in plan["ranks"] if row["why_not_more"]), "")
        for ranks in dict.fromkeys([1, widest["ranks"], 1024]):
            row = rows[ranks]
            lines.append([plan["hardware"], plan["model"], ranks, row["degree"], row["fastest_degree"], row["replicas"],
                          f"{row['memory_bytes'] * 1e-9:.1f}" + ("" if row["fits"] else ", too much"),
                          f"{row['prefill']['seconds'] * 1e3:.2f}", f"{row['decode']['seconds'] * 1e3:.3f}",
                          f"{100 * row['decode']['wire'] / row['decode']['seconds']:.0f} %",
                          f"{row['tokens_per_second']:.0f}",
                          f"{row['hand_over']['seconds'] * 1e3:.2f}", limit.partition(";")[0] if ranks == 1024 else ""])
    return table(["machine", "model", "ranks", "tp", "fastest tp", "replicas", "GB a rank", "prefill, ms", "a token, ms", "wire",
                  "tokens/s", "hand-over, ms", "why not more"], lines)


def ratios_table(results):
    lines = []
    for plan in results["plans"]:
        if plan["machine"] != "dgx_h100" or plan["model"] not in ("llama-8b", "llama-70b"):
            continue
        for row in plan["ratios"]["lengths"]:
            found = ["", "", "", row["why_not"]] if "why_not" in row else [
                row["degree"], f"{row['prefill']}:{row['decode']}", f"{row['requests_per_second']:.1f}", row["limit"]]
            lines.append([plan["model"], row["prompt"], row["answer"], *found])
    return table(["model", "prompt", "answer", "tp", "best P:D", "requests/s", "limit"], lines)


TABLES = {"machine": machine_table, "check": check_table, "error": summary_table, "sums": sums_table,
          "ranks": ranks_table,
          "ratios": ratios_table}


def brought_up_to_date(text, results):
    return re.sub(r"(<!-- table ([\w ]+) -->\n).*?(<!-- end -->)",
                  lambda found: f"{found[1]}\n{TABLES[found[2]](results)}\n\n{found[3]}", text, flags=re.S)


def mark(results):
    """What a plot says it was drawn from."""
    return f"<!-- {hashlib.sha256(json.dumps(results, sort_keys=True).encode()).hexdigest()} -->\n"


def differences(one, other, path=""):
    """Places where two results are not the same, numbers to 9 digits."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            yield from differences(one.get(key), other.get(key), f"{path}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for i, both in enumerate(zip(one, other)):
            yield from differences(*both, f"{path}[{i}]")
    elif isinstance(one, float) and isinstance(other, (int, float)):
        if not math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-15):
            yield f"{path}: {one} and {other}"
    elif one != other:
        yield f"{path}: {one} and {other}"


def check(results, program):
    stale = [name for name in PLOTS if not ((root / f"docs/{name}.svg").exists()
                                            and (root / f"docs/{name}.svg").read_text().endswith(mark(results)))]
    if brought_up_to_date(page.read_text(), results) != page.read_text():
        stale.append(page.name)
    missing = [name for name in TABLES if f"<!-- table {name} -->" not in page.read_text()]
    if json.loads((hardware / "test_machine.json").read_text()) != results["machine"]:
        stale.append("test_machine.json")
    if stale or missing:
        sys.exit(f"stale: {', '.join(stale) or 'nothing'}; tables left out: {', '.join(missing) or 'none'}\n"
                 "tools/plan_page.py --write")
    if program:
        now = predictions(program, results["measured"])
        if found := list(differences(now, {key: results[key] for key in now})):
            sys.exit("the program says something else than docs/planning.json; tools/plan_page.py --predict\n" +
                     "\n".join(found[:9]))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--program", type=Path)
    options.add_argument("--measure", type=Path)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--predict", type=Path)
    options.add_argument("--write", action="store_true")
    chosen = options.parse_args()
    results = json.loads(data.read_text()) if data.exists() else {}
    if chosen.measure:
        results.update(measure(chosen.measure, chosen.rounds))
    if chosen.predict:
        results.update(predictions(chosen.predict / "shapeproof_plan", results["measured"]))
    if chosen.measure or chosen.predict:
        data.write_text(json.dumps(results, indent=1) + "\n")
    if chosen.write:
        import plan_plots  # needs gnuplot
        page.write_text(brought_up_to_date(page.read_text(), results))
        plan_plots.draw_all(results, root / "docs", mark(results))
    elif not (chosen.measure or chosen.predict):
        check(results, chosen.program)


if __name__ == "__main__":
    main()
