# SPDX-License-Identifier: BSL-1.0
"""The plots of docs/planning.md, as SVG for light and dark pages. Needs gnuplot."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "benchmarks"))
from plots import block, draw  # noqa: E402


def series(names, points):
    """Blocks of points and what plots them: `points(name)` gives pairs."""
    script, parts = "", []
    for i, name in enumerate(names):
        script += block(f"d{i}", [f"{x} {y}" for x, y in points(name)])
        parts.append((f"$d{i}", i + 1, name))
    return script, parts


def check(results, path):
    """Predicted against measured seconds, with the line on which they are equal."""
    predicted = {(row["model"], row["ranks"]): row for row in results["predicted"]}
    kinds = [(ranks, part) for part in ("prefill", "decode") for ranks in (1, 2, 4)]
    script, parts = "", []
    for i, (ranks, part) in enumerate(kinds):
        rows = [row for row in results["measured"] if row["ranks"] == ranks]
        script += block(f"d{i}", [f"{row[part + '_seconds'] * 1e3} "
                                  f"{predicted[row['model'], ranks][part]['seconds'] * 1e3}" for row in rows])
        parts.append(f"$d{i} with points ls {ranks if ranks < 4 else 3} pt {7 if part == 'prefill' else 6} ps 0.9 "
                     f"title '{part}, {ranks} rank{'s' if ranks > 1 else ''}'")
    draw(path, script + "set logscale xy\nset xlabel 'measured, ms'\nset ylabel 'predicted, ms'\n"
         "set xrange [0.5:800]\nset yrange [0.5:800]\nplot x with lines ls 5 title 'equal', " + ", ".join(parts) + "\n",
         "560,460")


def ranks(results, path):
    """Milliseconds a token and tokens a second by ranks: the models on one machine, and one model on the others."""
    plans = {plan["model"] + ("" if plan["machine"] == "dgx_h100" else f", {plan['hardware']}"): plan
             for plan in results["plans"] if plan["model"] in ("note", "llama-65b", "llama-70b")}
    script = ("set multiplot layout 1,2\nset logscale y\nset logscale x 2\nset xrange [1:1024]\nset xlabel 'ranks'\n"
              "set format y '10^{%T}'\nset key noenhanced\n")
    for title, key, value in (
            ("ms a token", "set key top right\nset yrange [1:1e4]", lambda row: row["decode"]["seconds"] * 1e3),
            ("tokens a second", "unset key\nset yrange [*:*]", lambda row: row["tokens_per_second"])):
        own, parts = series(plans, lambda name: [(row["ranks"], value(row)) for row in plans[name]["ranks"]])
        script += own + f"set title '{title}'\n{key}\nplot " + ", ".join(
            f"{name} with linespoints ls {line} title '{who}'" for name, line, who in parts) + "\n"
    draw(path, script + "unset multiplot\n", "860,400")


def ratios(results, path):
    """Requests a second by the share of ranks that prefill."""
    plans = {plan["model"]: plan["ratios"] for plan in results["plans"]
             if plan["machine"] == "dgx_h100" and "all" in plan["ratios"]}

    def points(name):
        of = plans[name]
        best = max(row["requests_per_second"] for row in of["all"])
        return [(row["prefill"] * of["prefill_degree"] / of["ranks"], row["requests_per_second"] / best)
                for row in of["all"]]
    script, parts = series(plans, points)
    draw(path, script + "set xlabel 'share of the ranks that prefill'\nset ylabel 'requests a second, of the best ratio'\n"
         "set xrange [0:1]\nset yrange [0:1.05]\nset key top right\nplot " +
         ", ".join(f"{name} with lines ls {line} title '{title}'" for name, line, title in parts) + "\n", "660,400")


def draw_all(results, folder, mark):
    for name, plot in (("planning_check", check), ("planning_ranks", ranks), ("planning_ratios", ratios)):
        path = folder / f"{name}.svg"
        plot(results, path)
        path.write_text(path.read_text() + mark)
