// What lessons, puzzles and mistakes have in common: a game of their own on the board, searches that answer moves, and the feedback: a
// sentence, and a line that can be played on the board from the end of the game.

/** @import { BoardController, Game } from "../package/types.js" */

import { announce } from "../common/messages.js";
import { Part } from "../common/part.js";
import { LineView } from "../game_view/line_view.js";
import { shownMove, text } from "../package/luctor.js";

/**
 * Each exercise also has `open`, which shows its first position or that of a place.
 *
 * @template {{ controller: BoardController }} Parts
 * @extends {Part<Parts>}
 */
export class ExerciseBase extends Part {
  /** @type {string[] | null} The moves that are shown as arrows while the position of the exercise is on the board. */
  #arrows = null;
  #search = new AbortController();
  /** @type {Game | null} The game of the exercise. */
  game = null;
  hidesMoves = true;

  constructor(/** @type {Parts} */ parts, /** @type {string} */ selector) {
    super(parts, selector);
    const { controller } = parts;
    this.line = new LineView(this.find(".better-line"), controller, (moves) => controller.preview(moves, this.store.game.length));
  }

  /** Moves with the names of the cells that the board shows. */
  words(/** @type {string[]} */ ...moves) {
    return moves.map((move) => shownMove(move, this.controller.board.names)).join(" ");
  }

  /** Is the last position of the exercise's game on the board? */
  get isAtEnd() {
    return this.game !== null && this.store.game === this.game && this.game.isAtEnd;
  }

  /** Cancels the search under way, and returns the signal of the next one. */
  nextSearch() {
    this.#search.abort();
    this.#search = new AbortController();
    return this.#search.signal;
  }

  /** Shows the position of the exercise, in place of an earlier one or of a line. */
  async showPosition() {
    const { game, isShown } = this.store;
    if (!game.isAtEnd || !isShown) await this.controller.goTo(game.length);
  }

  /** Shows and announces a sentence about the last step. */
  tell(/** @type {string} */ sentence, /** @type {"" | "right" | "wrong"} */ kind = "") {
    const element = this.find(".feedback");
    element.textContent = sentence;
    element.className = `feedback ${kind}`;
    if (sentence !== "") announce(sentence);
  }

  /** Shows a line, or none, as a list and as arrows. */
  showLine(/** @type {string[]} */ moves) {
    this.line.show(moves);
    this.showArrows(moves.length > 0 ? moves : null);
  }

  /** Shows moves as arrows, or none. */
  showArrows(/** @type {string[] | null} */ moves) {
    this.#arrows = moves;
    this.#drawArrows();
  }

  /** The board shows a position, or the game of the exercise has another move. */
  shown() {
    this.draw();
    this.#drawArrows();
  }

  draw() {}

  #drawArrows() {
    const { game, isShown } = this.store;
    this.controller.showArrows(game.isAtEnd && isShown ? this.#arrows : null);
  }

  whyNot() {
    return text.puzzles.notNow;
  }

  close() {
    this.nextSearch();
    this.game = null;
  }
}
