// SPDX-License-Identifier: BSL-1.0
// What the reader has chosen. A change renders the parts that watch it and keeps the keyboard's focus.
//
// `turn` 0 is the prefill; turn k is the decode that reads the k-th generated token.

const defaults = {language: "en", theme: "auto", model: 0, turn: 0, layer: 0, head: 0, open: "", compare: true};
export const state = {...defaults};
const watchers = [];

/** Calls `render` at once and whenever one of the `keys` changes. */
export function watch(keys, render) {
  watchers.push({keys, render});
  render();
}

export function change(changes) {
  const changed = Object.keys(changes).filter(key => state[key] !== changes[key]);
  if (!changed.length) return;
  Object.assign(state, changes);
  const focused = document.activeElement?.dataset?.key;
  for (const {keys, render} of watchers) if (keys.some(key => changed.includes(key))) render();
  if (focused && document.activeElement?.dataset?.key !== focused)
    document.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({preventScroll: true});
}

export const phase_of = turn => turn === 0 ? "prefill" : "decode";

/** Remembers a choice where the browser lets a page from disk do so. */
export function remember(key, value) {
  try { localStorage.setItem(`shapeproof.${key}`, value); } catch { /* private windows */ }
}
export function remembered(key) {
  try { return localStorage.getItem(`shapeproof.${key}`); } catch { return null; }
}
