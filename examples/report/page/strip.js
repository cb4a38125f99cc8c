// SPDX-License-Identifier: BSL-1.0
// The sequence of tokens up to this turn, and the buttons that move along it.
import { element, button, visible } from "./dom.js";
import { duration } from "./format.js";
import { state, change } from "./state.js";
import { text } from "./texts.js";
import { model, past_of, keys_of, tokens, last_turn } from "./data.js";

/** What this turn reads and writes. */
export function turn_words() {
  const {turn} = state, past = past_of(turn), keys = keys_of(turn), written = tokens()[keys];
  return text(turn === 0 ? "strip.prefill" : "strip.decode", {
    turn, count: keys - past, past, keys, read: visible(tokens()[past].text), written: visible(written.text),
    id: written.id, seconds: duration(written.seconds)});
}

export function token_strip() {
  const {turn} = state, past = past_of(turn), keys = keys_of(turn);
  const cells = tokens().map((token, i) => {
    const role = i < past ? "cached" : i < keys ? "read" : i === keys ? "written" : "later";
    return element("li", {class: `token ${role}`}, element("span.token-text", visible(token.text)),
      element("span.token-role", i > keys ? String(i) : text(`strip.${role}`)));
  });
  return element("div.strip", element("ol.tokens", {"aria-label": text("strip.label")}, cells),
    element("div.moves",
      button("turn-back", text("strip.back"), () => change({turn: turn - 1}), turn === 0),
      button("turn-on", text("strip.on"), () => change({turn: turn + 1}), turn === last_turn()),
      element("p.turn", turn_words())));
}

/** Below the last step: the written token is read next; back to the top, a turn further. */
export function follow_button() {
  if (state.turn === last_turn()) return null;
  const follow = () => {
    change({turn: state.turn + 1});
    document.querySelector('[data-key="turn-on"]').focus({preventScroll: true});
    document.querySelector(".strip").scrollIntoView({block: "center"});
  };
  return button("turn-on-below", text("pipeline.follow", {token: visible(tokens()[keys_of(state.turn)].text)}), follow);
}
