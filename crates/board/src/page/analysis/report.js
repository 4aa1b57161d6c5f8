// The report on a game: it is requested, kept with the moves of the game, and shown: the judgement of the current move with the
// better line, and the summary. The move list and the graph show the marks.

/** @import { BoardController, MoveNode, PlayerReport, Study } from "../package/types.js" */

import { announce, showNotice } from "../common/messages.js";
import { Part } from "../common/part.js";
import { dateText, recordOfGame } from "../files/record.js";
import { LineView } from "../game_view/line_view.js";
import { betterLine, evaluationsOf, judgementWords, mistakesOf, pageText, SIDES, text } from "../package/luctor.js";
import { drawSummary } from "./report_summary.js";

/** @extends {Part<{ controller: BoardController, study: Study }>} */
export class Report extends Part {
  /** @type {AbortController | null} */
  #running = null;
  /** @type {MoveNode | null} The move whose better line is on the board, with the position before it. */
  #chosen = null;

  constructor(/** @type {Report["parts"]} */ parts) {
    super(parts, "#report");
    /** The better line below the board. */
    this.line = new LineView(this.find(".better-line"), this.controller, (moves) => this.#showLine(moves));
    this.on(".next-mark", "click", () => this.#jumpToMark());
    this.on("#analyse-game", "click", () => (this.isRunning ? this.cancel() : this.request()));
    this.store.listen(["position"], () => this.#draw());
  }

  get isRunning() {
    return this.#running !== null;
  }

  /** Is there a report on the game on the board, up to its last move? */
  get isMade() {
    const { game } = this.store;
    return game.report !== null && game.line[game.length].report !== null;
  }

  cancel() {
    this.#running?.abort();
  }

  async request() {
    const { game } = this.store;
    this.cancel();
    const running = (this.#running = new AbortController());
    this.#progress(0, game.length + 1);
    try {
      const report = await this.parts.study.annotate(recordOfGame(game, dateText(new Date())), {
        nodes: Number(this.find("select#report-effort").value),
        signal: running.signal,
        onProgress: (done, total) => this.#progress(done, total),
      });
      if (report && this.store.ownGame === game) {
        game.takeReport(report, evaluationsOf(report));
        const { white, black } = report.players;
        const errors = (/** @type {PlayerReport} */ { game: of }) => of.blunders + of.mistakes + of.inaccuracies;
        showNotice(text.messages.analysed(errors(white), errors(black)));
        this.#chosen = null;
        // An exercise has arrows of its own.
        if (this.store.game === game) this.controller.showArrows(null);
        this.store.changed("moves");
        this.#draw();
      }
    } finally {
      // Another request may have begun.
      if (this.#running === running) {
        this.#running = null;
        this.#progress(0, 0);
      }
    }
  }

  #progress(/** @type {number} */ done, /** @type {number} */ total) {
    const isRunning = total > 0;
    this.find("#game-progress").hidden = !isRunning;
    this.find("#analyse-game").textContent = isRunning ? pageText("Cancel") : pageText("Analyse game");
    const bar = this.find("progress");
    bar.max = Math.max(total, 1);
    bar.value = done;
    this.find("#game-progress span").textContent = text.analysis.progress(done, total);
  }

  /** The move that is judged: the last one before the position on the board, or the chosen one. */
  get judged() {
    const { game } = this.store;
    const next = game.line[game.cursor + 1];
    return next === this.#chosen ? next : game.node;
  }

  /** Jumps to the position after a move. If there was a better line, it is shown from the position before the move. */
  async jump(/** @type {MoveNode} */ node) {
    const { game } = this.store;
    game.select(node);
    this.#chosen = node.report && betterLine(node.report) ? node : null;
    await this.controller.goTo(this.#chosen === null ? game.cursor : game.cursor - 1);
    if (node.report) announce(judgementWords(node.report, this.controller.board.names));
  }

  /** Jumps to the next move of the line with a mark, or to the first one. */
  #jumpToMark() {
    const { moves } = this.store.game;
    const place = moves.indexOf(this.judged);
    const marked = moves.filter(({ report }) => report?.mark);
    const next = marked.find((node) => moves.indexOf(node) > place) ?? marked[0];
    if (next) return this.jump(next);
  }

  /** Shows what belongs to the position of the game. */
  #draw() {
    const { game } = this.store;
    const { names } = this.controller.board;
    const { judged } = this;
    // The position before the chosen move has left the board.
    if (judged === game.node) this.#chosen = null;
    const { report } = judged;
    const sentence = report ? judgementWords(report, names) : "";
    const better = (report && betterLine(report)) || [];
    this.find(".judgement").hidden = sentence === "";
    this.find(".judgement .sentence").textContent = sentence;
    this.line.show(better);
    this.find(".judgement .better").hidden = better.length === 0;
    if (this.#chosen !== null) this.controller.showArrows(better);
    this.find("#learn-from-mistakes").hidden = SIDES.every((side) => mistakesOf(game, side).length === 0);
    this.find(".summary").hidden = game.report === null;
    if (game.report) drawSummary(game.report, { game, names, onJump: (node) => this.jump(node) });
  }

  /** Shows a line from the position before the judged move. */
  #showLine(/** @type {string[]} */ moves) {
    const { game } = this.store;
    const ply = this.#chosen === null ? game.cursor - 1 : game.cursor;
    this.#chosen ??= game.node;
    return this.controller.preview(moves, ply);
  }
}
