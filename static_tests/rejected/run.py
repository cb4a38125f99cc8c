#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs refused programs: the mistake must give one short error with the expected texts, its corrected twin none.

A case is a C++ file. Its first comment has the licence, the mistake in words, and directives: `expect:` (also
`expect-gcc:`, `expect-clang:`) a text of the compiler's output, `forbid:` a text that must not be there, `case:`
the id of a mistake in the museum. The lines after `// mistake`, `// corrected` and `// end` are the two programs'
own; all others belong to both.

`equal: OLD => NEW` gives the case a second form: the same programs with that text replaced, so that extents which
could be confused are equal. The refusal must be there too; `expect-equal:` are its texts where numbers matter.
"""
import argparse
import json
import re
import subprocess
import sys
import textwrap
import time
from pathlib import Path

MAX_LINES = 25
FORBIDDEN = ["hana::", "std::tuple", "boost", "no type named", "incomplete type", "was not declared"]
SECTIONS = ["mistake", "corrected", "end"]
DIRECTIVE = re.compile(r"// (case|equal|expect|expect-equal|expect-gcc|expect-clang|forbid|self-test): (.*)")
ARROW = " => "


class Compiler:
    def __init__(self, command, standard, include):
        version = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
        self.name = "clang" if "clang" in version.lower() else "gcc"
        self.version = version.splitlines()[0]
        self.command = [command, f"-std={standard}", "-fsyntax-only", "-Wall", "-Wextra", f"-I{include}",
                        "-x", "c++", "-"]

    def run(self, source):
        """Exit code and normalised output."""
        result = subprocess.run(self.command, input=source, capture_output=True, text=True)
        return result.returncode, normalised(result.stdout + result.stderr)


def normalised(output):
    """Clang prints a long sentence in pieces, `{"one ", {"two"}}`, and escapes its quotes."""
    return output.replace('", {"', "").replace("\\'", "'").replace('\\"', '"')


class Case:
    def __init__(self, path):
        self.path = path
        self.lines = path.read_text().splitlines()
        self.title = self.lines[1].removeprefix("// ") if len(self.lines) > 1 else ""
        self.directives = [match.groups() for match in map(DIRECTIVE.fullmatch, self.lines) if match]
        marks = {name: [i for i, line in enumerate(self.lines) if line.strip() == f"// {name}"] for name in SECTIONS}
        self.misses = [name for name in SECTIONS if len(marks[name]) != 1]
        self.at = {} if self.misses else {name: marks[name][0] for name in SECTIONS}

    def forms(self):
        return ["distinct", "equal"] if self.texts("equal") else ["distinct"]

    def id(self):
        return next(iter(self.texts("case")), "")

    def expected(self, form, compiler):
        return form == "equal" and self.texts("expect-equal") or self.texts("expect", f"expect-{compiler.name}")

    def texts(self, *directives):
        return [text.strip() for directive, text in self.directives if directive in directives]

    def section(self, name):
        begin, end = {"mistake": ("mistake", "corrected"), "corrected": ("corrected", "end")}[name]
        return range(self.at[begin] + 1, self.at[end])

    def replacements(self):
        return [tuple(part.strip() for part in text.partition(ARROW)[::2]) for text in self.texts("equal")]

    def code(self, form):
        """The lines of a form; directives stay as they are."""
        code = ["" if DIRECTIVE.fullmatch(line) else line for line in self.lines]
        if form == "equal":
            for old, new in self.replacements():
                code = [line.replace(old, new) for line in code]
        return code

    def unused_replacements(self):
        return [old for old, new in self.replacements()
                if not old or not new or not any(old in line for line in self.code("distinct"))]

    def program(self, name, form):
        """The shared lines and one section, each at its line of the file."""
        dropped = self.section("corrected" if name == "mistake" else "mistake")
        lines = ["" if i in dropped else line for i, line in enumerate(self.code(form))]
        return f'#line 1 "{self.path}"\n' + "\n".join(lines) + "\n"

    def text(self, name):
        return textwrap.dedent("\n".join(self.lines[i] for i in self.section(name)))


def headlines(compiler, lines):
    """The lines where a reader looks first: the error, and above it GCC's first line."""
    first = [line for line in lines if "error:" in line][:1]
    if compiler.name == "gcc":
        first += [line for line in lines if "In instantiation of" in line][:1]
    return first


def sentence(output):
    """The library's sentence in the first error; without one, the error as it is."""
    for pattern in (r'message<[\d, ]+>\{"(.*?)"\}', r"error: static assertion failed: (.*)", r"error: (.*)"):
        if found := re.search(pattern, output):
            return found.group(1)
    return ""


def check(case, compiler):
    """What is wrong with the case (nothing, if it passes), the compiler's output, the entries of its forms."""
    if case.misses:
        return [f"needs one line // {name}" for name in case.misses], "", []
    if not case.texts("expect", f"expect-{compiler.name}"):
        return ["expects no text"], "", []
    if case.unused_replacements():
        return [f"not in the program: {text}" for text in case.unused_replacements()], "", []
    wrong, outputs, entries = [], "", []
    for form in case.forms():
        found, output, entry = check_form(case, form, compiler)
        wrong += found if form == "distinct" else [f"{form}: {line}" for line in found]
        outputs += output
        entries.append(entry)
    return wrong, outputs, entries


def check_form(case, form, compiler):
    expected = case.expected(form, compiler)
    begin = time.monotonic()
    code, output = compiler.run(case.program("mistake", form))
    seconds = time.monotonic() - begin
    lines = output.splitlines()
    errors = sum("error:" in line for line in lines)
    wrong = []
    if code == 0:
        wrong.append("the mistake compiles")
    else:
        wrong += [f"not in the output: {text}" for text in expected if text not in output]
        if not any(expected[0] in line for line in headlines(compiler, lines)):
            wrong.append(f"not in the first error: {expected[0]}")
        if errors != 1:
            wrong.append(f"{errors} errors, not one")
        if len(lines) > MAX_LINES:
            wrong.append(f"more than {MAX_LINES} lines of output: {len(lines)}")
        wrong += [f"forbidden in the output: {text}" for text in FORBIDDEN + case.texts("forbid") if text in output]
    code, twin_output = compiler.run(case.program("corrected", form))
    if code != 0:
        wrong.append("the corrected twin does not compile")
    elif twin_output:
        wrong.append("the corrected twin gives warnings")
    entry = {"case": str(case.path), "id": case.id(), "form": form, "equal": case.texts("equal"),
             "title": case.title, "mistake": case.text("mistake"), "corrected": case.text("corrected"),
             "compiler": compiler.version, "first_error": sentence(output), "seconds": round(seconds, 3)}
    return wrong, output + twin_output, entry


def self_test(compiler):
    """Each sabotaged case must be reported as the failures that its `self-test:` lines name."""
    failed = 0
    code, output = compiler.run("#include <shapeproof/shapeproof.hpp>\n")
    if code != 0 or output:  # without this, every refusal below could be a broken set-up
        failed += 1
        print(f"FAILED an empty program does not compile\n{output}")
    paths = sorted((Path(__file__).parent / "self_test").glob("*.case"))
    for path in paths:
        case = Case(path)
        wanted = case.texts("self-test")
        wrong, output, _ = check(case, compiler)
        found = wrong or ["passes"]
        if len(wanted) != len(found) or not all(map(str.startswith, found, wanted)):
            failed += 1
            print(f"FAILED {path}\n  wanted {wanted}\n  found {found}\n{output}")
    print(f"{len(paths) + 1 - failed} passed, {failed} failed")
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--standard", default="c++20")
    parser.add_argument("--include", required=True, help="the directory that has shapeproof/")
    parser.add_argument("--report", type=Path, help="write the cases and their messages as JSON")
    parser.add_argument("--self-test", action="store_true", help="check the runner with sabotaged cases")
    parser.add_argument("cases", nargs="*", type=Path, metavar="CASE", help="files, or folders of .cpp files")
    arguments = parser.parse_args()
    compiler = Compiler(arguments.compiler, arguments.standard, arguments.include)
    if arguments.self_test:
        return 1 if self_test(compiler) else 0
    paths = [file for path in arguments.cases for file in (sorted(path.rglob("*.cpp")) if path.is_dir() else [path])]
    if not paths:
        parser.error("no case is given")
    failed = 0
    report = []
    for path in paths:
        wrong, output, entries = check(Case(path), compiler)
        if wrong:
            failed += 1
            print(f"FAILED {path}\n" + "".join(f"  {line}\n" for line in wrong) + textwrap.indent(output, "  | "))
        else:
            report += entries
    if arguments.report:
        arguments.report.write_text(json.dumps(report, indent=2) + "\n")
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
