// The list of the moves, two on each line, with the verdicts of an analysis.

import { scoreText } from "./info.js";
import { shownMove } from "./move_text.js";
import { text } from "./text.js";

export class MoveList {
  #element;

  /** `onJump` is called with the number of moves before the chosen position. */
  constructor(element, { onJump }) {
    this.#element = element;
    this.onJump = onJump;
  }

  draw(game, names, marks) {
    const items = [];
    for (const [ply, move] of game.moves.entries()) {
      const { turn, side } = game.numberOf(ply);
      if (side === "w" || ply === 0) items.push(this.#turn(turn));
      items.at(-1).append(this.#move(game, ply, names, marks[ply]));
    }
    const focused = this.#element.contains(document.activeElement) ? document.activeElement.dataset.ply : null;
    this.#element.replaceChildren(...items);
    if (focused) this.#element.querySelector(`[data-ply="${focused}"]`)?.focus();
    const current = this.#element.querySelector("[aria-current]");
    if (current) {
      const [list, button] = [this.#element.getBoundingClientRect(), current.getBoundingClientRect()];
      if (button.top < list.top || button.bottom > list.bottom) this.#element.scrollTop += button.top - list.top - list.height / 2;
    } else this.#element.scrollTop = 0;
  }

  #turn(turn) {
    const item = document.createElement("li");
    const number = document.createElement("span");
    number.className = "number";
    number.textContent = `${turn}.`;
    item.append(number);
    return item;
  }

  #move(game, ply, names, mark) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = game.sideAt(ply) === "w" ? "white" : "black";
    button.textContent = shownMove(game.moves[ply].text, names);
    button.dataset.ply = String(ply + 1);
    if (mark) {
      const sign = document.createElement("span");
      sign.className = "fault-sign";
      sign.textContent = ` ${mark.sign}`;
      button.append(sign);
      const better = mark.best ? shownMove(mark.best, names) : "";
      button.title = text.analysis.verdict(text.analysis.verdicts[mark.word], Math.round(mark.loss * 100), better);
    } else {
      const score = game.scoreAt(ply + 1);
      if (score) button.title = text.analysis.scoreAfter(scoreText(score));
    }
    if (ply + 1 === game.cursor) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => this.onJump(ply + 1));
    return button;
  }
}
