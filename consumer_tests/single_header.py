#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Programs with single_include/shapeproof.hpp alone: pasted above them, and as a file beside them. Takes a compiler."""
import sys

from consumer import expect, expect_same, expected_output, root, run, scratch_folder

compiler = sys.argv[1]
header = (root / "single_include/shapeproof.hpp").read_text()
programs = root / "consumer_tests/single_header"
INCLUDE = '#include "shapeproof.hpp"\n'
HANA = "#if __has_include(<boost/hana.hpp>)"
warnings = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror"]


def pasted(name, the_header=header):
    program = (programs / name).read_text()
    assert program.count(INCLUDE) == 1
    return program.replace(INCLUDE, the_header)


def check_output(program, name):
    expect_same(run([program]), expected_output(programs / name), name)


def normalised(output):
    """Clang prints a long sentence in pieces."""
    return output.replace('", {"', "")


with scratch_folder() as folder:
    program = folder / "program"
    compile_text = [compiler, *warnings, "-x", "c++", "-", "-o", program]
    # As in an online compiler: one text, no include folder, no library.
    run([*compile_text, "-std=c++20"], text=pasted("proofs.cpp"))
    check_output(program, "proofs.cpp")
    run([*compile_text, "-std=c++23"], text=pasted("model.cpp"))
    check_output(program, "model.cpp")

    # Where there is no Boost.
    assert header.count(HANA) == 1
    run([*compile_text, "-std=c++23"], text=pasted("proofs.cpp", header.replace(HANA, "#if 0")))
    check_output(program, "proofs.cpp")

    # As a file, included twice.
    (folder / "shapeproof.hpp").write_text(header)
    (folder / "model.cpp").write_text(INCLUDE + (programs / "model.cpp").read_text())
    run([compiler, *warnings, "-std=c++20", folder / "model.cpp", "-o", program])
    check_output(program, "model.cpp")

    # A wrong product is refused in the library's words.
    mistake = "auto wrong = sp::matmul(widening{}, x{});\n"
    sentence = "matmul: [D=48, F=192] x [B=2, L, D=48]: contracts F=192 with L"
    alone = run([*compile_text, "-std=c++20"], text=pasted("proofs.cpp") + mistake, fails=True)
    tree = (programs / "proofs.cpp").read_text().replace(INCLUDE, "#include <shapeproof/shapeproof.hpp>\n") + mistake
    library = run([*compile_text, "-std=c++20", f"-I{root}/include"], text=tree, fails=True)
    for output in (alone, library):
        expect(normalised(output), sentence)
