// The players above and below the board with their clocks, what the side to move must do, and how the game ended.

import { text } from "./text.js";
import { endWords, reasonWords, requiredWords } from "./words.js";

const find = (selector) => document.querySelector(selector);

export class PlayersView {
  #controller;
  #play;

  constructor(controller, play) {
    this.#controller = controller;
    this.#play = play;
  }

  /** `showsRequired` tells whether a side is to move. */
  draw({ showsRequired }) {
    const { state, game } = this.#controller;
    for (const side of /** @type {const} */ (["w", "b"])) this.#drawPlayer(side);
    const { end, node } = game;
    if (state && showsRequired) find("#required").textContent = node.outcome ? endWords(node.outcome) : requiredWords(state, this.#play.isPersons(state.side));
    find("#outcome").textContent = end ? [end.result, reasonWords(end)].filter(Boolean).join(", ") : "";
    const sides = find("#engine-plays");
    if (sides.value !== this.#play.engineSides) sides.value = this.#play.engineSides;
    find("#move-now").classList.toggle("unused", !this.#play.isThinking);
    find("#after-game").hidden = end === null || !game.isAtEnd;
    find("#resign").disabled = !state || game.length === 0 || end !== null || this.#play.engineSides.length === 2;
  }

  #drawPlayer(side) {
    const { state, game, view } = this.#controller;
    const isBelow = (side === "w") !== view.turned;
    const element = find(isBelow ? "#player-w" : "#player-b");
    const recorded = side === "w" ? game.white : game.black;
    element.querySelector(".name").textContent = text.play.player(side, recorded || this.#play.nameOf(side));
    element.querySelector(".thinking").textContent = this.#play.thought(side);
    element.classList.toggle("black", side === "b");
    element.classList.toggle("to-move", state?.side === side && state.ending === null && !game.node.outcome);
    const clock = element.querySelector(".clock");
    const time = this.#play.clock(side);
    clock.hidden = time === null;
    clock.textContent = time ?? "";
    clock.classList.toggle("running", this.#play.clocks?.running === side);
  }
}
