# SPDX-License-Identifier: BSL-1.0
import os
import subprocess
from pathlib import Path


def cmake_layout(conanfile):
    build = Path(conanfile.build_root) / "build/Release"
    conanfile.build_folder, conanfile.generators_folder = str(build), str(build / "generators")
    conanfile.cpp.build.bindir = str(build)


class CMakeToolchain:
    def __init__(self, conanfile):
        self.conanfile, self.cache_variables = conanfile, {}

    def generate(self):
        self.conanfile.cache_variables = self.cache_variables


class CMakeDeps:
    """The packages of this machine stand for those that are required; packages that were just made are described from
    what their recipe says of them."""

    def __init__(self, conanfile):
        self.conanfile = conanfile

    def generate(self):
        folder = Path(self.conanfile.generators_folder)
        folder.mkdir(parents=True, exist_ok=True)
        for made in self.conanfile.dependencies:
            name = made.cpp_info.properties["cmake_file_name"]
            (folder / f"{name}-config.cmake").write_text(description_of(made))


def description_of(made):
    """An imported target for each component."""
    targets = {name: part.properties["cmake_target_name"] for name, part in made.cpp_info.components.items()}
    others = {"boost::headers": "Boost::headers", "nlohmann_json::nlohmann_json": "nlohmann_json::nlohmann_json"}
    used = {need.split("::")[0] for part in made.cpp_info.components.values() for need in part.requires if "::" in need}
    assert used == set(made.required), f"required: {set(made.required)}, used by components: {used}"
    lines = ["find_package(Boost REQUIRED)", "find_package(nlohmann_json REQUIRED)"]
    for name, part in made.cpp_info.components.items():
        linked = [str(Path(made.package_folder, *part.libdirs, f"lib{lib}.a")) for lib in part.libs]
        linked += [{**targets, **others}[need] for need in part.requires]
        folders = [str(Path(made.package_folder, folder)) for folder in part.includedirs]
        assert all(Path(one).exists() for one in folders + [one for one in linked if one.startswith("/")])
        lines += [f"add_library({targets[name]} INTERFACE IMPORTED)",
                  f"target_include_directories({targets[name]} INTERFACE {' '.join(folders)})",
                  f"target_link_libraries({targets[name]} INTERFACE {' '.join(linked)})",
                  f"target_link_options({targets[name]} INTERFACE {' '.join(part.exelinkflags)})"]
    return "\n".join(lines) + "\n"


class CMake:
    def __init__(self, conanfile):
        self.conanfile = conanfile

    def run(self, *command):
        subprocess.run(["cmake", *map(str, command)], check=True, stdout=subprocess.DEVNULL)

    def configure(self):
        variables = self.conanfile.cache_variables or {}
        values = [f"-D{name}={'ON' if value else 'OFF'}" for name, value in variables.items()]
        build = self.conanfile.build_folder
        self.run("-S", self.conanfile.source_folder, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                 f"-DCMAKE_CXX_COMPILER={self.conanfile.compiler}", "--no-warn-unused-cli",
                 f"-DCMAKE_PREFIX_PATH={self.conanfile.generators_folder}", *values)
        known = (Path(build) / "CMakeCache.txt").read_text()
        for name in variables:
            assert f"\n{name}:" in known and f"\n{name}:UNINITIALIZED" not in known, f"the project has no {name}"

    def build(self):
        if self.conanfile.already_built is None:
            self.run("--build", self.conanfile.build_folder, "-j", os.cpu_count())

    def install(self):
        build = self.conanfile.already_built or self.conanfile.build_folder
        self.run("--install", build, "--prefix", self.conanfile.package_folder)
