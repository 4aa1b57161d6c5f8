// The lessons on the rules: positions with a task. The texts are in the table. The rules decide which moves are legal; a
// lesson says which of them fulfils its task. No drawing.

/** @import { LegalMove, MoveKind, PositionData } from "../package/types.js" */

/**
 * `accepts` returns whether the move fulfils the task. `text` is the only move that does, and `reply` the answer of the other side.
 *
 * @typedef {{ accepts: (move: LegalMove, after: PositionData) => boolean, text?: string, reply?: string }} LessonStep
 */
/**
 * `start` is a position text. With `forbidden` the task is to find a cell that this rule forbids.
 *
 * @typedef {object} Lesson
 * @property {keyof typeof import("../package/luctor.js").text.lessons} key
 * @property {string} start
 * @property {LessonStep[]} [steps]
 * @property {"centre" | "feeding"} [forbidden]
 */

/** @returns {LessonStep} */
const anyOf = (/** @type {MoveKind} */ kind) => ({ accepts: (move) => move.kind === kind });
/** @param {string} text @param {string} [reply] @returns {LessonStep} */
const move = (text, reply) => ({ accepts: (played) => played.text === text, text, reply });

/** @type {Lesson[]} */
export const LESSONS = [
  // The goal comes first.
  { key: "capture", start: "1/3/5/3b3/4w4/7/5/3/1 w 0,0", steps: [anyOf("capture")] },
  { key: "enter", start: "1/3/5/7/9/7/5/3/1 w 12,12", steps: [anyOf("entry")] },
  { key: "centre", start: "1/3/5/7/9/7/5/3/1 w 12,12", forbidden: "centre" },
  { key: "feeding", start: "1/3/5/7/4b4/7/5/3/1 w 11,11", forbidden: "feeding" },
  { key: "mandatory", start: "1/3/3b1/3b3/3bw4/1b5/4w/3/1 w 0,0", steps: [anyOf("capture")] },
  { key: "column", start: "1/3/5/3(b3)3/4w4/7/b4/3/1 w 0,0", steps: [anyOf("capture")] },
  { key: "liberation", start: "1/3/5/3(bw2)3/4w4/7/b4/3/1 w 0,0", steps: [anyOf("capture")] },
  { key: "majority", start: "1/3/5/3b1b1/4wb3/7/b4/3/1 w 0,0", steps: [anyOf("capture")] },
  {
    key: "sacrifice",
    start: "1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5",
    steps: [move("g6", "g7xg5xe5xe3xc3xc5"), move("c6", "g3xe3"), move("c6xc4")],
  },
  { key: "shadowpiece", start: "1/3/5/1b2w2/3b5/4b2/1w3/3/b w 5,0", steps: [anyOf("entry")] },
  { key: "blocked", start: "b/1w1/5/3w3/9/7/5/3/1 w 0,0", steps: [{ accepts: (_, { ending }) => ending?.result === "1/2-1/2" }] },
  {
    key: "win",
    start: "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0",
    steps: [{ accepts: (_, { ending }) => ending?.result === "1-0" }],
  },
];
