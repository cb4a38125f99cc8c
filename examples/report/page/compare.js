// SPDX-License-Identifier: BSL-1.0
// Prefill and decode side by side: the note's table, with the numbers of this run.
import { element } from "./dom.js";
import { quantity, duration, ratio } from "./format.js";
import { state, phase_of } from "./state.js";
import { text } from "./texts.js";
import { report, phase, symbols_of, totals, limits, model } from "./data.js";
import { shape_element, extent_of } from "./axes.js";

const both = ["prefill", "decode"];
const step = (name, id) => phase(name).steps.find(s => s.prefill_id === id);
const symbols = name => symbols_of(name === "prefill" ? 0 : 1);

/** FLOPs of the feed-forward's products, in one layer. */
const feed_forward = name => phase(name).steps.filter(s => ["P15", "P16"].includes(s.prefill_id))
                                              .reduce((sum, s) => sum + s.flops, 0);

const extent = (shape, axis, name) => extent_of(shape.axes.find(a => a.name === axis), symbols(name));

/** Only the axes `kept` of a shape. */
const part = (shape, kept) => ({axes: shape.axes.filter(axis => kept.includes(axis.name))});

function mask(name, scores) {
  const l = extent(scores, "L", name), s = extent(scores, "S", name);
  return l === 1 ? text("compare.no_mask") : text("compare.mask", {hidden: l * (l - 1) / 2, all: l * s});
}

function cache_use(name) {
  const {past, tokens} = phase(name);
  return text(past ? "compare.append" : "compare.fill", {past, tokens, length: past + tokens});
}

function bound(name) {
  const least = limits(totals(name));
  return text(`compare.${least.bound}`, {memory: duration(least.memory), compute: duration(least.compute)});
}

const how_often = ([a, b]) => b && a ? `×${ratio(a / b)}` : "";

function compared(key, cells, values = null) {
  return element("tr", element("th", {scope: "row"}, text(`compare.${key}`)),
    cells.map((cell, i) => element("td", {class: both[i] === phase_of(state.turn) ? "now" : null}, cell)),
    element("td.how-often", values ? how_often(values) : ""));
}

function rows() {
  const of_both = what => both.map(what);
  const numbers = (key, values, show) => compared(key, values.map(show), values);
  const all = of_both(totals), queries = of_both(name => step(name, "P6"));
  const scores = of_both(name => step(name, "P8"));
  return [
    numbers("tokens", of_both(name => phase(name).tokens), String),
    compared("query", queries.map((q, i) => shape_element(part(q.output, ["L", "Dk"]), symbols(both[i])))),
    compared("matrix", scores.map((s, i) => shape_element(part(s.output, ["L", "S"]), symbols(both[i])))),
    compared("has_mask", scores.map((s, i) => mask(both[i], s.output))),
    compared("cache", both.map(cache_use)),
    numbers("feed_forward", both.map(feed_forward), value => quantity(value, "FLOP")),
    numbers("flops", all.map(t => t.flops), value => quantity(value, "FLOP")),
    numbers("bytes", all.map(t => t.bytes), value => quantity(value, "B")),
    numbers("intensity", all.map(t => t.intensity), value => `${ratio(value)} FLOP/B`),
    numbers("seconds", all.map(t => t.seconds), duration),
    numbers("per_token", both.map((name, i) => all[i].seconds / phase(name).tokens), duration),
    compared("bound", both.map(bound))];
}

export function render_compare(place) {
  const ridge = report.machine.flops_per_second / report.machine.bytes_per_second;
  const {weights} = model(), element_bytes = {bf16: 2, int8: 1}[weights] ?? 4;
  const from = Math.ceil(ridge * element_bytes / 2), prompt = phase("prefill").tokens;
  const is_cached = model().weight_bytes < 1e8 && both.some(name => totals(name).seconds < limits(totals(name)).memory);
  const said = is_cached ? "cached" : prompt < from ? "short" : "long";
  place.replaceChildren(
    element("div.scroll", {tabindex: "0", role: "region", "aria-label": text("compare.caption")},
      element("table.compare", element("thead", element("tr", element("td"),
        both.map(name => element("th", {scope: "col", class: name === phase_of(state.turn) ? "now" : null},
          text(`phase.${name}`))), element("th", {scope: "col", class: "how-often"}, text("compare.ratio")))),
        element("tbody", rows()))),
    element("p", text("compare.ridge", {ridge: ratio(ridge), weights, bytes: element_bytes, tokens: from}),
      " ", text(`compare.${said}`, {prompt}), " ", text("compare.production")));
}
