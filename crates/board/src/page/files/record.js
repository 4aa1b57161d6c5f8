// Between the game of the page and the game record of the JSON interface. Pure.

/** @import { GameEntry, GameHeader, GameRecord, GameResult, MoveNode, RecordedMove, RecordEnd } from "../package/types.js" */

import { forWhite, Game } from "../package/luctor.js";

/** @type {GameResult[]} */
const RESULTS = ["1-0", "1/2-1/2", "0-1"];

/** The game of a record. If the end of its main line could not be read, the game can be continued. */
export function gameOfRecord(/** @type {GameEntry} */ { record, first_side: firstSide, first_turn: firstTurn, error }) {
  const { reason, detail, limits } = record;
  const result = RESULTS.find((one) => one === record.result);
  const { moves, ...source } = record;
  const isCut = error?.fault.kind === "move" && !error.fault.is_complete;
  const game = new Game({
    variant: record.variant,
    blocked: record.blocked,
    repetition: record.repetition,
    start: record.opening,
    firstSide,
    firstTurn,
    white: record.white,
    black: record.black,
    date: record.date,
    limits,
    source: isCut ? null : { ...source, moves: moves.map(({ move }) => move) },
  });
  game.root.comment = record.comment ?? "";
  game.line = addMoves(game, game.root, 0, moves);
  game.goTo(game.length);
  game.outcome = result ? { result, reason, detail } : null;
  game.isUnsaved = false;
  return game;
}

/** Adds moves with their variations behind a node. Returns the line from this node. */
function addMoves(
  /** @type {Game} */ game,
  /** @type {MoveNode} */ parent,
  /** @type {number} */ ply,
  /** @type {RecordedMove[]} */ moves,
) {
  const line = [parent];
  for (const [index, recorded] of moves.entries()) {
    const { move, score, mate, depth, nodes, ms, nags, comment } = recorded;
    const at = ply + index;
    const own = mate !== undefined ? { mate } : score !== undefined ? { centimen: score } : undefined;
    const known = own && forWhite(own, game.sideAt(at));
    const node = game.addTo(line[index], { text: move, score: known, depth, nodes });
    // Several variations may begin with one move.
    if (known && (!node.score || (depth ?? 0) > (node.depth ?? 0))) Object.assign(node, { score: known, depth, nodes });
    node.nags = [...new Set([...node.nags, ...(nags ?? [])])];
    node.comment = [...new Set([node.comment, comment])].filter(Boolean).join(" ");
    // Match lines have a time for every move. A time of 0 is unknown.
    node.ms ??= ms || undefined;
    line.push(node);
  }
  // A variation comes behind the move that it replaces.
  for (const [index, { variations = [] }] of moves.entries()) {
    for (const variation of variations) addMoves(game, line[index], ply + index, variation);
  }
  return line;
}

/**
 * The record of a game. It has the main line and all variations. The main line ends where a player resigned or lost on time, or
 * where moves were taken back. What the tree has behind this end are variations that begin with the last move, because a variation
 * replaces a move.
 *
 * @param {Game} game
 * @param {string} today the date of a game that was played here and has none, as `YYYY.MM.DD`
 * @returns {GameRecord}
 */
export function recordOfGame(game, today) {
  const shown = game.line[game.length];
  // A record without moves has no variations: if all moves were taken back, it has them.
  const isPlayed = shown.parent !== null && game.variationOf(shown) === null;
  const line = isPlayed ? game.line : game.mainLine;
  const last = line.find(({ outcome }) => outcome) ?? line[line.length - 1];
  const texts = line.slice(1, line.indexOf(last) + 1).map(({ text }) => text);
  /** @type {RecordEnd | null} */
  const end = last.outcome ?? last.ending;
  /** @type {Partial<NonNullable<GameHeader["source"]>>} */
  const { moves, ...source } = game.source ?? {};
  const isSame = moves !== undefined && moves.join() === texts.join() && (source.result ?? "*") === (end?.result ?? "*");
  // A changed game has another end, and is not the one of its match.
  if (!isSame)
    for (const key of /** @type {const} */ (["match", "game", "pair", "wall_ms", "reason", "detail"])) delete source[key];
  const { reason, detail } = end ?? source;
  return {
    ...source,
    variant: game.variant,
    blocked: game.blocked,
    repetition: game.repetition === "draw" ? undefined : game.repetition,
    white: game.white || undefined,
    black: game.black || undefined,
    limits: game.limits ?? undefined,
    opening: game.start ?? undefined,
    comment: game.root.comment || undefined,
    moves: mainLineOf(game, last),
    result: end?.result ?? "*",
    reason: reason || undefined,
    detail: detail || undefined,
    // The day of a loaded game is not known.
    date: game.date || (game.source ? "" : today) || undefined,
  };
}

/** The moves of the main line up to a node. @returns {RecordedMove[]} */
function mainLineOf(/** @type {Game} */ game, /** @type {MoveNode} */ last) {
  const moves = movesFrom(game, game.root, 0, last);
  const end = moves.at(-1);
  if (end && last.children.length > 0) {
    const at = moves.length;
    const behind = last.children.map((child) => [{ move: last.text }, moveOf(game, child, at), ...movesFrom(game, child, at + 1)]);
    end.variations = [...(end.variations ?? []), ...behind];
  }
  return moves;
}

/** The main line behind a node, up to another node if there is one, with its variations. */
function movesFrom(
  /** @type {Game} */ game,
  /** @type {MoveNode} */ parent,
  /** @type {number} */ ply,
  /** @type {MoveNode | null} */ last = null,
) {
  /** @type {RecordedMove[]} */
  const moves = [];
  for (let node = parent; node !== last && node.children.length > 0; node = node.children[0]) {
    const [first, ...others] = node.children;
    const at = ply + moves.length;
    const variations = others.map((other) => [moveOf(game, other, at), ...movesFrom(game, other, at + 1)]);
    moves.push({ ...moveOf(game, first, at), variations: variations.length > 0 ? variations : undefined });
  }
  return moves;
}

/** @returns {RecordedMove} */
function moveOf(
  /** @type {Game} */ game,
  /** @type {MoveNode} */ { text: move, score: known, depth, nodes, ms, nags, comment },
  /** @type {number} */ ply,
) {
  // A record has the score from the view of the mover.
  const own = known && forWhite(known, game.sideAt(ply));
  const [score, mate] = [own?.centimen, own?.mate].map((value) => value && Math.round(value));
  return { move, score, mate, depth, nodes, ms, nags: nags.length > 0 ? nags : undefined, comment: comment || undefined };
}

/** A day as `YYYY.MM.DD`. */
export const dateText = (/** @type {Date} */ date) => date.toLocaleDateString("sv").replaceAll("-", ".");
