// SPDX-License-Identifier: BSL-1.0
// What the browser tests measure within the page; not a part of it.

const is_visible = node => node.checkVisibility({visibilityProperty: true}) && node.getClientRects().length > 0;

/** Text nodes that can be seen, with the element that holds them. */
function* text_nodes() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.matches("script, style, noscript, option") || !is_visible(parent)) continue;
    yield [node.data, parent];
  }
}

/** Everything that is said and is no code, no token and no name of an axis: texts, labels, options. */
function words() {
  const apart = "code, pre, .shape, .axis, .token-text, .thread-label, .thread-end, .label, .run, .id, .mark-text, " +
                "[lang=en]:not(html), [lang=zh-Hans]:not(html)";
  const seen = [...text_nodes()].filter(([, parent]) => !parent.closest(apart)).map(([text]) => text);
  const labels = [...document.querySelectorAll("[aria-label]")].filter(is_visible).map(e => e.ariaLabel);
  return [...seen, ...labels, ...[...document.querySelectorAll("option")].map(e => e.textContent), document.title];
}

const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
const known = new Map();
function rgba(colour) {
  if (!known.has(colour)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    known.set(colour, [r, g, b, a / 255]);
  }
  return known.get(colour);
}
const over = ([r, g, b, a], below) => [r, g, b].map((c, i) => c * a + below[i] * (1 - a)).concat(1);

function background(element) {
  if (!element) return [255, 255, 255, 1];
  const own = rgba(getComputedStyle(element).backgroundColor);
  return own[3] === 1 ? own : over(own, background(element.parentElement));
}
function luminance(colour) {
  const linear = c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const [r, g, b] = colour.slice(0, 3).map(c => linear(c / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Texts whose contrast is below WCAG AA: "text: ratio: colours". */
function contrasts() {
  const low = [];
  for (const [text, parent] of text_nodes()) {
    const style = getComputedStyle(parent), ground = background(parent);
    const ink = over(rgba(parent instanceof SVGElement ? style.fill : style.color), ground);
    const [a, b] = [luminance(ink), luminance(ground)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < (large ? 3 : 4.5)) low.push(`${text.trim().slice(0, 40)}: ${ratio.toFixed(2)}: ${ink} on ${ground}`);
  }
  return low;
}

/** What Tab must reach: every control, but one for each group of radio buttons. */
function tab_stops() {
  const all = [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex]")];
  return all.filter(e => is_visible(e) && e.tabIndex >= 0 && (e.type !== "radio" || e.checked)).length;
}

/** Controls without a name, ids that are not unique, references that lead nowhere. */
function unnamed() {
  const faults = [];
  for (const control of document.querySelectorAll("button, a, input, select, summary, [role]:not([role=row])")) {
    const name = control.ariaLabel || control.textContent.trim() || control.labels?.[0]?.textContent.trim();
    if (!name) faults.push(control.outerHTML.slice(0, 120));
  }
  const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
  faults.push(...ids.filter((id, i) => ids.indexOf(id) !== i).map(id => `twice: ${id}`));
  for (const attribute of ["aria-controls", "aria-labelledby"])
    for (const to of [...document.querySelectorAll(`[${attribute}]`)].map(e => e.getAttribute(attribute)))
      if (!document.getElementById(to)) faults.push(`${attribute}: ${to}`);
  for (const link of document.querySelectorAll("a[href^='#']"))
    if (!document.querySelector(link.getAttribute("href"))) faults.push(link.outerHTML);
  return faults;
}

/** Whether one can see where the focus is: an outline of the element or of a radio's text, the ring of a point. */
function focus_is_visible() {
  const at = document.activeElement;
  const shown = at.type === "radio" ? at.nextElementSibling : at;
  if (at.matches(".point")) return getComputedStyle(at.querySelector(".halo")).stroke !== "none";
  const style = getComputedStyle(shown);
  return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
}
