// Links that contain a position, or a game with packed moves, in the fragment of the address. Pure.
//
// A cell is one character of base64url: its index among the cells of the board. An entry is its cell, a step "." and two
// cells, a capture "~", the number of its cells as a character, and the cells.

import { Game } from "./game.js";
import { pathOf } from "./move_text.js";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VARIANTS = ["emergo", "emergo7", "hexemergo"];

/** @param {string[]} moves @param {string[]} cells all cells of the board */
export function packMoves(moves, cells) {
  const pack = (path) => path.map((cell) => DIGITS[cells.indexOf(cell)]).join("");
  const packed = moves.map((move) => {
    const path = pathOf(move);
    if (move.includes("x")) return `~${DIGITS[path.length]}${pack(path)}`;
    return path.length === 2 ? `.${pack(path)}` : pack(path);
  });
  return packed.join("");
}

/** The moves of a packed text, or null if it has another form. @param {string} packed @param {string[]} cells */
export function unpackMoves(packed, cells) {
  const moves = [];
  for (let at = 0; at < packed.length; ) {
    const isStep = packed[at] === ".";
    const isCapture = packed[at] === "~";
    const length = isStep ? 2 : isCapture ? DIGITS.indexOf(packed[at + 1] ?? "") : 1;
    at += isStep ? 1 : isCapture ? 2 : 0;
    const path = [...packed.slice(at, at + length)].map((digit) => cells[DIGITS.indexOf(digit)]);
    if (length < 1 || path.length !== length || path.includes(undefined)) return null;
    moves.push(path.join(isCapture ? "x" : "-"));
    at += length;
  }
  return moves;
}

/** The fragment of the line of a game. @param {Game} game @param {string[]} cells */
export function fragmentOfGame(game, cells) {
  const values = { v: game.variant, m: packMoves(game.moves.map((move) => move.text), cells), p: String(game.cursor) };
  if (game.start !== null) values.s = game.start;
  if (game.blocked !== "draw") values.b = game.blocked;
  if (game.repetition !== "draw") values.r = game.repetition;
  return `#${new URLSearchParams(values)}`;
}

/** The fragment of a position. */
export const fragmentOfPosition = ({ variant, text }) => `#${new URLSearchParams({ v: variant, s: text })}`;

/**
 * The game of a fragment. Null if the fragment is not one of a link; `game` is null if the link is damaged. The rules check
 * the start and the moves.
 *
 * @param {string} fragment
 * @param {(variant: import("./types.js").Variant) => Promise<string[]>} cellsOf all cells of a board
 */
export async function gameOfFragment(fragment, cellsOf) {
  const values = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!values.has("v")) return null;
  const variant = /** @type {import("./types.js").Variant} */ (values.get("v"));
  if (!VARIANTS.includes(variant)) return { game: null };
  const moves = unpackMoves(values.get("m") ?? "", await cellsOf(variant));
  if (moves === null) return { game: null };
  const blocked = values.get("b") === "loss" ? "loss" : "draw";
  const repetition = values.get("r") === "unlimited" ? "unlimited" : "draw";
  const game = new Game({ variant, blocked, repetition, start: values.get("s"), moves });
  game.goTo(Number(values.get("p") ?? moves.length) || 0);
  return { game };
}
