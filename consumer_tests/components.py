#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""An installed copy asked for components: those that are there, and what is said of those that are not. Takes the build
folder (what `An installed copy` installed is in it) and the compiler."""
import re
import shutil
import sys
from pathlib import Path

from consumer import configure, expect, expect_same, root, run, scratch_folder, unwrapped

build, compiler = Path(sys.argv[1]), sys.argv[2]
source = root / "consumer_tests/components"
MPI = (build / "libshapeproof_mpi.a").exists()
COMPONENTS = ["types", "kernels", "tokenizer", "files"] + ["mpi"] * MPI


def without(*packages):
    """Options that hide CMake's packages."""
    return [f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON" for package in packages]


def ask(prefix, what, *options, fails=False):
    """What CMake prints of a project that asks for components."""
    with scratch_folder() as folder:
        return configure(source, folder, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}",
                         f"-DASK={what.replace(' ', ';')}", *options, fails=fails)


def expect_components(message, *components):
    found = re.findall(r"-- has (\w+)", message)
    if found != list(components):
        sys.exit(f"there are {found}, not {list(components)}:\n{message}")


def program(prefix, what, *options, arguments=(), under=()):
    """What a program prints that is built with an installed copy."""
    with scratch_folder() as folder:
        configure(source, folder, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}", f"-DASK={what}",
                  *options)
        run(["cmake", "--build", folder])
        return run([*under, folder / "app", *arguments])


def whole_copy(prefix):
    """All components, wherever the copy stands; and each that lacks something here."""
    printed = program(prefix, "REQUIRED;COMPONENTS;files;tokenizer;kernels", "-DPROGRAM=all",
                      "-DLINK=shapeproof::files;shapeproof::tokenizer;shapeproof::shapeproof", arguments=[root / "models"])
    expect_same(printed, "6000 pieces, the same text, 18, tensors\n", "all")
    expect_components(ask(prefix, "REQUIRED"), *COMPONENTS)
    expect_components(ask(prefix, "REQUIRED COMPONENTS files"), "types", "kernels", "files")
    expect_components(ask(prefix, "REQUIRED COMPONENTS types", *without("OpenMP", "nlohmann_json")), "types")
    if MPI:
        ranks = ["mpirun", "--oversubscribe", "--allow-run-as-root", "--mca", "btl", "self,vader", "-np", "2"]
        printed = program(prefix, "REQUIRED;COMPONENTS;mpi", "-DPROGRAM=mpi", "-DLINK=shapeproof::mpi", under=ranks)
        expect_same(printed, "3 on each of 2 ranks\n", "mpi")
        missing_mpi = ask(prefix, "REQUIRED COMPONENTS mpi", *without("MPI"), fails=True)
        expect(missing_mpi, "component mpi: it needs what was not found: MPI (Debian: libopenmpi-dev)")
    # What the installed libraries do not need is not asked for.
    expect_components(ask(prefix, "REQUIRED", *without("nlohmann_json")), *COMPONENTS)

    missing_openmp = ask(prefix, "REQUIRED COMPONENTS kernels", *without("OpenMP"), fails=True)
    expect(missing_openmp, "component kernels: it needs what was not found: OpenMP (Debian: ")
    missing_openmp = ask(prefix, "REQUIRED COMPONENTS files", *without("OpenMP"), fails=True)
    expect(missing_openmp, "component files: it needs what was not found: OpenMP (Debian: ")
    unasked = ask(prefix, "REQUIRED", *without("OpenMP"))
    expect(unasked, "shapeproof: without component kernels: it needs what was not found: OpenMP (Debian: ")
    expect_components(unasked, "types", "tokenizer")  # and not mpi: it needs the kernels
    missing = ask(prefix, "REQUIRED COMPONENTS tokenizer types", "-DSHAPEPROOF_UTF8PROC=OFF", fails=True)
    expect(missing, "component tokenizer: it needs what was not found: utf8proc (Debian: libutf8proc-dev)")
    if "sentencepiece" in unwrapped(missing):
        sys.exit(f"what is there is named as missing:\n{missing}")
    optional = ask(prefix, "REQUIRED OPTIONAL_COMPONENTS tokenizer", "-DSHAPEPROOF_SENTENCEPIECE=OFF")
    expect(optional, "shapeproof: without component tokenizer: it needs what was not found: sentencepiece "
                     "(Debian: libsentencepiece-dev)")
    for component in COMPONENTS:
        expect(ask(prefix, f"REQUIRED COMPONENTS {component}", *without("Boost"), fails=True),
               f"component {component}: it needs what was not found: Boost (Debian: libboost-dev)")
    expect(ask(prefix, "REQUIRED COMPONENTS tokeniser", fails=True),
           "component tokeniser: there are types, kernels, tokenizer, files, mpi")
    expect(ask(prefix, "0.2 REQUIRED", fails=True), 'compatible with requested version "0.2"')
    if "clang" in compiler:
        expect(ask(prefix, "REQUIRED COMPONENTS kernels", "-DCMAKE_CXX_COMPILER=g++", fails=True),
               "component kernels: it was built by Clang, whose OpenMP g++ does not have; build it with g++")


def types_alone(folder):
    """A copy that was made where there was nothing but Boost, by a project that was told to go without kernels."""
    made, prefix = folder / "types_build", folder / "types"
    configure(root, made, "-DSHAPEPROOF_BUILD_TESTS=OFF", "-DSHAPEPROOF_KERNELS=OFF", "-DSHAPEPROOF_SENTENCEPIECE=OFF",
              f"-DCMAKE_CXX_COMPILER={compiler}", *without("OpenMP", "nlohmann_json", "MPI"))
    run(["cmake", "--install", made, "--prefix", prefix])
    if list(prefix.rglob("*.a")):
        sys.exit("the type layer has a library")
    program(prefix, "REQUIRED", "-DPROGRAM=types", "-DLINK=shapeproof::types", *without("OpenMP", "nlohmann_json"))
    expect_components(ask(prefix, "REQUIRED"), "types")
    expect(ask(prefix, "REQUIRED COMPONENTS kernels", fails=True),
           "component kernels: shapeproof was built without it; SHAPEPROOF_KERNELS is OFF")
    expect(ask(prefix, "REQUIRED COMPONENTS tokenizer files", fails=True),
           "component tokenizer: shapeproof was built without it; not found: sentencepiece (Debian: libsentencepiece-dev), "
           "nlohmann_json (Debian: nlohmann-json3-dev)",
           "component files: shapeproof was built without it; not found: shapeproof's component kernels, nlohmann_json "
           "(Debian: nlohmann-json3-dev)")
    expect(ask(prefix, "REQUIRED COMPONENTS mpi", fails=True),
           "component mpi: shapeproof was built without it; not found: shapeproof's component kernels, MPI (Debian: "
           "libopenmpi-dev)")


with scratch_folder() as folder:
    moved = folder / "elsewhere"
    shutil.copytree(build / "consumer_home/shapeproof", moved)
    whole_copy(moved)
    types_alone(folder)
