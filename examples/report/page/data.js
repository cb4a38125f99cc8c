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
export const last_turn = () => model().cache.steps.length - 1;

/** The sequence: the prompt's tokens, then the generated ones. Turn k writes generated[k]. */
export const tokens = () => [...model().prompt.tokens, ...model().generated];
export const keys_of = turn => turn === 0 ? phase("prefill").tokens : past_of(turn) + 1;

/** The step of the other phase that does the same work, by its id in prefill. */
export function counterpart(step, other) {
  const steps = phase(other).steps;
  return steps.find(s => s.prefill_id === step.prefill_id) ?? steps.find(s => s.id === step.id) ?? null;
}

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

const sum = (steps, field) => steps.reduce((all, step) => all + (step[field] ?? 0) * (step.repeats ?? 1), 0);

/** A phase as a whole: every step as often as layers run it. */
export function totals(name) {
  const {steps, seconds} = phase(name);
  const flops = sum(steps, "flops"), bytes = sum(steps, "bytes");
  return {flops, bytes, seconds, intensity: bytes ? flops / bytes : 0};
}

/** What the machine cannot beat: the time of the bytes, the time of the FLOPs, and which is longer. */
export function limits({flops, bytes}) {
  const memory = bytes / report.machine.bytes_per_second, compute = flops / report.machine.flops_per_second;
  return {memory, compute, bound: memory >= compute ? "memory" : "compute", seconds: Math.max(memory, compute)};
}
