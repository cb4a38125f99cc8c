// SPDX-License-Identifier: BSL-1.0
// The switches: model, phase, language, theme.
import { element } from "./dom.js";
import { state, change, remember, phase_of } from "./state.js";
import { text, has_text, languages } from "./texts.js";
import { report } from "./data.js";

/** A group of radio buttons; the browser moves among them by arrow keys. */
function choice(name, label, options, now, choose) {
  return element("fieldset.choice", element("legend", label),
    element("div.options", options.map(([value, words, lang]) => element("label",
      element("input", {type: "radio", name, value, checked: value === now, "data-key": `${name}-${value}`,
                        on: {change: () => choose(value)}}), element("span", {lang: lang ?? null}, words)))));
}

export function render_model(place) {
  const options = report.models.map((model, i) => [String(i), model_name(model)]);
  place.replaceChildren(choice("model", text("control.model"), options, String(state.model), value =>
    change({model: Number(value), turn: 0, layer: 0, head: 0, open: ""})));
}

/** The model's name in the chosen language, else as the program wrote it. */
export function model_name(model) {
  const key = `model.${model.key}`;
  return has_text(key) ? text(key, {name: model.name}) : model.name;
}

export function render_phase(place) {
  place.replaceChildren(choice("phase", text("control.phase"),
    ["prefill", "decode"].map(name => [name, text(`phase.${name}`)]), phase_of(state.turn),
    name => change({turn: name === "prefill" ? 0 : 1})),
    element("label.check", element("input", {type: "checkbox", checked: state.compare, "data-key": "compare",
      on: {change: event => change({compare: event.target.checked})}}), element("span", text("control.compare"))));
}

export function render_language(place) {
  const names = {en: ["English", "en"], zh: ["中文", "zh-Hans"]};
  const options = languages.map(code => [code, ...names[code]]);
  place.replaceChildren(choice("language", text("control.language"), options, state.language, language =>
    { remember("language", language); change({language}); }));
}

export function render_theme(place) {
  const options = ["auto", "light", "dark"].map(name => [name, text(`theme.${name}`)]);
  place.replaceChildren(choice("theme", text("control.theme"), options, state.theme, theme =>
    { remember("theme", theme); change({theme}); }));
}

const dark = matchMedia("(prefers-color-scheme: dark)");

export function apply_theme() {
  document.documentElement.dataset.theme = state.theme === "auto" ? (dark.matches ? "dark" : "light") : state.theme;
}
dark.addEventListener("change", apply_theme);
