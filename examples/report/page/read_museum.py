# SPDX-License-Identifier: BSL-1.0
"""Reads docs/refusals.md: exhibits, each a list of parts that the page can show in two languages."""
import re

GROUPS = {"Mistakes of others": "others", "The pipeline, changed in one place": "pipeline",
          "What no type sees": "unseen"}
ELSEWHERE = {"silently wrong": "silent", "stops at run time": "crash", "fails to load": "load",
             "an error nobody can read": "message"}
HERE = {"refused by the compiler": "refused", "cannot be written": "impossible", "caught by a value": "value",
        "not yet": "later"}
OF_GROUP = {"pipeline": "refused", "unseen": "value"}
LINK = r"\[([^\]]+)\]\(([^)]+)\)"


def blocks(text):
    """Paragraphs (on one line) and fenced code, in order: (language or None, text)."""
    for code, paragraph in re.findall(r"```(\w*\n.*?)```|((?:(?!```)[^\n]+\n)+)", text, re.S):
        if code:
            language, _, body = code.partition("\n")
            yield language, body.rstrip("\n")
        else:
            yield None, " ".join(paragraph.split())


def part_of(language, text):
    """One part: code, words, or words of a known form, which the page says in its own language."""
    if language is not None:
        return {"kind": "code", "language": language, "text": text}
    files = [path.removeprefix("../") for _, path in re.findall(LINK, text)]
    if found := re.fullmatch(r"(GCC and Clang|GCC|Clang):", text):
        return {"kind": "compilers", "who": found[1].replace(" and ", " · ")}
    if text.startswith("What was meant"):
        return {"kind": "meant", "files": files}
    if text.startswith("Tested in ["):
        return {"kind": "tested", "files": files}
    if text.startswith("Caught by ["):
        return {"kind": "caught", "files": files}
    if found := re.fullmatch(r"In `([^`]+)`:", text):
        return {"kind": "where", "files": [found[1]]}
    if found := re.fullmatch(r"Equal numbers do not hide it: with (.*) it is refused as well\.", text):
        return {"kind": "equal", "en": found[1]}
    if text.startswith("**Value.** "):
        return {"kind": "value", "en": text.removeprefix("**Value.** ")}
    return {"kind": "text", "en": re.sub(LINK, r"\1", text)}


def table_of(text):
    """The overview's rows: number -> what it does elsewhere and here."""
    rows = re.findall(r"^\| (C\d+) \| .* \| (.*) \| (.*) \|$", text, re.M)
    return {number: (ELSEWHERE[elsewhere], HERE[re.sub(LINK, r"\1", here).partition(";")[0]])
            for number, elsewhere, here in rows}


def read_museum(text):
    """The page's text -> exhibits: id, group, title, elsewhere (or None), here, parts."""
    fates = table_of(text)
    exhibits = []
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        group = GROUPS[section.partition("\n")[0]]
        for number, entry in enumerate(re.split(r"^### ", section, flags=re.M)[1:], 1):
            heading, _, body = re.sub(r'<a id="\w+"></a>', "", entry).partition("\n")
            found = re.fullmatch(r"(C?\d+)\. (.*)", heading)
            label, title = found.groups() if found else (str(number), heading)
            elsewhere, here = fates[label] if group == "others" else (None, OF_GROUP[group])
            prefix = {"others": "", "pipeline": "M", "unseen": "T"}[group]
            exhibits.append({"id": prefix + label, "group": group, "title": {"en": title}, "elsewhere": elsewhere,
                             "here": here, "parts": [part_of(*block) for block in blocks(body)]})
    return exhibits


def said(exhibits):
    """Everything that has words in English: titles and parts."""
    for exhibit in exhibits:
        yield exhibit["title"]
        yield from (part for part in exhibit["parts"] if "en" in part)


def translate(exhibits, translations):
    """Adds "zh" where there is a translation; gives the texts that have none. Code alone is the same everywhere."""
    missing = []
    for part in said(exhibits):
        if part["en"] in translations:
            part["zh"] = translations[part["en"]]
        elif re.search(r"[A-Za-z]{2}", re.sub(r"`[^`]*`", "", part["en"])):
            missing.append(part["en"])
    return missing
