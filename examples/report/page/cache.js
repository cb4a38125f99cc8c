// SPDX-License-Identifier: BSL-1.0
// The cache of keys and values, filled turn by turn: a column for each position, a row for each head.
import { element, button, visible } from "./dom.js";
import { quantity, exact } from "./format.js";
import { state, change, phase_of } from "./state.js";
import { text, rich_text } from "./texts.js";
import { model, past_of, keys_of, tokens, last_turn } from "./data.js";
import { coloured } from "./axes.js";
import { corner, label_kind } from "./attention.js";

const milliseconds_between = 1100;
let timer = null;

function stop() {
  clearInterval(timer);
  timer = null;
}

/** Plays from where the reader is, or from the start if that is the end. */
function play(relabel) {
  if (timer) { stop(); relabel(); return; }
  if (state.turn === last_turn()) change({turn: 0});
  timer = setInterval(() => {
    if (state.turn >= last_turn()) stop(); else change({turn: state.turn + 1});
    relabel();
  }, milliseconds_between);
  relabel();
}

function slot(position, head, [least, largest]) {
  const past = past_of(state.turn), length = keys_of(state.turn), norm = model().cache.key_norms[position]?.[head];
  const kind = position < past ? "kept" : position < length ? "new" : "reserved";
  if (kind === "reserved") return element("td.slot.reserved");
  const share = 25 + 65 * (norm - least) / (largest - least || 1);
  return element("td", {class: `slot ${kind}`, style: {"--weight": `${share.toFixed(1)}%`},
                        title: text("cache.norm", {position, head, norm: norm.toPrecision(3)})});
}

function slots() {
  const {capacity, key_norms} = model().cache, all = tokens(), length = keys_of(state.turn), norms = key_norms.flat();
  const range = [Math.min(...norms), Math.max(...norms)];
  const up_to = count => Array.from({length: count}, (_, i) => i);
  const label = i => element("th.label.col", {scope: "col"},
    element("span", i < length ? visible(all[i].text) : ""), element("small", String(i)));
  return element("table.cache", {class: capacity > 16 ? "dense" : null, "data-labels": label_kind(length),
                                 "aria-label": text("cache.label", {length, capacity})},
    element("thead", element("tr", corner("H", "S"), up_to(capacity).map(label))),
    element("tbody", up_to(model().heads).map(head => element("tr", element("th", {scope: "row"}, String(head)),
      up_to(capacity).map(position => slot(position, head, range))))));
}

function controls() {
  const {turn} = state, words = () => text(timer ? "cache.stop" : "cache.play");
  const relabel = () => document.querySelector('[data-key="cache-play"]')?.replaceChildren(words());
  const go = to => () => { stop(); change({turn: to}); };
  return element("div.cache-controls",
    button("cache-back", text("cache.back"), go(turn - 1), turn === 0),
    button("cache-play", words(), () => play(relabel)),
    button("cache-on", text("cache.on"), go(turn + 1), turn >= last_turn()));
}

export function render_cache(place) {
  const {cache} = model(), {turn} = state;
  const past = past_of(turn), length = keys_of(turn), step = cache.steps[turn];
  const bytes = positions => quantity(positions * cache.bytes_per_position, "B");
  const fill = {length, last: length - 1, past, added: length - past, capacity: cache.capacity, used: bytes(length),
                all: bytes(cache.capacity), each: exact(cache.bytes_per_position)};
  place.replaceChildren(controls(),
    element("div.scroll", {tabindex: "0", role: "region", "aria-label": text("cache.region")}, slots()),
    element("p.readout", {role: "status", "data-length": String(length)}, rich_text(`cache.${phase_of(turn)}`, fill)),
    element("p.type", text("cache.type"), " ", element("code.shape", coloured(step.type))),
    element("p.key", ["kept", "new", "reserved"].map(kind =>
      element("span.group", element("span", {class: `sample slot ${kind}`}), text(`cache.${kind}`)))));
}
