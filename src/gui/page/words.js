// What is said in words: of cells, of moves, of states. For the screen, and for readers that cannot see it.

import { isCapture, isEntry, jumpsOf, pathOf } from "./moves.js";

export const SIDES = { w: "White", b: "Black" };

export const other = (side) => (side === "w" ? "b" : "w");

const men = (number) => (number === 1 ? "1 man" : `${number} men`);

/** A column as the picture names it, such as `w3b2`, as {owner, cap, prisoners}. */
export function readColumn(text) {
  const found = /^([wb])(\d*)(?:[wb](\d*))?$/.exec(text ?? "");
  if (!found) return null;
  const [whole, owner, cap, prisoners] = found;
  const held = prisoners === undefined ? 0 : Number(prisoners || 1);
  return { owner, cap: Number(cap || 1), prisoners: /[wb].*[wb]/.test(whole) ? held : 0 };
}

/** What stands on a cell. */
export function cellWords(column) {
  const piece = readColumn(column);
  if (!piece) return "vacant";
  const owner = SIDES[piece.owner];
  const held = SIDES[other(piece.owner)];
  if (piece.prisoners > 0) {
    return `${owner}, cap of ${piece.cap} over ${piece.prisoners} ${held} ${piece.prisoners === 1 ? "prisoner" : "prisoners"}`;
  }
  return piece.cap === 1 ? `${owner}, a man` : `${owner}, a column of ${piece.cap}`;
}

/** A move in words, in the names that the board shows. */
export function moveWords(side, move, names) {
  const cells = pathOf(move).map((cell) => names.get(cell) ?? cell);
  if (isEntry(move)) return `${SIDES[side]} enters ${cells[0]}`;
  if (isCapture(move)) return `${SIDES[side]} captures ${men(jumpsOf(move))}: ${cells.join(", ")}`;
  return `${SIDES[side]} steps ${cells[0]} to ${cells[1]}`;
}

/** The rule by which a game ended, out of a sentence such as `White wins (no men left)`. */
export function endReason(ending) {
  return /\(([^()]*)\)$/.exec(ending)?.[1] ?? ending;
}

/** What the side to move has to do. */
export function dutyWords({ side, moves, ending, text }) {
  if (ending !== "none") return ending.charAt(0).toUpperCase() + ending.slice(1);
  const who = SIDES[side];
  if (moves.some(isCapture)) return `${who} must capture ${men(jumpsOf(moves.find(isCapture)))}`;
  if (moves.every(isEntry)) {
    const [white, black] = text.split(" ")[2].split(",").map(Number);
    const [own, theirs] = side === "w" ? [white, black] : [black, white];
    return theirs === 0 && own > 1 ? `${who} enters a shadowpiece of ${own}` : `${who} enters a man`;
  }
  return `${who} steps`;
}
