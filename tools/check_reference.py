#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes the API reference to build/reference/html, and fails where a public name is not documented as it should be.

Doxygen must have no warning. Every name in the headers' namespaces must be in the reference, with words. A function of
tensors, and a rule, says the shapes that it takes and gives, `[B, L, D]`, and what it refuses or throws; what comes from
a paper or a format names it. --self-test checks the check."""
import argparse
import collections
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

root = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "tools/doxygen"))
from filter import DETAIL, filtered  # noqa: E402

SHAPE = re.compile(r"\[(?:\.\.|\(?[A-Z])[^\[\]]*\]")
ERRORS = re.compile(r"\b(?:refused?|refuses|throws|thrown)\b", re.I)
# Functions of these layers that work on tensors of any shape, or on none.
OPERATIONS = {"ops", "nn", "llm", "interop"}
SHAPELESS = {"loops_over", "elementwise_loops", "loop_over", "to_string", "nn::to_string", "llm::own_error",
             "llm::require_valid", "llm::require_facts", "llm::for_each_parameter",
             "llm::make_parameters", "llm::parameter_count", "llm::decode_step", "llm::each_changed"}
# What comes from somewhere, and how the docstring names it.
SOURCES = {
    "rules::matmul_rule": "torch.matmul", "matmul": "torch.matmul", "rules::broadcast_rule": "numpy",
    "rearrange": "einops", "rules::rearrange_rule": "einops", "layer_norm": "1607.06450", "rms_norm": "1910.07467",
    "gelu": "1606.08415", "gelu_tanh": "1606.08415", "silu": "1702.03118", "bf16": "1905.12322", "int8": "2004.09602",
    "nn::rope": "2104.09864", "nn::attention": "1706.03762.*2305.13245", "nn::attend": "1805.02867.*2205.14135",
    "nn::feed_forward": "1706.03762", "nn::gated_feed_forward": "2002.05202", "nn::transformer_block": "1706.03762",
    "llm::llama_layer": "2302.13971", "llm::gpt2_layer": "Radford", "llm::sample": "1805.04833.*1904.09751",
    "cpu::philox": "Salmon", "cpu::attend": "2205.14135", "cpu::fill_normal": "Box and Muller",
    "cpu::layer_norm": "Ba, Kiros", "cpu::rms_norm": "Zhang", "cpu::rotation": "Su et al",
    "io::byte_level_bpe": "1508.07909", "io::scored_pieces": "1508.07909.*llama2.c",
    "io::sentencepiece_tokenizer": "1808.06226", "io::parse_gguf": "ggml", "io::parse_safetensors": "huggingface",
    "io::parse_llama2c": "karpathy",
}
Name = collections.namedtuple("Name", "name kind file line layer words implied is_list")


def headers(include):
    return sorted((include / "shapeproof").rglob("*.hpp"))


def run_doxygen(include, output, main, only_xml=False):
    """What Doxygen warns of, with the headers' own paths."""
    shown = output / "input"
    shutil.rmtree(output, ignore_errors=True)
    for header in headers(include):
        copy = shown / header.relative_to(include)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(filtered(header.read_text(), header.parent.name))
    version = re.search(r"project\(\w+ VERSION (\S+)", (root / "CMakeLists.txt").read_text())[1]
    settings = {"PROJECT_NUMBER": version, "OUTPUT_DIRECTORY": output, "INPUT": f"{main} {shown}",
                "USE_MDFILE_AS_MAINPAGE": main, "STRIP_FROM_PATH": shown, "STRIP_FROM_INC_PATH": shown,
                "HTML_EXTRA_STYLESHEET": root / "tools/doxygen/style.css", "GENERATE_HTML": "NO" if only_xml else "YES"}
    text = (root / "tools/doxygen/Doxyfile").read_text()
    text += "".join(f"{key} = {value}\n" for key, value in settings.items())
    done = subprocess.run(["doxygen", "-"], input=text, cwd=root, capture_output=True, text=True)
    found = [line.replace(f"{shown}/", "") for line in done.stderr.splitlines() if line.strip()]
    if done.returncode != 0 and not found:
        found = [f"doxygen failed with {done.returncode}"]
    return list(dict.fromkeys(found))


def text_of(element):
    return "" if element is None else " ".join("".join(element.itertext()).split())


def names_in(reference):
    """Every name of the reference, with the words that it has."""
    compounds = [xml.parse(page).getroot().find("compounddef") for page in sorted(reference.glob("*.xml"))
                 if page.name not in ("index.xml", "Doxyfile.xml")]
    groups = {}
    for compound in compounds:
        if compound.get("kind") == "group":
            groups |= {inner.get("refid"): compound.findtext("compoundname") for inner in compound.iter("innerclass")}
    seen = set()
    for compound in compounds:
        kind = compound.get("kind")
        if compound.get("prot") == "private":
            continue
        if kind in ("class", "struct", "concept"):
            name = compound.findtext("compoundname")
            yield name_of(compound, name, groups.get(compound.get("id")))
        if kind in ("class", "struct", "group", "namespace"):
            for member in compound.iter("memberdef"):
                if member.get("id") not in seen and member.get("prot") == "public":
                    seen.add(member.get("id"))
                    name = member.findtext("qualifiedname") or member.findtext("name")
                    yield name_of(member, name, compound.findtext("compoundname") if kind == "group" else None)


def name_of(element, name, layer):
    where = element.find("location")
    # Copying and ending need no words where the language writes them, and friends are no names.
    implied = element.get("kind") == "friend" or "~" in name or (element.findtext("argsstring") or "").endswith(
        ("=default", "=delete"))
    words = text_of(element.find("briefdescription")) + " " + text_of(element.find("detaileddescription"))
    return Name(name.removeprefix("shapeproof::"), element.get("kind"), where.get("file"), int(where.get("line")), layer,
                words.strip(), implied, bool({"itemizedlist", "orderedlist"} & {part.tag for part in element.iter()}))


def declared(text):
    """The names in a header's namespaces, whose declarations begin in the first column."""
    text = re.sub(r"^namespace boost.*?^\}  // namespace boost", "", DETAIL.sub("", text), flags=re.S | re.M)
    text = re.sub(r"//[^\n]*", "", text).replace("decltype(auto)", "auto")
    others = "namespace|template|struct|class|enum|concept|using|inline constexpr"
    patterns = [r"^(?:struct|class|enum class|concept) (\w+)\b(?!;)", r"^using (\w+) =",
                r"^inline constexpr [^={]*?(\w+) = ", rf"^(?=\w)(?!{others})[^=(\n]*?\b(operator\S+?|\w+)\("]
    return {name for pattern in patterns for name in re.findall(pattern, text, re.M)}


def problems(include, output, main, sources, shapeless, only_xml=False):
    """What is wrong: a line each."""
    yield from run_doxygen(include, output, main, only_xml)
    names = list(names_in(output / "xml"))
    by_file = collections.defaultdict(set)
    for each in names:
        by_file[each.file].add(re.sub(r"^((?!operator)\w+)\s*<.*", r"\1", each.name.split("::")[-1]))
    for header in headers(include):
        file = str(header.relative_to(include))
        for name in sorted(declared(header.read_text()) - by_file[file]):
            yield f"{file}: {name} is not in the reference"
    for each in names:
        where = f"{each.file}:{each.line}: {each.name}"
        if not each.words and not each.implied:
            yield f"{where} has no words"
        if each.is_list:
            yield f"{where} has a line that Doxygen takes for a list's"
        is_rule = each.kind == "struct" and each.name.endswith("_rule")
        is_operation = each.kind == "function" and each.layer in OPERATIONS and each.name not in shapeless
        if not is_rule and not is_operation:
            continue
        if not SHAPE.search(each.words):
            yield f"{where} does not say its shapes"
        if not ERRORS.search(each.words):
            yield f"{where} does not say what it refuses or throws"
    for name in sorted(shapeless - {each.name for each in names}):
        yield f"{name} is an exception, but not in the reference"
    for name, source in sources.items():
        if not any(each.name == name and re.search(source, each.words) for each in names):
            yield f"{name} does not name its source, {source}"


GOOD = """// SPDX-License-Identifier: BSL-1.0
/// A header.
#pragma once

namespace shapeproof {

/// Takes all.
template <class X>
concept any_tensor = true;

/// `[B, L] -> [B]`. Refused where there is no L. After a paper (arXiv:1234).
template <any_tensor X>
constexpr auto good(X const& x) -> X {
  return x;
}

/// `[B, L] -> [B]`. Refused where there is no L.
struct good_rule {
  template <class X>
  constexpr auto operator()(X) const {
    return X{};
  }
};
inline constexpr good_rule rule = {};

}  // namespace shapeproof
"""
WORDS = "/// `[B, L] -> [B]`. Refused where there is no L.\nstruct"
VALUE = "inline constexpr good_rule rule = {};"
ENDING = "return X{};\n  }\n"
WRONG = [  # what is changed, and what must then be found
    ("/// Takes all.\n", "", "any_tensor has no words"),
    (WORDS, "struct", "good_rule is not documented"),
    (WORDS, "/// Refused if b.\nstruct", "good_rule does not say its shapes"),
    (WORDS, "/// `[B]`.\nstruct", "good_rule does not say what it refuses"),
    ("`[B, L] -> [B]`. Refused where there is no L. After", "In [0, 1]. Throws. After", "good does not say its shapes"),
    ("Refused where there is no L. After", "After", "good does not say what it refuses"),
    ("After a paper (arXiv:1234)", "After a paper", "good does not name its source"),
    ("Refused where there is no L. After", "Refused: a\n/// + b. After", "good has a line that Doxygen takes for a list's"),
    (VALUE, f"/// See \\ref nobody.\n{VALUE}", "nobody"),
    (VALUE, "#if 0\nint hidden(int);\n#endif", "hidden is not in the reference"),
    (VALUE, "int bare(int);", "bare(int) (function) of namespace shapeproof is not documented"),
    (ENDING, f"{ENDING}  int bare;\n", "bare (variable) of struct shapeproof::good_rule is not documented"),
]


def self_test():
    """Finds nothing in what is right, and each fault."""
    right = True
    with tempfile.TemporaryDirectory() as place:
        place = Path(place)
        main = place / "main.md"
        main.write_text("# Main\n\n@defgroup ops ops\n")
        header = place / "include/shapeproof/ops/good.hpp"
        header.parent.mkdir(parents=True)
        for old, new, wanted in [("", "", None), *WRONG]:
            header.write_text(GOOD.replace(old, new))
            if wanted is not None and GOOD.count(old) != 1:
                right = print(f"occurs {GOOD.count(old)} times: {old}")
            found = list(problems(place / "include", place / "out", main, {"good": "arXiv:1234"}, set(), only_xml=True))
            if not (found == [] if wanted is None else any(wanted in line for line in found)):
                right = print(f"wanted: {wanted}, found: {found}")
    return right is True


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--self-test", action="store_true")
    if options.parse_args().self_test:
        sys.exit(0 if self_test() else 1)
    found = list(problems(root / "include", root / "build/reference", root / "tools/doxygen/main.md", SOURCES, SHAPELESS))
    for line in found:
        print(line)
    print("build/reference/html/index.html" if not found else f"{len(found)} problems")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
