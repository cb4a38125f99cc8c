# SPDX-License-Identifier: BSL-1.0
"""Every reader can use the page: in both languages and themes, by keyboard, on a phone."""
import json
import re
from itertools import product

from case import PageTest, data, folder, report

languages = ("en", "zh")
widths = (1280, 768, 360)

# What texts in Chinese call by Latin letters; units and ids come besides.
LATIN = set("""Shapeproof GCC Clang Dk token Softmax softmax LayerNorm GELU tanh BPE KV PD id logits logit FLOP FLOPs einsum view
GPT Llama all reduce past nn append int float bf16 int8 f32 ci gpt QKV""".split())
UNITS = re.compile(r"[\d.\s](?:[kMGT]?(?:FLOP|B)(?:/s|/B)?|[mµn]?s|[MG])(?![A-Za-z])|FLOP/(?:B|s)|\b[A-Z][a-z]?\d*\b|\b[a-z]\b")


class ReadersTest(PageTest):
    def all_open(self):
        self.browser.run("for (const exhibit of document.querySelectorAll('details')) exhibit.open = true")

    def each_state(self):
        """Every language, model and phase, and each step open once: what a reader can see of the page."""
        for language in languages:
            self.browser.choose(language=language)
            self.all_open()
            for model, phase, values in self.each_view():
                for step in values["steps"]:
                    self.browser.run("document.querySelector(`[data-key=step-${arguments[0]}]`).click()", step["prefill_id"])
                    yield language, model, phase, step

    def test_texts_are_complete(self):
        texts = {language: json.loads((report / f"page/texts.{language}.json").read_text(encoding="utf-8")) for language in languages}
        self.assertEqual(texts["en"].keys(), texts["zh"].keys())
        for key, text in texts["en"].items():
            self.assertEqual(set(re.findall(r"{(\w+)}", text)), set(re.findall(r"{(\w+)}", texts["zh"][key])), key)
        self.assertEqual(self.bundler_says, "", "texts of the museum without a translation")

    def test_each_language_is_itself(self):
        machine = set(re.findall(r"[A-Za-z][A-Za-z0-9]+", " ".join([data["machine"]["cpu"], data["compiler"]] + [model["name"] for model in data["models"]])))
        seen = {language: set() for language in languages}
        for language, *_ in self.each_state():
            seen[language].update(self.browser.run("return audit.words()"))
            self.assertEqual(self.browser.run("return document.documentElement.lang"), {"en": "en", "zh": "zh-Hans"}[language])
        quoted = re.compile(r'"[^"]*"')  # a token
        self.assertGreater(len(seen["en"]), 300)
        self.assertEqual([text for text in seen["en"] if re.search(r"[\u3000-\u9fff\uff00-\uffef]", quoted.sub("", text))], [])
        self.assertGreater(len(seen["zh"]), 300)
        strange = {text: words for text in seen["zh"]
                   if (words := set(re.findall(r"[A-Za-z][A-Za-z0-9]+", UNITS.sub(" ", " " + text))) - LATIN - machine)}
        self.assertEqual(strange, {})

    def test_contrast(self):
        for theme in ("light", "dark"):
            self.browser.open()
            self.browser.choose(theme=theme)
            low = set()
            for _ in self.each_state():
                low.update(tuple(fault) for fault in map(str, self.browser.run("return audit.contrasts()")) for fault in [(fault,)])
            self.assertEqual(low, set(), theme)

    def test_nothing_is_wider_than_the_page(self):
        for width in widths:
            self.browser.open(width=width)
            for state in self.each_state():
                self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width, state)

    def test_theme_follows_the_system_until_chosen(self):
        theme = lambda: self.browser.run("return document.documentElement.dataset.theme")
        self.browser.open(scheme="dark")
        self.assertEqual(theme(), "dark")
        self.browser.prefer("light")
        self.browser.until(lambda: theme() == "light")
        self.browser.choose(theme="dark")
        self.assertEqual(theme(), "dark")
        self.browser.driver.refresh()
        self.assertEqual(theme(), "dark", "the choice is remembered")

    def test_motion_is_reduced(self):
        moves = "return [getComputedStyle(document.querySelector('.slot.new')).animationName, getComputedStyle(document.documentElement).scrollBehavior]"
        self.assertEqual(self.browser.run(moves), ["none", "auto"])
        self.browser.prefer("light", motion="no-preference")
        self.assertEqual(self.browser.run(moves), ["written", "smooth"])

    def test_names_and_references(self):
        for _ in self.each_state():
            self.assertEqual(self.browser.run("return audit.unnamed()"), [])

    def test_tab_reaches_everything(self):
        self.browser.run("document.activeElement.blur(); scrollTo(0, 0)")
        reached = []
        while True:
            self.browser.press("TAB")
            self.assertTrue(self.browser.run("return document.activeElement === document.body || audit.focus_is_visible()"),
                            self.browser.run("return document.activeElement.outerHTML"))
            at = self.browser.run("const at = document.activeElement; if (at === document.body || at.dataset.reached) return null;"
                                  "at.dataset.reached = 'yes'; return at.dataset.key ?? at.getAttribute('href') ?? at.className")
            if at is None:
                break
            reached.append(at)
        self.assertEqual(len(reached), self.browser.run("return audit.tab_stops()"), reached)

    def test_keyboard_alone(self):
        b = self.browser
        focus = lambda key: b.run("document.querySelector(`[data-key='${arguments[0]}']`).focus()", key)
        state = lambda selector, name: b.run("return document.querySelector(arguments[0])?.getAttribute(arguments[1])", selector, name)
        focus("phase-prefill")
        b.press("ARROW_RIGHT")
        self.assertEqual((b.focused(), b.texts(".step .id")[0][:2]), ("phase-decode", "D1"))
        b.press("ARROW_LEFT")
        self.assertEqual(b.focused(), "phase-prefill")
        focus("step-P4")
        b.press("ENTER")
        self.assertEqual((b.focused(), state("[data-key=step-P4]", "aria-expanded")), ("step-P4", "true"))
        b.press("SPACE")
        self.assertEqual(state("[data-key=step-P4]", "aria-expanded"), "false")
        last = data["models"][0]["heads"] - 1
        focus("head-0")
        for key, head in (("ARROW_RIGHT", 1), ("ARROW_RIGHT", 2), ("ARROW_LEFT", 1), ("END", last), ("ARROW_RIGHT", 0), ("ARROW_LEFT", last), ("HOME", 0)):
            b.press(key)
            self.assertEqual((b.focused(), state(f"#head-tab-{head}", "aria-selected")), (f"head-{head}", "true"))
        focus("cell-0-0")
        for key, cell in (("ARROW_RIGHT", "cell-0-1"), ("ARROW_DOWN", "cell-1-1"), ("ARROW_LEFT", "cell-1-0"), ("ARROW_UP", "cell-0-0"), ("ARROW_UP", "cell-0-0")):
            b.press(key)
            self.assertEqual(b.focused(), cell)
            self.assertEqual(b.texts("#attention .readout")[0], state(f"[data-key={cell}]", "aria-label"))
        focus("turn-on")
        b.press("ENTER", "ENTER")
        self.assertEqual((b.focused(), b.texts(".token.read .token-role")), ("turn-on", ["read"]))
        focus("exhibit-0")
        b.press("ENTER")
        self.assertTrue(b.run("return document.querySelector('.exhibit').open"))
        b.run("document.querySelector('.point[tabindex=\"0\"]').focus()")
        first = b.focused()
        b.press("ARROW_RIGHT")
        self.assertNotEqual(b.focused(), first)
        self.assertEqual(b.texts("#roofline .readout")[0], b.run("return document.activeElement.ariaLabel"))

    def test_pictures(self):
        for language, theme, width in product(languages, ("light", "dark"), (1280, 360)):
            self.browser.open(width=width)
            self.browser.choose(language=language, theme=theme)
            self.browser.run("for (const i of [2, 20]) document.querySelectorAll('details')[i].open = true")
            for phase, model in (("prefill", 0), ("decode", len(data["models"]) - 1)):
                self.browser.choose(model=model, phase=phase)
                self.browser.run("document.querySelector('[data-key=step-P8]').click()")
                for part in (".page-head", "#pipeline-section", "#compare-section", "#roofline-section", "#attention-section", "#cache-section", "#museum-section"):
                    if phase == "decode" and part in (".page-head", "#museum-section"):
                        continue
                    name = part.strip("#.").removesuffix("-section")
                    self.browser.picture(folder / f"{name}_{phase}_{model}_{language}_{theme}_{width}.png", part)
                self.browser.run("document.querySelector('[data-key=step-P8]').click()")
        self.assertTrue(list(folder.glob("pipeline_*.png")))
