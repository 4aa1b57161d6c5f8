// What is said in words: of cells, of moves, of states. For the screen, and for readers that cannot see it.

import { isCapture, isEntry, jumpsOf, pathOf } from "./moves.js";
import { readColumn } from "./position.js";

export const SIDES = { w: "White", b: "Black" };

export const other = (side) => (side === "w" ? "b" : "w");

const men = (number) => (number === 1 ? "1 man" : `${number} men`);

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

const WINNERS = { "1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "Draw" };

/** Why a game ended, and what happened where there is more to say. */
export function whyWords({ reason, detail }) {
  return detail ? `${reason}: ${detail}` : reason;
}

/** How a game ended. */
export function endWords(end) {
  const why = whyWords(end);
  return why ? `${WINNERS[end.result]} (${why})` : WINNERS[end.result];
}

/** What the side to move has to do; of a capture, for how many men. */
export function dutyWords({ side, moves, duty }) {
  const capture = moves.find(isCapture);
  return `${SIDES[side]} ${duty}${capture ? ` ${men(jumpsOf(capture))}` : ""}`;
}
