#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Plain compiler lines with pkg-config, from an installed copy that was moved. Takes the build folder and the compiler."""
import shutil
import sys
from pathlib import Path

from consumer import expect_same, project_version, root, run, scratch_folder

build, compiler = Path(sys.argv[1]), sys.argv[2]
programs = root / "consumer_tests/components"
MODULES = ["shapeproof-types", "shapeproof", "shapeproof-files", "shapeproof-tokenizer"]
if (build / "libshapeproof_mpi.a").exists():
    MODULES.append("shapeproof-mpi")

with scratch_folder() as folder:
    prefix = folder / "elsewhere"
    shutil.copytree(build / "consumer_home/shapeproof", prefix)

    def pkg_config(*arguments):
        """What pkg-config says, with nothing but this copy to find."""
        return run(["pkg-config", *arguments], PKG_CONFIG_LIBDIR=prefix / "lib/pkgconfig", PKG_CONFIG_PATH="").split()

    for module in MODULES:
        expect_same(pkg_config("--modversion", module), [project_version()], module)
        flags = pkg_config("--cflags", "--libs", module)
        assert all(not flag.startswith(("-I", "-L")) or Path(flag[2:]).resolve().is_relative_to(prefix.resolve())
                   for flag in flags), flags
    assert not any(flag.startswith("-l") for flag in pkg_config("--libs", "shapeproof-types"))

    compile_line = [compiler, "-std=c++20", "-o", folder / "app"]
    run([*compile_line, programs / "types.cpp", *pkg_config("--cflags", "--libs", "shapeproof-types")])
    run([*compile_line, programs / "all.cpp",
         *pkg_config("--cflags", "--libs", "shapeproof-files", "shapeproof-tokenizer")])
    expect_same(run([folder / "app", root / "models"]), "6000 pieces, the same text, 18, tensors\n", "all")
    if "shapeproof-mpi" in MODULES:
        run([*compile_line, programs / "mpi.cpp", *pkg_config("--cflags", "--libs", "shapeproof-mpi")])
