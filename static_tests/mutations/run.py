#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Changes the pipeline's source in one place at a time.

A change that types can see must break a proof (static_tests/llm/pipeline.cpp, or that of the family) with a message of
the library, on both compilers. One that they cannot see (kind: compiles) says why in mutations.json, and must make the
numerical test that it names fail. --report FILE writes what happened as JSON, from which docs/refusals.md is made."""
import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

here = Path(__file__).resolve().parent
root = here.parent.parent
default_proof = "static_tests/llm/pipeline.cpp"
compilers = {"GCC": "g++", "Clang": "clang++-19"}


def compile_proof(compiler, include, proof):
    command = [compiler, "-std=c++20", "-fsyntax-only", f"-I{include}", str(root / proof)]
    return subprocess.run(command, capture_output=True, text=True)


def sentence(output):
    """The first refusal in a compiler's output. Clang prints it in pieces."""
    for line in output.splitlines():
        found = re.search(r'message<[^>]*>\{(".*")\}', line)
        if found:
            joined = re.sub(r'",? ?\{"', "", found[1])
            return re.sub(r'"\}*$', "", joined.lstrip('"')).split('"')[0]
    return None


class numerical_tests:
    """Builds one file of runtime_tests against a given include folder, and runs it."""

    def __init__(self, kernels, folder):
        self.kernels = kernels
        self.main = Path(folder) / "main.o"
        subprocess.run(["g++", "-std=c++20", "-c", str(root / "runtime_tests/main.cpp"), "-o", str(self.main)], check=True)

    def passes(self, test, include, folder):
        program = Path(folder) / (Path(test).stem + "_test")
        subprocess.run(["g++", "-std=c++20", f"-I{include}", f"-I{root}/runtime_tests", str(root / test), str(self.main),
                        str(self.kernels), "-fopenmp", "-o", str(program)], check=True)
        return subprocess.run([str(program)], capture_output=True).returncode == 0


def changed_include(mutation, folder):
    include = Path(folder) / "include"
    shutil.copytree(root / "include", include)
    file = include / "shapeproof" / mutation["file"]
    source = file.read_text()
    if source.count(mutation["from"]) != 1:
        raise ValueError(f"the text to change occurs {source.count(mutation['from'])} times in {mutation['file']}")
    file.write_text(source.replace(mutation["from"], mutation["to"]))
    return include


def outcome(mutation, tests):
    """The mutation with what each compiler says of it, and whether that is as it should be."""
    result = {"kind": "refused", **mutation, "said": {}, "good": True, "problem": ""}
    with tempfile.TemporaryDirectory() as folder:
        try:
            include = changed_include(mutation, folder)
        except ValueError as error:
            return {**result, "good": False, "problem": str(error)}
        for name, compiler in compilers.items():
            run = compile_proof(compiler, include, mutation.get("proof", default_proof))
            said = None if run.returncode == 0 else sentence(run.stdout + run.stderr)
            result["said"][name] = said
            if result["kind"] == "refused" and said is None:
                what = "compiles" if run.returncode == 0 else "has no message of the library: " + run.stderr[:400]
                result.update(good=False, problem=f"{name}: {what}")
            if result["kind"] == "compiles" and run.returncode != 0:
                result.update(good=False, problem=f"{name} refuses it: {said}")
        if result["kind"] == "compiles" and result["good"] and tests.passes(mutation["caught_by"], include, folder):
            result.update(good=False, problem=f"{mutation['caught_by']} still passes")
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernels", type=Path, default=root / "build/gcc/libshapeproof_kernels.a",
                        help="the compiled kernels, for the numerical tests")
    parser.add_argument("--report", type=Path, help="write the outcomes as JSON")
    parser.add_argument("--only", metavar="TEXT", default="", help="only mutations whose title has this text")
    options = parser.parse_args()

    mutations = [each for each in json.loads((here / "mutations.json").read_text()) if options.only in each["title"]]
    for proof in sorted({each.get("proof", default_proof) for each in mutations}):
        for name, compiler in compilers.items():
            run = compile_proof(compiler, root / "include", proof)
            if run.returncode != 0:
                sys.exit(f"{name} does not accept {proof} unchanged:\n{run.stderr[:4000]}")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        tests = numerical_tests(options.kernels, folder)
        for test in sorted({each["caught_by"] for each in mutations if "caught_by" in each}):
            if not tests.passes(test, root / "include", folder):
                sys.exit(f"{test} fails with the unchanged pipeline")
        results = list(pool.map(lambda each: outcome(each, tests), mutations))
    failed = [each for each in results if not each["good"]]
    for each in failed:
        print(f"FAILED {each['title']}: {each['problem']}")
    if options.report:
        options.report.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    refused = sum(each["kind"] == "refused" for each in results)
    print(f"{refused} to be refused, {len(results) - refused} to be caught by numbers")
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)


main()
