// SPDX-License-Identifier: BSL-1.0
// The matrix of attention of one head, with its mask: a masked key is hatched, a weight of 0 an empty cell with its 0.
import { element, visible, move_by_arrows } from "./dom.js";
import { weight } from "./format.js";
import { state, change, phase_of } from "./state.js";
import { text } from "./texts.js";
import { model, tokens } from "./data.js";

/** Rows of a head `[L][S]` of the chosen phase, and the position of the first query. */
function matrix_of(head) {
  const rows = model().attention.layers[state.layer][phase_of(state.turn)][head];
  return {rows, first: rows[0].length - rows.length};
}
const masked = (l, s, first) => s > first + l;

/** Where a weight is on the scale of colours, which is one of square roots: small weights are many. */
const shade = value => ({"--weight": `${(100 * Math.sqrt(value)).toFixed(1)}%`});

/** The number in a cell: black or white, whichever is read better on its colour, so the limits are those where the
 *  scales of the light and of the dark theme have the luminance 0.18. */
function numeral(value) {
  const share = Math.sqrt(value);
  const kind = share > 0.887 ? "span.strong.strongest" : share > 0.567 ? "span.strong" : "span";
  return element(kind, weight(value));
}

/** A list of tabs, of which the chosen one is in the tab order; the others are reached by arrow keys. */
function tabs(key, chosen, contents, choose) {
  const made = contents.map((content, i) => element("button", {
    type: "button", role: "tab", id: `${key}-tab-${i}`, "aria-selected": String(i === chosen),
    "aria-controls": "head-panel", tabindex: i === chosen ? "0" : "-1", "data-item": true, "data-key": `${key}-${i}`,
    on: {click: () => choose(i), focus: () => choose(i)}}, content));
  return element("div", {role: "tablist", "aria-label": text(`attention.${key}s`),
                         on: {keydown: event => move_by_arrows(event, made)}}, made);
}

function thumbnail(head) {
  const {rows, first} = matrix_of(head);
  const size = 40, is_row = rows.length === 1;
  const width = size / rows[0].length, height = is_row ? size / 2 : size / rows.length;
  const cell = (value, l, s) => element("rect", {
    class: masked(l, s, first) ? "masked" : "shaded", style: shade(value), x: s * width,
    y: l * height + (is_row ? size / 4 : 0), width, height});
  return element("svg.thumbnail", {viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true"},
    rows.map((row, l) => row.map((value, s) => cell(value, l, s))));
}

function head_tabs() {
  const contents = Array.from({length: model().heads}, (_, head) =>
    [thumbnail(head), element("span", text("attention.head", {head}))]);
  return tabs("head", state.head, contents, head => change({head}));
}

function layer_tabs() {
  const {layers} = model().attention;
  if (layers.length < 2) return "";
  const contents = layers.map(({layer}) => text("attention.layer", {layer}));
  return tabs("layer", state.layer, contents, layer => change({layer}));
}

/** A cell in words. */
function say(l, s, value, first) {
  return text(masked(l, s, first) ? "attention.masked_cell" : "attention.cell", {
    query: visible(tokens()[first + l].text), key: visible(tokens()[s].text), row: first + l, column: s,
    weight: value.toFixed(4)});
}

function cell(value, l, s, first, on) {
  const hidden = masked(l, s, first);
  return element("td", {
    role: "gridcell", class: hidden ? "masked" : value === 0 ? "zero" : "shaded", style: hidden ? {} : shade(value),
    tabindex: l + s === 0 ? "0" : "-1", "data-item": true, "data-key": `cell-${l}-${s}`, "data-value": String(value),
    "aria-label": say(l, s, value, first), on}, hidden ? "" : numeral(value));
}

/** Whether the first tokens fit above columns as they are, or stand on end. */
export const label_kind = count => tokens().slice(0, count).some(({text}) => [...text].length > 2) ? "long" : null;

/** `L \ S` in the corner of a table. */
export function corner(rows, columns) {
  const name = axis => element("span.axis", {"data-axis": axis}, axis);
  return element("th.corner", {scope: "col"}, name(rows), " \\ ", name(columns));
}

function grid(readout) {
  const {rows, first} = matrix_of(state.head);
  const columns = rows[0].length, cells = [];
  const label = (i, scope) =>
    element("th", {scope, class: `label ${scope}`}, element("span", visible(tokens()[i].text)));
  const made_cell = (value, l, s) => {
    const show = () => readout.replaceChildren(say(l, s, value, first));
    cells.push(cell(value, l, s, first, {focus: show, mouseenter: show, click: show,
                                         keydown: event => move_by_arrows(event, cells, columns)}));
    return cells.at(-1);
  };
  const row_sum = row => element("td.row-sum", row.reduce((sum, value) => sum + value, 0).toFixed(3));
  return element("table.matrix", {
      role: "grid", class: columns > 10 ? "dense" : null, "data-labels": label_kind(columns),
      "aria-label": text("attention.grid", {head: state.head})},
    element("thead", element("tr", {role: "row"}, corner("L", "S"),
      Array.from({length: columns}, (_, s) => label(s, "col")), element("th.row-sum", "Σ"))),
    element("tbody", rows.map((row, l) => element("tr", {role: "row"}, label(first + l, "row"),
      row.map((value, s) => made_cell(value, l, s)), row_sum(row)))));
}

function scale() {
  const samples = [0.01, 0.1, 0.25, 0.5, 1].map(value =>
    element("span.sample.shaded", {style: shade(value)}, numeral(value)));
  return element("p.scale",
    element("span.group", element("span.sample.masked"), text("attention.masked")),
    element("span.group", element("span.sample.zero", "0"), text("attention.zero")),
    element("span.group", samples, text("attention.ramp")));
}

export function render_attention(place) {
  const {rows, first} = matrix_of(state.head);
  const readout = element("p.readout", {role: "status"}, text("attention.hint"));
  const about = text(`attention.${phase_of(state.turn)}`, {
    rows: rows.length, keys: rows[0].length, token: visible(tokens()[first].text), past: first});
  place.replaceChildren(layer_tabs(), head_tabs(),
    element("div", {role: "tabpanel", id: "head-panel", "aria-labelledby": `head-tab-${state.head}`},
      element("div.scroll", grid(readout)),
      element("div.beside", element("p.note", about), readout, scale())));
}
