// The results of the person in puzzles, kept in the browser: the solved and the failed ones of each board, and the difficulty
// that follows from them.

/** @import { Variant } from "../package/types.js" */

import { browserStorage, Stored } from "../state/storage.js";

/**
 * @typedef {"at once" | "with help" | "failed"} Result a solution with hints is one with help; a wrong move or a shown
 *   solution is a failure
 * @typedef {{ solved: number[], failed: number[] }} BoardResults the numbers of the puzzles
 * @typedef {{ level: number, row: number }} Step the difficulty, 1 to 5, and the puzzles in a row that were solved at once
 * @typedef {Step & { boards: Record<string, BoardResults> }} Results
 */

export const DIFFICULTIES = [1, 2, 3, 4, 5];
/** Puzzles in a row for a step up. */
const ROW = 2;

/** The difficulty after a result: two puzzles at once are a step up, a failure is a step down. @returns {Step} */
export function nextStep(/** @type {Step} */ { level, row }, /** @type {Result} */ result) {
  if (result === "failed") return { level: Math.max(level - 1, 1), row: 0 };
  if (result === "with help") return { level, row: 0 };
  return row + 1 < ROW ? { level, row: row + 1 } : { level: Math.min(level + 1, DIFFICULTIES.length), row: 0 };
}

/** The results of a board after another one. A failed puzzle that is solved later is a solved one. */
export function withResult(/** @type {BoardResults} */ before, /** @type {number} */ number, /** @type {Result} */ result) {
  const [solved, failed] = [before.solved, before.failed].map((numbers) => numbers.filter((one) => one !== number));
  return result === "failed" ? { solved, failed: [...failed, number] } : { solved: [...solved, number], failed };
}

const isNumbers = (/** @type {unknown} */ value) => Array.isArray(value) && value.every(Number.isInteger);
/** @type {(value: any) => value is Results} */
const isValid = (value) =>
  DIFFICULTIES.includes(value?.level) &&
  Number.isInteger(value.row) &&
  typeof value.boards === "object" &&
  Object.values(value.boards ?? {}).every((board) => isNumbers(board?.solved) && isNumbers(board?.failed));

export class PuzzleResults {
  #stored;
  /** @type {Results} */
  #value = { level: 1, row: 0, boards: {} };

  constructor(/** @type {Pick<Storage, "getItem" | "setItem">} */ storage = browserStorage()) {
    this.#stored = new Stored("puzzles", isValid, storage);
    this.#read();
  }

  /** Another tab may have stored results. */
  #read() {
    this.#value = this.#stored.read().value ?? this.#value;
  }

  /** The difficulty that fits the results. */
  get difficulty() {
    return this.#value.level;
  }

  /** @returns {BoardResults} */
  of(/** @type {Variant} */ variant) {
    return this.#value.boards[variant] ?? { solved: [], failed: [] };
  }

  /** Adds a result. Returns the change of the difficulty: -1, 0 or 1. */
  add(/** @type {Variant} */ variant, /** @type {number} */ number, /** @type {Result} */ result) {
    this.#read();
    const { level, boards } = this.#value;
    this.#value = {
      ...nextStep(this.#value, result),
      boards: { ...boards, [variant]: withResult(this.of(variant), number, result) },
    };
    this.#stored.write(this.#value);
    return this.#value.level - level;
  }
}
