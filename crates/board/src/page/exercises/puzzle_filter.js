// The choice of the next puzzle: by the fields for board, theme, difficulty and failed ones, by the results, which are counted here
// and choose the difficulty, and by the puzzles that were shown.

/** @import { BoardController, PuzzleAttempt, PuzzleSummary, Rules, Variant } from "../package/types.js" */
/** @import { Result } from "./puzzle_results.js" */

import { Part } from "../common/part.js";
import { pageText, text } from "../package/luctor.js";
import { DIFFICULTIES, PuzzleResults } from "./puzzle_results.js";

/**
 * The numbers of the puzzles that fit, from 1.
 *
 * @param {PuzzleSummary[]} puzzles
 * @param {{ theme: string, difficulty: number }} filter "" and 0 fit all
 */
export function selectPuzzles(puzzles, { theme, difficulty }) {
  const fits = (/** @type {PuzzleSummary} */ puzzle) =>
    (theme === "" || puzzle.themes.some((one) => one === theme)) && (difficulty === 0 || puzzle.difficulty === difficulty);
  return puzzles.flatMap((puzzle, index) => (fits(puzzle) ? [index + 1] : []));
}

/**
 * One of the numbers that were not seen, or of all if there are no others; null without numbers.
 *
 * @param {number[]} numbers
 * @param {(number: number) => boolean} isSeen
 * @param {number} random 0 to 1, without 1
 */
export function nextPuzzle(numbers, isSeen, random) {
  const fresh = numbers.filter((number) => !isSeen(number));
  const choice = fresh.length > 0 ? fresh : numbers;
  return choice[Math.floor(random * choice.length)] ?? null;
}

/** @extends {Part<{ controller: BoardController, rules: Rules }>} */
export class PuzzleFilter extends Part {
  /** @type {Record<string, PuzzleSummary[]>} The puzzles of each board. */
  #lists = {};
  #results = new PuzzleResults();
  /** @type {Partial<Record<Variant, Set<number>>>} The numbers of the puzzles of each board that were shown. */
  #seen = {};

  constructor(/** @type {PuzzleFilter["parts"]} */ parts) {
    super(parts, "#puzzles .filters");
    this.field("difficulty").append(...DIFFICULTIES.map((difficulty) => new Option(String(difficulty))));
  }

  get variant() {
    return /** @type {Variant} */ (this.field("variant").value);
  }

  get #isByResults() {
    return this.field("difficulty").value === "results";
  }

  /** The puzzles of a board. */
  async list(/** @type {Variant} */ variant) {
    return (this.#lists[variant] ??= await this.parts.rules.listPuzzles(variant));
  }

  /** The puzzle of an attempt, whose list is loaded. */
  puzzleOf(/** @type {PuzzleAttempt} */ { variant, number }) {
    return this.#lists[variant][number - 1];
  }

  /** The number of the next puzzle of a list, or null if none fits. `last` is the number of the puzzle before it. */
  next(/** @type {Variant} */ variant, /** @type {PuzzleSummary[]} */ list, /** @type {number} */ last) {
    this.#drawCount();
    const { solved, failed } = this.#results.of(variant);
    const fitting = this.#fitting(list);
    if (this.field("failed").checked)
      return nextPuzzle(
        fitting.filter((one) => failed.includes(one)),
        (one) => one === last,
        Math.random(),
      );
    const fits = this.#isByResults ? fitting.filter((one) => list[one - 1].difficulty === this.#results.difficulty) : [];
    const seen = new Set([...(this.#seen[variant] ?? []), ...solved, ...failed]);
    return nextPuzzle(fits.length > 0 ? fits : fitting, (one) => seen.has(one), Math.random());
  }

  /** The numbers of the puzzles with the theme and the difficulty that the person chose. */
  #fitting(/** @type {PuzzleSummary[]} */ list) {
    const difficulty = this.#isByResults ? 0 : Number(this.field("difficulty").value);
    return selectPuzzles(list, { theme: this.field("theme").value, difficulty });
  }

  /** Counts a result. Returns a sentence about the next difficulty, or "". */
  count(/** @type {PuzzleAttempt} */ { variant, number }, /** @type {Result} */ result) {
    const change = this.#results.add(variant, number, result);
    this.#drawCount();
    return change !== 0 && this.#isByResults ? text.puzzles.nextDifficulty(this.#results.difficulty) : "";
  }

  /** Shows which puzzle is on the board, which counts as seen from now on, and the choices in the language of the page. */
  draw(/** @type {PuzzleAttempt} */ { variant, number }) {
    for (const [name, words] of Object.entries({
      variant: text.boards,
      theme: { "": pageText("all"), ...text.puzzles.themes },
    })) {
      const field = this.field(name);
      const { value } = field;
      field.replaceChildren(...Object.entries(words).map(([key, shown]) => new Option(shown, key)));
      // At first the first one is chosen.
      if (value) field.value = value;
    }
    // No puzzle was shown yet.
    if (number === 0) return;
    (this.#seen[variant] ??= new Set()).add(number);
    Object.assign(this.field("number"), { max: String(this.#lists[variant].length), value: String(number) });
    this.#drawCount();
  }

  #drawCount() {
    const list = this.#lists[this.variant];
    if (!list) return;
    const { solved, failed } = this.#results.of(this.variant);
    const words = [text.puzzles.count(this.#fitting(list).length)];
    if (solved.length + failed.length > 0) words.push(text.puzzles.results(solved.length, failed.length));
    this.find(".count").textContent = words.join(" · ");
  }
}
