#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Makes the shape report: one HTML page of the program's data and docs/refusals.md, which needs no other file."""
import argparse
import json
import re
import sys
from pathlib import Path

parts = Path(__file__).resolve().parent / "page"
sys.path.insert(0, str(parts))
from read_museum import read_museum, translate  # noqa: E402

IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+\.js)";\n', re.M)


def read(name):
    return (parts / name).read_text(encoding="utf-8")


def modules(name, done):
    """A module behind those that it imports, as one text. The browser refuses a name that two of them declare."""
    done.add(name)
    source = read(name)
    before = [modules(imported, done) for imported in IMPORT.findall(source) if imported not in done]
    return "".join(before) + re.sub(r"^export ", "", IMPORT.sub("", source), flags=re.M) + "\n"


def as_json(value):
    """JSON that no `</script>` ends."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def page(data, museum):
    styles = "\n".join(path.read_text(encoding="utf-8") for path in sorted(parts.glob("*.css")))
    texts = {language: json.loads(read(f"texts.{language}.json")) for language in ("en", "zh")}
    filled = {"styles": styles, "report": as_json(data), "museum": as_json(museum), "texts": as_json(texts),
              "modules": modules("main.js", set())}
    return re.sub(r"/\* (\w+) \*/", lambda found: filled[found[1]], read("index.html"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="JSON of shapeproof_report")
    parser.add_argument("refusals", type=Path, help="docs/refusals.md")
    parser.add_argument("out", type=Path, help="the page")
    wanted = parser.parse_args()
    data = json.loads(wanted.data.read_text(encoding="utf-8"))
    museum = read_museum(wanted.refusals.read_text(encoding="utf-8"))
    translations = {}
    for path in sorted(parts.glob("museum_*.zh.json")):
        translations |= json.loads(path.read_text(encoding="utf-8"))
    for text in translate(museum, translations):
        print(f"bundle.py: not in Chinese: {text}", file=sys.stderr)
    wanted.out.write_text(page(data, museum), encoding="utf-8")


if __name__ == "__main__":
    main()
