// SPDX-License-Identifier: BSL-1.0
// Elements, and the little markup that texts may have: `code` and *emphasis*.

const svg_names = new Set(["svg", "g", "path", "line", "rect", "circle", "text", "polyline"]);

const is_attributes = value => value?.constructor === Object;

/** An element, "span.of.classes", with attributes by name (`on`: listeners, `style`: properties) if they come first.
 *  Children are nodes, strings and lists of them; null and false are left out, of attributes as well. */
export function element(kind, ...parts) {
  const [tag, ...classes] = kind.split(".");
  const attributes = is_attributes(parts[0]) ? parts.shift() : {};
  const made = svg_names.has(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag)
                                  : document.createElement(tag);
  made.classList.add(...classes);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, act] of Object.entries(value)) made.addEventListener(event, act);
    else if (name === "style") for (const [property, to] of Object.entries(value)) made.style.setProperty(property, to);
    else if (name === "class") made.classList.add(...value.split(" "));
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...parts.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return made;
}

/** A button that keeps the focus where it cannot act at present. */
export function button(key, words, act, is_off = false) {
  return element("button.go", {type: "button", "data-key": key, "aria-disabled": String(is_off),
                               on: {click: () => { if (!is_off) act(); }}}, words);
}

/** Nodes of a text with `code` and *emphasis*. */
export function rich(text) {
  return text.split(/(`[^`]+`|\*[^*]+\*)/).filter(part => part).map(part => {
    if (part.length > 2 && part[0] === "`") return element("code", part.slice(1, -1));
    if (part.length > 2 && part[0] === "*") return element("em", part.slice(1, -1));
    return part;
  });
}

/** A token as people can see it: spaces and line ends get a sign. */
export function visible(text) {
  return text === "" ? "∅" : text.replace(/[ ▁]/g, "␣").replace(/\n/g, "⏎");
}

/** Moves with arrow keys among the elements of a group of which one is in the tab order.
 *  `columns` > 0: a grid, in which up and down move by rows. */
export function move_by_arrows(event, items, columns = 0) {
  const at = items.indexOf(event.target.closest("[data-item]"));
  if (at < 0) return;
  const step = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns || 1, ArrowUp: -(columns || 1)}[event.key];
  let to = step === undefined ? {Home: 0, End: items.length - 1}[event.key] : at + step;
  if (to === undefined) return;
  event.preventDefault();
  if (columns > 0 && (to < 0 || to >= items.length)) return;
  to = (to + items.length) % items.length;
  items.forEach((item, i) => item.setAttribute("tabindex", i === to ? "0" : "-1"));
  items[to].focus();
}
