// The modes of the page. What differs between them is in this table.

/** @import { Activity, Variant } from "../package/types.js" */

/** @typedef {keyof typeof MODES} Mode */

/**
 * What the page shows: a mode, and in it the lesson with a key or a puzzle.
 *
 * @typedef {{ mode: Mode, lesson?: string, puzzle?: { variant: Variant, number: number } }} Place
 */

/**
 * `tab` is the button that is marked: the mistakes of a game belong to Analysis. `place` tells what an address names in this mode.
 * `parts` has the parts of the page that only some modes show.
 *
 * @satisfies {Record<string, { tab: string, activity: Activity, place: string | null, parts: string[] }>}
 */
export const MODES = {
  play: {
    tab: "play",
    activity: "play",
    place: null,
    parts: ["#play", "#moves", "#tools > .row", "#welcome", "#end"],
  },
  learn: { tab: "learn", activity: "exercise", place: "lesson", parts: ["#learn"] },
  analyse: {
    tab: "analyse",
    activity: "study",
    place: null,
    parts: ["#analysis", "#moves", "#report", "#tools > .row", "#explorer"],
  },
  puzzles: { tab: "puzzles", activity: "exercise", place: "puzzle", parts: ["#puzzles"] },
  mistakes: { tab: "analyse", activity: "exercise", place: null, parts: ["#mistakes"] },
};

/** The mode with a name. A name without a meaning is Play. @returns {Mode} */
export const modeOf = (/** @type {string} */ name) => (Object.hasOwn(MODES, name) ? /** @type {Mode} */ (name) : "play");

/** Does a mode show a part of the page? `part` is a selector of the table. */
export const shows = (/** @type {string} */ mode, /** @type {string} */ part) => MODES[modeOf(mode)].parts.includes(part);
