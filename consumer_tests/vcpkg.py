#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The vcpkg port, run with stand-ins for vcpkg's functions: all of it with --build, or only the type layer. Takes the
compiler."""
import json
import os
import re
import sys

from consumer import configure, copy_project, expect_same, project_version, root, run, scratch_folder
from page import sections

compiler, everything = sys.argv[1], "--build" in sys.argv
port = root / "packaging/vcpkg/ports/shapeproof"
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def check_manifest(manifest):
    """Fields, names and version."""
    expect_same(manifest["version"], project_version(), "the version of vcpkg.json")
    known = {"name", "version", "description", "license", "supports", "dependencies", "default-features", "features"}
    assert set(manifest) == known, set(manifest) ^ known
    assert set(manifest["default-features"]) <= set(manifest["features"])
    dependencies = manifest["dependencies"] + [one for feature in manifest["features"].values()
                                               for one in feature.get("dependencies", [])]
    names = [one if isinstance(one, str) else one["name"] for one in dependencies]
    assert all(NAME.fullmatch(name) for name in [manifest["name"], *manifest["features"], *names])
    # Each feature is one that the portfile knows.
    portfile = (port / "portfile.cmake").read_text()
    assert all(re.search(rf"^ +{feature} +SHAPEPROOF_", portfile, re.M) for feature in manifest["features"])


def package(folder, manifest, features):
    """The folder that vcpkg would make a package of."""
    copy_project(folder / "source")
    run(["cmake", "-DPORT=shapeproof", f"-DPORT_DIR={port}", f"-DVERSION={manifest['version']}",
         f"-DFEATURES={';'.join(features)}", f"-DSOURCE={folder}/source", f"-DWORK={folder}", f"-DCOMPILER={compiler}", "-P",
         root / "consumer_tests/stand_ins/vcpkg.cmake"], CMAKE_BUILD_PARALLEL_LEVEL=os.cpu_count())
    result = folder / "packages"
    assert (result / "share/shapeproof/copyright").read_text() == (root / "LICENSE").read_text()
    assert not (result / "lib/cmake").exists() and not (result / "debug").exists()
    return result


def use(folder, prefix, target, program, output):
    """A program that follows the port's `usage`."""
    (folder / "app").mkdir()
    (folder / "app/main.cpp").write_text(program)
    find, link = re.findall(r"^ +((?:find_package|target_link_libraries)\(.*?\))", (port / "usage").read_text(), re.M)
    (folder / "app/CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.24)\nproject(app LANGUAGES CXX)\n"
        f"{find}\nadd_executable(main main.cpp)\n{link.replace('shapeproof::shapeproof', target)}\n")
    configure(folder / "app", folder / "app_build", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}")
    run(["cmake", "--build", folder / "app_build"])
    expect_same(run([folder / "app_build/main"]), output, target)


manifest = json.loads((port / "vcpkg.json").read_text())
check_manifest(manifest)
page = sections()
with scratch_folder() as folder:
    if everything:
        prefix = package(folder, manifest, manifest["default-features"] + ["files"])
        main = page["Install and use"]
        use(folder, prefix, "shapeproof::shapeproof", main.only("cpp"), main.only("text"))
        assert (prefix / "lib/libshapeproof_files.a").exists()
    else:
        prefix = package(folder, manifest, ["core"])
        use(folder, prefix, "shapeproof::types", page["add_subdirectory"].only("cpp"), "")
        assert not list(prefix.rglob("*.a"))
