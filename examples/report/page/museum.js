// SPDX-License-Identifier: BSL-1.0
// The museum: each refused mistake with what the compilers say, to be filtered by words and by kind.
import { element, rich } from "./dom.js";
import { state } from "./state.js";
import { text } from "./texts.js";
import { museum } from "./data.js";
import { coloured } from "./axes.js";

const chosen = {words: "", group: "all", elsewhere: "all"};

/** A text of the museum in the chosen language. */
const said = part => part[state.language] ?? part.en;

function code(part) {
  const lines = part.text.split("\n");
  if (part.language === "text") return element("pre.message", coloured(part.text));
  return element("pre.source", element("code", lines.map((line, i) => {
    const sign = part.language === "diff" ? {"+": "added", "-": "removed"}[line[0]] : null;
    return [i ? "\n" : "", sign ? element("span", {class: sign}, line) : line];
  })));
}

/** One part of an exhibit: code, words, or words that introduce the code behind them. */
function part_element(part) {
  if (part.kind === "code") return code(part);
  if (part.kind === "text") return element("p", rich(said(part)));
  const files = (part.files ?? []).map((file, i) => [i ? " · " : " ", element("code.file", file)]);
  const label = part.kind === "compilers" ? text("museum.compilers", {who: part.who}) : text(`museum.${part.kind}`);
  return element("p", {class: `part ${part.kind}`}, element("span.part-name", label),
                 part.en ? [" ", rich(said(part))] : null, files);
}

function exhibit(entry, i) {
  return element("details.exhibit", {"data-entry": String(i), "data-group": entry.group},
    element("summary", {"data-key": `exhibit-${i}`}, element("span.id", entry.id),
      element("span.exhibit-title", rich(said(entry.title))),
      entry.elsewhere ? element("span.fate", element("span.elsewhere", text(`elsewhere.${entry.elsewhere}`)),
        " ", element("span", {class: `here ${entry.here}`}, text(`here.${entry.here}`))) : null),
    element("div.exhibit-body", entry.parts.map(part_element)));
}

function matches(entry) {
  if (chosen.group !== "all" && entry.group !== chosen.group) return false;
  if (chosen.elsewhere !== "all" && entry.elsewhere !== chosen.elsewhere) return false;
  const parts = entry.parts.map(part => part.text ?? (part.en ? said(part) : ""));
  const words = [entry.id, said(entry.title), ...parts].join(" ").toLowerCase();
  return chosen.words.toLowerCase().split(/\s+/).every(word => words.includes(word));
}

function filter(list, count) {
  let shown = 0;
  for (const exhibit of list.querySelectorAll(".exhibit")) {
    exhibit.hidden = !matches(museum[exhibit.dataset.entry]);
    shown += exhibit.hidden ? 0 : 1;
  }
  for (const group of list.children) group.hidden = !group.querySelector(".exhibit:not([hidden])");
  count.textContent = text("museum.count", {shown, all: museum.length});
}

function select(key, options, refresh) {
  const choose = event => { chosen[key] = event.target.value; refresh(); };
  return element("label", element("span", text(`museum.${key}`)),
    element("select", {"data-key": `museum-${key}`, on: {change: choose}},
      ["all", ...options].map(option => element("option", {value: option, selected: chosen[key] === option},
        text(option === "all" ? "museum.all" : `${key}.${option}`)))));
}

export function render_museum(place) {
  const all = museum.map((entry, i) => [entry.group, exhibit(entry, i)]);
  const list = element("div.exhibits", [...new Set(museum.map(entry => entry.group))].map(group =>
    element("section.collection", {"aria-label": text(`group.${group}`)}, element("h3", text(`group.${group}`)),
            all.filter(([name]) => name === group).map(([, made]) => made))));
  const count = element("p.count", {role: "status"});
  const refresh = () => filter(list, count);
  const present = field => [...new Set(museum.map(entry => entry[field]).filter(value => value))];
  place.replaceChildren(
    element("div.filters", {role: "search", "aria-label": text("museum.filter")},
      element("label.words", element("span", text("museum.words")),
        element("input", {type: "search", value: chosen.words, "data-key": "museum-words", placeholder: "softmax",
                          on: {input: event => { chosen.words = event.target.value; refresh(); }}})),
      select("group", present("group"), refresh), select("elsewhere", present("elsewhere"), refresh)),
    count, list);
  refresh();
}
