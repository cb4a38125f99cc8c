// SPDX-License-Identifier: BSL-1.0
// A tensor as a sheet: its last two axes are the sides, on a scale of logarithms, the axes before them a stack.
import { element } from "./dom.js";
import { extent_of } from "./axes.js";

const side = extent => 8 + 9 * Math.log2(Math.max(1, extent));
const sheets = 4, shift = 4;
const drawn_cells = 16;  // up to so many rows or columns are drawn one by one

function edge(axis, x0, y0, x1, y1) {
  const factors = axis.factors?.length ? axis.factors : [axis];
  return factors.map(({name}, i) => {
    const from = i / factors.length, to = (i + 1) / factors.length;
    return element("line.edge", {"data-axis": name, x1: x0 + (x1 - x0) * from, y1: y0 + (y1 - y0) * from,
                            x2: x0 + (x1 - x0) * to, y2: y0 + (y1 - y0) * to});
  });
}

function cell_lines(count, length, line) {
  if (count < 2 || count > drawn_cells) return [];
  return Array.from({length: count - 1}, (_, i) => line(length * (i + 1) / count));
}

/** The picture alone; the shape is written beside it, so readers of screens skip it. */
export function tensor_picture(shape, symbols) {
  const axes = shape.axes;
  const extents = axes.map(axis => extent_of(axis, symbols));
  const column = axes.at(-1), row = axes.at(-2);
  const width = side(extents.at(-1) ?? 1), height = row ? side(extents.at(-2)) : 8;
  const behind = axes.slice(0, -2).filter((_, i) => extents[i] > 1);
  const depth = Math.min(sheets, Math.max(1, ...behind.map(axis => extent_of(axis, symbols)))) - 1;
  const room = depth * shift, edge_room = 3;
  const x = edge_room, y = edge_room + room;
  const kind = extents.includes(0) ? "rect.sheet.nothing" : "rect.sheet";
  const sheet = i => element(kind, {x: x + i * shift, y: y - i * shift, width, height});
  const rows = cell_lines(extents.at(-2) ?? 1, height, at =>
    element("line.cell-line", {x1: x, x2: x + width, y1: y + at, y2: y + at}));
  const columns = cell_lines(extents.at(-1) ?? 1, width, at =>
    element("line.cell-line", {x1: x + at, x2: x + at, y1: y, y2: y + height}));
  const last = behind.at(-1);
  const w = width + room + 2 * edge_room, h = height + room + 2 * edge_room;
  return element("svg.tensor", {viewBox: `0 0 ${w} ${h}`, width: w, height: h, "aria-hidden": "true"},
    Array.from({length: depth + 1}, (_, i) => sheet(depth - i)), rows, columns,
    column ? edge(column, x, y, x + width, y) : null,
    row ? edge(row, x, y, x, y + height) : null,
    last && depth ? edge(last, x + width, y, x + width + room, y - room) : null);
}
