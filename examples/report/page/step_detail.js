// What a step does, in words, in pictures and to the last digit.
import { element, rich } from "./dom.js";
import { exact, quantity, duration, ratio } from "./format.js";
import { state, phase_of } from "./state.js";
import { text, rich_text, has_text } from "./texts.js";
import { model, symbols_of, counterpart, limits } from "./data.js";
import { shape_element, shape_text, type_text } from "./axes.js";
import { tensor_picture } from "./tensor_picture.js";

/** The text of a step, of this model where it has its own. */
export function step_text(step, field) {
  const key = `step.${step.prefill_id ?? step.id}.${field}`;
  const own = `${key}.${model().key}`;
  if (has_text(own)) return text(own);
  return has_text(key) ? text(key) : field === "name" ? step.note ?? step.operations.join(", ") : "";
}

function pictures(step, symbols) {
  const pictured = shape => element("figure", {class: "pictured"}, tensor_picture(shape, symbols), element("figcaption", {}, shape_element(shape, symbols)));
  const sign = words => element("span", {class: "sign", "aria-hidden": "true"}, words);
  return element("div", {class: "pictures"},
    step.inputs.map((shape, i) => [i ? sign(",") : null, pictured(shape)]), sign("→"), pictured(step.output));
}

function facts_of(step) {
  const least = limits(step);
  const time = step.seconds !== null && step.seconds !== undefined ? duration(step.seconds)
             : step.measured_with ? text("pipeline.measured_with", {id: step.measured_with}) : text("detail.not_measured");
  const facts = [["detail.flops", exact(step.flops), "flops"], ["detail.bytes", exact(step.bytes), "bytes"],
                 ["detail.intensity", step.bytes ? `${ratio(step.flops / step.bytes)} FLOP/B` : "–", "intensity"], ["detail.time", time, "time"]];
  if (step.seconds > 0 && step.flops > 0) facts.push(["detail.speed", quantity(step.flops / step.seconds, "FLOP/s"), "speed"]);
  if (least.seconds > 0)
    facts.push(["detail.least", text(`detail.least.${least.bound}`, {seconds: duration(least.seconds)}), "least"]);
  return element("dl", {class: "facts"}, facts.map(([name, value, field]) =>
    element("div", {}, element("dt", {}, text(name)), element("dd", {"data-field": field}, value))));
}

/** The same step in the other phase. */
function elsewhere(step) {
  const other = phase_of(state.turn) === "prefill" ? "decode" : "prefill";
  const found = counterpart(step, other);
  if (!found) return element("p", {}, rich_text(`detail.none.${other}`));
  const symbols = symbols_of(state.turn === 0 ? 1 : 0);
  return element("p", {class: "elsewhere"}, text(`detail.in.${other}`), " ", shape_element(found.output, symbols),
    ` · ${quantity(found.flops, "FLOP")} · ${quantity(found.bytes, "B")}`);
}

export function step_detail(step) {
  const symbols = symbols_of(state.turn);
  const words = [step_text(step, "text"), phase_of(state.turn) === "decode" ? step_text(step, "decode") : ""].filter(part => part);
  const type = type_text(step.output);
  return [words.map(part => element("p", {class: "explained"}, rich(part))), pictures(step, symbols), facts_of(step),
          type !== shape_text(step.output, symbols)
            ? element("p", {class: "type"}, text("detail.type"), " ", element("code", {}, type)) : null,
          elsewhere(step)];
}
