#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What CMake says when something is missing for building the project: exactly that, and whether it matters. Takes the
compiler."""
import sys

from consumer import configure, expect, root, scratch_folder, unwrapped

compiler = sys.argv[1]
LIBRARY = "-DSHAPEPROOF_BUILD_TESTS=OFF"
NO_OPENMP = "-DCMAKE_DISABLE_FIND_PACKAGE_OpenMP=ON"
NO_JSON = "-DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON"
JSON = "nlohmann_json (Debian: nlohmann-json3-dev)"


def said(*options, fails=False):
    with scratch_folder() as folder:
        return configure(root, folder, f"-DCMAKE_CXX_COMPILER={compiler}", *options, fails=fails)


def expect_without(message, *texts):
    for text in texts:
        if text in unwrapped(message):
            sys.exit(f"not expected: {text}\nin:\n{message}")


def by_shapeproof(message):
    """The project's own lines: CMake's modules say on their way that this or that was not found."""
    return "\n".join(line for line in message.splitlines() if line.startswith("-- shapeproof:"))


# What needs MPI is left out where there is none; all else must be there.
NO_MPI = "-DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON"
MPI = "MPI (Debian: libopenmpi-dev)"
WITHOUT_MPI = f"-- shapeproof: shapeproof::mpi is left out; not found: {MPI}"
# CMake's own search is made to fail as well: it leaves a target behind, where a package that is hidden leaves none.
NO_MPI_FOUND = ["-DMPI_SKIP_COMPILER_WRAPPER=ON", "-DMPI_SKIP_GUESSING=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON"]
expect(said(LIBRARY, NO_MPI), WITHOUT_MPI)
expect(said(LIBRARY, *NO_MPI_FOUND), WITHOUT_MPI)
expect(said(LIBRARY, NO_MPI, "-DSHAPEPROOF_MPI=ON", fails=True), f"SHAPEPROOF_MPI is ON, which needs what was not found: {MPI}")
expect(said(LIBRARY, "-DSHAPEPROOF_MPI=OFF"), "-- shapeproof: shapeproof::mpi is left out; SHAPEPROOF_MPI is OFF")

everything = by_shapeproof(said(LIBRARY)).replace(WITHOUT_MPI, "")
expect_without(everything, "not found", "left out", "one thread")

expect(said(LIBRARY, NO_OPENMP), "-- shapeproof: the kernels run on one thread; not found: OpenMP (Debian: ")
expect(said(LIBRARY, "-DSHAPEPROOF_OPENMP=OFF"), "the kernels run on one thread; SHAPEPROOF_OPENMP is OFF")
expect(said(LIBRARY, NO_OPENMP, "-DSHAPEPROOF_OPENMP=ON", fails=True),
       "SHAPEPROOF_OPENMP is ON, which needs what was not found: OpenMP (Debian: ")

partly = said(LIBRARY, "-DSHAPEPROOF_UTF8PROC=OFF")
expect(partly, "-- shapeproof: shapeproof::tokenizer is left out; not found: utf8proc (Debian: libutf8proc-dev)")
expect_without(partly, "sentencepiece", "nlohmann", "shapeproof::files")
no_json = said(LIBRARY, NO_JSON)
expect(no_json, f"shapeproof::tokenizer is left out; not found: {JSON}", f"shapeproof::files is left out; not found: {JSON}")
expect(said(LIBRARY, NO_JSON, "-DSHAPEPROOF_FILES=ON", fails=True),
       f"SHAPEPROOF_FILES is ON, which needs what was not found: {JSON}")
expect(said(LIBRARY, "-DSHAPEPROOF_KERNELS=OFF", "-DSHAPEPROOF_FILES=ON", fails=True),
       "SHAPEPROOF_FILES is ON, which needs what was not found: shapeproof's component kernels")
expect(said(LIBRARY, "-DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON", fails=True), "Boost (Debian: libboost-dev)")

# What only the tests need is no fault of the library's.
tests = said("-DCMAKE_DISABLE_FIND_PACKAGE_doctest=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON", fails=True)
expect(tests, "Only the tests, examples and programs need what was not found: doctest (Debian: doctest-dev), CLI11 "
              "(Debian: libcli11-dev). The library builds without: -DSHAPEPROOF_BUILD_TESTS=OFF")
library = said(LIBRARY, "-DCMAKE_DISABLE_FIND_PACKAGE_doctest=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON",
               "-DCMAKE_DISABLE_FIND_PACKAGE_Python3=ON")
expect_without(by_shapeproof(library).replace(WITHOUT_MPI, ""), "not found")

# In another project there is nothing but the library: that project's CMakeLists.txt looks.
with scratch_folder() as folder:
    configure(root / "consumer_tests/one_thread", folder, f"-DCMAKE_CXX_COMPILER={compiler}", f"-DSHAPEPROOF={root}")
