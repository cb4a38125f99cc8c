# SPDX-License-Identifier: BSL-1.0
"""Compiles and runs the comparison's programs, and says where one does not do what its first lines promise.

A program's `outcome:` is one of
  refused   the compilers refuse it with the text after `says:`; without the line marked `mistake` they do not
  stops     it stops with an error that has that text; without the line marked `mistake` it ends well
  silent    it runs and prints `got A meant B`, two different numbers
  right     it runs and prints the same number twice
  holds     it runs and ends well; `answer:` is what the table shows"""
import os
import re
import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ANSWERS = {"refused": "compiler", "stops": "run time", "silent": "silent", "right": "right"}


@dataclass
class Library:
    """How programs of a library are compiled. `headers` is searched for words that it must not have."""
    compilers: tuple = ()
    flags: tuple = ()
    links: tuple = ()
    probe: str = ""
    headers: tuple = ()


def libraries(root, kernels=None):
    eigen, libcxx = "/usr/include/eigen3", "/usr/lib/llvm-19/include/c++/v1"
    both = ("g++", "clang++-19")
    return {
        "shapeproof": Library(both, ("-std=c++20", f"-I{root}/include"), (str(kernels), "-fopenmp"),
                              "shapeproof/shape/axis.hpp", (f"{root}/include",)),
        "eigen": Library(both, ("-std=c++20", "-isystem", eigen), (), "Eigen/Core", (eigen,)),
        "mdspan": Library(("clang++-19",), ("-std=c++23", "-stdlib=libc++"), (), "mdspan",
                          (f"{libcxx}/mdspan", f"{libcxx}/__mdspan")),
        "xtensor": Library(both, ("-std=c++17",), (), "xtensor/xtensor.hpp", ("/usr/include/xtensor",)),
        "numpy": Library(probe="numpy"),
    }


class Program:
    def __init__(self, path, text=None):
        self.path = Path(path)
        self.text = self.path.read_text() if text is None else text
        self.outcome, self.says, self.answer = (self.directive(name) for name in ("outcome", "says", "answer"))

    def directive(self, name):
        found = re.search(rf"^(?://|#) {name}: (.*)$", self.text, re.M)
        return found[1] if found else ""

    def shown(self):
        return ANSWERS.get(self.outcome, self.answer)

    def without_mistake(self):
        return re.sub(r"^.*(?://|#) mistake$", "", self.text, flags=re.M)


def python_with(module):
    """A Python that has the module, or none."""
    for python in [sys.executable, "/usr/bin/python3"]:
        command = [python, "-c", f"import {module}"]
        if Path(python).exists() and subprocess.run(command, capture_output=True).returncode == 0:
            return python
    return None


def is_installed(library):
    if not library.compilers:
        return python_with(library.probe) is not None
    command = [library.compilers[-1], *library.flags, "-fsyntax-only", "-x", "c++", "-"]
    program = f"#include <{library.probe}>\n"
    try:
        return subprocess.run(command, input=program, text=True, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def plain(output):
    """Clang prints a long sentence in pieces and escapes its quotes."""
    return output.replace('", {"', "").replace('\\"', '"')


def translate(library, compiler, text, output=None):
    """What the compiler says, and whether it accepts the text; makes a program only where `output` is given."""
    command = [compiler, *library.flags, "-x", "c++", "-", "-x", "none"]
    command += ["-fsyntax-only"] if output is None else [*library.links, "-o", str(output)]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.returncode == 0, plain(done.stderr)


def execute(library, text, folder):
    """The end and the output of a program, which must compile."""
    if library.compilers:
        accepted, said = translate(library, library.compilers[0], text, folder / "program")
        if not accepted:
            return None, said
        command = [str(folder / "program")]
    else:
        command = [python_with(library.probe), "-c", text]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    return done.returncode, done.stdout + done.stderr


def refusal_problems(program, library):
    for compiler in library.compilers:
        accepted, said = translate(library, compiler, program.without_mistake())
        if not accepted:
            yield f"{compiler} refuses it without the mistake:\n{said[:1500]}"
        accepted, said = translate(library, compiler, program.text)
        if accepted:
            yield f"{compiler} accepts it"
        elif not program.says or program.says not in said:
            yield f"{compiler} does not say {program.says!r}:\n{said[:1500]}"


def stop_problems(program, library, folder):
    end, said = execute(library, program.without_mistake(), folder)
    if end != 0:
        yield f"does not end well without the mistake:\n{said[:1500]}"
    end, said = execute(library, program.text, folder)
    if end in (0, None):
        yield "does not stop"
    elif not program.says or program.says not in said:
        yield f"stops, but not with {program.says!r}:\n{said[:1500]}"


def value_problems(program, library, folder):
    end, said = execute(library, program.text, folder)
    found = re.fullmatch(r"got (\S+) meant (\S+)\n", said)
    if end != 0 or not found:
        yield f"does not print `got A meant B`:\n{said[:1500]}"
    elif (float(found[1]) == float(found[2])) != (program.outcome == "right"):
        yield f"is said to be {program.outcome}, and prints {said.strip()}"


def problems_of(program, library):
    """What is wrong with a program, as sentences."""
    if program.outcome in ("refused", "stops") and program.without_mistake() == program.text:
        yield "has no line marked as the mistake"
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if program.outcome == "refused":
            yield from refusal_problems(program, library)
        elif program.outcome == "stops":
            yield from stop_problems(program, library, folder)
        elif program.outcome in ("silent", "right"):
            yield from value_problems(program, library, folder)
        elif program.outcome == "holds" and program.answer:
            end, said = execute(library, program.text, folder)
            if end != 0:
                yield f"does not hold:\n{said[:1500]}"
        else:
            yield "has no outcome, or no answer"


def message_lines(program, library):
    """Lines of the message of the mistake, by each compiler or of the program that stops."""
    if program.outcome == "refused":
        return [len(translate(library, compiler, program.text)[1].splitlines()) for compiler in library.compilers]
    with tempfile.TemporaryDirectory() as name:
        return [len(execute(library, program.text, Path(name))[1].splitlines())]


def seconds_to_compile(program, library):
    """CPU seconds of each compiler for the program without its mistake; the least of three."""
    def once(compiler):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        translate(library, compiler, program.without_mistake())
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return [round(min(once(compiler) for _ in range(3)), 2) for compiler in library.compilers]
