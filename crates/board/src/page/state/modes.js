// The modes of the page. What differs between them is in this table.

/** @import { Variant } from "../package/types.js" */

/** @typedef {keyof typeof MODES} Mode */

/**
 * What the page shows: a mode, and in it the lesson with a key or a puzzle.
 *
 * @typedef {{ mode: Mode, lesson?: string, puzzle?: { variant: Variant, number: number } }} Place
 */

/**
 * `tab` is the button that is marked: the mistakes of a game belong to Analysis. An exercise puts a game of its own on the board.
 * `place` tells what an address names in this mode. `scores` tells when the person sees scores. With `goesOnAfterEnd` moves may
 * follow an end that is not one of the rules, such as a resignation. `parts` has the parts of the page that only some modes show.
 */
export const MODES = {
  play: {
    tab: "play",
    isExercise: false,
    goesOnAfterEnd: false,
    place: null,
    scores: "if wanted",
    parts: ["#play", "#moves", "#tools > .row", "#welcome", "#end"],
  },
  learn: { tab: "learn", isExercise: true, goesOnAfterEnd: false, place: "lesson", scores: "never", parts: ["#learn"] },
  analyse: {
    tab: "analyse",
    isExercise: false,
    goesOnAfterEnd: true,
    place: null,
    scores: "always",
    parts: ["#analysis", "#moves", "#report", "#tools > .row", "#explorer"],
  },
  puzzles: { tab: "puzzles", isExercise: true, goesOnAfterEnd: false, place: "puzzle", scores: "never", parts: ["#puzzles"] },
  mistakes: { tab: "analyse", isExercise: true, goesOnAfterEnd: false, place: null, scores: "never", parts: ["#mistakes"] },
};

/** The mode with a name. A name without a meaning is Play. @returns {Mode} */
export const modeOf = (/** @type {string} */ name) => (Object.hasOwn(MODES, name) ? /** @type {Mode} */ (name) : "play");

/** Does the person see scores in a mode? `areWanted` is the setting. @param {string} mode @param {boolean} areWanted */
export function showsScores(mode, areWanted) {
  const { scores } = MODES[modeOf(mode)];
  return scores === "always" || (scores === "if wanted" && areWanted);
}

/** Does a mode show a part of the page? `part` is a selector of the table. @param {string} mode @param {string} part */
export const shows = (mode, part) => MODES[modeOf(mode)].parts.includes(part);
