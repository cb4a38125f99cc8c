// SPDX-License-Identifier: BSL-1.0
// Axes and shapes, with one colour for each role in the whole page. The name is always written beside the colour.
import { element } from "./dom.js";
import { text, has_text } from "./texts.js";
import { report, evaluate } from "./data.js";

const roles = ["B", "L", "S", "H", "Dk", "D", "De", "F", "Dl", "V", "P"];

/** `B=1`, in the colour of B. */
function name_in_colour(name) {
  return element("span.axis", {"data-axis": roles.includes(name) ? name : "other"}, name);
}

function named(axis) {
  if (!axis.factors?.length) return name_in_colour(axis.name);
  return ["(", axis.factors.map((factor, i) => [i ? " " : "", name_in_colour(factor.name)]), ")"];
}

export function extent_of(axis, symbols = {}) {
  return evaluate(axis.expression ?? axis.extent, symbols) ?? axis.extent;
}

export const shape_text = (shape, symbols) =>
  `[${shape.axes.map(axis => `${axis.name}=${extent_of(axis, symbols)}`).join(", ")}]`;

/** The type for every value of its symbols: `[B=1, L, S=L+past]`. */
export const type_text = shape => `[${shape.axes.map(({name, expression, extent}) =>
  expression === name ? name : `${name}=${expression ?? extent}`).join(", ")}]`;

/** A shape with coloured axes. Extents that differ from those of `other` (the same step of the other phase) are marked,
 *  with the other value behind them. */
export function shape_element(shape, symbols, other = null, other_symbols = {}) {
  const axes = shape.axes.map((axis, i) => {
    const extent = extent_of(axis, symbols);
    const theirs = other?.axes.find(({name}) => name === axis.name);
    const was = theirs ? extent_of(theirs, other_symbols) : null;
    const differs = other && was !== extent;
    return [i ? ", " : "", element("span", {class: differs ? "extent differs" : "extent"},
      named(axis), `=${extent}`, differs && was !== null ? element("small.was", `≠${was}`) : null)];
  });
  return element("span.shape", {"data-shape": shape_text(shape, symbols)}, "[", axes, "]");
}

/** Any text that has axes in it, such as what a compiler says: known names get their colours. */
export function coloured(words) {
  const pattern = /(?<![\w.])([A-Z][a-z]?)(?==|[\],]| [A-Z][a-z]?\)|\)=)/g;
  const parts = [];
  let end = 0;
  for (const match of words.matchAll(pattern)) {
    if (!roles.includes(match[1])) continue;
    parts.push(words.slice(end, match.index), name_in_colour(match[1]));
    end = match.index + match[1].length;
  }
  return [...parts, words.slice(end)];
}

/** The names that occur in the run, each with its colour and its role in words. */
export function legend() {
  const found = new Set();
  const visit = ({name, factors}) => factors?.length ? factors.forEach(visit) : found.add(name);
  for (const {phases} of report.models) for (const {steps} of Object.values(phases)) for (const step of steps)
    for (const shape of [...step.inputs, step.output]) shape.axes.forEach(visit);
  const ordered = [...roles.filter(role => found.has(role)), ...[...found].filter(name => !roles.includes(name))];
  return element("dl.legend", ordered.map(name => element("div",
    element("dt", name_in_colour(name)),
    element("dd", has_text(`axis.${name}`) ? text(`axis.${name}`) : text("axis.other")))));
}
