// Learn from mistakes: the positions of a reported game in which a player had a better move. The player looks for it; a move
// that is as good counts. A search compares other moves with the best one.

/** @import { BoardController, LegalMove, Side, Study } from "../package/types.js" */

import { announce } from "../common/messages.js";
import { endWords, mistakesOf, other, percent, text } from "../package/luctor.js";
import { ExerciseBase } from "./exercise_base.js";

/** @typedef {ReturnType<typeof mistakesOf>[number] & { wrong: number, end: "found" | "shown" | null }} Mistake */
/** @typedef {{ end: "found" | "shown", move?: LegalMove, sentence: string, line: string[] }} End */

/** @extends {ExerciseBase<{ controller: BoardController, study: Study }>} */
export class Mistakes extends ExerciseBase {
  /** @type {Side} The side whose mistakes are shown. */
  #side = "white";
  /** @type {Mistake[]} */
  #mistakes = [];
  #index = 0;

  constructor(/** @type {Mistakes["parts"]} */ parts) {
    super(parts, "#mistakes");
    this.on("[name=side]", "change", ({ target }) => this.#begin(target.value === "black" ? "black" : "white"));
    this.on(".next", "click", () => this.#show(this.#index + 1));
    this.on(".solution", "click", () => this.#giveUp());
    this.on(".again", "click", () => this.#begin(this.#side));
  }

  /** The mistake on the board, or null at the summary. */
  get #mistake() {
    return this.#mistakes[this.#index] ?? null;
  }

  /** Is this mistake still on the board? The person may have gone to another one, or to another mode. */
  #isCurrent(/** @type {Mistake} */ mistake) {
    return this.#mistake === mistake && this.store.game === this.game;
  }

  async open() {
    const { ownGame, personSide, ownTurned } = this.store;
    const side = personSide ?? (ownTurned ? "black" : "white");
    await this.#begin(mistakesOf(ownGame, side).length > 0 ? side : other(side));
  }

  #begin(/** @type {Side} */ side) {
    this.#side = side;
    this.#mistakes = mistakesOf(this.store.ownGame, side).map((mistake) => ({ ...mistake, wrong: 0, end: null }));
    return this.#show(0);
  }

  /** Shows a mistake, or the summary behind the last one. */
  async #show(/** @type {number} */ index) {
    this.nextSearch();
    this.#index = index;
    this.showLine([]);
    this.tell("");
    const { ownGame } = this.store;
    const mistake = this.#mistake;
    if (mistake) {
      this.game = ownGame.upTo(mistake.before);
      await this.controller.take(this.game, this.#side === "black");
      if (!this.#isCurrent(mistake)) return;
      this.showArrows([mistake.played]);
    } else if (this.game === null) {
      // There is no mistake, and a puzzle or a lesson may be on the board.
      await this.controller.take(ownGame);
      if (this.store.exercise?.game !== ownGame) return;
    } else {
      // The position stays, without moves to choose. A line may be on the board, and a capture may have begun.
      this.controller.refresh();
    }
    announce(this.#task);
  }

  get #task() {
    const mistake = this.#mistake;
    if (mistake === null) {
      const found = this.#mistakes.filter(({ end }) => end === "found");
      const atOnce = found.filter(({ wrong }) => wrong === 0);
      return text.mistakes.summary(this.#side, { all: this.#mistakes.length, found: found.length, atOnce: atOnce.length });
    }
    const { turn, played, mark } = mistake;
    return text.mistakes.task(turn, this.#side, this.words(played), text.report.marks[mark]);
  }

  draw() {
    const mistake = this.#mistake;
    this.find("[name=side]").value = this.#side;
    this.find(".count").textContent = mistake ? text.mistakes.count(this.#index + 1, this.#mistakes.length) : "";
    this.find(".task").textContent = this.#task;
    this.find("button.next").disabled = mistake === null;
    this.find(".next").classList.toggle("main", mistake !== null && mistake.end !== null);
    this.find("button.solution").disabled = mistake === null || mistake.end !== null;
    this.find("button.again").disabled = this.#mistakes.length === 0;
  }

  mayMove(/** @type {Side} */ side) {
    return this.isAtEnd && side === this.#side && this.#mistake?.end === null;
  }

  async play(/** @type {LegalMove} */ move) {
    const { game } = this.store;
    const mistake = this.#mistakes[this.#index];
    const { played, best } = mistake;
    const signal = this.nextSearch();
    this.showLine([]);
    if (move.text === best[0]) {
      await this.#end(mistake, {
        end: "found",
        move,
        sentence: text.mistakes.best(this.words(move.text)),
        line: best.slice(1),
      });
      return;
    }
    this.controller.forget();
    if (move.text === played) {
      this.tell(text.mistakes.same(this.words(played)), "wrong");
      return;
    }
    this.tell(text.mistakes.searching(this.words(move.text)));
    const compared = this.parts.study.compare(game.at(game.length), move.text, best[0], { signal });
    const found = await compared.catch((error) => {
      this.tell("");
      throw error;
    });
    if (found === null || signal.aborted) return;
    const { line, mark, ending } = found;
    const [points, most] = [percent(found.expected), percent(found.best_expected)];
    const words = this.words(move.text);
    if (mark === null) {
      // The position stays, so that the best line can be played too.
      await this.#end(mistake, {
        end: "found",
        sentence: text.mistakes.asGood(words, points, this.words(best[0]), most),
        line: best,
      });
      return;
    }
    mistake.wrong += 1;
    const wrong = ending
      ? text.mistakes.wrongEnd(words, endWords(ending))
      : text.mistakes.wrong(words, { mark, opponent: other(this.#side), answer: this.words(line[0]), points, most });
    this.tell(wrong, "wrong");
    this.showLine([move.text, ...line]);
  }

  async #giveUp() {
    this.nextSearch();
    const mistake = this.#mistakes[this.#index];
    mistake.end = "shown";
    // A capture may have begun.
    await this.controller.refresh();
    if (!this.#isCurrent(mistake)) return;
    await this.#end(mistake, { end: "shown", sentence: text.mistakes.best(this.words(mistake.best[0])), line: mistake.best });
  }

  /** Ends a mistake with a sentence and a line, after a move if there is one. */
  async #end(/** @type {Mistake} */ mistake, /** @type {End} */ { end, move, sentence, line }) {
    mistake.end = end;
    await this.showPosition();
    if (move && this.#isCurrent(mistake)) await this.controller.play(move);
    if (!this.#isCurrent(mistake)) return;
    this.tell(sentence, end === "found" ? "right" : "");
    this.showLine(line);
    this.controller.mark();
    this.draw();
  }
}
