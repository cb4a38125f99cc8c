#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""A project that has shapeproof as a folder builds kernels without OpenMP, and gets right values on one thread. Takes the
compiler."""
import os
import sys

from consumer import configure, copy_project, expect_same, root, run, scratch_folder

compiler = sys.argv[1]
with scratch_folder() as folder:
    copy_project(folder / "shapeproof")
    build = folder / "build"
    configure(root / "consumer_tests/one_thread", build, f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_BUILD_TYPE=Release",
              f"-DSHAPEPROOF={folder}/shapeproof")
    run(["cmake", "--build", build, "-j", str(os.cpu_count())])
    expect_same(run([build / "app"], OMP_NUM_THREADS=4), "right, 1, 1\n", "one_thread")
    (library,) = build.rglob("*.a")  # and nothing else was built
    symbols = run(["nm", "--undefined-only", library])
    if any(name in symbols for name in ("GOMP_", "__kmpc_", "omp_get")):
        sys.exit("the kernels call OpenMP")
