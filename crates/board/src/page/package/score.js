// Scores and large numbers as people read them, and the expected result of a score. Pure.

/** @import { Score, Side } from "./types.js" */

/** A score from White's view. `side` is the side that the score is for. A loss in 0 moves is a lost position. @returns {Score} */
export function forWhite(/** @type {Score} */ score, /** @type {Side} */ side) {
  const sign = side === "white" ? 1 : -1;
  // Adding 0 turns -0 into 0.
  if (score.centimen !== undefined) return { centimen: sign * score.centimen + 0 };
  return score.mate === 0 ? { mate: 0, lost: side } : { mate: sign * score.mate };
}

/** White's expected result from 0 to 1. 200 centimen double the odds. */
export function expectation(/** @type {Score} */ score) {
  if (score.mate !== undefined) return score.mate > 0 || score.lost === "black" ? 1 : 0;
  return 1 / (1 + 2 ** (-score.centimen / 200));
}

/** A part of 1 in percent. */
export const percent = (/** @type {number} */ part) => Math.round(100 * part);

/** `+0.35`, `#3`, `−#2` */
export function scoreText(/** @type {Score} */ score, { decimals = 2 } = {}) {
  if (score.mate !== undefined) return score.mate < 0 ? `−#${-score.mate}` : `#${score.mate}`;
  const men = (Math.abs(score.centimen) / 100).toFixed(decimals);
  return `${score.centimen < 0 ? "−" : "+"}${men}`;
}

const SHORT = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
/** A number with three digits and a unit: 950, 12.3K, 3.14M. */
export const shortNumber = (/** @type {number} */ number) => SHORT.format(number);
