// SPDX-License-Identifier: BSL-1.0
// The cache of keys and values, filled turn by turn: a column for each position, a row for each head.
import { element, visible } from "./dom.js";
import { quantity, exact } from "./format.js";
import { state, change, phase_of } from "./state.js";
import { text, rich_text } from "./texts.js";
import { model, past_of, keys_of, tokens, last_turn } from "./data.js";
import { coloured } from "./axes.js";

const seconds_between = 1100;
let timer = null;

function stop() {
  clearInterval(timer);
  timer = null;
}

/** Plays from where the reader is, or from the start if that is the end. */
function play(button_label) {
  if (timer) { stop(); button_label(); return; }
  if (state.turn === last_turn()) change({turn: 0});
  timer = setInterval(() => {
    if (state.turn >= last_turn()) stop(); else change({turn: state.turn + 1});
    button_label();
  }, seconds_between);
  button_label();
}

function slot(position, head, [least, largest]) {
  const {key_norms} = model().cache, past = past_of(state.turn), length = keys_of(state.turn);
  const kind = position < past ? "kept" : position < length ? "new" : "reserved";
  const norm = key_norms?.[position]?.[head];
  return element("td", {class: `slot ${kind}`, style: kind === "reserved" || norm === undefined ? {} : {"--weight": `${(25 + 65 * (norm - least) / (largest - least || 1)).toFixed(1)}%`},
                        title: kind === "reserved" || norm === undefined ? null : text("cache.norm", {position, head, norm: norm.toPrecision(3)})});
}

function table() {
  const {capacity, key_norms} = model().cache, all = tokens(), length = keys_of(state.turn);
  const norms = (key_norms ?? [[0]]).flat(), range = [Math.min(...norms), Math.max(...norms)];
  const positions = Array.from({length: capacity}, (_, i) => i), heads = Array.from({length: model().heads}, (_, i) => i);
  return element("table", {class: capacity > 16 ? "cache dense" : "cache", "aria-label": text("cache.label", {length, capacity})},
    element("thead", element("tr", element("th.corner", {scope: "col"}, element("span.axis", {"data-axis": "H"}, "H"), " \\ ",
        element("span.axis", {"data-axis": "S"}, "S")),
      positions.map(i => element("th", {scope: "col", class: i < length ? "label col" : "label col later"},
        element("span", i < length && all[i] ? visible(all[i].text) : ""), element("small", String(i)))))),
    element("tbody", heads.map(head => element("tr", element("th", {scope: "row"}, String(head)),
      positions.map(i => slot(i, head, range))))));
}

function controls() {
  const label = () => document.querySelector('[data-key="cache-play"]')?.replaceChildren(text(timer ? "cache.stop" : "cache.play"));
  const button = (key, words, act, off = false) => element("button", {type: "button", class: "go", "data-key": key,
    "aria-disabled": String(off), on: {click: () => !off && act()}}, words);
  const {turn} = state;
  return element("div.cache-controls",
    button("cache-back", text("cache.back"), () => { stop(); change({turn: turn - 1}); }, turn === 0),
    button("cache-play", text(timer ? "cache.stop" : "cache.play"), () => play(label)),
    button("cache-on", text("cache.on"), () => { stop(); change({turn: turn + 1}); }, turn >= last_turn()));
}

export function render_cache(place) {
  const {cache} = model(), {turn} = state;
  const past = past_of(turn), length = keys_of(turn), step = cache.steps[turn];
  const fill = {length, past, added: length - past, capacity: cache.capacity, used: quantity(length * cache.bytes_per_position, "B"),
                all: quantity(cache.capacity * cache.bytes_per_position, "B"), each: exact(cache.bytes_per_position)};
  place.replaceChildren(controls(),
    element("div.scroll", {tabindex: "0", role: "region", "aria-label": text("cache.region")}, table()),
    element("p.readout", {role: "status", "data-length": String(length)}, rich_text(`cache.${phase_of(turn)}`, fill)),
    step?.type ? element("p.type", text("cache.type"), " ", element("code.shape", coloured(step.type))) : "",
    element("p.key", ["kept", "new", "reserved"].map(kind =>
      element("span.group", element("span", {class: `sample slot ${kind}`}), text(`cache.${kind}`)))));
}
