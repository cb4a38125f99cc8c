// SPDX-License-Identifier: BSL-1.0
// What a step does, in words, in pictures and to the last digit.
import { element, rich } from "./dom.js";
import { exact, quantity, duration, ratio } from "./format.js";
import { state, phase_of } from "./state.js";
import { text, has_text } from "./texts.js";
import { model, symbols_of, counterpart, limits, measured_group, step_label } from "./data.js";
import { shape_element, shape_text, type_text } from "./axes.js";
import { tensor_picture } from "./tensor_picture.js";

/** Inputs of one shape together: the shape, where it stands first, and how often. */
export function counted(inputs) {
  const kinds = [];
  inputs.forEach((shape, at) => {
    const known = kinds.find(kind => kind.shape.text === shape.text && !kind.shape.cache === !shape.cache);
    if (known) known.count++; else kinds.push({shape, at, count: 1});
  });
  return kinds;
}

/** The text of a step, of this model where it has its own. */
export function step_text(step, field) {
  const key = `step.${step.prefill_id ?? step.id}.${field}`;
  const own = `${key}.${model().key}`;
  if (has_text(own)) return text(own);
  return has_text(key) ? text(key) : field === "name" ? step.note ?? step.operations.join(", ") : "";
}

function pictures(step, symbols) {
  const role = shape => shape.weight ? text("detail.weight") : shape.cache ? text("detail.cache") : "";
  const pictured = (shape, count = 1) => element("figure.pictured", tensor_picture(shape, symbols),
    element("figcaption", count > 1 ? element("span.times", `${count}×`) : "", shape_element(shape, symbols),
      role(shape) ? element("span.role", role(shape)) : null));
  const sign = words => element("span.sign", {"aria-hidden": "true"}, words);
  return element("div.pictures",
    counted(step.inputs).map(({shape, count}, i) => [i ? sign(",") : null, pictured(shape, count)]),
    sign("→"), pictured(step.output));
}

function facts_of(step) {
  const group = measured_group(step), least = limits(group ?? step);
  const time = !group ? text("detail.not_measured") : group.members.length === 1 ? duration(group.seconds)
             : text("detail.together", {seconds: duration(group.seconds),
                                        steps: group.members.map(step_label).join(", ")});
  const intensity = step.bytes ? `${ratio(step.flops / step.bytes)} FLOP/B` : "–";
  const facts = [["detail.flops", exact(step.flops), "flops"], ["detail.bytes", exact(step.bytes), "bytes"],
                 ["detail.intensity", intensity, "intensity"], ["detail.time", time, "time"]];
  if (group?.flops > 0) facts.push(["detail.speed", quantity(group.flops / group.seconds, "FLOP/s"), "speed"]);
  if (least.seconds > 0)
    facts.push(["detail.least", text(`detail.least.${least.bound}`, {seconds: duration(least.seconds)}), "least"]);
  return element("dl.facts", facts.map(([name, value, field]) =>
    element("div", element("dt", text(name)), element("dd", {"data-field": field}, value))));
}

/** The same step in the other phase. */
function elsewhere(step) {
  const other = phase_of(state.turn) === "prefill" ? "decode" : "prefill";
  const found = counterpart(step, other);
  if (!found) return element("p", text(`detail.none.${other}`), " ", rich(step_text(step, other)));
  const symbols = symbols_of(state.turn === 0 ? 1 : 0);
  return element("p.elsewhere", text(`detail.in.${other}`), " ", shape_element(found.output, symbols),
    ` · ${found.flops ? quantity(found.flops, "FLOP") : "0 FLOP"} · ${quantity(found.bytes, "B")}`);
}

export function step_detail(step) {
  const symbols = symbols_of(state.turn);
  const words = [step_text(step, "text"), phase_of(state.turn) === "decode" ? step_text(step, "decode") : ""];
  const type = type_text(step.output);
  return [words.filter(part => part).map(part => element("p.explained", rich(part))),
          pictures(step, symbols), facts_of(step),
          type !== shape_text(step.output, symbols)
            ? element("p.type", text("detail.type"), " ", element("code", type)) : null,
          elsewhere(step)];
}
