// Move texts as UGI writes them: `e4` enters, `f4-e4` steps, `h4xf4xd4` captures.

/** The cells of a move in their order: one of an entry, otherwise from the origin to the last landing. */
export function pathOf(move) {
  return move.split(/[-x]/).map((cell) => cell.replace(/\*.*$/, ""));
}

export const isEntry = (move) => !/[-x]/.test(move);
export const isCapture = (move) => move.includes("x");

/** Jumps, and so men taken. */
export const jumpsOf = (move) => pathOf(move).length - 1;

/** The move in the names that the board shows. */
export function shownMove(move, names) {
  return move.replace(/[a-i][1-9]/g, (cell) => names.get(cell) ?? cell);
}
