#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The tables of docs/benchmarks.md are those of docs/benchmarks.json, and the plots are drawn from it.

A table stands between `<!-- table NAME -->` and `<!-- end -->`. Checks the page and the plots; --write brings them up to
date instead, which needs gnuplot."""
import hashlib
import json
import re
import statistics
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
page = root / "docs/benchmarks.md"
data = root / "docs/benchmarks.json"
PLOTS = {"roofline": "kernels", "growth": "growth", "compile": "compile"}
SUITES = ["kernels", "model", "growth", "compile", "overhead"]
COMPILERS = {"g++": "GCC", "clang++-19": "Clang"}


def table(head, lines):
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in [head, ["---"] * len(head), *lines])


def number(value, digits=2):
    return "" if value is None else f"{value:.{digits}f}"


def median_and_worst(rows, key):
    values = [row[key] for row in rows if row.get(key) is not None]
    return f"{statistics.median(values):.2f} ({max(values):.2f})" if values else ""


def machine(rows):
    (here,) = rows("machine")
    quick = [suite for suite in SUITES if any(row.get("quick") for row in rows(suite))]
    lines = [[key.replace("_", " "), ", ".join(value) if isinstance(value, list) else value]
             for key, value in here.items() if key != "suite"]
    return table(["", ""], lines + [["measured with few repetitions", ", ".join(quick) or "nothing"]])


def goals(rows):
    return table(["goal", "measured", "limit", ""],
                 [[row["goal"], number(row["value"]), f"{row['relation']} {row['limit']}",
                   "" if row["held"] else "**missed**"] for row in rows("goals")])


def kernels(rows):
    lines = []
    for dtype in ("f32", "bf16", "int8"):
        for m in sorted({row["m"] for row in rows("kernels")}):
            own = [row for row in rows("kernels") if row["dtype"] == dtype and row["m"] == m]
            keys = ("ratio_bound", "ratio_onednn", "ratio_openblas", "ratio_eigen", "ratio_f32")
            lines.append([dtype, m] + [median_and_worst(own, key) for key in keys])
    return table(["weights", "rows", "/ bound", "/ oneDNN", "/ OpenBLAS", "/ Eigen", "/ own f32"], lines)


def model(rows):
    return table(["weights", "step", "L", "S", "ms", "tokens/s", "share of the bound", "/ reading all weights",
                  "/ decode step"],
                 [[row["dtype"], row["step"], row["tokens"], row["positions"], number(row["seconds"] * 1e3, 1),
                   number(row["tokens_per_second"], 1), f"{100 * row['share_of_bound']:.0f} %", number(row["ratio_read"]),
                   number(row["ratio_decode"])] for row in rows("model")])


def accuracy(rows):
    return table(["model", "weights", "largest change of a logit", "span of the logits", "greedy tokens that stay"],
                 [[row["model"], row["dtype"], f"{row['logit_change']:.2g}", number(row["logits_span"], 1),
                   f"{row['tokens_same']} of {row['tokens']}"] for row in rows("accuracy")])


def growth(rows):
    return table(["", "one more costs", "predicted", "ratio", "memory", "predicted"],
                 [[row["sweep"], f"{row['slope_seconds'] * 1e6:.1f} us", f"{row['slope_seconds_predicted'] * 1e6:.1f} us",
                   number(row["ratio_slope"]), f"{row['slope_bytes'] / 1024:.0f} KB",
                   f"{row['slope_bytes_predicted'] / 1024:.0f} KB"] for row in rows("growth") if "slope_seconds" in row])


def beside(rows, name, form):
    """A line for each name, a cell for each compiler."""
    cells = {(row[name], row["compiler"]): form(row) for row in rows}
    return [[each, *(cells.get((each, compiler), "") for compiler in COMPILERS)]
            for each in dict.fromkeys(row[name] for row in rows)]


def of_compile(rows, part):
    return [row for row in rows("compile") if row["part"] == part]


def compile_programs(rows):
    return table(["", *COMPILERS.values()], beside(of_compile(rows, "program"), "program", lambda row:
                                                   f"{row['seconds']:.2f} s, {row['megabytes']:.0f} MB"))


def compile_operations(rows):
    return table(["one check more of", *COMPILERS.values()], beside(
        of_compile(rows, "operation"), "operation", lambda row: f"{row['milliseconds']:.2f} ms, {row['kilobytes']:.0f} KB"))


def compile_museum(rows):
    return table(["compiler", "case", "seconds"], [[COMPILERS[row["compiler"]], row["case"], number(row["seconds"])]
                                                   for row in of_compile(rows, "museum")])


def calls(rows):
    lines = []
    own = [row for row in rows("overhead") if row["part"] == "call"]
    for operation, m, n in dict.fromkeys((row["operation"], row["rows"], row["columns"]) for row in own):
        both = {row["extents"]: row for row in own if (row["operation"], row["rows"], row["columns"]) == (operation, m, n)}
        lines.append([operation, f"{m} x {n}", number(both["numbers"]["nanoseconds_bare"], 0)] +
                     [number(both[extents][key], 3) for extents in ("numbers", "symbols")
                      for key in ("ratio_allocating", "ratio_in_place")])
    return table(["operation", "size", "kernel, ns", "numbers", "result at hand", "symbols", "result at hand"], lines)


def decode(rows):
    own = [row for row in rows("overhead") if row["part"] == "decode"]
    return table(["", "weights", "us/token", "tokens/s", "time / untyped", "speed / C"],
                 [[row["who"], row["weights"], number(row["microseconds"], 1), number(row["tokens_per_second"], 0),
                   number(row["ratio_untyped"], 3), number(row["speed_over_c"])] for row in own])


TABLES = {"machine": machine, "goals": goals, "kernels": kernels, "model": model, "accuracy": accuracy, "growth": growth,
          "compile programs": compile_programs, "compile operations": compile_operations,
          "compile museum": compile_museum, "calls": calls, "decode": decode}


def brought_up_to_date(text, results):
    def suite(name):
        return [row for row in results if row["suite"] == name]
    return re.sub(r"(<!-- table ([\w ]+) -->\n).*?(<!-- end -->)",
                  lambda found: f"{found[1]}\n{TABLES[found[2]](suite)}\n\n{found[3]}", text, flags=re.S)


def mark(results, suite):
    """What a plot says it was drawn from."""
    own = json.dumps([row for row in results if row["suite"] == suite], sort_keys=True)
    return f"<!-- {hashlib.sha256(own.encode()).hexdigest()} -->\n"


def main():
    results = json.loads(data.read_text())
    plots = {root / f"docs/{name}.svg": mark(results, suite) for name, suite in PLOTS.items()}
    if sys.argv[1:] == ["--write"]:
        page.write_text(brought_up_to_date(page.read_text(), results))
        subprocess.run([sys.executable, root / "benchmarks/plots.py", data, root / "docs"], check=True)
        for plot, marked in plots.items():
            plot.write_text(plot.read_text() + marked)
        return
    stale = [plot.name for plot, marked in plots.items() if not (plot.exists() and plot.read_text().endswith(marked))]
    if brought_up_to_date(page.read_text(), results) != page.read_text():
        stale.append(page.name)
    missing = [name for name in TABLES if f"<!-- table {name} -->" not in page.read_text()]
    if stale or missing:
        sys.exit(f"stale: {', '.join(stale) or 'nothing'}; tables left out: {', '.join(missing) or 'none'}\n"
                 "tools/benchmarks_page.py --write")


main()
