#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What compiling costs: N distinct shape checks of matmul, beside Eigen's fixed-size products, headers, the proofs
and a whole program of each family.

Each program is compiled several times, all programs in turn, so that a busy moment of the machine meets all of them.
Times are CPU seconds (user + system) of the compiler, medians; memory is its peak."""
import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from compile_programs import operation_count, operations, programs, root

sys.path.insert(0, str(root / "static_tests/rejected"))
from run import Case, Compiler  # noqa: E402: the museum's own runner

compilers = ["g++", "clang++-19"]


def compile_once(compiler, source):
    work = ["-O2", "-c", "-o", "/dev/null"] if source.stem.startswith("program_") else ["-fsyntax-only"]
    command = [compiler, "-std=c++20", *work, f"-I{root}/include", "-isystem", "/usr/include/eigen3", str(source)]
    child = subprocess.Popen(command, stderr=subprocess.PIPE)
    errors = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{errors.decode()}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def measure(repetitions):
    with tempfile.TemporaryDirectory() as folder:
        sources = programs(Path(folder))
        runs = {(compiler, name): [] for compiler in compilers for name in sources}
        for _ in range(repetitions):
            for compiler, name in runs:
                runs[compiler, name].append(compile_once(compiler, sources[name]))
    return {key: (statistics.median(t for t, _ in values), max(m for _, m in values)) for key, values in runs.items()}


def museum():
    """Seconds that each compiler takes to refuse each case of the museum."""
    cases = [Case(path) for path in sorted((root / "static_tests/rejected/museum").glob("*.cpp"))]
    result = {}
    for command in compilers:
        compiler = Compiler(command, "c++20", root / "include")
        result[command] = {}
        for case in cases:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            code, output = compiler.run(case.program("mistake", "distinct"))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if code == 0:
                sys.exit(f"{case.path} compiles:\n{output}")
            result[command][case.path.stem] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return result


def marginal(results, compiler, operation):
    """Milliseconds and KB of one check more."""
    (seconds, megabytes), (no_seconds, no_megabytes) = (results[compiler, name] for name in
                                                        (f"{operation} x {operation_count}", "matmul 0"))
    return (seconds - no_seconds) / operation_count * 1e3, (megabytes - no_megabytes) / operation_count * 1024


def goals_of(results):
    """(compiler, what, value, relation, goal) of everything that has a goal."""
    for compiler in compilers:
        def time(name):
            return results[compiler, name][0]

        def more(name, none):
            return time(name) - time(none)
        eigen = 20 if compiler == "g++" else 8
        yield compiler, "800 checks, seconds", time("matmul 800"), "<=", 2
        yield compiler, "800 checks, MB", results[compiler, "matmul 800"][1], "<=", 350
        yield compiler, "second 400 / first 400", more("matmul 800", "matmul 400") / more("matmul 400", "matmul 0"), "<=", 1.6
        yield compiler, "Eigen / this, 200 checks", time("eigen 200") / time("matmul 200"), ">=", eigen
        yield (compiler, "the same without the headers", more("eigen 200", "eigen 0") / more("matmul 200", "matmul 0"),
               ">=", eigen)
        yield (compiler, "include / <string>, <vector>",
               time("<shapeproof/shapeproof.hpp>") / time("<string> and <vector>"), "<=", 3)
        yield compiler, "proof of the pipeline, seconds", time("proof of the pipeline"), "<=", 4
        yield compiler, "proof of the pipeline, MB", results[compiler, "proof of the pipeline"][1], "<=", 500
        for name in ("program: note", "program: Llama", "program: GPT-2"):
            yield compiler, f"{name}, seconds", time(name), "<=", 10
            yield compiler, f"{name}, MB", results[compiler, name][1], "<=", 1000


def program_rows(results):
    return [{"suite": "compile", "part": "program", "compiler": compiler, "program": name, "seconds": seconds,
             "megabytes": memory}
            for (compiler, name), (seconds, memory) in results.items() if not name.endswith(f" x {operation_count}")]


def operation_rows(results):
    rows = []
    for compiler in compilers:
        for operation in operations:
            milliseconds, kilobytes = marginal(results, compiler, operation)
            rows.append({"suite": "compile", "part": "operation", "compiler": compiler, "operation": operation,
                         "milliseconds": milliseconds, "kilobytes": kilobytes})
    return rows


def museum_rows(slowest=5):
    rows = []
    for compiler, seconds in museum().items():
        rows.append({"suite": "compile", "part": "museum", "compiler": compiler, "case": "median",
                     "seconds": statistics.median(seconds.values())})
        rows += [{"suite": "compile", "part": "museum", "compiler": compiler, "case": name, "seconds": value}
                 for name, value in sorted(seconds.items(), key=lambda each: -each[1])[:slowest]]
    return rows


def print_beside(title, rows, name, columns):
    """The rows of both compilers side by side; `columns` are (key, format)."""
    print(f"\n{title:34}" + "".join(f"{compiler:>26}" for compiler in compilers))
    for each in dict.fromkeys(row[name] for row in rows):
        cells = [row for row in rows if row[name] == each]
        print(f"{each:34}" + "".join(f"{' '.join(form.format(cell[key]) for key, form in columns):>26}" for cell in cells))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--json", metavar="FILE", help="also write the rows as JSON")
    options = parser.parse_args()
    if options.repetitions < 1:
        parser.error("--repetitions must be 1 or more")
    results = measure(options.repetitions)

    rows = program_rows(results)
    print_beside("program", rows, "program", [("seconds", "{:.2f} s"), ("megabytes", "{:5.0f} MB")])
    each = operation_rows(results)
    print_beside("one check more of", each, "operation", [("milliseconds", "{:.2f} ms"), ("kilobytes", "{:5.0f} KB")])
    print()
    for compiler, what, value, relation, goal in goals_of(results):
        held = value <= goal if relation == "<=" else value >= goal
        print(f"{compiler:12}{what:34}{value:10.2f}  goal {relation} {goal:<6}{'' if held else 'MISSED'}")
        rows.append({"suite": "compile", "part": "goal", "compiler": compiler, "what": what, "value": value,
                     "relation": relation, "limit": goal, "held": held})
    refusals = museum_rows()
    print("\nseconds to refuse a case of the museum, CPU time")
    for row in refusals:
        print(f"{row['compiler']:12}{row['case']:50}{row['seconds']:6.2f} s")
    if options.json:
        Path(options.json).write_text(json.dumps(rows + each + refusals, indent=1) + "\n")


main()
