# SPDX-License-Identifier: BSL-1.0
"""What the page shows is what the program wrote."""
import re
from itertools import product

from case import PageTest, data, museum


class NumbersTest(PageTest):
    def test_steps(self):
        for model, name, phase in self.each_view():
            rows = self.browser.driver.find_elements("css selector", ".step:not(.total)")
            self.assertEqual(len(rows), len(phase["steps"]))
            for i, step in enumerate(phase["steps"]):
                with self.subTest(model=model["key"], phase=name, step=step["prefill_id"]):
                    self.browser.click(f"step-{step['prefill_id']}")
                    row = ".step.open "
                    exact = dict(zip(self.browser.run("return [...document.querySelectorAll('.step.open [data-field]')].map(e => e.dataset.field)"),
                                     self.browser.texts(row + "[data-field]")))
                    self.assertEqual(re.sub(r"\D", "", exact["flops"]), str(step["flops"]))
                    self.assertEqual(re.sub(r"\D", "", exact["bytes"]), str(step["bytes"]))
                    shapes = self.browser.run("return [...document.querySelectorAll('.step.open .shapes .shape')].map(e => e.dataset.shape)")
                    self.assertEqual(set(shapes[:-1]), {shape["text"] for shape in step["inputs"]})
                    self.assertEqual(shapes[-1], step["output"]["text"])
                    cells = self.browser.texts(row + ".numbers dd")
                    self.assert_close(cells[0], step["flops"])
                    self.assert_close(cells[1], step["bytes"])
                    if step["bytes"]:
                        self.assert_close(cells[2], step["flops"] / step["bytes"])
                    if step["seconds"] is not None:
                        self.assert_close(cells[3], step["seconds"])
                    self.browser.click(f"step-{step['prefill_id']}")
            total = self.browser.texts(".step.total .numbers dd")
            self.assert_close(total[0], sum(step["flops"] * step["repeats"] for step in phase["steps"]))
            self.assert_close(total[1], sum(step["bytes"] * step["repeats"] for step in phase["steps"]))
            self.assert_close(total[3], phase["seconds"])

    def test_differences_of_the_phases_are_marked(self):
        self.browser.choose(phase="decode")
        scores = '[data-prefill="P8"] .output '
        prompt = len(data["models"][0]["prompt"]["tokens"])
        self.assertEqual(self.browser.texts(scores + ".differs"), [f"L=1≠{prompt}", f"S={prompt + 1}≠{prompt}"])
        self.browser.click("compare")
        self.assertEqual(self.browser.texts(".differs"), [])

    def test_turns_follow_the_types(self):
        model = data["models"][0]
        prompt, cache = len(model["prompt"]["tokens"]), model["cache"]["steps"]
        for turn, step in enumerate(cache):
            if turn:
                self.browser.click("turn-on")
            self.assertEqual(self.browser.run("return document.querySelector('[data-prefill=P7] .output .shape').dataset.shape"), step["shape"])
            self.assertEqual(self.browser.run("return Number(document.querySelector('#cache [data-length]').dataset.length)"), step["length"])
            self.assertEqual(self.browser.texts("#cache .type code"), [step["type"]])
            kinds = {kind: len(self.browser.texts(f"table.cache .slot.{kind}")) for kind in ("kept", "new", "reserved")}
            past = 0 if turn == 0 else prompt + turn - 1
            self.assertEqual(kinds, {"kept": past * model["heads"], "new": (step["length"] - past) * model["heads"],
                                     "reserved": (model["cache"]["capacity"] - step["length"]) * model["heads"]})
            self.assertIn(str(model["generated"][turn]["id"]), self.browser.texts(".turn")[0])

    def test_the_cache_plays(self):
        length = lambda: self.browser.run("return Number(document.querySelector('#cache [data-length]').dataset.length)")
        steps = [step["length"] for step in data["models"][0]["cache"]["steps"]]
        self.browser.click("cache-play")
        self.browser.until(lambda: length() == steps[2])
        self.browser.click("cache-play")
        stopped = length()
        self.browser.click("cache-back")
        self.assertEqual(length(), stopped - 1)
        self.browser.click("cache-on")
        self.assertEqual(length(), stopped)

    def test_attention(self):
        read = """return [...document.querySelectorAll('.matrix tbody tr')].map(row => [...row.querySelectorAll('[role=gridcell]')].map(cell =>
            [Number(cell.dataset.value), cell.className, cell.textContent, getComputedStyle(cell).backgroundImage !== 'none']))"""
        for model, name, _ in self.each_view():
            for layer, head in product(range(model["layers"]), range(model["heads"])):
                if model["layers"] > 1:
                    self.browser.click(f"layer-{layer}")
                self.browser.click(f"head-{head}")
                wanted = model["attention"]["layers"][layer][name][head]
                rows = self.browser.run(read)
                self.assertEqual([[cell[0] for cell in row] for row in rows], wanted)
                first = len(wanted[0]) - len(wanted)
                for i, row in enumerate(rows):
                    for j, (value, kind, text, hatched) in enumerate(row):
                        expected = "masked" if j > first + i else "zero" if value == 0 else "shaded"
                        self.assertEqual((kind, hatched), (expected, expected == "masked"))
                        self.assertEqual(text == "", expected == "masked")
                for shown, row in zip(self.browser.texts(".matrix tbody .row-sum"), wanted):
                    self.assertAlmostEqual(float(shown), sum(row), places=3)
                    self.assertAlmostEqual(float(shown), 1, places=2)

    def test_roofline(self):
        for model, name, phase in self.each_view():
            together = {step["prefill_id"]: [other for other in phase["steps"] if other is step or other.get("measured_with") == step["prefill_id"]]
                        for step in phase["steps"] if step["seconds"]}
            drawn = {key for key, group in together.items() if sum(step["flops"] for step in group) and sum(step["bytes"] for step in group)}
            keys = self.browser.run("return [...document.querySelectorAll('.point')].map(e => e.dataset.key)")
            self.assertEqual({key.removeprefix("roofline-") for key in keys}, drawn)
            for key in drawn:
                label = self.browser.run("return document.querySelector(`[data-key='roofline-${arguments[0]}']`).ariaLabel", key)
                group = together[key]
                intensity = sum(step["flops"] for step in group) / sum(step["bytes"] for step in group)
                self.assert_close(re.search(r": ([\d.]+) FLOP/B", label)[1], intensity)
                self.assert_close(re.search(r"FLOP/B, ([\d.]+\s\w*)FLOP/s", label)[1], sum(step["flops"] for step in group) / group[0]["seconds"])

    def test_museum(self):
        sources = self.browser.run("return [...document.querySelectorAll('.exhibit')].map(e => [...e.querySelectorAll('pre')].map(p => p.textContent))")
        self.assertEqual(sources, [[part["text"] for part in exhibit["parts"] if part["kind"] == "code"] for exhibit in museum])
        self.assertEqual(self.browser.texts(".exhibit-title"), [exhibit["title"]["en"].replace("`", "") for exhibit in museum])
        shown = lambda: self.browser.run("return [...document.querySelectorAll('.exhibit')].filter(e => !e.hidden).map(e => Number(e.dataset.entry))")
        self.assertEqual(shown(), list(range(len(museum))))
        choose = """const [key, value] = arguments, select = document.querySelector(`[data-key=museum-${key}]`);
                    select.value = value; select.dispatchEvent(new Event('change'));"""
        for key, field in (("group", "group"), ("elsewhere", "elsewhere")):
            for value in sorted({exhibit[field] for exhibit in museum if exhibit[field]}):
                self.browser.run(choose, key, value)
                self.assertEqual(shown(), [i for i, exhibit in enumerate(museum) if exhibit[field] == value])
            self.browser.run(choose, key, "all")
        self.browser.run("document.querySelector('[data-key=museum-words]').focus()")
        self.browser.press("layer_norm")
        found = [museum[i] for i in shown()]
        self.assertTrue(0 < len(found) < len(museum))
        for exhibit in found:
            self.assertIn("layer_norm", str(exhibit).lower())

    def test_comparison(self):
        for model, _, _ in self.each_view():
            ratios = dict(zip(self.browser.texts(".compare tbody th"), self.browser.texts(".compare tbody .how-often")))
            work = [sum(step["flops"] for step in model["phases"][phase]["steps"] if step["prefill_id"] in ("P15", "P16"))
                    for phase in ("prefill", "decode")]
            self.assert_close(ratios["Feed-forward, one layer"].removeprefix("×"), work[0] / work[1])
            self.assertEqual(ratios["Tokens that enter"], f"×{len(model['prompt']['tokens'])}.00")
