// SPDX-License-Identifier: BSL-1.0
// Each step on the machine's roofline: FLOPs for each byte against FLOP/s, both as logarithms.
import { element, move_by_arrows } from "./dom.js";
import { quantity, duration, ratio } from "./format.js";
import { state, change, phase_of } from "./state.js";
import { text, rich_text } from "./texts.js";
import { report, phase, limits, measured_group, step_label } from "./data.js";
import { step_text } from "./step_detail.js";
import { placed_labels } from "./labels.js";

const box = {left: 62, right: 14, top: 28, bottom: 46};
const decade = Math.log10;

/** A point for each measurement: a step, or several that are one kernel. */
function points_of(name) {
  const groups = phase(name).steps.filter(step => step.seconds > 0).map(step => measured_group(step, name));
  return groups.filter(({flops, bytes}) => flops > 0 && bytes > 0).map(group =>
    ({...group, id: group.lead.prefill_id, intensity: group.flops / group.bytes, speed: group.flops / group.seconds}));
}

const label_of = ({lead, members}) =>
  members.length === 1 ? step_label(lead) : `${step_label(lead)}–${members.at(-1).prefill_id}`;

function frame(points) {
  const {flops_per_second: peak, bytes_per_second: stream} = report.machine;
  const low_x = Math.floor(decade(Math.min(...points.map(p => p.intensity))) + 1e-9);
  const high_x = Math.ceil(Math.max(decade(peak / stream) + 0.5, ...points.map(p => decade(p.intensity) + 0.1)));
  const low_y = Math.floor(decade(Math.min(...points.map(p => p.speed))));
  const high_y = Math.ceil(decade(Math.max(peak, ...points.map(p => p.speed))) + 0.1);
  const is_small = innerWidth <= 600;
  const width = is_small ? 340 : 860, height = is_small ? 380 : 470;
  const x = v => box.left + (decade(v) - low_x) / (high_x - low_x) * (width - box.left - box.right);
  const y = v => height - box.bottom - (decade(v) - low_y) / (high_y - low_y) * (height - box.top - box.bottom);
  const decades = (from, to) => Array.from({length: to - from + 1}, (_, i) => 10 ** (from + i));
  return {width, height, x, y, x_ticks: decades(low_x, high_x), y_ticks: decades(low_y, high_y), peak, stream,
          range: [10 ** low_x, 10 ** high_x, 10 ** low_y, 10 ** high_y]};
}

const tick = value =>
  value >= 1 ? quantity(value, "").replace(/\.0+(?=\D|$)/, "") : String(Number(value.toPrecision(1)));

function decades_grid({x, y, x_ticks, y_ticks, range, width, height}) {
  const [x0, x1, y0, y1] = range;
  return element("g.grid",
    x_ticks.map(v => [element("line", {x1: x(v), x2: x(v), y1: y(y0), y2: y(y1)}),
      element("text", {x: x(v), y: y(y0) + 17, "text-anchor": "middle"}, tick(v))]),
    y_ticks.map(v => [element("line", {x1: x(x0), x2: x(x1), y1: y(v), y2: y(v)}),
      element("text", {x: x(x0) - 7, y: y(v) + 4, "text-anchor": "end"}, tick(v))]),
    element("text.axis-title", {x: (x(x0) + x(x1)) / 2, y: height - 8, "text-anchor": "middle"}, text("roofline.x")),
    element("text.axis-title", {x: 4, y: 13}, text("roofline.y")));
}

function roof({x, y, peak, stream, range}) {
  const ridge = peak / stream, start = Math.max(range[0], range[2] / stream);
  const slope = Math.atan2(y(peak) - y(start * stream), x(ridge) - x(start)) * 180 / Math.PI;
  const corners = [[start, start * stream], [ridge, peak], [range[1], peak]].map(([a, b]) => `${x(a)},${y(b)}`);
  const on_slope = `translate(${x(start)} ${y(start * stream)}) rotate(${slope}) translate(14 -7)`;
  return [element("polyline.roof", {points: corners.join(" ")}),
    element("text.roof-text", {x: x(range[1]) - 4, y: y(peak) - 7, "text-anchor": "end"}, quantity(peak, "FLOP/s")),
    element("text.roof-text", {transform: on_slope}, quantity(stream, "B/s")),
    element("line.ridge", {x1: x(ridge), x2: x(ridge), y1: y(peak), y2: y(range[2])})];
}

const mark = ({x, y}, kind) => element("circle", {class: kind, cx: x, cy: y, r: 5});

/** A point in words. */
function told(point) {
  const {lead, members, intensity, speed, seconds} = point, first = step_text(lead, "name");
  return text("roofline.point", {
    id: label_of(point), intensity: ratio(intensity), speed: quantity(speed, "FLOP/s"), seconds: duration(seconds),
    name: members.length === 1 ? first : text("roofline.together", {first, last: step_text(members.at(-1), "name")}),
    share: String(Math.round(100 * limits(point).seconds / seconds))});
}

function chart(points, others, readout) {
  const f = frame([...points, ...others]);
  const at = point => ({x: f.x(point.intensity), y: f.y(point.speed)});
  const line = (kind, from, to) => element("line", {class: kind, x1: from.x, y1: from.y, x2: to.x, y2: to.y});
  const labels = placed_labels(points.map(at), points.map(label_of), f);
  const links = points.map(point => [point, others.find(other => other.id === point.id)])
                      .filter(([, same]) => same).map(([point, same]) => line("link", at(point), at(same)));
  const marks = points.map((point, i) => {
    const show = () => readout.replaceChildren(told(point)), {x, y} = at(point), label = labels[i];
    return element("g.point", {
        tabindex: i === 0 ? "0" : "-1", role: "button", "aria-label": told(point), "data-item": true,
        "data-key": `roofline-${point.id}`, on: {focus: show, mouseenter: show, click: show,
        keydown: event => event.key === "Enter" ? change({open: point.id}) : move_by_arrows(event, marks)}},
      label.leader ? line("leader", {x, y}, {x: label.x, y: label.y - 4}) : null,
      element("circle.halo", {cx: x, cy: y, r: 11}), mark({x, y}, "mark"),
      element("text.mark-text", {x: label.x, y: label.y}, label.words));
  });
  return element("svg.roofline", {
      viewBox: `0 0 ${f.width} ${f.height}`, role: "group", "aria-label": text("roofline.label")},
    decades_grid(f), roof(f), links, others.map(point => mark(at(point), "other-mark")), marks);
}

export function render_roofline(place) {
  const here = phase_of(state.turn), other = here === "prefill" ? "decode" : "prefill";
  const points = points_of(here);
  const readout = element("p.readout", {role: "status"}, text("roofline.hint"));
  const drawn = new Set(points.flatMap(point => point.members));
  const none = phase(here).steps.filter(step => !drawn.has(step)).map(step_label);
  place.replaceChildren(chart(points, points_of(other), readout), readout,
    element("p.key", [[here, "mark"], [other, "other-mark"]].map(([name, kind]) =>
      element("span.group", element("span", {class: `swatch ${kind}`}), text(`phase.${name}`)))),
    none.length ? element("p.note", rich_text("roofline.none", {steps: none.join(", ")})) : "");
}
