// The summary of a report: the accuracy and errors of the players, and the missed wins.

/** @import { Game, MoveNode, PlayerReport, ReportTable, Side, Stage } from "../package/types.js" */

import { button, find, html, missedWins, playerWords, replaceButtons, shownMove, text } from "../package/luctor.js";

/** @type {("game" | Stage)[]} */
const STAGES = ["game", "entering", "middle", "end"];
/** @type {(keyof typeof text.report.columns)[]} */
const COLUMNS = ["judged", "accuracy", "mean_loss", "inaccuracies", "mistakes", "blunders", "good", "missed_wins"];
/** @type {Partial<Record<string, (value: number) => string>>} */
const FORMS = { accuracy: (percent) => `${percent.toFixed(0)} %`, mean_loss: (points) => points.toFixed(3) };

function row(/** @type {Side} */ side, /** @type {"game" | Stage} */ stage, /** @type {PlayerReport} */ player) {
  const isWhole = stage === "game";
  const name = isWhole ? playerWords(side, player.name) : text.report.stages[stage];
  const cells = COLUMNS.map((column) => {
    const value = player[stage][column];
    return html("td", {}, value === null ? "–" : (FORMS[column] ?? String)(value));
  });
  return html("tr", { class: isWhole ? "whole" : "stage" }, html("th", { scope: "row" }, name), ...cells);
}

/**
 * Draws the summary of the report on a game. `onJump` is called with a move.
 *
 * @param {ReportTable} report
 * @param {{ game: Game, names: Map<string, string>, onJump: (node: MoveNode) => void }} options
 */
export function drawSummary(report, { game, names, onJump }) {
  const { white, black } = report.players;
  const rows = [...STAGES.map((stage) => row("white", stage, white)), ...STAGES.map((stage) => row("black", stage, black))];
  find(".summary tbody").replaceChildren(...rows);
  const heads = COLUMNS.map((column) => html("th", { scope: "col" }, text.report.columns[column]));
  find(".summary thead tr").replaceChildren(html("td"), ...heads);
  const missed = missedWins(game).map(({ node, turn, side, played, missed_win: moves }) => {
    const words = text.report.missedBy(turn, side, shownMove(played, names), moves ?? 0);
    return html("li", {}, button(words, { click: () => onJump(node) }));
  });
  replaceButtons(find(".summary .missed-wins"), missed);
  const [[limit, amount]] = /** @type {[keyof typeof text.report.limits, number][]} */ (Object.entries(report.limit));
  find(".summary .made-by").textContent = text.report.madeBy(report.engine, text.report.limits[limit](amount));
}
