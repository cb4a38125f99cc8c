# SPDX-License-Identifier: BSL-1.0
"""What the page shows is what the program wrote."""
import re
from itertools import product

from case import PageTest, data, museum


def work(steps):
    """FLOPs and bytes of several steps together."""
    return sum(step["flops"] for step in steps), sum(step["bytes"] for step in steps)


class NumbersTest(PageTest):
    def test_steps(self):
        for model, name, phase in self.each_view():
            self.assertEqual(self.browser.each(".step:not(.total)", "e.dataset.prefill"),
                             [step["prefill_id"] for step in phase["steps"]])
            for step in phase["steps"]:
                with self.subTest(model=model["key"], phase=name, step=step["prefill_id"]):
                    self.browser.click(f"step-{step['prefill_id']}")
                    self.assert_step(step)
                    self.browser.click(f"step-{step['prefill_id']}")
            total = self.browser.texts(".step.total .numbers dd")
            self.assert_close(total[0], sum(step["flops"] * step["repeats"] for step in phase["steps"]))
            self.assert_close(total[1], sum(step["bytes"] * step["repeats"] for step in phase["steps"]))
            self.assert_close(total[3], phase["seconds"])

    def assert_step(self, step):
        """The open step, to the last digit where it says so."""
        exact = dict(self.browser.each(".step.open [data-field]", "[e.dataset.field, e.textContent]"))
        self.assertEqual(re.sub(r"\D", "", exact["flops"]), str(step["flops"]))
        self.assertEqual(re.sub(r"\D", "", exact["bytes"]), str(step["bytes"]))
        *inputs, output = self.browser.each(".step.open .shapes .shape", "e.dataset.shape")
        self.assertEqual(set(inputs), {shape["text"] for shape in step["inputs"]})
        self.assertEqual(output, step["output"]["text"])
        flops, moved, intensity, time = self.browser.texts(".step.open .numbers dd")
        self.assert_close(flops, step["flops"])
        self.assert_close(moved, step["bytes"])
        if step["bytes"]:
            self.assert_close(intensity, step["flops"] / step["bytes"])
        if step["seconds"] is not None:
            self.assert_close(time, step["seconds"])

    def test_differences_of_the_phases_are_marked(self):
        self.browser.choose(phase="decode")
        prompt = len(data["models"][0]["prompt"]["tokens"])
        self.assertEqual(self.browser.texts('[data-prefill="P8"] .output .differs'),
                         [f"L=1≠{prompt}", f"S={prompt + 1}≠{prompt}"])
        self.browser.click("compare")
        self.assertEqual(self.browser.texts(".differs"), [])

    def test_turns_follow_the_types(self):
        model = data["models"][0]
        prompt, heads, cache = len(model["prompt"]["tokens"]), model["heads"], model["cache"]
        for turn, step in enumerate(cache["steps"]):
            if turn:
                self.browser.click("turn-on")
            past, length = (0 if turn == 0 else prompt + turn - 1), step["length"]
            self.assertEqual(self.browser.each("[data-prefill=P7] .output .shape", "e.dataset.shape"), [step["shape"]])
            self.assertEqual(self.browser.texts("#cache .type code"), [step["type"]])
            self.assertEqual(self.cache_length(), length)
            slots = {kind: len(self.browser.texts(f"table.cache .slot.{kind}")) for kind in ("kept", "new", "reserved")}
            self.assertEqual(slots, {"kept": past * heads, "new": (length - past) * heads,
                                     "reserved": (cache["capacity"] - length) * heads})
            self.assertIn(f"(id {model['generated'][turn]['id']})", self.browser.texts(".turn")[0])

    def cache_length(self):
        return int(self.browser.each("#cache [data-length]", "e.dataset.length")[0])

    def test_the_cache_plays(self):
        lengths = [step["length"] for step in data["models"][0]["cache"]["steps"]]
        self.browser.click("cache-play")
        self.browser.until(lambda: self.cache_length() == lengths[2])
        self.browser.click("cache-play")
        stopped = self.cache_length()
        self.browser.click("cache-back")
        self.assertEqual(self.cache_length(), stopped - 1)
        self.browser.click("cache-on")
        self.assertEqual(self.cache_length(), stopped)

    def test_attention(self):
        for model, name, _ in self.each_view():
            for layer, head in product(range(model["layers"]), range(model["heads"])):
                if model["layers"] > 1:
                    self.browser.click(f"layer-{layer}")
                self.browser.click(f"head-{head}")
                self.assert_matrix(model["attention"]["layers"][layer][name][head])

    def assert_matrix(self, wanted):
        """Every weight, and whether a cell is masked, 0 or neither: by class, by its hatching, by its number."""
        cell = "[Number(c.dataset.value), c.className, c.textContent, getComputedStyle(c).backgroundImage !== 'none']"
        rows = self.browser.each(".matrix tbody tr", f"[...e.querySelectorAll('[role=gridcell]')].map(c => {cell})")
        self.assertEqual([[cell[0] for cell in row] for row in rows], wanted)
        first = len(wanted[0]) - len(wanted)
        for (l, row) in enumerate(rows):
            for s, (value, kind, text, is_hatched) in enumerate(row):
                expected = "masked" if s > first + l else "zero" if value == 0 else "shaded"
                self.assertEqual((kind, is_hatched, text == ""), (expected, expected == "masked", expected == "masked"))
                if expected == "shaded":
                    self.assertAlmostEqual(float(text.removeprefix("<")), value, delta=0.01 if "<" in text else 0.0051)
        for shown, row in zip(self.browser.texts(".matrix tbody .row-sum"), wanted, strict=True):
            self.assertAlmostEqual(float(shown), sum(row), places=3)
            self.assertAlmostEqual(float(shown), 1, places=2)

    def test_roofline(self):
        for _, _, phase in self.each_view():
            groups = {step["prefill_id"]: [other for other in phase["steps"] if other is step or
                                           other.get("measured_with") == step["prefill_id"]]
                      for step in phase["steps"] if step["seconds"]}
            wanted = {f"roofline-{name}": group for name, group in groups.items() if all(work(group))}
            points = dict(self.browser.each(".point", "[e.dataset.key, e.ariaLabel]"))
            self.assertEqual(points.keys(), wanted.keys())
            for key, label in points.items():
                flops, moved = work(wanted[key])
                intensity, speed = re.search(r": ([\d.]+) FLOP/B, ([\d.]+\s\w*)FLOP/s", label).groups()
                self.assert_close(intensity, flops / moved)
                self.assert_close(speed, flops / wanted[key][0]["seconds"])

    def test_comparison(self):
        for model, _, _ in self.each_view():
            ratios = dict(zip(self.browser.texts(".compare tbody th"), self.browser.texts(".compare tbody .how-often")))
            products = [work([step for step in model["phases"][phase]["steps"] if step["prefill_id"] in ("P15", "P16")])
                        for phase in ("prefill", "decode")]
            self.assert_close(ratios["Feed-forward, one layer"].removeprefix("×"), products[0][0] / products[1][0])
            self.assert_close(ratios["Tokens that enter"].removeprefix("×"), len(model["prompt"]["tokens"]))

    def test_museum(self):
        self.assertEqual(self.browser.each(".exhibit", "[...e.querySelectorAll('pre')].map(p => p.textContent)"),
                         [[part["text"] for part in exhibit["parts"] if part["kind"] == "code"] for exhibit in museum])
        self.assertEqual(self.browser.texts(".exhibit-title"),
                         [exhibit["title"]["en"].replace("`", "") for exhibit in museum])
        self.assertEqual(self.shown_exhibits(), list(range(len(museum))))
        for field in ("group", "elsewhere"):
            for value in sorted({exhibit[field] for exhibit in museum if exhibit[field]}):
                self.select(field, value)
                self.assertEqual(self.shown_exhibits(), [i for i, e in enumerate(museum) if e[field] == value])
            self.select(field, "all")
        self.browser.focus("museum-words")
        self.browser.press("layer_norm")
        found = [museum[i] for i in self.shown_exhibits()]
        self.assertTrue(0 < len(found) < len(museum))
        for exhibit in found:
            self.assertIn("layer_norm", str(exhibit).lower())

    def shown_exhibits(self):
        return self.browser.each(".exhibit:not([hidden])", "Number(e.dataset.entry)")

    def select(self, field, value):
        self.browser.run("""const [key, value] = arguments, select = document.querySelector(`[data-key=museum-${key}]`);
                            select.value = value; select.dispatchEvent(new Event("change"));""", field, value)
