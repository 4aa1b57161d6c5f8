// The feedback of an exercise (a puzzle or a mistake): a sentence, and a line that can be played on the board from the end of
// the game of the exercise.

import { LineView } from "./line_view.js";

export class ExerciseView {
  #element;
  #controller;
  #line;
  /** The moves that are shown as arrows while the position of the exercise is on the board, or null. */
  #arrows = null;

  /** `onSay` is called with a sentence. */
  constructor(element, controller, { onSay }) {
    this.#element = element;
    this.#controller = controller;
    this.onSay = onSay;
    this.#line = new LineView(element.querySelector(".better-line"), controller.store, {
      names: () => controller.board.names,
      onShow: async (moves) => {
        const { game } = controller;
        if (moves.length > 0 && !game.isAtEnd) await controller.goTo(game.length);
        await controller.preview(moves);
      },
    });
  }

  /** Shows the position of the exercise, in place of an earlier one or of a line. */
  async showPosition() {
    const { game, isShown } = this.#controller;
    if (!game.isAtEnd || !isShown) await this.#controller.goTo(game.length);
  }

  /**
   * Shows and announces a sentence about the last step.
   *
   * @param {string} sentence
   * @param {"" | "right" | "wrong"} kind
   */
  tell(sentence, kind = "") {
    const element = this.#element.querySelector(".feedback");
    element.textContent = sentence;
    element.className = `feedback ${kind}`;
    if (sentence !== "") this.onSay(sentence);
  }

  /** Shows a line, or none, as a list and as arrows. */
  showLine(moves) {
    this.#line.show(moves);
    this.showArrows(moves.length > 0 ? moves : null);
  }

  /** Shows moves as arrows, or none. @param {string[] | null} moves */
  showArrows(moves) {
    this.#arrows = moves;
    this.#drawArrows();
  }

  #drawArrows() {
    const { game, isShown } = this.#controller;
    this.#controller.lines(game.isAtEnd && isShown ? this.#arrows : null);
  }

  /** Goes on or back in the line, if it is on the board. Returns whether it is. */
  step(direction) {
    return this.#line.step(direction);
  }

  /** The board shows a position of the game. */
  shown() {
    this.#drawArrows();
  }
}
