// The report on a game: it is requested, kept with the moves of the game, and shown: the judgement of the current move with the
// better line, the accuracy and errors of the players, and the missed wins. The move list and the graph show the marks.

/** @import { BoardController, Game, GameReportData, Study } from "../package/types.js" */

import { say } from "../common/messages.js";
import { dateText, recordOfGame } from "../files/record.js";
import { LineView } from "../game_view/line_view.js";
import { betterLine, button, evaluationsOf, html, judgementWords, missedWins, mistakesOf, pageText, shownMove, text } from "../package/luctor.js";

const STAGES = ["game", "entering", "middle", "end"];
const COLUMNS = ["judged", "accuracy", "mean_loss", "inaccuracies", "mistakes", "blunders", "good", "missed_wins"];
const FORMS = { accuracy: (percent) => `${percent.toFixed(0)} %`, mean_loss: (points) => points.toFixed(3) };

export class Report {
  #element;
  #study;
  #controller;
  #line;
  #running = null;
  /** The last report, and its game. */
  #report = null;
  #game = null;
  /** The move whose better line is on the board, with the position before it; or null. */
  #chosen = null;
  #hasArrows = false;

  /** Called with a sentence about the whole report. */
  onDone = (/** @type {string} */ sentence) => {};

  constructor(element, /** @type {BoardController} */ controller, /** @type {Study} */ study) {
    this.#element = element;
    this.#controller = controller;
    this.#study = study;
    this.#line = new LineView(this.#find(".better-line"), controller, (moves) => this.#showLine(moves));
    this.#find(".next-mark").addEventListener("click", () => this.#jumpToMark());
    this.#find("#analyse-game").addEventListener("click", () => (this.isRunning ? this.cancel() : this.request()));
  }

  #find(selector) {
    return this.#element.querySelector(selector);
  }

  get isRunning() {
    return this.#running !== null;
  }

  cancel() {
    this.#running?.abort();
  }

  /** Searches the game on the board. */
  async request() {
    const { game } = this.#controller.store;
    this.cancel();
    const running = (this.#running = new AbortController());
    this.#progress(0, game.length + 1);
    try {
      const report = await this.#study.annotate(recordOfGame(game, dateText(new Date())), {
        nodes: Number(this.#find("#report-effort").value),
        signal: running.signal,
        onProgress: (done, total) => this.#progress(done, total),
      });
      if (report && this.#controller.store.game === game) {
        game.takeReports(report.moves, evaluationsOf(report));
        this.take(game, report);
      }
    } finally {
      // Another request may have begun.
      if (this.#running === running) {
        this.#running = null;
        this.#progress(0, 0);
      }
    }
  }

  #progress(done, total) {
    const isRunning = total > 0;
    this.#find("#game-progress").hidden = !isRunning;
    this.#find("#analyse-game").textContent = isRunning ? pageText("Cancel") : pageText("Analyse game");
    const bar = this.#find("progress");
    bar.max = Math.max(total, 1);
    bar.value = done;
    this.#find("#game-progress span").textContent = text.analysis.progress(done, total);
  }

  /** Takes the report on a game, whose moves have it already. @param {Game} game @param {GameReportData} report */
  take(game, report) {
    [this.#game, this.#report, this.#chosen] = [game, report, null];
    const errors = ({ game: { blunders, mistakes, inaccuracies } }) => blunders + mistakes + inaccuracies;
    this.onDone(text.messages.analysed(errors(report.players.white), errors(report.players.black)));
    this.#controller.store.changed("moves");
    this.draw();
  }

  /** The move that is judged: the last one before the position on the board, or the chosen one. */
  get judged() {
    const { game } = this.#controller.store;
    const isChosen = this.#chosen !== null && game.line[game.cursor + 1] === this.#chosen;
    return isChosen ? this.#chosen : game.node;
  }

  /** Jumps to the position after a move. If there was a better line, it is shown from the position before the move. */
  async jump(node) {
    const { game } = this.#controller.store;
    game.select(node);
    this.#chosen = node.report && betterLine(node.report) ? node : null;
    await this.#controller.goTo(this.#chosen === null ? game.cursor : game.cursor - 1);
    if (node.report) say(judgementWords(node.report, this.#controller.board.names));
  }

  /** Jumps to the next move of the line with a mark, or to the first one. */
  #jumpToMark() {
    const { moves } = this.#controller.store.game;
    const place = moves.indexOf(this.judged);
    const marked = moves.filter(({ report }) => report?.mark);
    const next = marked.find((node) => moves.indexOf(node) > place) ?? marked[0];
    if (next) return this.jump(next);
  }

  /** Goes on or back in the better line, if it is on the board. Returns whether it is. */
  step(direction) {
    return this.#line.step(direction);
  }

  /** Shows what belongs to the position of the game. */
  draw() {
    const { store: { game }, board } = this.#controller;
    const { judged } = this;
    if (judged !== this.#chosen) this.#chosen = null;
    const { report } = judged;
    const sentence = report ? judgementWords(report, board.names) : "";
    const better = (report && betterLine(report)) || [];
    this.#find(".judgement").hidden = sentence === "";
    this.#find(".judgement .sentence").textContent = sentence;
    this.#line.show(better);
    this.#find(".judgement .better").hidden = better.length === 0;
    if (this.#chosen !== null || this.#hasArrows) this.#controller.showArrows(this.#chosen === null ? null : better);
    this.#hasArrows = this.#chosen !== null;
    this.#find("#learn-from-mistakes").hidden = mistakesOf(game, "w").length + mistakesOf(game, "b").length === 0;
    const isKnown = this.#game === game;
    this.#find(".summary").hidden = !isKnown;
    if (isKnown) this.#drawSummary();
  }

  async #showLine(moves) {
    if (this.#chosen === null) {
      const { game } = this.#controller.store;
      this.#chosen = game.node;
      await this.#controller.goTo(game.cursor - 1);
    }
    await this.#controller.preview(moves);
  }

  #drawSummary() {
    const { white, black } = this.#report.players;
    const rows = [["w", white], ["b", black]].flatMap(([side, player]) => STAGES.map((stage) => this.#row(side, stage, player)));
    this.#find(".summary tbody").replaceChildren(...rows);
    const heads = COLUMNS.map((column) => html("th", { scope: "col" }, text.report.columns[column]));
    this.#find(".summary thead tr").replaceChildren(html("td"), ...heads);
    const missed = missedWins(this.#report).map((move) => this.#missed(move));
    this.#find(".missed-wins").replaceChildren(...missed);
    this.#find(".summary .made-by").textContent = text.report.madeBy(this.#report.engine, this.#report.limit.nodes);
  }

  #row(side, stage, player) {
    const isWhole = stage === "game";
    const name = isWhole ? [text.sides[side], player.name].filter(Boolean).join(": ") : text.report.stages[stage];
    const cells = COLUMNS.map((column) => {
      const value = player[stage][column];
      return html("td", {}, value === null ? "–" : (FORMS[column] ?? String)(value));
    });
    return html("tr", { class: isWhole ? "whole" : "stage" }, html("th", { scope: "row" }, name), ...cells);
  }

  /** Jumps to a move of the report, from 1. */
  async #jumpTo(ply) {
    let node = this.#controller.store.game.root;
    for (const { played } of this.#report.moves.slice(0, ply)) node = node?.children.find((child) => child.text === played);
    if (node) await this.jump(node);
  }

  #missed({ ply, turn, played, missed_win: moves }) {
    const shown = shownMove(played, this.#controller.board.names);
    const words = text.report.missedBy(turn, this.#game.sideAt(ply - 1), shown, moves);
    return html("li", {}, button(words, { click: () => this.#jumpTo(ply) }));
  }
}
