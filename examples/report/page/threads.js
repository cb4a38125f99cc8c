// SPDX-License-Identifier: BSL-1.0
// The diagram beside the steps: one thread for each token, which only attention connects with others.
import { element } from "./dom.js";
import { state, phase_of } from "./state.js";
import { model, keys_of, past_of } from "./data.js";

const width = 124;
const shown_width = () => innerWidth <= 900 ? 66 : width;  // --threads in steps.css
const margin = 16, skip = 5;

/** Where the thread of a position runs. */
const x_of = (position, count) =>
  count === 1 ? width / 2 : margin + 4 + position * (width - 2 * margin - 4) / (count - 1);

const left_of = (position, count) => ({left: `${100 * x_of(position, count) / width}%`});

const line = (kind, x1, y1, x2, y2, more = {}) => element("line", {class: kind, x1, y1, x2, y2, ...more});
const curve = (kind, from, to, more = {}) =>
  element("path", {class: kind, d: `M${from} 0 C${from} 55 ${to} 45 ${to} 100`, ...more});
const drawing = (...parts) => element("svg.threads",
  {viewBox: `0 0 ${width} 100`, preserveAspectRatio: "none", "aria-hidden": "true"}, parts);

/** What the chosen head gives key `s` in the row of query `l`, where the run has that matrix; else null. */
function weight_at(l, s, count) {
  const layer = model().attention.layers[state.layer];
  const rows = layer?.[phase_of(state.turn)]?.[state.head];
  const row = state.turn === 0 ? rows?.[l] : rows?.[0];
  return row?.length === count ? row[s] : null;
}

function fan(kind, queries, count) {
  const lines = [];
  for (const l of queries) for (let s = 0; s < count; ++s) {
    const hidden = s > l;
    if (kind === "mix" && hidden) continue;
    const weight = kind === "mix" ? weight_at(l, s, count) : null;
    const name = kind === "mix" ? "mix" : kind === "mask" && hidden ? "masked-line" : "score";
    lines.push(curve(name, x_of(s, count), x_of(l, count),
                     weight === null ? {} : {style: {"--weight": String(0.12 + 0.88 * weight)}}));
  }
  return lines;
}

const attention_steps = {P8: "score", P9: "mask", P10: "mix", P11: "mix"};
/** Whether one of the operations of a step, or every one, is among `names`. */
const name_of = operation => operation.split(" ")[0];
const does = (step, ...names) => step.operations.some(operation => names.includes(name_of(operation)));
const only = (step, ...names) => step.operations.every(operation => names.includes(name_of(operation)));

/** The bypass of a residual: it leaves the thread at `x` before `from` and comes back in `to`. */
function bypass(id, has, x) {
  const number = Number(id.slice(1));
  for (const [from, to] of [[4, 14], [15, 17]]) {
    if (!has(`P${to}`) || number < from || number > to) continue;
    if (number === from) return element("path.bypass", {d: `M${x} 0 C${x} 50 ${skip} 30 ${skip} 100`});
    if (number === to) return element("path.bypass", {d: `M${skip} 0 C${skip} 50 ${skip} 50 ${x} 50`});
    return line("bypass", skip, 0, skip, 100);
  }
  return null;
}

/** What a step does to its threads: a product with weights, a view, a norm, in the order in which they are done. */
function bars(step, from, to) {
  const at = y => [from, y, to, y], parts = [];
  const is_product = does(step, "matmul", "linear", "embed"), has_norm = does(step, "layer_norm", "rms_norm");
  const norm_first = is_product && has_norm;
  if (has_norm) parts.push(line("norm", ...at(norm_first ? 30 : 50)), line("between", ...at(norm_first ? 30 : 50)));
  if (is_product) parts.push(line("weights", ...at(norm_first ? 65 : 50)));
  if (only(step, "split", "move_axis")) parts.push(line("view", ...at(50)));
  return parts;
}

/** The picture of one step. `ids` are the prefill ids of the whole phase, in order. */
export function threads_of(step, ids) {
  const count = keys_of(state.turn), past = past_of(state.turn), id = step.prefill_id;
  const queries = Array.from({length: count - past}, (_, i) => past + i);
  const after_last = ids.includes("P19") && ids.indexOf(id) > ids.indexOf("P19");
  const cached = past > 0 && ["P7", "P8", "P9", "P10", "P11"].includes(id);
  const first = x_of(after_last ? count - 1 : queries[0], count) - 7, end = x_of(count - 1, count) + 7;
  const parts = [bypass(id, other => ids.includes(other), x_of(queries[0], count))];
  if (cached) for (let s = 0; s < past; ++s) parts.push(line("cached", x_of(s, count), 0, x_of(s, count), 100));
  if (id in attention_steps) parts.push(fan(attention_steps[id], queries, count));
  for (const l of queries) {
    const x = x_of(l, count), is_last = l === count - 1, stops = id === "P19" && !is_last;
    if (after_last && !is_last) continue;
    parts.push(line(is_last ? "thread last" : "thread", x, 0, x, stops ? 50 : id === "P21" ? 70 : 100));
    if (stops) parts.push(line("stop", x - 4, 50, x + 4, 50));
    if (id === "P7") parts.push(line("write", x - 3, 50, x + 3, 50));
  }
  return drawing(parts, bars(step, first, end));
}

/** The threads between two stages; before the first one they come from their tokens. */
export function threads_between(is_first) {
  const count = keys_of(state.turn), past = past_of(state.turn);
  const lines = Array.from({length: count - past}, (_, i) => past + i).map(l =>
    line(l === count - 1 ? "thread last" : "thread", x_of(l, count), is_first ? 10 : 0, x_of(l, count), 100));
  return drawing(lines);
}

/** The token that the last thread has made, below its end. */
export function thread_end(token, show) {
  const count = keys_of(state.turn), right = `${100 - 100 * x_of(count - 1, count) / width}%`;
  return element("span.threads-end", {"aria-hidden": "true"},
    element("span.thread-end", {style: {right}}, show(token.text)));
}

/** The tokens above their threads, in as many rows as they need not to touch. */
export function thread_labels(tokens, show) {
  const count = keys_of(state.turn), past = past_of(state.turn);
  const labels = tokens.slice(0, count).map(token => show(token.text));
  const gap = count === 1 ? width : (x_of(1, count) - x_of(0, count)) * shown_width() / width;
  const levels = Math.min(4, Math.ceil(13 / gap));
  const tall = Math.min(4, Math.max(...labels.map(label => [...label].length)));
  const place = i => ({...left_of(i, count), bottom: `${0.25 + 0.9 * tall * (i % levels)}rem`});
  return element("div.thread-labels", {"aria-hidden": "true", style: {height: `${0.4 + 0.9 * tall * levels}rem`}},
    labels.map((label, i) => element("span.thread-label", {class: i < past ? "past" : null, style: place(i)}, label)));
}
