// The element <emergo-board>: a board on which one or both sides are played by clicks or keys.
//
// Attributes that may change: `plays` (`white`, `black`, both with a blank between them, or empty; both if it is missing);
// `layout` (`checkerboard`); `turned`; `data-theme` (`slate`, `forest` or `paper`); `data-scheme` (`light` or `dark`). The
// attribute `variant` is read only when the element is first connected, and not if a game was set before. Later,
// `setGame(newGame(variant))` shows another board.
// Events: `move` after a move of the person, with {move, position}; `refused` with the reason as a sentence. The page has to load
// board.css.

import { BoardController } from "./board_controller.js";
import { html, svg } from "./elements.js";
import { Game, newGame } from "./game.js";
import { pageText } from "./languages.js";
import { Rules } from "./rules_client.js";
import { Revision, Store } from "./store.js";

/** @import { BoardHost, GameText, LegalMove, PositionData, Variant } from "./types.js" */

export class EmergoBoard extends HTMLElement {
  static observedAttributes = ["layout", "plays", "turned"];

  #rules = new Rules();
  #store = new Store();
  #frame = html(
    "div",
    { class: "emergo-board", role: "group", "aria-label": pageText("Squares: arrow keys move, Enter chooses") },
    html("div", { class: "picture" }),
    svg("svg", { class: "arrows", "aria-hidden": "true" }),
    html("div", { class: "squares" }),
  );
  #section = html("section", {}, html("div", { class: "hand" }), this.#frame, html("div", { class: "hand" }));
  #controller = Object.assign(
    new BoardController(this.#frame, this.#store, this.#rules),
    { showsThreats: false },
    /** @satisfies {Partial<BoardHost>} */ ({
      user: {
        mayMove: (side) => (this.getAttribute("plays") ?? "white black").includes(side),
        whyNot: () => "",
        play: (move) => this.#playAsPerson(move),
      },
      onRefuse: (sentence) => sentence && this.dispatchEvent(new CustomEvent("refused", { detail: sentence })),
    }),
  );
  /** @type {Game | null} The game that is wanted last. */
  #wanted = null;
  #asked = new Revision(() => [this.#wanted]);

  /** The game up to the position that is shown. @returns {GameText} */
  get game() {
    return this.#store.game.at();
  }

  /** The position that is shown. @returns {PositionData | null} */
  get position() {
    return this.#store.position;
  }

  connectedCallback() {
    if (this.#section.parentNode) return;
    this.classList.add("emergo-theme");
    this.append(this.#section);
    if (this.#wanted === null) void this.setGame(newGame(/** @type {Variant} */ (this.getAttribute("variant") ?? "emergo")));
  }

  attributeChangedCallback() {
    const isCheckerboard = this.getAttribute("layout") === "checkerboard";
    Object.assign(this.#store, { layout: isCheckerboard ? "checkerboard" : "diamond", turned: this.hasAttribute("turned") });
    if (this.position) this.#controller.refresh();
  }

  /** Shows the position after the moves of a game. The error of a game that the rules refuse is a `Refused`. */
  async setGame(/** @type {GameText} */ text) {
    const game = (this.#wanted = new Game(text));
    if ((await this.#asked.answer(this.#controller.verify(game))) !== null) await this.#controller.take(game);
  }

  /** Plays a move and shows it jump by jump. Nothing happens for null, which an engine answers at the end of a game. */
  async play(/** @type {string | null} */ move) {
    const legal = move && (await this.#store.boardRevision.answer(this.#rules.readMove(this.game, move)));
    if (legal) await this.#controller.play(legal);
  }

  async #playAsPerson(/** @type {LegalMove} */ move) {
    const { game } = this.#store;
    const { length } = game;
    await this.#controller.play(move);
    // Another game may have been set in the meantime.
    if (this.#store.game !== game || game.length !== length + 1) return;
    this.dispatchEvent(new CustomEvent("move", { detail: { move, position: this.position } }));
  }
}

customElements.define("emergo-board", EmergoBoard);
