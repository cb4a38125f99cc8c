#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What compiling costs: N distinct shape checks of matmul, beside Eigen's fixed-size products, headers, the proofs
and a whole program of each family.

Each program is compiled several times, all programs in turn, so that a busy moment of the machine meets all of them.
Times are CPU seconds (user + system) of the compiler, medians; memory is its peak."""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

root = Path(__file__).resolve().parent.parent
compilers = ["g++", "clang++-19"]
counts = [0, 100, 200, 400, 800]
eigen_counts = [0, 100, 200]


def axis(name, extent):
    return f'sp::axis<"{name}", {extent}>'


def matmul_checks(count):
    """[B, H, L=i, Dk] x [B, H, Dk, S=i+1]: four named axes each, no two checks alike."""
    lines = ["#include <shapeproof/shapeproof.hpp>", "namespace sp = shapeproof;", "template <class X> X const& value();"]
    for i in range(1, count + 1):
        common = f'{axis("B", 1)}, {axis("H", 8)}'
        left = f'sp::tensor<float, {common}, {axis("L", i)}, {axis("Dk", 650)}>'
        right = f'sp::tensor<float, {common}, {axis("Dk", 650)}, {axis("S", i + 1)}>'
        lines.append(f"using result_{i} = decltype(sp::matmul(value<{left}>(), value<{right}>()));")
    return "\n".join(lines) + "\n"


def eigen_products(count):
    """The same question to Eigen: the static size of a product of fixed-size matrices."""
    lines = ["#include <Eigen/Core>", "template <class X> X const& value();",
             "template <class A, class B> auto product(A const& a, B const& b)",
             "    -> Eigen::Matrix<float, decltype(a * b)::RowsAtCompileTime, decltype(a * b)::ColsAtCompileTime>;"]
    for i in range(1, count + 1):
        left, right = f"Eigen::Matrix<float, {i + 1}, 650>", f"Eigen::Matrix<float, 650, {i + 2}>"
        lines.append(f"using result_{i} = decltype(product(value<{left}>(), value<{right}>()));")
    return "\n".join(lines) + "\n"


family = """#include <shapeproof/io/{header}>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/llm/token_ids.hpp>
namespace sp = shapeproof;
namespace llm = sp::llm;
using model = llm::{model};
std::size_t tell(char const* path) {{
  auto const loaded = sp::io::{load}<model>(sp::io::open_weights(path));
  auto batch = llm::token_rows<model::V>(std::vector<std::vector<int>>{{{{1, 2, 3}}}}, 512);
  auto step = llm::prefill(batch.ids, loaded.weights,
                           llm::empty_caches<model>(loaded.layers(), 64, loaded.sizes, batch.padding, sp::bind<"B">(1)));
  llm::random_stream random;
  for (int i = 0; i < 60; ++i)
    step = llm::decode(llm::sample(step.logits, {{}}, random), loaded.weights, std::move(step.caches));
  return llm::sample(step.logits, {{}}, random)(0).value();
}}
"""
note = """#include <shapeproof/llm/fill.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/llm/token_ids.hpp>
namespace sp = shapeproof;
namespace llm = sp::llm;
using model = llm::note_model;
std::size_t tell() {
  llm::model_weights<model> weights;
  weights.blocks.resize(1);
  llm::fill_from_seed(weights, 1, [](std::string const&, std::size_t) {});
  auto step = llm::prefill(llm::token_ids<model::V>(std::vector<int>{1, 2, 3}), weights, llm::empty_caches<model>(1, 64));
  llm::random_stream random;
  for (int i = 0; i < 60; ++i)
    step = llm::decode(llm::sample(step.logits, {}, random)(0), weights, std::move(step.caches));
  return llm::sample(step.logits, {}, random)(0).value();
}
"""


def programs(folder):
    def written(name, text):
        path = folder / f"{name}.cpp"
        path.write_text(text)
        return path

    result = {f"matmul {n}": written(f"matmul_{n}", matmul_checks(n)) for n in counts}
    result |= {f"eigen {n}": written(f"eigen_{n}", eigen_products(n)) for n in eigen_counts}
    result["<string> and <vector>"] = written("standard", "#include <string>\n#include <vector>\n")
    result["<shapeproof/shapeproof.hpp>"] = written("everything", "#include <shapeproof/shapeproof.hpp>\n")
    result["proof of the pipeline"] = root / "static_tests/llm/pipeline.cpp"
    result["proof of the Llama family"] = root / "static_tests/llm/llama.cpp"
    result["proof of the GPT-2 family"] = root / "static_tests/llm/gpt2.cpp"
    # Whole programs, with code: loading, prefill, decode and sampling.
    result["program: note"] = written("program_note", note)
    result["program: Llama"] = written("program_llama", family.format(header="llama_file.hpp", load="load_llama",
                                                                      model="interleaved_llama"))
    result["program: GPT-2"] = written("program_gpt2", family.format(header="gpt2_file.hpp", load="load_gpt2",
                                                                     model="any_gpt2"))
    return result


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
    """Seconds of wall time that each compiler takes to refuse each case of the museum."""
    cases = sorted(str(case) for case in (root / "static_tests/rejected/museum").glob("*.cpp"))
    result = {}
    for compiler in compilers:
        with tempfile.NamedTemporaryFile(suffix=".json") as report:
            subprocess.run([sys.executable, str(root / "static_tests/rejected/run.py"), "--compiler", compiler, "--include",
                            str(root / "include"), "--report", report.name, *cases], check=True, capture_output=True)
            result[compiler] = {Path(row["case"]).stem: row["seconds"] for row in json.load(open(report.name))}
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--json", metavar="FILE", help="also write the rows as JSON")
    options = parser.parse_args()
    if options.repetitions < 1:
        parser.error("--repetitions must be 1 or more")
    results = measure(options.repetitions)

    names = list(dict.fromkeys(name for _, name in results))
    print(f"{'program':30}" + "".join(f"{compiler:>24}" for compiler in compilers))
    for name in names:
        cells = [results[compiler, name] for compiler in compilers]
        print(f"{name:30}" + "".join(f"{seconds:13.2f} s {memory:5.0f} MB" for seconds, memory in cells))

    print()
    goals = []
    for compiler in compilers:
        def time(name):
            return results[compiler, name][0]
        goals += [
            (compiler, "800 checks, seconds", time("matmul 800"), "<=", 2),
            (compiler, "800 checks, MB", results[compiler, "matmul 800"][1], "<=", 350),
            (compiler, "second 400 / first 400",
             (time("matmul 800") - time("matmul 400")) / (time("matmul 400") - time("matmul 0")), "<=", 1.6),
            (compiler, "Eigen / this, 200 checks", time("eigen 200") / time("matmul 200"), ">=",
             20 if compiler == "g++" else 8),
            (compiler, "the same without the headers",
             (time("eigen 200") - time("eigen 0")) / (time("matmul 200") - time("matmul 0")), ">=",
             20 if compiler == "g++" else 8),
            (compiler, "include / <string>, <vector>", time("<shapeproof/shapeproof.hpp>") / time("<string> and <vector>"),
             "<=", 3),
            (compiler, "proof of the pipeline, seconds", time("proof of the pipeline"), "<=", 4),
            (compiler, "proof of the pipeline, MB", results[compiler, "proof of the pipeline"][1], "<=", 500),
        ]
        for name in ("program: note", "program: Llama", "program: GPT-2"):
            goals += [(compiler, f"{name}, seconds", time(name), "<=", 10),
                      (compiler, f"{name}, MB", results[compiler, name][1], "<=", 1000)]
    for compiler, name, value, relation, goal in goals:
        held = value <= goal if relation == "<=" else value >= goal
        print(f"{compiler:12}{name:34}{value:10.2f}  goal {relation} {goal:<6}{'' if held else 'MISSED'}")
    print()
    refusals = museum()
    for compiler, seconds in refusals.items():
        slowest = sorted(seconds.items(), key=lambda each: -each[1])[:3]
        print(f"{compiler:12}museum: {len(seconds)} refusals, median {statistics.median(seconds.values()):.2f} s, slowest "
              + ", ".join(f"{name} {value:.2f} s" for name, value in slowest))
    if options.json:
        rows = [{"suite": "compile", "compiler": compiler, "program": name, "seconds": seconds, "megabytes": memory}
                for (compiler, name), (seconds, memory) in results.items()]
        Path(options.json).write_text(json.dumps(rows, indent=1) + "\n")


main()
