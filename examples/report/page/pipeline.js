// SPDX-License-Identifier: BSL-1.0
// The steps of a phase, beside the threads of its tokens.
import { element, visible } from "./dom.js";
import { quantity, duration, ratio } from "./format.js";
import { state, change, phase_of } from "./state.js";
import { text } from "./texts.js";
import { model, phase, symbols_of, past_of, tokens, keys_of, counterpart, totals, last_turn, measured_group } from "./data.js";
import { shape_element } from "./axes.js";
import { threads_of, thread_labels, threads_between, thread_end } from "./threads.js";
import { step_detail, step_text, counted } from "./step_detail.js";

const stages = [["input", "P3"], ["attention", "P14"], ["feed_forward", "P17"], ["output", "P21"]];
const number = id => Number(id.slice(1));

const stage_of = step => stages.find(([, last]) => number(step.prefill_id) <= number(last))[0];

/** Inputs and output of a step; what the other phase has otherwise is marked. */
export function shapes_of(step) {
  const here = phase_of(state.turn), other = here === "prefill" ? "decode" : "prefill";
  const theirs = state.compare ? counterpart(step, other) : null;
  const symbols = symbols_of(state.turn), other_symbols = symbols_of(state.turn === 0 ? 1 : 0);
  const shown = (shape, match) => shape_element(shape, symbols, match ?? null, other_symbols);
  const inputs = counted(step.inputs).map(({shape, at, count}, i) =>
    [i ? ", " : "", element("span.together", count > 1 ? element("span.times", `${count}×`) : "", shown(shape, theirs?.inputs[at]))]);
  return [inputs, " ", element("span.output.together", element("span.arrow", "→"), shown(step.output, theirs?.output))];
}

function measured_time(step, longest) {
  if (step.seconds === null || step.seconds === undefined)
    return step.measured_with ? element("span.with", text("pipeline.measured_with", {id: measured_group(step)?.lead.id ?? step.measured_with})) : "–";
  return [duration(step.seconds),
          step.seconds > 0.01 * longest
            ? element("span.bar", {"aria-hidden": "true", style: {"--part": String(step.seconds / longest)}}) : null];
}

function numbers_of(step, longest) {
  const entry = (name, value) => element("div", {class: name}, element("dt", text(`pipeline.${name}`)), element("dd", value));
  return element("dl.numbers",
    entry("flops", quantity(step.flops, "FLOP")), entry("bytes", quantity(step.bytes, "B")),
    entry("intensity", step.bytes ? ratio(step.flops / step.bytes) : "–"), entry("time", measured_time(step, longest)));
}

function row(step, i, ids, longest) {
  const key = `${phase_of(state.turn)}-${step.id}-${step.prefill_id}-${i}`, open = state.open === step.prefill_id;
  const toggle = () => change({open: open ? "" : step.prefill_id});
  const from_row = event => { if (!event.target.closest("button, a, .detail") && !getSelection().toString()) toggle(); };
  return element("li", {class: open ? "step open" : "step", "data-step": step.id, "data-prefill": step.prefill_id, on: {click: from_row}},
    threads_of(step.prefill_id, ids),
    element("span.id", step.id, step.id !== step.prefill_id ? element("small", step.prefill_id) : null),
    element("div.what",
      element("button.step-name", {type: "button", "aria-expanded": String(open), "aria-controls": `detail-${key}`,
                         "data-key": `step-${step.prefill_id}`, on: {click: toggle}}, step_text(step, "name")),
      " ", element("code.operations", step.operations.join(", ")),
      element("div.shapes", shapes_of(step))),
    numbers_of(step, longest),
    element("div.detail", {id: `detail-${key}`, hidden: !open}, open ? step_detail(step) : null));
}

function stage_heading(name, step, is_first) {
  const layers = step.repeats > 1 ? element("span.repeats", text("pipeline.layers", {count: step.repeats})) : null;
  return element("li.stage", threads_between(is_first), element("h3", text(`stage.${name}`), layers));
}

/** The written token is read: back to the top, a turn further. */
function follow() {
  change({turn: state.turn + 1});
  document.querySelector('[data-key="turn-on"]').focus({preventScroll: true});
  document.querySelector(".strip").scrollIntoView({block: "center"});
}

function total_row() {
  const all = totals(phase_of(state.turn));
  const cell = (name, value) => element("div", {class: name}, element("dt", text(`pipeline.${name}`)), element("dd", value));
  return element("li.step.total", thread_end(tokens()[keys_of(state.turn)], visible), element("span.id", "Σ"),
    element("div.what", element("strong", text(`pipeline.total.${phase_of(state.turn)}`)), " ",
      state.turn < last_turn() ? element("button", {type: "button", class: "go", "data-key": "turn-on-below", on: {click: follow}},
                                         text("pipeline.follow", {token: visible(tokens()[keys_of(state.turn)].text)})) : null),
    element("dl.numbers", cell("flops", quantity(all.flops, "FLOP")), cell("bytes", quantity(all.bytes, "B")),
      cell("intensity", ratio(all.intensity)), cell("time", duration(all.seconds))));
}

/** The sequence so far, and the buttons that move from token to token. */
function strip() {
  const {turn} = state, past = past_of(turn), until = keys_of(turn), prompt = model().prompt.tokens.length;
  const cells = tokens().slice(0, prompt + last_turn() + 1).map((token, i) => {
    const role = i < past ? "cached" : i < until ? "read" : i === until ? "written" : "later";
    return element("li", {class: `token ${role}`}, element("span.token-text", visible(token.text)),
      element("span.token-role", i > until ? String(i) : `${text(`strip.${role}`)}`));
  });
  const go = (to, key, label) => element("button", {type: "button", class: "go", "data-key": key,
    "aria-disabled": String(to < 0 || to > last_turn()), on: {click: () => to >= 0 && to <= last_turn() && change({turn: to})}}, label);
  return element("div.strip",
    element("ol.tokens", {"aria-label": text("strip.label")}, cells),
    element("div.moves", go(turn - 1, "turn-back", text("strip.back")), go(turn + 1, "turn-on", text("strip.on")),
      element("p.turn", turn_words())));
}

/** What this turn reads and writes. */
export function turn_words() {
  const {turn} = state, past = past_of(turn), keys = keys_of(turn), written = tokens()[keys];
  return text(turn === 0 ? "strip.prefill" : "strip.decode", {turn, count: keys - past, past, keys,
    read: visible(tokens()[past].text), written: visible(written.text), id: written.id, seconds: duration(turn_seconds(turn))});
}

function turn_seconds(turn) {
  return turn === 0 ? phase("prefill").seconds : model().generated[turn]?.seconds ?? phase("decode").seconds;
}

export function render_pipeline(place) {
  const {steps, past} = phase();
  const ids = steps.map(step => step.prefill_id), longest = Math.max(...steps.map(step => step.seconds ?? 0));
  const rows = steps.flatMap((step, i) => {
    const begins = i === 0 || stage_of(step) !== stage_of(steps[i - 1]);
    return [begins ? stage_heading(stage_of(step), step, i === 0) : null, row(step, i, ids, longest)].filter(part => part);
  });
  place.replaceChildren(strip(),
    past !== past_of(state.turn) ? element("p.note.other-past", text("pipeline.other_past", {past, here: past_of(state.turn)})) : "",
    element("div.diagram-head", {"aria-hidden": "true"}, thread_labels(tokens(), visible),
      element("div.columns", ["flops", "bytes", "intensity", "time"].map(name =>
        element("span", {class: name}, text(`pipeline.${name}`))))),
    element("ol.steps", rows, total_row()));
}
