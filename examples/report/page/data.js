// SPDX-License-Identifier: BSL-1.0
// The run, as the program wrote it, and what follows from the chosen model and turn.
import { state, phase_of } from "./state.js";

export const report = JSON.parse(document.getElementById("report").textContent);
export const museum = JSON.parse(document.getElementById("museum-data").textContent);

export const model = () => report.models[state.model];
export const phase = (name = phase_of(state.turn)) => model().phases[name];

/** The symbols of a turn: a decode with a longer past has the types of the one that was measured. */
export function symbols_of(turn) {
  const measured = phase(phase_of(turn)).symbols ?? {};
  return turn === 0 ? measured : {...measured, past: past_of(turn)};
}
export const past_of = turn => turn === 0 ? 0 : model().phases.decode.past + turn - 1;
export const last_turn = () => Math.min(model().cache.steps.length, model().generated.length) - 1;

/** The sequence: the prompt's tokens, then the generated ones. Turn k writes generated[k]. */
export const tokens = () => [...model().prompt.tokens, ...model().generated];
export const keys_of = turn => turn === 0 ? phase("prefill").tokens : past_of(turn) + 1;

/** The step of the other phase that does the same work, by its id in prefill. */
export function counterpart(step, other) {
  const steps = phase(other).steps;
  return steps.find(s => s.prefill_id === step.prefill_id) ?? steps.find(s => s.id === step.id) ?? null;
}

/** The steps that one measurement covers: a step, and those that were measured with it. Null where there is no time. */
export function measured_group(step, name = phase_of(state.turn)) {
  const {steps} = phase(name);
  const lead = step.seconds !== null ? step : steps.find(s => s.prefill_id === step.measured_with);
  if (!lead?.seconds) return null;
  const members = steps.filter(s => s === lead || (s.seconds === null && s.measured_with === lead.prefill_id));
  const all = field => members.reduce((sum, member) => sum + member[field], 0);
  return {lead, members, flops: all("flops"), bytes: all("bytes"), seconds: lead.seconds};
}

/** How a step is called in its phase: P4, or D2 · P4. */
export const step_label = step => step.id === step.prefill_id ? step.id : `${step.id}·${step.prefill_id}`;

/** An extent such as "past+L" or "2*(past+1)" with values for its symbols; null where a symbol has none. */
export function evaluate(expression, symbols) {
  const parts = String(expression).match(/\d+|[A-Za-z_]\w*|[-+*()]/g) ?? [];
  let at = 0;
  const factor = () => {
    const part = parts[at++];
    if (part === "(") { const inner = sum(); at++; return inner; }
    if (part === "-") return -factor();
    return /^\d/.test(part) ? Number(part) : symbols[part] ?? NaN;
  };
  const product = () => { let value = factor(); while (parts[at] === "*") { at++; value *= factor(); } return value; };
  const sum = () => {
    let value = product();
    while (parts[at] === "+" || parts[at] === "-") value += parts[at++] === "+" ? product() : -product();
    return value;
  };
  const value = parts.length ? sum() : NaN;
  return Number.isFinite(value) ? value : null;
}

const sum_of = (steps, field) => steps.reduce((all, step) => all + (step[field] ?? 0) * (step.repeats ?? 1), 0);

/** A phase as a whole: every step as often as layers run it. */
export function totals(name) {
  const {steps, seconds} = phase(name);
  const flops = sum_of(steps, "flops"), bytes = sum_of(steps, "bytes");
  return {flops, bytes, seconds, intensity: bytes ? flops / bytes : 0};
}

/** What the machine cannot beat: the time of the bytes, the time of the FLOPs, and which is longer. */
export function limits({flops, bytes}) {
  const memory = bytes / report.machine.bytes_per_second, compute = flops / report.machine.flops_per_second;
  return {memory, compute, bound: memory >= compute ? "memory" : "compute", seconds: Math.max(memory, compute)};
}
