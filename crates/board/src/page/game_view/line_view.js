// A line of moves as buttons. A click shows the position after a move on the board; the arrow keys step through the line. How
// many moves are on the board is state of the store: its preview.

/** @import { BoardController } from "../package/types.js" */

import { button, html, replaceButtons, shownMove } from "../package/luctor.js";

export class LineView {
  #element;
  #controller;
  /** @type {string[]} */
  #moves = [];

  /** `element` is a list. `onShow` shows the position after the first moves of the line, or none. */
  constructor(
    /** @type {HTMLElement} */ element,
    /** @type {BoardController} */ controller,
    /** @type {(moves: string[]) => unknown} */ onShow,
  ) {
    this.#element = element;
    this.#controller = controller;
    this.onShow = onShow;
    controller.store.listen(["preview", "position"], () => this.#mark());
  }

  /** The number of moves that are played on the board. */
  get #played() {
    const { preview } = this.#controller.store;
    return preview.every((move, index) => move === this.#moves[index]) ? preview.length : 0;
  }

  /** Shows another line, or none. */
  show(/** @type {string[]} */ moves) {
    this.#moves = moves;
    this.#element.hidden = moves.length === 0;
    const play = (/** @type {number} */ index) => this.onShow(moves.slice(0, index + 1));
    const items = moves.map((move, index) =>
      html("li", {}, button(shownMove(move, this.#controller.board.names), { click: () => play(index) })),
    );
    replaceButtons(this.#element, items);
    this.#mark();
  }

  /** Goes on or back in the line, if it is on the board. Returns whether it is. */
  step(/** @type {-1 | 1} */ direction) {
    const played = this.#played;
    if (played > 0) this.onShow(this.#moves.slice(0, Math.min(played + direction, this.#moves.length)));
    return played > 0;
  }

  #mark() {
    for (const [index, move] of this.#element.querySelectorAll("button").entries())
      move.ariaCurrent = index + 1 === this.#played ? "step" : null;
  }
}
