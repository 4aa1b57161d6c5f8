// The end of a game, over the board: the result in large type, the reason, and what to do next.

/** @import { Engine, MoveNode, Store } from "../package/types.js" */

import { Part } from "../common/part.js";
import { capitalised, reasonWords, text } from "../package/luctor.js";

export class EndPanel extends Part {
  #store;
  #engine;
  /** @type {MoveNode | null} The last node of the game whose end the person has closed. */
  #closed = null;

  /** `onRematch` and `onNextLevel` begin a game, `onReport` analyses this one. */
  constructor(element, /** @type {Store} */ store, /** @type {Engine} */ engine, { onReport, onRematch, onNextLevel }) {
    super(element);
    this.#store = store;
    this.#engine = engine;
    this.on("#study-game", "click", onReport);
    this.on(".rematch", "click", onRematch);
    this.on(".next-level", "click", onNextLevel);
    store.listen(["position", "players"], () => this.#draw());
  }

  /** Shows the end of a game that was played here, if its last position is on the board. */
  #draw() {
    const { element } = this;
    const { ownGame: game, personSide, level } = this.#store;
    const nextLevel = text.levels[level + 1];
    // An analysis may go on behind the end.
    const end = game.isAtEnd && game.source === null ? (game.node.outcome ?? game.node.ending) : null;
    element.hidden = end === null || this.#closed === game.node;
    const next = this.find(".next-level");
    next.textContent = text.ended.nextLevel(nextLevel ?? "");
    if (end === null) return;
    this.find(".dismiss").onclick = () => {
      this.#closed = game.node;
      element.hidden = true;
    };
    const winner = { "1-0": "w", "0-1": "b" }[end.result] ?? null;
    const outcome = winner === null || personSide === null ? null : winner === personSide ? "won" : "lost";
    element.dataset.outcome = outcome ?? "";
    this.find(".result").textContent = outcome ? text.ended[outcome] : text.winners[end.result];
    this.find(".reason").textContent = capitalised(reasonWords(end));
    this.find(".rematch").hidden = personSide === null;
    next.hidden = personSide === null || nextLevel === undefined || !this.#engine.hasLevels;
    next.classList.toggle("main", outcome === "won");
    this.find(".rematch").classList.toggle("main", outcome !== "won");
  }
}
