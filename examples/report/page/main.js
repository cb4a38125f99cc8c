// SPDX-License-Identifier: BSL-1.0
// Puts the page together: each part says which choices it watches.
import { element } from "./dom.js";
import { quantity, duration } from "./format.js";
import { state, change, watch, remembered } from "./state.js";
import { text, rich_text, languages, translate_page } from "./texts.js";
import { report, model, phase } from "./data.js";
import { legend } from "./axes.js";
import { render_pipeline } from "./pipeline.js";
import { turn_words } from "./strip.js";
import { render_compare } from "./compare.js";
import { render_roofline } from "./roofline.js";
import { render_attention } from "./attention.js";
import { render_cache } from "./cache.js";
import { render_museum } from "./museum.js";
import { render_model, render_phase, render_language, render_theme, apply_theme, model_name } from "./controls.js";

const place = id => document.getElementById(id);

function render_lead(where) {
  const {prompt, generated, parameters, weight_bytes, layers, heads, head_size, weights} = model();
  const said = {model: model_name(model()), count: prompt.tokens.length, generated: generated.length};
  const facts = {parameters: quantity(parameters, ""), bytes: quantity(weight_bytes, "B"), weights, layers, heads,
                 head_size, prefill: duration(phase("prefill").seconds), decode: duration(phase("decode").seconds)};
  where.replaceChildren(
    element("p.lead", text("lead", said)),
    element("blockquote.run", {lang: /[\u4e00-\u9fff]/.test(prompt.text) ? "zh-Hans" : null},
      element("span.prompt", prompt.text), element("span.continuation", generated.map(token => token.text).join(""))),
    element("p.facts-line", text("lead.facts", facts)));
}

function render_made(where) {
  const {machine, version, date, compiler} = report;
  where.replaceChildren(...rich_text("made", {version, date, compiler, cpu: machine.cpu, threads: machine.threads,
    flops: quantity(machine.flops_per_second, "FLOP/s"), bytes: quantity(machine.bytes_per_second, "B/s")}));
}

function start() {
  const wanted = remembered("language") ?? (navigator.language?.startsWith("zh") ? "zh" : "en");
  change({language: languages.includes(wanted) ? wanted : "en"});
  change({theme: ["light", "dark"].includes(remembered("theme")) ? remembered("theme") : "auto"});
  watch(["theme"], apply_theme);
  watch(["language"], translate_page);
  const parts = [
    ["model", ["language", "model"], render_model], ["phase", ["language", "turn", "compare"], render_phase],
    ["language", ["language"], render_language], ["theme", ["language", "theme"], render_theme],
    ["lead", ["language", "model"], render_lead], ["made", ["language"], render_made],
    ["legend", ["language"], where => where.replaceChildren(legend())],
    ["pipeline", ["language", "model", "turn", "open", "compare", "head", "layer"], render_pipeline],
    ["announced", ["language", "model", "turn"], where => where.replaceChildren(turn_words())],
    ["compare", ["language", "model", "turn"], render_compare],
    ["roofline", ["language", "model", "turn"], render_roofline],
    ["attention", ["language", "model", "turn", "head", "layer"], render_attention],
    ["cache", ["language", "model", "turn"], render_cache],
    ["museum", ["language"], render_museum],
  ];
  for (const [id, keys, render] of parts) watch(keys, () => render(place(id)));
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;  // a phone's bars come and go
    width = innerWidth;
    render_pipeline(place("pipeline"));
    render_roofline(place("roofline"));
  });
}

start();
