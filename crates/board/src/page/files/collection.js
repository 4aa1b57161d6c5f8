// The games of a text. A large text is read part by part, so that the page shows the progress and stays responsive. Only what
// the list of the games shows is kept; the part of a chosen game is read again.

/** @import { BoardChoice, GameSummary, ReadOptions, ReadReport, RecordEntry, WrittenError } from "../package/types.js" */

import { Game } from "../package/luctor.js";

/** Bytes of the largest file, and characters of the largest text. */
export const MAX_TEXT_SIZE = 16 << 20;
/** Characters of a part. A longer game is a part of its own. */
const PART = 1 << 17;

/**
 * Divides a text between its games. Only PGN, match lines and AbstractPlay are divided.
 *
 * @returns {{ text: string, line: number }[]} the parts, with the lines of the text before each
 */
export function partsOf(/** @type {string} */ text, size = PART) {
  const isArray = /^\s*\[\s*\{/.test(text);
  const isJson = /^\s*\{\s*["}]/.test(text);
  const ends = isArray ? endsOfElements(text, size) : endsBefore(text, isJson ? "\n{" : "\n[Event ", size);
  const parts = [];
  let [start, line] = [0, 0];
  for (const end of [...ends, text.length]) {
    const part = text.slice(start, end);
    // A part of an array is an array, too.
    const [head, tail] = isArray ? [start > 0 ? "[" : "", end < text.length ? "]" : ""] : ["", ""];
    parts.push({ text: head + (start > 0 && isArray ? part.replace(",", " ") : part) + tail, line });
    for (let at = part.indexOf("\n"); at >= 0; at = part.indexOf("\n", at + 1)) line += 1;
    start = end;
  }
  return parts;
}

/** The places, at least `size` apart, at which a game begins. @param {string} text @param {string} mark @param {number} size */
function endsBefore(text, mark, size) {
  const ends = [];
  for (let at = text.indexOf(mark, size); at >= 0; at = text.indexOf(mark, at + size)) ends.push(at + 1);
  return ends;
}

/** The places, at least `size` apart, of the commas between the objects of an array. @param {string} text @param {number} size */
function endsOfElements(text, size) {
  /** @type {number[]} */
  const ends = [];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]/g)) {
    if (token === "[" || token === "{") depth += 1;
    else if (token === "]" || token === "}") depth -= 1;
    else if (token === "," && depth === 1 && index - (ends.at(-1) ?? 0) >= size) ends.push(index);
  }
  return ends;
}

/**
 * A game of a part. Its error has the line in the whole text, and the illegal move as it is written.
 *
 * @param {RecordEntry} entry
 * @param {{ lines: string[], line: number }} part
 * @returns {RecordEntry}
 */
function entryInText(entry, { lines, line }) {
  if (entry.kind === "unreadable") return { ...entry, line: entry.line + line };
  const { error, first_side: firstSide, first_turn: firstTurn } = entry;
  if (!error) return entry;
  /** @type {WrittenError} */
  const inText = { ...error, line: error.line + line };
  if (error.fault.kind === "move") {
    const { number, columns } = error.fault;
    const move = new Game({ firstSide, firstTurn }).numberOf(number - 1);
    inText.move = { ...move, text: columns ? lines[error.line - 1].slice(...columns) : "" };
  }
  return { ...entry, error: inText };
}

/** @param {RecordEntry} entry @param {number} part @param {number} index @returns {GameSummary} */
function summaryOf(entry, part, index) {
  if (entry.kind === "unreadable") return { part, index, length: 0, error: entry };
  const { white, black, date, result, moves } = entry.record;
  return { part, index, white, black, date, result, length: moves.length, error: entry.error };
}

export class Collection {
  #parts;
  #options;
  #ask;
  /** @type {GameSummary[]} */
  games = [];
  /** @type {ReadReport["format"]} The format of the first part; the others have the same. */
  format;
  /** @type {BoardChoice} */
  board;

  /**
   * @param {string} text
   * @param {ReadOptions} options the board of games that do not name theirs
   * @param {(text: string, options: ReadOptions) => Promise<ReadReport>} ask reads a text
   */
  constructor(text, options, ask) {
    this.#parts = partsOf(text);
    this.#options = options;
    this.#ask = ask;
  }

  get isLarge() {
    return this.#parts.length > 2;
  }

  /**
   * Reads all games. Returns null if `signal` ended the reading.
   *
   * @param {{ signal?: AbortSignal, onProgress?: (done: number, games: number) => void }} options `done` goes from 0 to 1
   */
  async read({ signal, onProgress = () => {} } = {}) {
    this.games = [];
    const boards = [];
    for (const [part, { text, line }] of this.#parts.entries()) {
      onProgress(part / this.#parts.length, this.games.length);
      const { format, board, records } = await this.#ask(text, this.#options);
      if (signal?.aborted) return null;
      this.format ??= format;
      boards.push(board);
      const lines = text.split("\n");
      for (const [index, entry] of records.entries()) this.games.push(summaryOf(entryInText(entry, { lines, line }), part, index));
    }
    this.board = boards.find(({ kind }) => kind !== "given") ?? { kind: "given" };
    return this;
  }

  /** The games whose moves before an error, or all moves, can be shown. */
  get readable() {
    return this.games.filter(({ error, length }) => !error || length > 0);
  }

  /** Reads a game. @param {GameSummary} game */
  async entry({ part, index }) {
    const { text, line } = this.#parts[part];
    const { records } = await this.#ask(text, this.#options);
    return entryInText(records[index], { lines: text.split("\n"), line });
  }
}
