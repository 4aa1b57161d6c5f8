// Move texts of the UGI protocol: `e4` enters, `f4-e4` steps, `h4xf4xd4` captures. Engines send lines of such texts.

/** The cells of a move: the cell of an entry, or the cells from the origin to the end. @returns {string[]} */
export function pathOf(/** @type {string} */ text) {
  return text.split(/[-x]/).map((cell) => cell.split("*")[0]);
}

/**
 * A move text with the names of the cells that the board shows.
 *
 * @param {string} text
 * @param {Map<string, string>} names from oblique names
 */
export function shownMove(text, names) {
  const separator = text.includes("x") ? "x" : "-";
  return pathOf(text)
    .map((cell) => names.get(cell) ?? cell)
    .join(separator);
}
