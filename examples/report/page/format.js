// SPDX-License-Identifier: BSL-1.0
// Numbers in units that people read. The units are the same in every language.

const prefixes = [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""]];
const minus = "\u2212", thin = "\u202f";

function three_digits(value) {
  const digits = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return value.toFixed(digits);
}

/** 1135680000, "FLOP" -> "1.14 GFLOP". */
export function quantity(value, unit) {
  if (value === 0) return "0";
  const [scale, prefix] = prefixes.find(([size]) => value >= size * 0.9995) ?? [1, ""];
  const scaled = value / scale;
  return `${scale === 1 && Number.isInteger(value) ? String(value) : three_digits(scaled)}${thin}${prefix}${unit}`;
}

/** 0.0314 -> "31.4 ms". */
export function duration(seconds) {
  if (seconds >= 0.9995) return `${three_digits(seconds)}${thin}s`;
  if (seconds >= 0.9995e-3) return `${three_digits(seconds * 1e3)}${thin}ms`;
  if (seconds >= 0.9995e-6) return `${three_digits(seconds * 1e6)}${thin}µs`;
  return `${(seconds * 1e9).toPrecision(3)}${thin}ns`;
}

/** 1135680000 -> "1 135 680 000", every digit. */
export function exact(value) {
  return String(value).replace(/^-/, minus).replace(/\B(?=(\d{3})+(?!\d))/g, thin);
}

/** FLOPs for each byte: "3.49", and "0" where nothing is computed. */
export function ratio(value) {
  if (value === 0) return "0";
  return value >= 0.9995 ? three_digits(value) : value.toPrecision(3);
}

/** A weight of attention: "0.42"; what is not 0 is not written as 0. */
export function weight(value) {
  if (value === 0) return "0";
  if (value < 0.005) return "<.01";
  return value >= 0.995 ? "1" : value.toFixed(2).slice(1);
}
