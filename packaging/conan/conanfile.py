# SPDX-License-Identifier: BSL-1.0
"""Conan 2: conan create packaging/conan. The version is that of project() in CMakeLists.txt."""
import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir
from conan.tools.scm import Version

required_conan_version = ">=2.1"


class ShapeproofConan(ConanFile):
    name = "shapeproof"
    description = "Tensor shapes checked by the compiler, with CPU kernels for LLM inference"
    license = "BSL-1.0"
    topics = ("tensor", "shape", "compile-time", "llm")
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"kernels": [True, False], "openmp": [True, False], "files": [True, False]}
    default_options = {"kernels": True, "openmp": True, "files": False, "boost/*:header_only": True}

    @property
    def _project_folder(self):
        return os.path.join(self.recipe_folder, os.pardir, os.pardir)

    def set_version(self):
        text = load(self, os.path.join(self._project_folder, "CMakeLists.txt"))
        self.version = re.search(r"project\(shapeproof VERSION (\S+)", text)[1]

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*", "tools/debuggers/*"):
            copy(self, pattern, self._project_folder, self.export_sources_folder)

    def configure(self):
        if not self.options.kernels:
            self.options.rm_safe("openmp")
            self.options.rm_safe("files")
            self.package_type = "header-library"

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        self.requires("boost/[>=1.74]", transitive_headers=True)
        if self.options.get_safe("files"):
            self.requires("nlohmann_json/[>=3.10 <4]")

    def validate(self):
        if self.settings.os == "Windows":
            raise ConanInvalidConfiguration("shapeproof needs a POSIX system")
        if self.settings.get_safe("compiler.cppstd"):
            check_min_cppstd(self, 20)
        oldest = {"gcc": "12", "clang": "16"}.get(str(self.settings.compiler))
        if oldest is None or Version(self.settings.compiler.version) < oldest:
            raise ConanInvalidConfiguration("shapeproof needs GCC 12 or later, or Clang 16 or later")

    def package_id(self):
        if not self.info.options.kernels:
            self.info.clear()

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["SHAPEPROOF_KERNELS"] = bool(self.options.kernels)
        if self.options.kernels:
            toolchain.cache_variables["SHAPEPROOF_OPENMP"] = bool(self.options.openmp)
        toolchain.cache_variables["SHAPEPROOF_FILES"] = bool(self.options.get_safe("files"))
        toolchain.cache_variables["SHAPEPROOF_TOKENIZER"] = False
        toolchain.cache_variables["SHAPEPROOF_MPI"] = False
        toolchain.cache_variables["SHAPEPROOF_NATIVE"] = False
        toolchain.cache_variables["SHAPEPROOF_BUILD_TESTS"] = False
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        # Conan's generators write these for whoever uses the package.
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "shapeproof")
        types = self.cpp_info.components["types"]
        types.set_property("cmake_target_name", "shapeproof::types")
        types.set_property("pkg_config_name", "shapeproof-types")
        types.requires = ["boost::headers"]
        if not self.options.kernels:
            types.bindirs = types.libdirs = []
            return
        kernels = self.cpp_info.components["kernels"]
        kernels.set_property("cmake_target_name", "shapeproof::shapeproof")
        kernels.set_property("cmake_target_aliases", ["shapeproof::kernels"])
        kernels.set_property("pkg_config_name", "shapeproof")
        kernels.libs = ["shapeproof_kernels"]
        kernels.requires = ["types"]
        if self.options.openmp:
            kernels.exelinkflags = kernels.sharedlinkflags = ["-fopenmp"]
        if self.options.files:
            files = self.cpp_info.components["files"]
            files.set_property("cmake_target_name", "shapeproof::files")
            files.set_property("pkg_config_name", "shapeproof-files")
            files.libs = ["shapeproof_files"]
            files.requires = ["kernels", "nlohmann_json::nlohmann_json"]
