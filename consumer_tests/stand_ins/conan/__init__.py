# SPDX-License-Identifier: BSL-1.0
"""A stand-in for Conan 2's Python module: what its documentation says of the parts that the recipe uses, strict about
names. It builds nothing by itself: consumer_tests/conan_recipe.py calls a recipe's methods in Conan's order."""
import re
import subprocess
from types import SimpleNamespace


class Settings:
    """The settings that a recipe declared, such as compiler.version."""

    def __init__(self, declared, values):
        self._values = {name: value for name, value in values.items() if name.split(".")[0] in declared}

    def get_safe(self, name):
        return self._values.get(name)

    def __getattr__(self, name):
        return Setting(self._values, name)


class Setting(str):
    """A setting is its value, and has others below it."""

    def __new__(cls, values, name):
        made = super().__new__(cls, values[name])
        made._below = values, name
        return made

    def __getattr__(self, name):
        values, above = self._below
        return Setting(values, f"{above}.{name}")


class Options:
    """A recipe's options; only declared names and values."""

    def __init__(self, declared, defaults, chosen):
        values = {name: value for name, value in defaults.items() if "/" not in name} | chosen
        for name, value in values.items():
            if value not in declared[name]:
                raise ValueError(f"option {name}={value}")
        assert set(values) == set(declared), "an option has no default"
        self.__dict__.update(values)

    def get_safe(self, name):
        return self.__dict__.get(name)

    def rm_safe(self, name):
        self.__dict__.pop(name, None)


class CppInfo:
    """What a component tells its users."""
    __slots__ = ("libs", "includedirs", "libdirs", "bindirs", "requires", "exelinkflags", "sharedlinkflags", "system_libs",
                 "defines", "properties")
    PROPERTIES = ("cmake_file_name", "cmake_target_name", "cmake_target_aliases", "pkg_config_name")

    def __init__(self):
        for name in CppInfo.__slots__:
            setattr(self, name, [])
        self.includedirs, self.libdirs, self.bindirs, self.properties = ["include"], ["lib"], ["bin"], {}

    def set_property(self, name, value):
        assert name in self.PROPERTIES, name
        self.properties[name] = value


class PackageInfo(CppInfo):
    __slots__ = ("components",)

    def __init__(self):
        self.components = Components()
        super().__init__()


class Components(dict):
    def __missing__(self, name):
        return self.setdefault(name, CppInfo())


class Info:
    """What a package's id is made of."""

    def __init__(self, options):
        self.options, self.is_cleared = options, False

    def clear(self):
        self.is_cleared = True


class ConanFile:
    REFERENCE = re.compile(r"[a-z0-9_+.-]+/(\[[^\]]+\]|[\w.+-]+)")
    TRAITS = {"headers", "libs", "visible", "transitive_headers", "transitive_libs"}
    ATTRIBUTES = {"name", "version", "description", "license", "topics", "package_type", "settings", "options",
                  "default_options", "generators", "url", "homepage"}
    METHODS = {"set_version", "export_sources", "config_options", "configure", "layout", "requirements", "validate",
               "package_id", "generate", "build", "package", "package_info", "test", "source"}
    settings, options, default_options, generators = (), {}, {}, ()

    def __init__(self, recipe_folder, settings, chosen):
        for name in vars(type(self)):
            assert name.startswith("_") or name in self.ATTRIBUTES | self.METHODS, f"Conan knows no {name}"
        self.recipe_folder = str(recipe_folder)
        self.settings = Settings(self.settings, settings)
        self.options = Options(self.options, self.default_options, chosen)
        self.required, self.cpp_info, self.cache_variables, self.dependencies = {}, PackageInfo(), None, []
        self.cpp = SimpleNamespace(build=SimpleNamespace(bindir=None))
        self.info = Info(self.options)
        self.already_built = None  # a build folder whose libraries are installed instead of building them again

    def requires(self, reference, **traits):
        assert self.REFERENCE.fullmatch(reference) and set(traits) <= self.TRAITS, (reference, traits)
        self.required[reference.split("/")[0]] = reference

    def run(self, command, env=None):
        assert env in (None, "conanrun", "conanbuild")
        self.printed = subprocess.run(command, shell=True, check=True, text=True, stdout=subprocess.PIPE).stdout
