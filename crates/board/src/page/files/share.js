// Links that contain a position or a game in the fragment of the address. Pure.
//
// `s` is a position text. `m` has the packed moves of a game without notes: a cell is one character of base64url, its index
// among the cells of the board. An entry is its cell, a step "." and two cells, a capture "~", the number of its cells as a
// character, and the cells. `g` is a compressed record with names, comments, marks and variations. `p` is the number of the
// position that is shown, in the order of `Game.nodes`: on the main line the number of its moves.

/** @import { GameRecord, PositionData, RecordedMove, Rules } from "../package/types.js" */

import { Game, pathOf, text } from "../package/luctor.js";
import { gameOfRecord, recordOfGame } from "./record.js";

/** @typedef {Pick<Rules, "describe" | "readRecords">} GameReader */

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Characters from which on a line of moves is compressed. */
const LONG = 1000;
/** Bytes of the record in a link. */
const MAX_RECORD_BYTES = 4 << 20;

/** @param {string[]} moves @param {string[]} cells all cells of the board */
export function packMoves(moves, cells) {
  const pack = (/** @type {string[]} */ path) => path.map((cell) => DIGITS[cells.indexOf(cell)]).join("");
  const packed = moves.map((move) => {
    const path = pathOf(move);
    if (move.includes("x")) return `~${DIGITS[path.length]}${pack(path)}`;
    return path.length === 2 ? `.${pack(path)}` : pack(path);
  });
  return packed.join("");
}

/** The moves of a packed text, or null if it has another form. */
export function unpackMoves(/** @type {string} */ packed, /** @type {string[]} */ cells) {
  const moves = [];
  for (let at = 0; at < packed.length;) {
    const isStep = packed[at] === ".";
    const isCapture = packed[at] === "~";
    const length = isStep ? 2 : isCapture ? DIGITS.indexOf(packed[at + 1] ?? "") : 1;
    at += isStep ? 1 : isCapture ? 2 : 0;
    const path = Array.from(packed.slice(at, at + length), (digit) => cells[DIGITS.indexOf(digit)]);
    if (length < 1 || path.length !== length || !path.every(Boolean)) return null;
    moves.push(path.join(isCapture ? "x" : "-"));
    at += length;
  }
  return moves;
}

/** Is this the fragment of a link to a game or a position? */
export const isLink = (/** @type {string} */ fragment) => /^#([a-z]=[^&]*&)*[vg]=/.test(fragment);

/** The fragment of a game: a short one for a line of moves, or a compressed record. */
export async function fragmentOfGame(/** @type {Game} */ game, /** @type {string[]} */ cells) {
  /** @type {Record<string, string>} */
  const values = { v: game.variant, m: packMoves(game.at(game.length).moves, cells), p: String(game.cursor) };
  if (game.start !== null) values.s = game.start;
  if (game.blocked !== "draw") values.b = game.blocked;
  if (game.repetition !== "draw") values.r = game.repetition;
  const line = `#${new URLSearchParams(values)}`;
  if (isLine(game) && line.length < LONG) return line;
  const json = JSON.stringify(withoutSearch(recordOfGame(game, "")));
  const packed = await through(new TextEncoder().encode(json), new CompressionStream("deflate-raw"), Infinity);
  const whole = `#g=${base64url(packed)}&p=${[...game.nodes()].indexOf(game.node)}`;
  return isLine(game) && line.length <= whole.length ? line : whole;
}

/** Is there nothing but a line of moves? */
function isLine(/** @type {Game} */ { line, white, black }) {
  const isPlain = line.every(({ children, comment, nags, outcome }) => {
    return comment === "" && nags.length === 0 && children.length <= 1 && !outcome;
  });
  return isPlain && !white && !black && line[line.length - 1].children.length === 0;
}

/** A record without what engines reported, and without its place in a match. */
function withoutSearch(/** @type {GameRecord} */ { moves, match, game, pair, wall_ms, limits, end, black_first, ...record }) {
  /** @type {(line: RecordedMove[]) => RecordedMove[]} */
  const kept = (line) =>
    line.map(({ move, nags, comment, variations }) => ({ move, nags, comment, variations: variations?.map(kept) }));
  return { ...record, moves: kept(moves) };
}

function base64url(/** @type {Uint8Array} */ bytes) {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(/** @type {string} */ encoded) {
  return Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}

/** The bytes that come out of a stream. Throws an error if there are more than `most`. */
async function through(
  /** @type {Uint8Array<ArrayBuffer>} */ bytes,
  /** @type {CompressionStream | DecompressionStream} */ stream,
  /** @type {number} */ most,
) {
  const parts = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > most) throw new RangeError("too long");
    parts.push(read.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export const fragmentOfPosition = (/** @type {Pick<PositionData, "variant" | "text">} */ { variant, text }) =>
  `#${new URLSearchParams({ v: variant, s: text })}`;

/**
 * The game of the fragment of a link, or null if the link is damaged. The rules check the start and the moves.
 *
 * @returns {Promise<Game | null>}
 */
export async function gameOfFragment(/** @type {string} */ fragment, /** @type {GameReader} */ rules) {
  const values = new URLSearchParams(fragment.replace(/^#/, ""));
  if (values.has("g")) return gameOfPacked(values, rules);
  const variant = values.get("v") ?? "";
  if (!Object.hasOwn(text.boards, variant)) return null;
  const { cells } = await rules.describe(new Game({ variant }).at());
  const moves = unpackMoves(
    values.get("m") ?? "",
    cells.map(({ cell }) => cell),
  );
  if (moves === null) return null;
  const blocked = values.get("b") === "loss" ? "loss" : "draw";
  const repetition = values.get("r") === "unlimited" ? "unlimited" : "draw";
  const game = new Game({ variant, blocked, repetition, start: values.get("s"), moves });
  game.goTo(shownOf(values) ?? moves.length);
  return game;
}

/** The number of the position that is shown, or null. */
function shownOf(/** @type {URLSearchParams} */ values) {
  const text = values.get("p") ?? "";
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** The game of a compressed record, or null. */
async function gameOfPacked(/** @type {URLSearchParams} */ values, /** @type {GameReader} */ rules) {
  let json;
  try {
    const packed = bytesOf(values.get("g") ?? "");
    json = new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw"), MAX_RECORD_BYTES));
  } catch {
    // The text is not complete, or not one of this page.
    return null;
  }
  const { records } = await rules.readRecords(json);
  const [entry] = records;
  if (records.length !== 1 || entry.kind !== "game" || entry.error) return null;
  const game = gameOfRecord(entry);
  const shown = [...game.nodes()][shownOf(values) ?? -1];
  if (shown) game.select(shown);
  return game;
}
