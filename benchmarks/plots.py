#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Draws the results: roofline, growth and compile cost, as SVG for light and dark pages. Needs gnuplot.

Takes the results' file and the folder of the plots."""
import json
import re
import statistics
import subprocess
import sys
from pathlib import Path

COLOURS = ["#2f81f7", "#d29922", "#3fb950", "#db61a2", "#8b949e"]
# Ink follows the page's colours; without them gnuplot's is black.
STYLE = ("<style>.ink{color:#1f2328}.text{fill:#1f2328}"
         "@media(prefers-color-scheme:dark){.ink{color:#e6edf3}.text{fill:#e6edf3}}</style>")


def block(name, lines):
    return f"${name} << EOD\n" + "\n".join(lines) + "\nEOD\n"


def draw(path, script, size):
    head = (f"set terminal svg size {size} dynamic font 'sans-serif,13'\n"
            "set border 3\nset tics nomirror out\nset key left top reverse Left\nset style increment user\n"
            + "".join(f"set style line {i + 1} lc rgb '{colour}' lw 2 pt 7 ps 0.5\n" for i, colour in enumerate(COLOURS)))
    run = subprocess.run(["gnuplot"], input=head + script, capture_output=True, text=True)
    if run.returncode != 0 or run.stderr:
        sys.exit(f"gnuplot: {run.stderr}")
    svg = run.stdout
    svg = svg.replace('color="black"', 'class="ink"').replace("stroke='black'", "")
    svg = re.sub(r'fill="rgb\( *0, *0, *0\)"|fill="black"', 'class="text"', svg)
    svg = re.sub(r"<desc>.*?</desc>", "", svg, flags=re.S)
    path.write_text(re.sub(r"(<svg[^>]*>)", lambda found: found[1] + STYLE, svg, count=1))


def roofline(rows, path):
    """Multiply-adds a second by multiply-adds for each byte of weights, with the machine's two limits."""
    size = {"f32": 4, "bf16": 2, "int8": 1}

    def rate(row, key):
        return row["m"] * row["k"] * row["n"] / row[key] * 1e-9
    plain = [row for row in rows if row["dtype"] == "f32"]
    # One row of activations is bound by reading, 512 are by multiply-adds.
    bandwidth = statistics.median(rate(row, "seconds_bound") * 4 for row in plain if row["m"] == 1)
    peak = statistics.median(rate(row, "seconds_bound") for row in plain if row["m"] == 512)
    series = [(name, [f"{row['m'] / size[name]} {rate(row, 'seconds')}" for row in rows if row["dtype"] == name])
              for name in size]
    series += [(f"{title}, f32", [f"{row['m'] / 4} {rate(row, f'seconds_{key}')}" for row in plain])
               for title, key in (("oneDNN", "onednn"), ("OpenBLAS", "openblas"))]
    script = "".join(block(f"d{i}", lines) for i, (_, lines) in enumerate(series))
    script += ("set logscale xy\nset xlabel 'multiply-adds for each byte of weights'\n"
               "set ylabel 'billion multiply-adds a second'\nset key right bottom\nset xrange [0.2:600]\n"
               f"limit(x) = {bandwidth} * x < {peak} ? {bandwidth} * x : {peak}\n"
               "plot limit(x) title sprintf('limits: %.0f GB/s, %.0f G/s', " f"{bandwidth}, {peak}) lc rgb '#8b949e' lw 2, "
               + ", ".join(f"$d{i} with points ls {i + 1} title '{name}'" for i, (name, _) in enumerate(series)) + "\n")
    draw(path, script, "760,460")


def growth(rows, path):
    titles = {"decode by layers": "a decode step by layers", "prefill by layers": "prefill of 128 by layers",
              "prefill by L": "prefill by its tokens L", "decode by S": "a decode step by positions S"}
    script = "set multiplot layout 2,2\nset key bottom right\nset ylabel 'ms'\nset yrange [0:*]\n"
    for i, (sweep, title) in enumerate(titles.items()):
        points = [row for row in rows if row["sweep"] == sweep and "value" in row]
        script += block(f"d{i}", [f"{row['value']} {row['seconds'] * 1e3} {row['seconds_predicted'] * 1e3}"
                                  for row in points])
        if sweep == "prefill by L":
            script += "set logscale xy\nset yrange [*:*]\n"
        elif sweep == "decode by S":
            script += "unset logscale\nset logscale x\nset yrange [0:*]\n"
        script += (f"set title '{title}'\nplot $d{i} using 1:2 with linespoints ls 1 title 'measured', "
                   f"$d{i} using 1:3 with lines ls 2 title 'from the trace'\n")
    draw(path, script + "unset multiplot\n", "760,560")


def compile_cost(rows, path):
    operations = [row for row in rows if row["part"] == "operation"]
    names = list(dict.fromkeys(row["operation"] for row in operations))
    compilers = [("g++", "GCC"), ("clang++-19", "Clang")]
    cost = {(row["compiler"], row["operation"]): row["milliseconds"] for row in operations}
    seconds = {(row["compiler"], row["program"]): row["seconds"] for row in rows if row["part"] == "program"}
    script = "set multiplot layout 1,2\nset key right top\n"
    curves = []
    for who in ("matmul", "eigen"):
        for compiler, title in compilers:
            points = [f"{name.split()[1]} {value}" for (by, name), value in seconds.items()
                      if by == compiler and re.fullmatch(rf"{who} \d+", name)]
            script += block(f"c{len(curves)}", points)
            curves.append(f"$c{len(curves)} with linespoints ls {len(curves) + 1} "
                          f"title '{'this' if who == 'matmul' else 'Eigen'}, {title}'")
    script += ("set title 'seconds to compile N different products'\nset xlabel 'N'\nset yrange [0:*]\n"
               "plot " + ", ".join(curves) + "\n")
    script += block("bars", [f"\"{name}\" " + " ".join(str(cost[compiler, name]) for compiler, _ in compilers)
                             for name in names])
    script += ("set title 'milliseconds of one check more'\nset xlabel ''\nset key left top\nset style data histogram\n"
               "set style fill solid 0.85 noborder\nset boxwidth 0.9\nset xtics rotate by -50 noenhanced\n"
               "plot " + ", ".join(f"$bars using {i + 2}:xtic(1) ls {i + 1} title '{title}'"
                                   for i, (_, title) in enumerate(compilers)) + "\nunset multiplot\n")
    draw(path, script, "860,400")


def main():
    rows, folder = json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2])
    for suite, name, plot in (("kernels", "roofline", roofline), ("growth", "growth", growth),
                              ("compile", "compile", compile_cost)):
        own = [row for row in rows if row["suite"] == suite]
        if own:
            plot(own, folder / f"{name}.svg")


if __name__ == "__main__":
    main()
