#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What each step of the port refuses, tested: the bugs of bugs.json compile one step earlier, without a warning and with
other values, and do not compile at their step, where both compilers say the sentence of docs/porting.md.

Takes the two compilers and the kernels' library; --write writes what they say into bugs.json and the page."""
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
page = root / "docs/porting.md"
steps = ["0_plain.cpp", "1_views.cpp", "2_operations.cpp"]
flags = ["-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{root}/include"]


def changed_file(step, change):
    return here / change.get("file", steps[step])


def changed(step, change, folder):
    """A copy of the step with one place changed; the path of its source."""
    copy = Path(folder) / f"{step}"
    copy.mkdir()
    for file in [*here.glob("*.hpp"), here / steps[step]]:
        shutil.copy(file, copy)
    file = changed_file(step, change)
    text = file.read_text()
    if text.count(change["from"]) != 1:
        raise ValueError(f"{file.name} has the text {text.count(change['from'])} times: {change['from']}")
    (copy / file.name).write_text(text.replace(change["from"], change["to"]))
    return copy / steps[step]


def compiled(compiler, path, *more):
    """Exit code, and the output with Clang's pieces of a sentence put together."""
    done = subprocess.run([compiler, *flags, *(more or ["-fsyntax-only"]), path], capture_output=True, text=True)
    return done.returncode, done.stderr.replace('", {"', "").replace("\\'", "'").replace('\\"', '"')


def refusals(output):
    """The library's sentences; of two wrong arguments the compilers do not speak in the same order."""
    return list(dict.fromkeys(re.findall(r'message<[\d, ]+>\{"(.*?)"\}', output)))


class programs:
    """Builds a step with the caller, and runs it."""

    def __init__(self, compiler, kernels, folder):
        self.compiler, self.kernels, self.folder = compiler, kernels, Path(folder)
        self.main = self.folder / "main.o"
        subprocess.run([compiler, *flags, "-c", here / "main.cpp", "-o", self.main], check=True)

    def run(self, path, name):
        """What the program of a step prints, and how it ends."""
        step, program = self.folder / f"{name}.o", self.folder / name
        code, output = compiled(self.compiler, path, "-c", "-o", step)
        if code != 0:
            return f"does not compile: {output[:600]}", ""
        subprocess.run([self.compiler, self.main, step, self.kernels, "-fopenmp", "-o", program], check=True)
        done = subprocess.run([program], capture_output=True, text=True)
        return done.stdout, done.stderr if done.returncode != 0 else ""


def said_of(bug, after, number, compiler, build):
    """The sentences of the library at the bug's step: the compiler's, or what is thrown."""
    if bug.get("kind") == "throws":
        return re.findall(r"what\(\):  (.*)", build.run(after, f"after{number}")[1])
    code, output = compiled(compiler, after)
    return refusals(output) if code != 0 else []


def failures(bug, number, compilers, build, right, write):
    """What is wrong with a bug's two claims."""
    with tempfile.TemporaryDirectory() as folder:
        before, after = changed(bug["step"] - 1, bug["before"], folder), changed(bug["step"], bug["after"], folder)
        printed = build.run(before, f"before{number}")[0]
        if printed == right or "position" not in printed:
            yield f"at step {bug['step'] - 1} it changes no value: {printed}"
        if compiled(compilers[1], before)[0] != 0:
            yield f"at step {bug['step'] - 1} {compilers[1]} does not compile it"
        said = {compiler: said_of(bug, after, number, compiler, build) for compiler in compilers}
    if write:
        bug["says"] = next((each for each in said[compilers[0]] if each in said[compilers[1]]), "")
    for compiler in compilers:
        if not bug["says"] or bug["says"] not in said[compiler]:
            yield f"at step {bug['step']} {compiler} says: {said[compiler]}"


def changed_line(text, change):
    """The line of a file that a change touches, as it is after it."""
    begin = text.index(change["from"])
    first, last = text.rfind("\n", 0, begin) + 1, text.index("\n", begin + len(change["from"]))
    return text[first:last].replace(change["from"], change["to"]).strip()


def brought_up_to_date(text, bugs):
    """The page with its lists of bugs, and with the code of step 2."""
    for step in (1, 2):
        listed = ""
        for bug in (each for each in bugs if each["step"] == step):
            old, new = (changed_line(changed_file(at, bug[key]).read_text(), bug[key])
                        for at, key in ((step - 1, "before"), (step, "after")))
            who = "the program throws" if bug.get("kind") == "throws" else "the compilers say"
            listed += (f"**{bug['title']}.** Step {step - 1} compiles `{old}`; of `{new}` {who} at step {step}:\n\n"
                       f"```\n{bug['says']}\n```\n\n")
        text = re.sub(rf"(<!-- bugs of step {step} -->\n).*?(<!-- end -->)", lambda m: m[1] + "\n" + listed + m[2],
                      text, flags=re.S)
    body = re.search(r"^void attention\(.*?^\}\n", (here / steps[2]).read_text(), re.S | re.M)[0]
    return re.sub(r"(<!-- attention in 2_operations.cpp -->\n)```cpp\n.*?```", lambda m: f"{m[1]}```cpp\n{body}```", text,
                  flags=re.S)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernels", required=True, help="the compiled kernels")
    parser.add_argument("--write", action="store_true", help="write messages into bugs.json and docs/porting.md")
    parser.add_argument("compilers", nargs=2, help="GCC and Clang")
    options = parser.parse_args()
    bugs = json.loads((here / "bugs.json").read_text())
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        build = programs(options.compilers[0], options.kernels, folder)
        printed = [build.run(here / step, f"step{i}")[0] for i, step in enumerate(steps)]
        if "as in double precision" not in printed[0] or printed.count(printed[0]) != len(steps):
            sys.exit(f"the steps do not print the same: {printed}")
        for step in steps:
            if (said := compiled(options.compilers[1], here / step))[0] != 0:
                sys.exit(f"{options.compilers[1]} does not compile {step}: {said[1][:2000]}")
        outcomes = pool.map(lambda item: list(failures(item[1], item[0], options.compilers, build, printed[0],
                                                       options.write)), enumerate(bugs))
        found = [f"{bug['title']}: {what}" for bug, wrong in zip(bugs, outcomes) for what in wrong]
    fresh = brought_up_to_date(page.read_text(), bugs)
    if options.write:
        (here / "bugs.json").write_text(json.dumps(bugs, indent=1, ensure_ascii=False) + "\n")
        page.write_text(fresh)
    elif page.read_text() != fresh:
        found.append("docs/porting.md is stale: check_steps.py --write")
    print("\n".join(found) + ("\n" if found else "") + f"{len(bugs)} bugs, {len(found)} failed")
    sys.exit(1 if found or len(bugs) < 10 else 0)


main()
