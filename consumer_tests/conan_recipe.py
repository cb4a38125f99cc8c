#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The Conan recipe and its test package, run with a stand-in for Conan's module. Takes the build folder, whose libraries
are packed, and the compiler."""
import importlib.util
import sys
from pathlib import Path

from consumer import expect_same, project_version, root, run, scratch_folder

sys.path.insert(0, str(root / "consumer_tests/stand_ins"))
sys.dont_write_bytecode = True
from conan import errors  # noqa: E402
from conan.tools import cmake  # noqa: E402

build, compiler = Path(sys.argv[1]), sys.argv[2]
recipes = root / "packaging/conan"
version = run([compiler, "-dumpversion"]).strip()
SETTINGS = {"os": "Linux", "arch": "x86_64", "build_type": "Release", "compiler.version": version,
            "compiler": "clang" if "clang" in compiler else "gcc", "compiler.cppstd": "gnu20"}


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def made_package(folder, already_built=None, **options):
    """Conan's order for `conan create`."""
    folder.mkdir()
    recipe = load(recipes / "conanfile.py", "ShapeproofConan")(recipes, SETTINGS, options)
    recipe.build_root, recipe.compiler, recipe.already_built = folder, compiler, already_built
    recipe.source_folder = recipe.export_sources_folder = str(folder)
    recipe.package_folder = str(folder / "package")
    recipe.set_version()
    recipe.export_sources()
    recipe.configure()
    recipe.requirements()
    recipe.layout()
    recipe.validate()
    recipe.package_id()
    assert recipe.info.is_cleared == (not recipe.options.kernels)  # headers are the same for every compiler
    recipe.generate()
    recipe.build()
    recipe.package()
    recipe.package_info()
    assert (folder / "package/licenses/LICENSE").exists() and not (folder / "package/lib/cmake").exists()
    expect_same(recipe.version, project_version(), "version")
    return recipe


def tested(folder, package):
    """What the test package prints."""
    recipe = load(recipes / "test_package/conanfile.py", "TestPackageConan")(recipes / "test_package", SETTINGS, {})
    recipe.build_root, recipe.compiler, recipe.dependencies = folder / "test", compiler, [package]
    recipe.source_folder, recipe.tested_reference_str = recipe.recipe_folder, f"{package.name}/{package.version}"
    recipe.requirements()
    recipe.layout()
    for generator in recipe.generators:
        getattr(cmake, generator)(recipe).generate()
    recipe.build()
    recipe.test()
    return recipe.printed


def refused(**settings):
    """Whether the recipe refuses these settings."""
    recipe = load(recipes / "conanfile.py", "ShapeproofConan")(recipes, {**SETTINGS, **settings}, {})
    try:
        recipe.validate()
    except errors.ConanInvalidConfiguration:
        return True
    return False


with scratch_folder() as folder:
    types, whole = folder / "types", folder / "whole"
    expect_same(tested(types, made_package(types, kernels=False)), "proved\n", "the type layer")
    expect_same(tested(whole, made_package(whole, build, files=True)), "[L=2, F=2]: 40\n", "the kernels")
old = {"compiler.version": "11" if SETTINGS["compiler"] == "gcc" else "15"}
assert not refused() and refused(**old) and refused(os="Windows") and refused(**{"compiler.cppstd": "17"})
