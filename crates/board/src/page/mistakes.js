// Learn from mistakes: the positions of a reported game in which a player had a better move. The player looks for it; a move
// that is as good counts. A search compares other moves with the best one.

/** @import { MoveNode, Side } from "./types.js" */

import { ExerciseView } from "./exercise_view.js";
import { endWords, Game, mistakesOf, other, shownMove, text } from "./luctor.js";

export class Mistakes {
  #element;
  #study;
  #controller;
  #view;
  /** The game that has the report. */
  #reported = null;
  /** @type {Side} The side whose mistakes are shown. */
  #side = "w";
  /** @type {{ ply: number, node: MoveNode, wrong: number, end: "found" | "shown" | null }[]} */
  #mistakes = [];
  #index = 0;
  /** The game up to the mistake. */
  #game = null;
  #comparing = null;

  /**
   * `game` returns the game with the report, `personSide` the side that is shown first. `onLeave` is called when the person
   * goes back to the report, `onSay` with a sentence.
   */
  constructor(element, study, controller, { game, personSide, onLeave, onSay }) {
    this.#element = element;
    this.#study = study;
    this.#controller = controller;
    this.game = game;
    this.personSide = personSide;
    this.#view = new ExerciseView(element, controller, { onSay });
    const on = (selector, event, act) => this.#find(selector).addEventListener(event, act);
    on("[name=side]", "change", ({ target }) => this.#begin(target.value));
    on(".next", "click", () => this.#show(this.#index + 1));
    on(".solution", "click", () => this.#giveUp());
    on(".again", "click", () => this.#begin(this.#side));
    on(".leave", "click", onLeave);
  }

  #find(selector) {
    return this.#element.querySelector(selector);
  }

  /** The mistake on the board, or null at the summary. */
  get #mistake() {
    return this.#mistakes[this.#index] ?? null;
  }

  /** Is this mistake still on the board? The person may have gone to another one, or to another mode. */
  #isCurrent(mistake) {
    return this.#mistake === mistake && this.#controller.game === this.#game;
  }

  async open() {
    this.#reported = this.game();
    const side = this.personSide();
    await this.#begin(mistakesOf(this.#reported, side).length > 0 ? side : other(side));
  }

  close() {
    this.#comparing?.abort();
    this.#game = null;
  }

  #begin(side) {
    this.#side = side;
    this.#mistakes = mistakesOf(this.#reported, side).map((mistake) => ({ ...mistake, wrong: 0, end: null }));
    return this.#show(0);
  }

  /** Shows a mistake, or the summary behind the last one. */
  async #show(index) {
    this.#comparing?.abort();
    this.#index = index;
    this.#view.showLine([]);
    this.#view.tell("");
    const mistake = this.#mistake;
    if (mistake) {
      const { variant, blocked, repetition, start, firstSide, firstTurn } = this.#reported;
      const moves = [];
      // The root has no move.
      for (let node = mistake.node.parent; node.parent; node = node.parent) moves.unshift(node.text);
      this.#game = new Game({ variant, blocked, repetition, start, firstSide, firstTurn, moves });
      this.#controller.view.turned = this.#side === "b";
      await this.#controller.take(this.#game);
      if (!this.#isCurrent(mistake)) return;
      this.#view.showArrows([mistake.node.text]);
    }
    this.draw();
    this.#view.onSay(this.#task);
  }

  #shown(move) {
    return shownMove(move, this.#controller.board.names);
  }

  get #task() {
    const mistake = this.#mistake;
    if (mistake === null) {
      const found = this.#mistakes.filter(({ end }) => end === "found");
      const atOnce = found.filter(({ wrong }) => wrong === 0);
      return text.mistakes.summary(this.#side, { all: this.#mistakes.length, found: found.length, atOnce: atOnce.length });
    }
    const { turn } = this.#reported.numberOf(mistake.ply);
    const { report } = mistake.node;
    return text.mistakes.task(turn, this.#side, this.#shown(report.played), text.report.marks[report.mark]);
  }

  draw() {
    const mistake = this.#mistake;
    this.#find("[name=side]").value = this.#side;
    this.#find(".count").textContent = mistake ? text.mistakes.count(this.#index + 1, this.#mistakes.length) : "";
    this.#find(".task").textContent = this.#task;
    this.#find(".next").disabled = mistake === null;
    this.#find(".next").classList.toggle("main", mistake !== null && mistake.end !== null);
    this.#find(".solution").disabled = mistake === null || mistake.end !== null;
    this.#find(".again").disabled = this.#mistakes.length === 0;
  }

  /** May the person move this side now? */
  mayMove(side) {
    const isShown = this.#game !== null && this.#controller.game === this.#game && this.#game.isAtEnd;
    return isShown && side === this.#side && this.#mistake?.end === null;
  }

  step(direction) {
    return this.#view.step(direction);
  }

  shown() {
    this.#view.shown();
  }

  /** The person plays a legal move. */
  async play(move) {
    const mistake = this.#mistake;
    const { played, best } = mistake.node.report;
    this.#comparing?.abort();
    this.#view.showLine([]);
    if (move.text === best.moves[0]) {
      await this.#found(mistake, move);
      return;
    }
    this.#controller.forget();
    if (move.text === played) {
      this.#view.tell(text.mistakes.same(this.#shown(played)), "wrong");
      return;
    }
    const comparing = (this.#comparing = new AbortController());
    this.#view.tell(text.mistakes.searching(this.#shown(move.text)));
    const found = await this.#study.compare(this.#game.at(this.#game.length), move.text, best.moves[0], { signal: comparing.signal });
    if (found === null || comparing.signal.aborted) return;
    const { line, mark, ending } = found;
    const [points, most] = [found.expected, found.best_expected].map((expected) => Math.round(100 * expected));
    const words = this.#shown(move.text);
    if (mark === null) {
      // The position stays, so that the best line can be played too.
      await this.#end(mistake, { end: "found", sentence: text.mistakes.asGood(words, points, this.#shown(best.moves[0]), most), line: best.moves });
      return;
    }
    mistake.wrong += 1;
    const wrong = ending
      ? text.mistakes.wrongEnd(words, endWords(ending))
      : text.mistakes.wrong(words, { mark, opponent: other(this.#side), answer: this.#shown(line[0]), points, most });
    this.#view.tell(wrong, "wrong");
    this.#view.showLine([move.text, ...line]);
  }

  /** The person has found the best move. */
  async #found(mistake, move) {
    mistake.end = "found";
    await this.#view.showPosition();
    if (!this.#isCurrent(mistake)) return;
    await this.#controller.play(move);
    const sentence = text.mistakes.best(this.#shown(move.text));
    await this.#end(mistake, { end: "found", sentence, line: mistake.node.report.best.moves.slice(1) });
  }

  #giveUp() {
    this.#comparing?.abort();
    const { moves } = this.#mistake.node.report.best;
    return this.#end(this.#mistake, { end: "shown", sentence: text.mistakes.solution(this.#shown(moves[0])), line: moves });
  }

  /** Ends a mistake with a sentence and a line. */
  async #end(mistake, { end, sentence, line }) {
    mistake.end = end;
    await this.#view.showPosition();
    if (!this.#isCurrent(mistake)) return;
    this.#view.tell(sentence, end === "found" ? "right" : "");
    this.#view.showLine(line);
    this.#controller.mark();
    this.draw();
  }
}
