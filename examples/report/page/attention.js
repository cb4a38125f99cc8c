// SPDX-License-Identifier: BSL-1.0
// The matrix of attention of one head, with its mask. A masked key is hatched; a weight of 0 is an empty cell with its 0.
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

/** Where a weight is on the scale of colours; the number in it is black or white, whichever is read better there. */
function shade(value) {
  return {"--weight": `${(100 * Math.sqrt(value)).toFixed(1)}%`};
}

const numeral = value => element("span", {class: value > 0.8 ? "strong strongest" : value > 0.3 ? "strong" : null}, weight(value));

function thumbnail(head) {
  const {rows, first} = matrix_of(head);
  const size = 40, columns = rows[0].length, w = size / columns, h = rows.length === 1 ? size / 2 : size / rows.length;
  return element("svg.thumbnail", {viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true"}, rows.flatMap((row, l) =>
    row.map((value, s) => element("rect", {class: masked(l, s, first) ? "masked" : "shaded", style: shade(value),
      x: s * w, y: (rows.length === 1 ? size / 4 : 0) + l * h, width: w, height: h}))));
}

function head_tabs() {
  const tabs = Array.from({length: model().heads}, (_, head) => element("button", {type: "button", role: "tab",
      id: `head-tab-${head}`, "aria-selected": String(head === state.head), "aria-controls": "head-panel", "data-item": true,
      tabindex: head === state.head ? "0" : "-1", "data-key": `head-${head}`, on: {click: () => change({head}), focus: () => change({head})}},
    thumbnail(head), element("span", text("attention.head", {head}))));
  return element("div", {role: "tablist", class: "heads", "aria-label": text("attention.heads"),
                         on: {keydown: event => move_by_arrows(event, tabs)}}, tabs);
}

function layer_tabs() {
  const {layers} = model().attention;
  if (layers.length < 2) return "";
  const tabs = layers.map(({layer}, i) => element("button", {type: "button", role: "tab", "aria-selected": String(i === state.layer),
      id: `layer-tab-${i}`, "aria-controls": "head-panel", "data-item": true, tabindex: i === state.layer ? "0" : "-1",
      "data-key": `layer-${i}`, on: {click: () => change({layer: i}), focus: () => change({layer: i})}}, text("attention.layer", {layer})));
  return element("div", {role: "tablist", class: "layers", "aria-label": text("attention.layers"),
                         on: {keydown: event => move_by_arrows(event, tabs)}}, tabs);
}

function say(l, s, value, first) {
  const words = {query: visible(tokens()[first + l].text), key: visible(tokens()[s].text), row: first + l, column: s,
                 weight: value.toFixed(4)};
  return text(masked(l, s, first) ? "attention.masked_cell" : "attention.cell", words);
}

function cell(value, l, s, first, on) {
  const hidden = masked(l, s, first);
  return element("td", {role: "gridcell", class: hidden ? "masked" : value === 0 ? "zero" : "shaded", style: hidden ? {} : shade(value),
      "data-item": true, "data-key": `cell-${l}-${s}`, "data-value": String(value), tabindex: l + s === 0 ? "0" : "-1",
      "aria-label": say(l, s, value, first), on},
    hidden ? "" : numeral(value));
}

function grid(readout) {
  const {rows, first} = matrix_of(state.head);
  const columns = rows[0].length, all = tokens();
  const label = (i, scope) => element("th", {scope, class: `label ${scope}`}, element("span", visible(all[i].text)));
  const cells = [];
  const body = rows.map((row, l) => element("tr", {role: "row"}, label(first + l, "row"),
    row.map((value, s) => {
      const show = () => readout.replaceChildren(say(l, s, value, first));
      const made = cell(value, l, s, first, {focus: show, mouseenter: show, click: show,
                                             keydown: event => move_by_arrows(event, cells, columns)});
      cells.push(made);
      return made;
    }),
    element("td.row-sum", row.reduce((sum, value) => sum + value, 0).toFixed(3))));
  return element("table", {role: "grid", class: columns > 10 ? "matrix dense" : "matrix", "aria-label": text("attention.grid", {head: state.head}),
                           style: {"--columns": String(columns)}},
    element("thead", element("tr", {role: "row"}, element("th.corner", element("span.axis", {"data-axis": "L"}, "L"), " \\ ",
        element("span.axis", {"data-axis": "S"}, "S")),
      Array.from({length: columns}, (_, s) => label(s, "col")), element("th.row-sum", "Σ"))),
    element("tbody", body));
}

function scale() {
  const group = (...children) => element("span.group", children);
  return element("p.scale", group(element("span.sample.masked"), text("attention.masked")),
    group(element("span.sample.zero", "0"), text("attention.zero")),
    group([0.01, 0.1, 0.25, 0.5, 1].map(value => element("span.sample.shaded", {style: shade(value)}, numeral(value))), text("attention.ramp")));
}

export function render_attention(place) {
  const {rows, first} = matrix_of(state.head);
  const readout = element("p.readout", {role: "status"}, text("attention.hint"));
  place.replaceChildren(layer_tabs(), head_tabs(),
    element("div", {role: "tabpanel", id: "head-panel", "aria-labelledby": `head-tab-${state.head}`},
      element("div.scroll.matrix-scroll", grid(readout)),
      element("div.beside", element("p.note", text(`attention.${phase_of(state.turn)}`, {rows: rows.length, keys: rows[0].length,
        token: visible(tokens()[first].text), past: first})),
        readout, scale())));
}
