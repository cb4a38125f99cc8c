# SPDX-License-Identifier: BSL-1.0
"""Every reader can use the page: in both languages and themes, by keyboard, on a phone."""
import json
import re
from itertools import product

from case import PageTest, data, folder, report

languages = ("en", "zh")
widths = (1280, 768, 360)
sections = ("pipeline", "compare", "roofline", "attention", "cache", "museum")

# What texts in Chinese call by Latin letters; units, ids and the names of axes come besides.
LATIN = set("""Shapeproof GCC Clang Dk token Softmax softmax LayerNorm GELU tanh BPE KV PD id logits logit FLOP FLOPs
einsum view GPT Llama all reduce past nn append int float bf16 int8 f32 QKV rank Hkv""".split())
UNITS = re.compile(r"[\d.\s](?:[kMGT]?(?:FLOP|B)(?:/s|/B)?|[mµn]?s|[MG])(?![A-Za-z])|FLOP/(?:B|s)|"
                   r"\b[A-Z]\d*\b|\b[a-z]\b")
CHINESE = re.compile(r"[\u3000-\u9fff\uff00-\uffef]")


class ReadersTest(PageTest):
    def each_state(self, only=None):
        """Every language, model and phase, each with every step, or `only` some, open once: all there is to see."""
        for language in languages:
            self.browser.choose(language=language)
            self.browser.run("for (const exhibit of document.querySelectorAll('details')) exhibit.open = true")
            for model, phase, values in self.each_view():
                for step in values["steps"]:
                    if only and step["prefill_id"] not in only:
                        continue
                    self.browser.run("document.querySelector(`[data-key=step-${arguments[0]}]`).click()",
                                     step["prefill_id"])
                    yield language, model["key"], phase, step["id"]

    def test_texts_are_complete(self):
        english, chinese = (json.loads((report / f"page/texts.{language}.json").read_text(encoding="utf-8"))
                            for language in languages)
        self.assertEqual(english.keys(), chinese.keys())
        for key in english:
            self.assertEqual(*(set(re.findall(r"{(\w+)}", texts[key])) for texts in (english, chinese)), key)
        self.assertEqual(self.bundler_says, "", "texts of the museum without a translation")

    def test_each_language_is_itself(self):
        named = [data["machine"]["cpu"], data["compiler"], *(model["name"] for model in data["models"])]
        known = LATIN | set(re.findall(r"[A-Za-z][A-Za-z0-9]+", " ".join(named)))
        seen = {language: set() for language in languages}
        for language, *_ in self.each_state():
            seen[language].update(self.browser.run("return audit.words()"))
            self.assertEqual(self.browser.each("html", "e.lang"), [{"en": "en", "zh": "zh-Hans"}[language]])
        for texts in seen.values():
            self.assertGreater(len(texts), 300)
        quoted = re.compile(r'"[^"]*"')  # tokens
        self.assertEqual([text for text in seen["en"] if CHINESE.search(quoted.sub("", text))], [])
        words = {text: re.findall(r"[A-Za-z][A-Za-z0-9]+", UNITS.sub(" ", f" {text}")) for text in seen["zh"]}
        self.assertEqual({text: found for text, found in words.items() if not known.issuperset(found)}, {})

    def test_contrast(self):
        for theme in ("light", "dark"):
            self.browser.open()
            self.browser.choose(theme=theme)
            low = set()
            for _ in self.each_state(only=("P4", "P7", "P8")):
                low.update(self.browser.run("return audit.contrasts()"))
            self.assertEqual(low, set(), theme)

    def test_nothing_is_wider_than_the_page(self):
        for width in widths:
            self.browser.open(width=width)
            for state in self.each_state():
                self.assertLessEqual(self.browser.each("html", "e.scrollWidth")[0], width, state)

    def test_theme_follows_the_system_until_chosen(self):
        theme = lambda: self.browser.each("html", "e.dataset.theme")[0]
        self.browser.open(scheme="dark")
        self.assertEqual(theme(), "dark")
        self.browser.prefer("light")
        self.browser.until(lambda: theme() == "light")
        self.browser.choose(theme="dark")
        self.assertEqual(theme(), "dark")
        self.browser.driver.refresh()
        self.assertEqual(theme(), "dark", "the choice is remembered")

    def test_motion_is_reduced(self):
        moves = lambda: (self.browser.each(".slot.new", "getComputedStyle(e).animationName")[0],
                         self.browser.each("html", "getComputedStyle(e).scrollBehavior")[0])
        self.assertEqual(moves(), ("none", "auto"))
        self.browser.prefer("light", motion="no-preference")
        self.assertEqual(moves(), ("written", "smooth"))

    def test_names_and_references(self):
        for state in self.each_state(only=("P4", "P7", "P8")):
            self.assertEqual(self.browser.run("return audit.unnamed()"), [], state)

    def test_tab_reaches_everything(self):
        self.browser.run("document.activeElement.blur(); scrollTo(0, 0)")
        reached = []
        while True:
            self.browser.press("TAB")
            at = self.browser.run("""const at = document.activeElement;
                                     if (at === document.body || at.dataset.reached) return null;
                                     at.dataset.reached = "yes";
                                     return [at.outerHTML.slice(0, 200), audit.focus_is_visible()];""")
            if at is None:
                break
            self.assertTrue(at[1], f"no visible focus: {at[0]}")
            reached.append(at[0])
        self.assertEqual(len(reached), self.browser.run("return audit.tab_stops()"), reached)

    def attribute(self, key, name):
        return self.browser.each(f'[data-key="{key}"]', f"e.getAttribute('{name}')")[0]

    def test_switches_by_keyboard(self):
        b = self.browser
        b.focus("phase-prefill")
        b.press("ARROW_RIGHT")
        self.assertEqual((b.focused(), b.texts(".step .id")[0][:2]), ("phase-decode", "D1"))
        b.press("ARROW_LEFT")
        self.assertEqual(b.focused(), "phase-prefill")
        b.focus("step-P4")
        for key, expanded in (("ENTER", "true"), ("SPACE", "false")):
            b.press(key)
            self.assertEqual((b.focused(), self.attribute("step-P4", "aria-expanded")), ("step-P4", expanded))
        b.focus("turn-on")
        b.press("ENTER", "ENTER")
        prompt = len(data["models"][0]["prompt"]["tokens"])
        self.assertEqual((b.focused(), len(b.texts(".token.cached"))), ("turn-on", prompt + 1))
        b.focus("exhibit-0")
        b.press("ENTER")
        self.assertTrue(b.each(".exhibit", "e.open")[0])

    def test_figures_by_keyboard(self):
        b, last = self.browser, data["models"][0]["heads"] - 1
        b.focus("head-0")
        for key, head in (("ARROW_RIGHT", 1), ("ARROW_RIGHT", 2), ("ARROW_LEFT", 1), ("END", last), ("ARROW_RIGHT", 0),
                          ("ARROW_LEFT", last), ("HOME", 0)):
            b.press(key)
            self.assertEqual((b.focused(), self.attribute(f"head-{head}", "aria-selected")), (f"head-{head}", "true"))
        b.focus("cell-0-0")
        for key, cell in (("ARROW_RIGHT", "cell-0-1"), ("ARROW_DOWN", "cell-1-1"), ("ARROW_LEFT", "cell-1-0"),
                          ("ARROW_UP", "cell-0-0"), ("ARROW_UP", "cell-0-0")):
            b.press(key)
            self.assertEqual(b.focused(), cell)
            self.assertEqual(b.texts("#attention .readout"), [self.attribute(cell, "aria-label")])
        points = b.each(".point", "e.dataset.key")
        b.focus(points[0])
        b.press("ARROW_RIGHT")
        self.assertEqual(b.focused(), points[1])
        self.assertEqual(b.texts("#roofline .readout"), [self.attribute(points[1], "aria-label")])

    def test_pictures(self):
        for language, theme, width in product(languages, ("light", "dark"), (1280, 360)):
            self.browser.open(width=width)
            self.browser.choose(language=language, theme=theme)
            self.browser.run("for (const i of [2, 20]) document.querySelectorAll('details')[i].open = true")
            self.browser.run("document.querySelector('[data-key=step-P8]').click()")
            for phase, model in (("prefill", 0), ("decode", len(data["models"]) - 1)):
                self.browser.choose(model=model, phase=phase)
                for section in sections:
                    picture = folder / f"{section}_{phase}_{language}_{theme}_{width}.png"
                    self.browser.picture(picture, f"#{section}-section")
                    self.assertGreater(picture.stat().st_size, 5000)
            self.browser.picture(folder / f"head_{language}_{theme}_{width}.png", ".page-head")
