// `info` lines of UGI. Pure.

/** @import { SearchInfo } from "./types.js" */

/** The largest values of numbers. An engine may write anything. */
const MAX_VALUES = { depth: 1_000, seldepth: 1_000, multipv: 256, nodes: 1e15, nps: 1e15, time: 1e12, hashfull: 1_000 };

/** A number between `-largest` or `smallest` and `largest`; 0 or `smallest` if the word is not a number. */
function numberOf(/** @type {string} */ word, /** @type {number} */ largest, smallest = -largest) {
  const number = Number(word);
  return Math.min(Math.max(Number.isNaN(number) ? 0 : number, smallest), largest);
}

/** Reads an `info` line, or returns null for other lines. */
export function parseInfo(/** @type {string} */ line) {
  const words = line.trim().split(/\s+/);
  if (words[0] !== "info" || words[1] === "string") return null;
  const end = words.indexOf("string");
  if (end > 0) words.length = end; // The rest is prose.
  /** @type {SearchInfo} */
  const info = { multipv: 1, pv: [] };
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index];
    if (Object.hasOwn(MAX_VALUES, word))
      info[word] = Math.trunc(numberOf(words[++index], MAX_VALUES[word], word === "multipv" ? 1 : 0));
    else if (word === "score") {
      const [kind, value] = words.slice(index + 1, index + 3);
      if (kind === "cp") info.score = { centimen: numberOf(value, 1e6) };
      if (kind === "mate") info.score = { mate: numberOf(value, 10_000) };
    } else if (word === "wdl") {
      const chances = words.slice(index + 1, index + 4).map(Number);
      if (chances.length === 3 && chances.every(Number.isFinite)) info.wdl = chances;
      index += 3;
    } else if (word === "lowerbound" || word === "upperbound") info.bound = word;
    else if (word === "pv") {
      info.pv = words.slice(index + 1);
      break;
    }
  }
  return info;
}
