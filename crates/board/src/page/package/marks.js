// The marks on the cells of a position. Pure.

/** @import { Selection } from "./selection.js" */
/** @import { PositionData } from "./types.js" */

/** @typedef {"end" | "forbidden" | "legal" | "movable" | "next" | "origin" | "own" | "passed" | "threatened"} CellMark */

const cellsOf = (/** @type {{ cell: string }[]} */ entries) => entries.map(({ cell }) => cell);

/**
 * The marks of the cells that have any.
 *
 * @param {PositionData} position
 * @param {Selection} selection
 * @param {{ mayMove: boolean, mayPremove: boolean, showsThreats: boolean }} person what the person may do now
 * @returns {Map<string, CellMark[]>}
 */
export function marksOf(position, selection, { mayMove, mayPremove, showsThreats }) {
  /** @type {Map<string, CellMark[]>} */
  const marks = new Map();
  const add = (/** @type {CellMark} */ mark, /** @type {Iterable<string>} */ cells) => {
    for (const cell of cells) marks.set(cell, [...(marks.get(cell) ?? []), mark]);
  };
  if (showsThreats) add("threatened", position.threatened);
  if (mayMove && selection.isEmpty) {
    add(position.required?.kind === "entry" ? "legal" : "movable", new Set(position.moves.map(({ path }) => path[0])));
    add("forbidden", cellsOf(position.forbidden));
  } else if (mayMove) {
    add("passed", selection.path.slice(0, -1));
    add("origin", selection.path.slice(-1));
    add("next", selection.next);
    add("end", selection.ends);
  } else if (mayPremove) {
    add("own", cellsOf(position.cells.filter(({ column }) => column && column.owner !== position.side)));
  }
  return marks;
}
