// What the page reads from a report on a game. Pure.

/** @import { Game, GameReportData, Mark, MoveReport, Side } from "./types.js" */

import { forWhite } from "./score.js";

export const MARK_SIGNS = { good: "!", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Is it the mark of an error? @returns {mark is Exclude<Mark, "good">} */
export const isError = (/** @type {Mark | null} */ mark) => mark !== null && mark !== "good";

/** The better line that is shown, or null. @returns {string[] | null} */
export const betterLine = (/** @type {MoveReport} */ { best, shows_best: isShown }) => (isShown && best ? best.moves : null);

/** The errors of a side on the main line of a game for which the report has a better line. */
export const mistakesOf = (/** @type {Game} */ game, /** @type {Side} */ side) =>
  game.mainLine.flatMap(({ parent, report }) => {
    if (!parent || report?.side !== side || !isError(report.mark)) return [];
    const { turn, played, mark } = report;
    const best = betterLine(report);
    return best ? [{ before: parent, turn, played, mark, best }] : [];
  });

/** The evaluations of the positions of a game, as the game keeps them. */
export function evaluationsOf(/** @type {GameReportData} */ { moves }) {
  const before = moves.map(({ best, evaluation, side }) => ({
    score: forWhite(best?.evaluation ?? evaluation, side),
    depth: best?.depth ?? 0,
  }));
  const last = moves.at(-1);
  return [...before, last ? { score: forWhite(last.evaluation, last.side), depth: 0 } : null];
}

/** The moves of the main line that missed a forced win. */
export const missedWins = (/** @type {Game} */ game) =>
  game.mainLine.flatMap((node) => (node.report?.missed_win ? [{ node, ...node.report }] : []));
