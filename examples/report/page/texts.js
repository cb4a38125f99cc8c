// SPDX-License-Identifier: BSL-1.0
// Texts of both languages. A key that is missing is an error, not an empty place.
import { state } from "./state.js";
import { rich } from "./dom.js";

const all = JSON.parse(document.getElementById("texts").textContent);
export const languages = Object.keys(all);

export const has_text = key => key in all[state.language];

/** The text of `key` in the chosen language, with {names} replaced. */
export function text(key, values = {}) {
  const found = all[state.language][key];
  if (found === undefined) throw new Error(`no text ${key} in ${state.language}`);
  return found.replace(/\{(\w+)\}/g, (_, name) => {
    if (!(name in values)) throw new Error(`text ${key} wants ${name}`);
    return values[name];
  });
}

export const rich_text = (key, values) => rich(text(key, values));

/** Fills what index.html marks with data-text and data-label. */
export function translate_page() {
  document.documentElement.lang = {en: "en", zh: "zh-Hans"}[state.language];
  document.title = text("title");
  for (const place of document.querySelectorAll("[data-text]")) place.replaceChildren(...rich_text(place.dataset.text));
  for (const place of document.querySelectorAll("[data-label]"))
    place.setAttribute("aria-label", text(place.dataset.label));
}
