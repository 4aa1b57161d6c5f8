// The marks on the cells of a position. Pure.

/** @import { PositionData } from "./types.js" */

/**
 * The marks of the cells that have any, as names of classes.
 *
 * @param {PositionData} position
 * @param {import("./selection.js").Selection} selection
 * @param {{ mayMove: boolean, mayPremove: boolean, showsThreats: boolean }} person what the person may do now
 * @returns {Map<string, string[]>}
 */
export function marksOf(position, selection, { mayMove, mayPremove, showsThreats }) {
  const marks = new Map();
  const add = (word, cells) => cells.forEach((cell) => marks.set(cell, [...(marks.get(cell) ?? []), word]));
  if (showsThreats) add("threatened", position.threatened);
  if (mayMove && selection.isEmpty) {
    add(position.required?.kind === "entry" ? "legal" : "movable", new Set(position.moves.map(({ path }) => path[0])));
    add("forbidden", position.forbidden.map(({ cell }) => cell));
  } else if (mayMove) {
    add("passed", selection.path.slice(0, -1));
    add("origin", selection.path.slice(-1));
    add("next", selection.next);
    add("end", selection.ends);
  } else if (mayPremove) {
    add("own", position.cells.filter(({ column }) => column && column.owner !== position.side).map(({ cell }) => cell));
  }
  return marks;
}
