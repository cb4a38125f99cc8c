#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Makes docs/refusals.md of what both compilers say of the museum's programs and the pipeline's mutations.

Compares the page with that (the default; exits 1 where it is stale), or writes it (--write)."""
import argparse
import json
import re
import subprocess
import sys
import tempfile
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

root = Path(__file__).resolve().parent.parent
page = root / "docs/refusals.md"
museum = root / "static_tests/rejected/museum"
compilers = {"GCC": "g++", "Clang": "clang++-19"}
symptoms = {"silent": "silently wrong", "crash": "stops at run time", "load": "fails to load",
            "message": "an error nobody can read"}

INTRO = """\
# The museum of refusals

Every exhibit is a mistake that somebody made in real inference code, restated in a few lines. Most of them
ran: the sizes fitted, nothing was raised, and the model was quietly worse. Each is written down here once
more, in Shapeproof's words, with what the compiler says of it and with the line that was meant.

{counts}

Where two extents of a program could be confused it is compiled twice: with all extents distinct, and with
that pair made equal. It is refused both times: names decide, not numbers.

This page is made of what GCC and Clang say now. `./dev docs` writes it, `./dev test` compares it. The
programs are in [static_tests/rejected/museum](../static_tests/rejected/museum).
"""

MUTATIONS = """\
## The pipeline, changed in one place

The second collection is our own code. Each entry changes one place of the source of the pipeline or of a
family of models, and compiles its proof in [static_tests/llm](../static_tests/llm). {refused} changes break
it, with these messages.
"""

COMPILING = """\
## What no type sees

{count} more changes compile, as they must: what they exchange has one type. Each makes a numerical test fail.
"""


def run(*command):
    """The JSON that a runner reports. It fails where the runner does."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        done = subprocess.run([sys.executable, *map(str, command), "--report", str(report)],
                              capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{command[0]} failed:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
        return json.loads(report.read_text())


def museum_reports():
    """Per file: its entry, what each compiler said of it, and what its equal form replaces, if it has one."""
    def of(compiler):
        runner = root / "static_tests/rejected/run.py"
        return run(runner, "--compiler", compiler, "--include", root / "include", museum)

    with ThreadPoolExecutor(2) as pool:
        reports = dict(zip(compilers, pool.map(of, compilers.values())))
    files = {}
    for name, entries in reports.items():
        for entry in entries:
            file = files.setdefault(Path(entry["case"]).name, {"said": {}})
            if entry["form"] == "distinct":
                file["entry"] = entry
                file["said"][name] = entry["first_error"]
            else:
                file["equal"] = entry["equal"]
    return files


def link(path):
    return f"[{path}](../{path})"


def messages(said):
    """What the compilers say, once where they agree."""
    lines = []
    groups = {"GCC and Clang": next(iter(said.values()))} if len(set(said.values())) == 1 else said
    for name, text in groups.items():
        lines += [f"{name}:", "", "```text", text, "```", ""]
    return lines


def replacement(text):
    """`"H", 4 => "H", 3` as `H=3`."""
    old, new = (part.strip() for part in text.split("=>"))
    axis = re.fullmatch(r'"(\w+)", (\w+)', new)
    return f"`{axis[1]}={axis[2]}`" if axis else f"`{new}` for `{old}`"


def wrapped(text):
    return textwrap.fill(text, 110, break_long_words=False, break_on_hyphens=False)


def listed(parts):
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


class Exhibit:
    """One mistake: its row in cases.json, and the programs of the museum that have its id."""

    def __init__(self, row, files):
        self.row = row
        self.id = row["id"]
        self.files = [name for name, file in files.items() if file["entry"]["id"] == self.id]
        self.programs = [files[name] for name in self.files]
        self.outcome = "refused" if self.files else row.get("outcome", "")

    def problems(self):
        if self.outcome not in ("refused", "unwritable", "value", "open"):
            yield f"{self.id} has no program, and its outcome is none of unwritable, value, open"
        if self.files and "outcome" in self.row:
            yield f"{self.id} has a program and an outcome; the program is enough"
        if self.row["symptom"] not in symptoms:
            yield f"{self.id} has the unknown symptom {self.row['symptom']}"
        if self.outcome in ("unwritable", "value") and not (self.row.get("tests") and self.row.get("value")):
            yield f"{self.id} needs a value and the test that computes it"
        for file, name in self.tests():
            cases = re.findall(r'TEST_CASE(?:_TEMPLATE)?\("([^"]*)"', (root / file).read_text())
            if not any(case.startswith(name) for case in cases):
                yield f"{self.id}: {file} has no test case that begins with {name!r}"

    def tests(self):
        return [tuple(test.split(": ", 1)) for test in self.row.get("tests", [])]

    def anchor(self):
        return self.id.lower()

    def summary(self):
        text = {"refused": "refused by the compiler", "unwritable": "cannot be written",
                "value": "caught by a value", "open": "not yet"}[self.outcome]
        tested = "; value tested" if self.tests() and self.outcome != "value" else ""
        return f"[{text}](#{self.anchor()}){tested}"

    def row_text(self):
        return f"| {self.id} | {self.row['title']} | {symptoms[self.row['symptom']]} | {self.summary()} |"

    def section(self):
        lines = [f'<a id="{self.anchor()}"></a>', "", f"### {self.id}. {self.row['title']}", ""]
        for name, program in zip(self.files, self.programs):
            entry = program["entry"]
            lines += [entry["title"], "", "```cpp", entry["mistake"].strip("\n"), "```", ""]
            lines += messages(program["said"])
            whole = f"[the whole program](../static_tests/rejected/museum/{name})"
            lines += [f"What was meant ({whole}):", "", "```cpp", entry["corrected"].strip("\n"), "```", ""]
            if "equal" in program:
                equal = listed(list(map(replacement, program["equal"])))
                lines += [f"Equal numbers do not hide it: with {equal} it is refused as well.", ""]
        if "note" in self.row:
            lines += [wrapped(self.row["note"]), ""]
        if "value" in self.row:
            lines += [wrapped(f"**Value.** {self.row['value']}"), ""]
        if self.tests():
            lines += [f"Tested in {listed(sorted({link(file) for file, _ in self.tests()}))}.", ""]
        return lines


def counted(exhibits):
    def number(outcome):
        return sum(exhibit.outcome == outcome for exhibit in exhibits)

    tested = sum(bool(exhibit.tests()) for exhibit in exhibits)
    parts = [f"Of {len(exhibits)} mistakes the compiler refuses {number('refused')}.",
             f"For {number('unwritable')} more there is no word, {number('value')} only a value can show,",
             f"and {number('open')} wait for vocabulary that there is not yet.",
             f"The right value of {tested} is pinned by a numerical test."]
    return wrapped(" ".join(parts))


def change(mutation):
    def marked(sign, text):
        return [f"{sign} {line}" for line in text.splitlines()]

    return [f"In `{mutation['file']}`:", "", "```diff", *marked("-", mutation["from"]),
            *marked("+", mutation["to"]), "```", ""]


def mutation_lines(mutations):
    refused = [each for each in mutations if each.get("kind", "refused") == "refused"]
    compiling = [each for each in mutations if each not in refused]
    lines = MUTATIONS.format(refused=len(refused)).splitlines() + [""]
    for number, mutation in enumerate(refused, 1):
        lines += [f"### {number}. {mutation['title']}", "", *change(mutation), *messages(mutation["said"])]
    if compiling:
        lines += COMPILING.format(count=len(compiling)).splitlines() + [""]
    for mutation in compiling:
        tests = mutation.get("caught_by", [])
        tests = [tests] if isinstance(tests, str) else tests
        lines += [f"### {mutation['title']}", "", *change(mutation), mutation.get("why", ""), ""]
        if tests:
            lines += [f"Caught by {listed(list(map(link, tests)))}.", ""]
    return lines


def rendered(exhibits, mutations):
    lines = INTRO.format(counts=counted(exhibits)).splitlines() + [""]
    lines += ["## Mistakes of others", "", "| | mistake | elsewhere | here |", "|---|---|---|---|"]
    lines += [exhibit.row_text() for exhibit in exhibits] + [""]
    lines += ["The numbers are those of the collection they come from; it has more, of the same kinds.", ""]
    for exhibit in exhibits:
        lines += exhibit.section()
    return "\n".join(lines + mutation_lines(mutations)).rstrip("\n") + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write docs/refusals.md instead of comparing it")
    parser.add_argument("--mutations", type=Path, help="a report of mutations/run.py, not to run it again")
    options = parser.parse_args()

    files = museum_reports()
    mutations = (json.loads(options.mutations.read_text()) if options.mutations else
                 run(root / "static_tests/mutations/run.py"))
    exhibits = [Exhibit(row, files) for row in json.loads((museum / "cases.json").read_text())]
    known = {exhibit.id for exhibit in exhibits}
    problems = [problem for exhibit in exhibits for problem in exhibit.problems()]
    problems += [f"{name} has the case {file['entry']['id']!r}, which cases.json does not have"
                 for name, file in files.items() if file["entry"]["id"] not in known]
    if problems:
        sys.exit("\n".join(problems))
    text = rendered(exhibits, mutations)
    if options.write:
        page.write_text(text)
    elif not page.exists() or page.read_text() != text:
        sys.exit("docs/refusals.md is not what the compilers say; run ./dev docs")


if __name__ == "__main__":
    main()
