// A line of moves as buttons. A click shows the position after a move on the board; the arrow keys step through the line.

import { button, html, shownMove } from "./luctor.js";

export class LineView {
  #element;
  #moves = [];
  /** The number of moves that were played on the board. */
  #played = 0;
  #plays = 0;

  /** `element` is a list. `onShow` is called with the first moves of the line, perhaps none, and shows the position. */
  constructor(element, { onShow, names }) {
    this.#element = element;
    this.onShow = onShow;
    this.names = names;
  }

  /** Is the position after a move of the line on the board? */
  get isPlayed() {
    return this.#played > 0;
  }

  /** Shows another line, or none, of which no move is played on the board. */
  show(moves) {
    this.leave();
    this.#moves = moves;
    this.#element.hidden = moves.length === 0;
    const items = moves.map((move, index) => html("li", {}, button(shownMove(move, this.names()), { click: () => this.#play(index + 1) })));
    this.#element.replaceChildren(...items);
  }

  /** Goes on or back in the line. Returns whether there was something to step through. */
  step(direction) {
    if (!this.isPlayed) return false;
    this.#play(Math.min(Math.max(this.#played + direction, 0), this.#moves.length));
    return true;
  }

  /** No move of the line is played on the board any more. */
  leave() {
    if (this.isPlayed) this.#mark(0);
  }

  #mark(played) {
    this.#played = played;
    for (const [index, item] of [...this.#element.children].entries()) {
      if (index + 1 === played) item.firstElementChild.setAttribute("aria-current", "step");
      else item.firstElementChild.removeAttribute("aria-current");
    }
  }

  async #play(played) {
    const ticket = ++this.#plays;
    this.#mark(played);
    await this.onShow(this.#moves.slice(0, played));
    // The owner may have shown the line again.
    if (ticket === this.#plays) this.#mark(played);
  }
}
