// The field for a pasted text. If the text has an error, it stays in the field, and the wrong part is selected.

/** @import { WrittenError } from "../package/types.js" */

import { ask } from "../common/dialogs.js";
import { find } from "../package/luctor.js";

/** The start and the end of the wrong part of a text: some characters of a line, or the whole line. */
export function wrongPart(/** @type {string} */ content, /** @type {WrittenError} */ { line, fault }) {
  const lines = content.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  const columns = (fault.kind === "move" && fault.columns) || [0, lines[line - 1]?.length ?? 0];
  return columns.map((column) => start + column);
}

/**
 * Asks for a text. `fault` is the sentence about the text that is in the field, `wrong` its wrong part, `hasMoves` tells whether
 * it has legal moves.
 *
 * @param {string} content
 * @param {{ fault?: string, wrong?: number[], hasMoves?: boolean }} options
 * @returns {Promise<{ text: string, choice: string }>} `choice` is "set", "moves" for the legal moves, or ""
 */
export async function askText(content = "", { fault = "", wrong, hasMoves = false } = {}) {
  const field = find("#paste-dialog textarea");
  field.value = content;
  find("#paste-dialog .fault").textContent = fault;
  find("#paste-dialog [value=moves]").hidden = !hasMoves;
  const answer = ask(find("dialog#paste-dialog"));
  field.focus();
  if (wrong) {
    field.setSelectionRange(wrong[0], wrong[1]);
    // The browser does not scroll to a selection.
    const lines = (end = content.length) => content.slice(0, end).split("\n").length;
    field.scrollTop = (field.scrollHeight * lines(wrong[0])) / lines() - field.clientHeight / 2;
  }
  return { choice: await answer, text: field.value };
}
