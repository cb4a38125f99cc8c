#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What pages quote of the source is what there is.

Code behind a comment such as `<!-- llama_layer in llm/llama.hpp -->` is that function's, numbers of lines are those of
the headers, the mutations are counted, and the newest changes are those of the version. --write brings code and numbers
up to date instead."""
import json
import re
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
include = root / "include/shapeproof"
pages = [root / "README.md", root / "docs/families.md", *sorted((root / "docs/guide").glob("*.md"))]


def function(name, header, only_body):
    """The source of a function, from its template's parameters or only between its braces."""
    text = (include / header).read_text()
    found = re.search(rf"(?:^template <[^\n]*\n)?^[^\n]*\b{name}\((?:[^;{{]|\{{\}})*\{{\n(.*?)^\}}\n", text, re.S | re.M)
    if found is None:
        sys.exit(f"{header} has no function {name}")
    return found[1 if only_body else 0]


def brought_up_to_date(page):
    """The page with the code and the numbers of the source."""
    def code(found):
        return f"{found[1]}```cpp\n{function(found[3], found[4], bool(found[2]))}```"

    def lines(found):
        return f"{found[1]}| {len((include / found[2]).read_text().splitlines())} |"

    page = re.sub(r"(<!-- (body of )?(\w+) in (\S+) -->\n)```cpp\n.*?```", code, page, flags=re.S)
    page = re.sub(r"(\[`((?:nn|llm)/\w+\.hpp)`\]\([^)]*\) )\| \d+ \|", lines, page)
    mutations = len(json.loads((root / "static_tests/mutations/mutations.json").read_text()))
    return re.sub(r"the \d+ places where this source was changed", f"the {mutations} places where this source was changed",
                  page)


if sys.argv[1:] == ["--write"]:
    for page in pages:
        page.write_text(brought_up_to_date(page.read_text()))
    sys.exit()
failures = [f"{page.name} is stale: tools/check_pages.py --write" for page in pages
            if brought_up_to_date(page.read_text()) != page.read_text()]
if sum(len(re.findall(r"<!-- (?:body of )?\w+ in ", page.read_text())) for page in pages) < 4:
    failures.append("the pages show less of the source than they did")
version = re.search(r"^project\(\S+ VERSION (\S+)", (root / "CMakeLists.txt").read_text(), re.M)[1]
newest = re.search(r"^## ([\d.]+)", (root / "CHANGELOG.md").read_text(), re.M)[1]
if newest != version:
    failures.append(f"CHANGELOG.md begins with version {newest}, and CMakeLists.txt has {version}")
if failures:
    sys.exit("\n".join(failures))
