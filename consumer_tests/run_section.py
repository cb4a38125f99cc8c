#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Follows a section of docs/install.md as it is written, in a new folder. Takes the build folder, the compiler and the
section's title; what `An installed copy` installs is there for the other sections, and stays."""
import os
import re
import shutil
import sys
from pathlib import Path

from consumer import copy_project, expect_same, project_version, run, scratch_folder
from page import sections

build, compiler, title = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
page = sections()
section = page[title]
home = build / "consumer_home"
environment = {"CXX": compiler, "HOME": home, "CMAKE_GENERATOR": "Ninja", "CMAKE_BUILD_PARALLEL_LEVEL": os.cpu_count()}


def follow(commands, folder):
    """Runs all but the last, and gives what the last prints."""
    prepare = "".join(f"{{ {command}; }} >&2 && " for command in commands[:-1])
    return run(f"{{ {prepare}:; }} 2>steps && {commands[-1]} || {{ cat steps; false; }}", folder, **environment)


def install(folder):
    """The project is built here already: only the last command is left of the three."""
    configure, compile_all, install_copy = section.commands()
    assert configure.startswith("cmake -S . -B build ") and compile_all == "cmake --build build"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    (folder / "build").symlink_to(build)
    run(install_copy, folder, **environment)


def git_repository(folder):
    """A repository of this tree, with the tag that the page names."""
    copy_project(folder)
    tag = re.search(r"GIT_TAG (\S+)\)", section.only("cmake"))[1]
    expect_same(tag, f"v{project_version()}", "the page")
    run(f"git init -q && git add -A && git -c user.name=x -c user.email=x@x commit -qm all && git tag {tag}", folder)
    address = re.search(r"GIT_REPOSITORY (\S+)", section.only("cmake"))[1]
    return {"GIT_CONFIG_COUNT": 1, "GIT_CONFIG_KEY_0": f"url.file://{folder}.insteadOf", "GIT_CONFIG_VALUE_0": address}


def use(folder):
    """The section's project, or the page's program alone, prints what the page says."""
    own = [text for kind, text in section.blocks if kind == "cpp"]
    main = page["Install and use"]
    program, output = (own[0], "") if own else (main.only("cpp"), main.only("text"))
    name = "main.cpp"
    if title != "pkg-config":
        (folder / "CMakeLists.txt").write_text(section.only("cmake"))
        name = re.search(r"add_executable\(app (\S+)\)", section.only("cmake"))[1]
    (folder / name).write_text(program)
    if title == "add_subdirectory":
        copy_project(folder / "shapeproof")
    if title == "FetchContent":
        environment.update(git_repository(folder / "origin"))
    expect_same(follow(section.commands(), folder), output, title)
    if title == "add_subdirectory" and list(folder.rglob("*.a")):
        sys.exit("what is not linked was built as well")


with scratch_folder() as folder:
    install(folder) if title == "An installed copy" else use(folder)
