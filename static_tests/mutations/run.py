#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Changes the pipeline's source in one place at a time; each change must break the proof with a message of the library.

Writes docs/refusals.md (--write), or checks that it says what the compilers say now (the default)."""
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
page = root / "docs/refusals.md"
proof = root / "static_tests/llm/pipeline.cpp"
compilers = {"GCC": "g++", "Clang": "clang++-19"}


def compile_proof(compiler, include):
    command = [compiler, "-std=c++20", "-fsyntax-only", f"-I{include}", str(proof)]
    return subprocess.run(command, capture_output=True, text=True)


def sentence(output):
    """The first refusal in a compiler's output. Clang prints it in pieces."""
    for line in output.splitlines():
        found = re.search(r'message<[^>]*>\{(".*")\}', line)
        if found:
            joined = re.sub(r'",? ?\{"', "", found[1])
            return re.sub(r'"\}*$', "", joined.lstrip('"')).split('"')[0]
    return None


def mutated(mutation):
    """What each compiler says of the changed source."""
    with tempfile.TemporaryDirectory() as folder:
        include = Path(folder) / "include"
        shutil.copytree(root / "include", include)
        file = include / "shapeproof" / mutation["file"]
        source = file.read_text()
        if source.count(mutation["from"]) != 1:
            return {name: f"the text to change occurs {source.count(mutation['from'])} times" for name in compilers}, False
        file.write_text(source.replace(mutation["from"], mutation["to"]))
        said, good = {}, True
        for name, compiler in compilers.items():
            run = compile_proof(compiler, include)
            said[name] = "it compiles" if run.returncode == 0 else sentence(run.stdout + run.stderr)
            if run.returncode == 0 or said[name] is None:
                good = False
                said[name] = said[name] or "no message of the library:\n" + run.stderr[:300]
        return said, good


def rendered(mutations, results):
    lines = ["# What the compiler says when the pipeline is wrong", "",
             "Each entry changes one place of the pipeline's own source and compiles its proof,",
             "`static_tests/llm/pipeline.cpp`. The messages are the first that GCC 12 and Clang 19 print, written by",
             "`./dev docs` and compared by `./dev test`.", ""]
    for number, (mutation, (said, _)) in enumerate(zip(mutations, results), 1):
        lines += [f"## {number}. {mutation['title']}", "", f"In `{mutation['file']}`:", "", "```diff",
                  f"- {mutation['from']}", f"+ {mutation['to']}", "```", ""]
        if len(set(said.values())) == 1:
            lines += ["GCC and Clang:", "", "```text", said["GCC"], "```", ""]
        else:
            for name in compilers:
                lines += [f"{name}:", "", "```text", said[name], "```", ""]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write docs/refusals.md instead of comparing it")
    options = parser.parse_args()

    for name, compiler in compilers.items():
        run = compile_proof(compiler, root / "include")
        if run.returncode != 0:
            sys.exit(f"{name} does not accept the unchanged pipeline:\n{run.stderr[:4000]}")
    mutations = json.loads((here / "mutations.json").read_text())
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(mutated, mutations))
    failed = [(mutation, said) for mutation, (said, good) in zip(mutations, results) if not good]
    for mutation, said in failed:
        print(f"NOT REFUSED: {mutation['title']}: {said}")
    text = rendered(mutations, results)
    stale = False
    if options.write and not failed:
        page.write_text(text)
    elif not options.write:
        stale = not page.exists() or page.read_text() != text
        if stale:
            print("docs/refusals.md is not what the compilers say; run ./dev docs")
    print(f"{len(mutations) - len(failed)} passed, {len(failed)} failed")
    sys.exit(1 if failed or stale else 0)


main()
