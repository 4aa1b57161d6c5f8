// Between the game of the page and the game record of the JSON interface. Pure.

/** @import { GameEntry, GameRecord } from "./types.js" */

import { Game } from "./game.js";

/**
 * The game of a record. If its last moves could not be read, the game can be continued.
 *
 * @param {GameEntry} entry
 */
export function gameOfRecord({ record, first_side: firstSide, first_turn: firstTurn, error }) {
  const moves = record.moves.map(({ move, score, mate, depth, nodes, ms, ...notes }, ply) => {
    const sign = (ply % 2 === 0) === (firstSide === "w") ? 1 : -1;
    const known = mate !== undefined ? { mate: sign * mate } : score !== undefined ? { cp: sign * score } : undefined;
    // Match lines have a time for every move. A time of 0 is unknown.
    return { text: move, score: known, depth, nodes, ms: ms || undefined, notes };
  });
  const { result, reason, detail, limits } = record;
  return new Game({
    variant: record.variant,
    blocked: record.blocked ?? "draw",
    repetition: record.repetition ?? "draw",
    start: record.opening ?? null,
    firstSide,
    firstTurn,
    moves,
    white: record.white,
    black: record.black,
    outcome: result && result !== "*" && !error ? { result, reason, detail } : null,
    date: record.date,
    limits: limits ?? null,
    source: error ? null : record,
  });
}

/**
 * The record of a game.
 *
 * @param {Game} game
 * @param {string} today the date of a game that has none, as `YYYY.MM.DD`
 * @returns {GameRecord}
 */
export function recordOfGame(game, today) {
  const moves = game.moves.map(({ text, score, depth, nodes, ms, notes }, ply) => {
    const sign = game.sideAt(ply) === "w" ? 1 : -1;
    // Adding 0 turns -0 into 0.
    const [cp, mate] = [score?.cp, score?.mate].map((value) => (value === undefined ? undefined : Math.round(sign * value) + 0));
    return { ...notes, move: text, score: cp, mate, depth, nodes, ms };
  });
  const { end } = game;
  return {
    ...game.source,
    variant: game.variant,
    blocked: game.blocked,
    repetition: game.repetition === "draw" ? undefined : game.repetition,
    white: game.white || undefined,
    black: game.black || undefined,
    limits: game.limits ?? undefined,
    opening: game.start ?? undefined,
    moves,
    result: end?.result ?? "*",
    reason: end?.reason || undefined,
    detail: end?.detail || undefined,
    date: game.date || today,
  };
}

/**
 * A day as `YYYY.MM.DD`.
 *
 * @param {Date} date
 */
export function dateText(date) {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((number) => String(number).padStart(2, "0"));
  return `${date.getFullYear()}.${month}.${day}`;
}
