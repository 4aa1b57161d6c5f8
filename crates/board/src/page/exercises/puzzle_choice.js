// Which puzzles fit, and which one is next. Pure.

/** @import { PuzzleSummary } from "../package/types.js" */

/**
 * The numbers of the puzzles that fit, from 1.
 *
 * @param {PuzzleSummary[]} puzzles
 * @param {{ theme: string, difficulty: number }} filter "" and 0 fit all
 */
export function selectPuzzles(puzzles, { theme, difficulty }) {
  const fits = (puzzle) =>
    (theme === "" || puzzle.themes.includes(theme)) && (difficulty === 0 || puzzle.difficulty === difficulty);
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
