// The games of a text.

/** @import { GameSummary, ReadOptions, RecordEntry, Rules, WrittenError } from "../package/types.js" */

import { Game } from "../package/luctor.js";

/** Bytes of the largest file, and characters of the largest text. */
export const MAX_TEXT_SIZE = 16 << 20;

/** @typedef {Awaited<ReturnType<typeof readGames>>} Collection */

/**
 * Reads all games of a text.
 *
 * @param {string} content
 * @param {ReadOptions} options the board of games that do not name theirs
 * @param {Pick<Rules, "readRecords">} rules
 */
export async function readGames(content, options, rules) {
  const { format, board, records } = await rules.readRecords(content, options);
  const lines = content.split("\n");
  return { format, board, games: records.map((entry) => summaryOf(entry, lines)) };
}

/** @param {RecordEntry} entry @param {string[]} lines those of the text @returns {GameSummary} */
function summaryOf(entry, lines) {
  if (entry.kind === "unreadable") return { entry: null, length: 0, error: entry };
  const { first_side: firstSide, first_turn: firstTurn, error } = entry;
  const { white, black, date, result, moves } = entry.record;
  /** @type {WrittenError | null} */
  const written = error && { ...error };
  if (written?.fault.kind === "move") {
    const { number, columns } = written.fault;
    const move = new Game({ firstSide, firstTurn }).numberOf(number - 1);
    written.move = { ...move, text: columns ? lines[written.line - 1].slice(...columns) : "" };
  }
  return { entry, white, black, date, result, length: moves.length, error: written };
}
