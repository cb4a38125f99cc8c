// SPDX-License-Identifier: BSL-1.0
// The steps of a phase, beside the threads of its tokens.
import { element, visible } from "./dom.js";
import { quantity, duration, ratio } from "./format.js";
import { state, change, phase_of } from "./state.js";
import { text } from "./texts.js";
import { phase, symbols_of, past_of, tokens, keys_of, counterpart, totals, measured_group } from "./data.js";
import { shape_element } from "./axes.js";
import { threads_of, thread_labels, threads_between, thread_end } from "./threads.js";
import { token_strip, follow_button } from "./strip.js";
import { step_detail, step_text, counted } from "./step_detail.js";

const stages = [["input", "P3"], ["attention", "P14"], ["feed_forward", "P17"], ["output", "P21"]];
const number = id => Number(id.slice(1));
const stage_of = step => stages.find(([, last]) => number(step.prefill_id) <= number(last))[0];

/** Inputs and output of a step; what the other phase has otherwise is marked. */
function shapes_of(step) {
  const here = phase_of(state.turn), other = here === "prefill" ? "decode" : "prefill";
  const theirs = state.compare ? counterpart(step, other) : null;
  const symbols = symbols_of(state.turn), other_symbols = symbols_of(state.turn === 0 ? 1 : 0);
  const shown = (shape, match) => shape_element(shape, symbols, match ?? null, other_symbols);
  const inputs = counted(step.inputs).map(({shape, at, count}, i) => [i ? ", " : "",
    element("span.together", count > 1 ? element("span.times", `${count}×`) : "", shown(shape, theirs?.inputs[at]))]);
  return [inputs, " ", element("span.output.together", element("span.arrow", "→"), shown(step.output, theirs?.output))];
}

/** What is in the columns: FLOPs, bytes, intensity, time. */
function numbers({flops, bytes}, time) {
  const values = {flops: quantity(flops, "FLOP"), bytes: quantity(bytes, "B"),
                  intensity: bytes ? ratio(flops / bytes) : "–", time};
  return element("dl.numbers", Object.entries(values).map(([name, value]) =>
    element("div", {class: name}, element("dt", text(`pipeline.${name}`)), element("dd", value))));
}

/** The time of a step and a bar for its part of the longest one's. */
function time_of(step, longest) {
  const group = measured_group(step);
  if (!group) return "–";
  if (group.lead !== step) return element("span.with", text("pipeline.measured_with", {id: group.lead.id}));
  const part = step.seconds / longest;
  return [duration(step.seconds),
          part > 0.01 ? element("span.bar", {"aria-hidden": "true", style: {"--part": String(part)}}) : null];
}

function row(step, i, ids, longest) {
  const id = step.prefill_id, open = state.open === id, detail = `detail-${id}-${i}`;
  const toggle = () => change({open: open ? "" : id});
  const from_row = event => {
    if (!event.target.closest("button, .detail") && !getSelection().toString()) toggle();
  };
  return element("li.step", {class: open ? "open" : null, "data-prefill": id, on: {click: from_row}},
    threads_of(step, ids),
    element("span.id", step.id, step.id !== id ? element("small", id) : null),
    element("div.what",
      element("button.step-name", {type: "button", "aria-expanded": String(open), "aria-controls": detail,
                                   "data-key": `step-${id}`, on: {click: toggle}}, step_text(step, "name")),
      " ", element("code.operations", step.operations.join(", ")),
      element("div.shapes", shapes_of(step))),
    numbers(step, time_of(step, longest)),
    element("div.detail", {id: detail, hidden: !open}, open ? step_detail(step) : null));
}

function stage_heading(name, step, is_first) {
  const layers = step.repeats > 1 ? element("span.repeats", text("pipeline.layers", {count: step.repeats})) : null;
  return element("li.stage", threads_between(is_first), element("h3", text(`stage.${name}`), layers));
}

function total_row() {
  const name = phase_of(state.turn), all = totals(name);
  return element("li.step.total", thread_end(tokens()[keys_of(state.turn)], visible), element("span.id", "Σ"),
    element("div.what", element("strong", text(`pipeline.total.${name}`)), " ", follow_button()),
    numbers(all, duration(all.seconds)));
}

export function render_pipeline(place) {
  const {steps, past} = phase(), here = past_of(state.turn);
  const ids = steps.map(step => step.prefill_id), longest = Math.max(...steps.map(step => step.seconds ?? 0));
  const rows = steps.map((step, i) => {
    const begins = i === 0 || stage_of(step) !== stage_of(steps[i - 1]);
    return [begins ? stage_heading(stage_of(step), step, i === 0) : null, row(step, i, ids, longest)];
  });
  const columns = ["flops", "bytes", "intensity", "time"].map(name => element("span", text(`pipeline.${name}`)));
  place.replaceChildren(token_strip(),
    past === here ? "" : element("p.note.other-past", text("pipeline.other_past", {past, here})),
    element("div.diagram-head", {"aria-hidden": "true"},
      thread_labels(tokens(), visible), element("div.columns", columns)),
    element("ol.steps", rows, total_row()));
}
