#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""docs/comparison.md says what programs do and what sources say.

A cell of its tables is a program, docs/comparison/LIBRARY/ROW, or an entry of docs/comparison/cells.json: a source in
our words, or a word that the library's headers must not have. A cell with neither is an error.

  page                the data is whole, and the pages are made of it
  programs LIBRARY    its programs do what they promise; ends with 77 where the library is not installed
  --write             writes the pages
  --measure           measures messages and compile times anew, then writes the pages"""
import argparse
import json
import os
import re
import sys
from pathlib import Path

import comparison_programs as programs

root = Path(__file__).resolve().parent.parent
folder = root / "docs/comparison"
page, evidence = root / "docs/comparison.md", folder / "evidence.md"
SKIPPED = 77


class Comparison:
    def __init__(self, data, measured, place=folder):
        self.data, self.measured, self.place = data, measured, place
        self.names = data["libraries"]
        self.files = {(path.parent.name, path.stem): path for path in sorted(place.glob("*/*"))
                      if path.suffix in (".cpp", ".py")}

    def rows(self):
        return {row: title for table in self.data["tables"] for row, title in table["rows"].items()}

    def entry(self, library, row):
        return self.data["cells"].get(library, {}).get(row, {})

    def program(self, library, row):
        path = self.files.get((library, row))
        return path and programs.Program(path)

    def answer(self, library, row):
        """A cell's word and where it leads to from docs/."""
        entry, program = self.entry(library, row), self.program(library, row)
        if row in ("message", "compiling") and library in self.measured:
            numbers, unit = self.measured[library][row], "lines" if row == "message" else "s"
            return " / ".join(map(str, numbers)) + f" {unit}", "comparison/evidence.md#" + anchor(library, row)
        if program:
            return entry.get("answer", program.shown()), f"comparison/{program.path.parent.name}/{program.path.name}"
        return entry.get("answer", ""), "comparison/evidence.md#" + anchor(library, row)

    def cell(self, library, row):
        word, target = self.answer(library, row)
        text = f"[{word}]({target})"
        return f"**{text}**" if self.entry(library, row).get("better") else text

    def table(self, table):
        columns = table["columns"]
        yield "| | " + " | ".join(self.names[name] for name in columns) + " |"
        yield "|---" * (len(columns) + 1) + "|"
        for row, title in table["rows"].items():
            yield f"| {title} | " + " | ".join(self.cell(name, row) for name in columns) + " |"

    def evidence(self):
        """For each cell what it rests on."""
        yield from [self.data["evidence"], ""]
        for library, name in self.names.items():
            yield from [f"## {name}", ""]
            for row, title in self.rows().items():
                if any(library in table["columns"] and row in table["rows"] for table in self.data["tables"]):
                    yield from [f'- <a id="{anchor(library, row)}"></a>{title}: ' + self.ground(library, row)]
            yield ""

    def ground(self, library, row):
        entry, program = self.entry(library, row), self.program(library, row)
        says = entry.get("says", "")
        shown = f"**{self.answer(library, row)[0]}**."
        if row in ("message", "compiling") and library in self.measured:
            path = self.files[library, "product_of_numbers"].name
            return f"{shown} {says} Measured: [{path}]({library}/{path}).".replace("  ", " ")
        if program:
            paths = [program.path.name] + [self.files[library, also].name for also in entry.get("also", [])]
            links = ", ".join(f"[{name}]({library}/{name})" for name in paths)
            return f"{shown} {says} Checked: {links}.".replace("  ", " ")
        if "absent" in entry:
            return f"{shown} {says} Checked: the headers have no `{entry['absent']}`.".replace("  ", " ")
        if "file" in entry:
            return f"{shown} {says} [{entry['file']}](../../{entry['file']})."
        source = self.data["sources"][entry["source"]]
        return f"{shown} {says} [{source['title']}]({source['url']}), read {self.data['accessed']}."

    def problems(self):
        used = set()
        for table in self.data["tables"]:
            for library in table["columns"]:
                for row in table["rows"]:
                    used.add((library, row))
                    yield from (f"{library}, {row}: {problem}" for problem in self.cell_problems(library, row))
        used |= {(library, also) for library, row in used for also in self.entry(library, row).get("also", [])}
        yield from (f"{path} belongs to no cell" for key, path in self.files.items() if key not in used)
        yield from (f"the entry {library}, {row} belongs to no cell" for library, rows in self.data["cells"].items()
                    for row in rows if (library, row) not in used)

    def cell_problems(self, library, row):
        entry, program = self.entry(library, row), self.program(library, row)
        measured = row in ("message", "compiling") and library in self.measured
        if not program and not measured and not any(entry.get(ground) for ground in ("source", "absent", "file")):
            yield "neither a check nor a source"
            return
        if not self.answer(library, row)[0]:
            yield "no answer"
        if entry.get("source") and (program or measured):
            yield "a program and a source; the program is enough"
        if entry.get("source"):
            source = self.data["sources"].get(entry["source"], {})
            if not re.match(r"https://\S+$", source.get("url", "")) or not source.get("title"):
                yield f"the source {entry['source']} has no address or no title"
            if not entry.get("says"):
                yield "a source, but not what it says"
        if entry.get("file") and entry.get("contains", "") not in (root / entry["file"]).read_text():
            yield f"{entry['file']} does not say {entry['contains']}"
        yield from (f"no program {also}" for also in entry.get("also", []) if (library, also) not in self.files)


def anchor(library, row):
    return f"{library}-{row}".replace("_", "-")


def loaded():
    data = json.loads((folder / "cells.json").read_text())
    return Comparison(data, json.loads((folder / "measured.json").read_text()))


def rendered(comparison):
    """The page and its evidence, brought up to date."""
    def block(found):
        table = next(each for each in comparison.data["tables"] if each["name"] == found[1])
        return f"<!-- table {found[1]} -->\n\n" + "\n".join(comparison.table(table)) + "\n\n<!-- end -->"

    text = re.sub(r"<!-- table (\S+) -->\n.*?<!-- end -->", block, page.read_text(), flags=re.S)
    return {page: text, evidence: "\n".join(comparison.evidence()).rstrip("\n") + "\n"}


def page_problems(comparison):
    problems = list(comparison.problems())
    if problems:
        return problems
    shown = page.read_text()
    problems = [f"docs/comparison.md does not show the table {table['name']}" for table in comparison.data["tables"]
                if f"<!-- table {table['name']} -->" not in shown]
    return problems + [f"{path.relative_to(root)} is stale: tools/check_comparison.py --write"
                       for path, text in rendered(comparison).items() if not path.exists() or path.read_text() != text]


def program_problems(comparison, name, library):
    for (of, row), path in comparison.files.items():
        if of == name:
            yield from (f"{path.relative_to(comparison.place)}: {problem}"
                        for problem in programs.problems_of(programs.Program(path), library))
    for row, entry in comparison.data["cells"].get(name, {}).items():
        if entry.get("absent"):
            yield from (f"{row}: {path} has {entry['absent']}" for path in headers_with(entry["absent"], library))
    if name in comparison.measured:
        lines = programs.message_lines(comparison.program(name, "product_of_numbers"), library)
        if lines != comparison.measured[name]["message"]:
            yield f"the message has {lines} lines: tools/check_comparison.py --measure"


def headers_with(expression, library):
    for place in map(Path, library.headers):
        files = [place] if place.is_file() else sorted(path for path in place.rglob("*") if path.is_file())
        yield from (path for path in files if re.search(expression, path.read_text(errors="replace"), re.I))


def measure(comparison, libraries):
    for name, library in libraries.items():
        program = comparison.program(name, "product_of_numbers")
        if programs.is_installed(library):
            comparison.measured[name] = {"message": programs.message_lines(program, library)}
            if library.compilers:
                comparison.measured[name]["compiling"] = programs.seconds_to_compile(program, library)
    (folder / "measured.json").write_text(json.dumps(comparison.measured, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", help="page, or programs LIBRARY")
    parser.add_argument("--kernels", type=Path, help="the library of kernels, for programs that use Shapeproof")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--measure", action="store_true")
    options = parser.parse_args()

    comparison, libraries = loaded(), programs.libraries(root, options.kernels)
    if options.measure:
        measure(comparison, libraries)
    if options.write or options.measure:
        for path, text in rendered(comparison).items():
            path.write_text(text)
        return
    if options.what == ["page"]:
        problems = page_problems(comparison)
    elif len(options.what) == 2 and options.what[0] == "programs" and options.what[1] in libraries:
        name = options.what[1]
        if not programs.is_installed(libraries[name]):
            print(f"SKIPPED: {comparison.names[name]} is not installed, its cells were not checked")
            sys.exit(1 if os.environ.get("SHAPEPROOF_NOTHING_SKIPPED") else SKIPPED)
        problems = list(program_problems(comparison, name, libraries[name]))
    else:
        parser.error("page, programs LIBRARY, --write or --measure")
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
