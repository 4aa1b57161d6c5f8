// The element <emergo-board>: a board on which one or both sides are played by clicks or keys.
//
// Attributes: `variant`; `plays` (`w`, `b`, `wb` or empty; `wb` if it is missing); `layout` (`checkerboard`); `turned`;
// `theme` (`slate`, `forest` or `paper`). Events: `move` after a move of the person, with {move, position}; `refused` with
// the reason as a sentence. The page has to load board.css.

import { Board } from "./board.js";
import { newGame } from "./index.js";
import { pathOf } from "./move_text.js";
import { RulesClient } from "./rules_client.js";
import { Selection } from "./selection.js";
import { text } from "./text.js";
import { clickRefusalWords, illegalMoveWords } from "./words.js";

/** @import { GameText, LegalMove, PictureView, PositionData, Variant } from "./types.js" */

export class EmergoBoard extends HTMLElement {
  #rules = new RulesClient();
  /** @type {Board | null} */
  #board = null;
  /** @type {Selection | null} */
  #selection = null;
  /** Grows with each position. A late answer about an earlier one is dropped. */
  #revision = 0;

  /** @type {GameText} The game up to the position that is shown. */
  game = newGame();
  /** @type {PositionData | null} The position that is shown. */
  position = null;
  /** Resolved when the first position is shown. @type {Promise<void>} */
  ready = Promise.resolve();

  connectedCallback() {
    if (this.#board) return;
    const part = (tag, className, ...children) => {
      const element = document.createElement(tag);
      element.className = className;
      element.append(...children);
      return element;
    };
    const arrows = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    arrows.setAttribute("class", "arrows");
    arrows.setAttribute("aria-hidden", "true");
    const frame = part("div", "frame", part("div", "picture"), arrows, part("div", "squares"));
    frame.setAttribute("role", "group");
    frame.setAttribute("aria-label", text.page.squares);
    this.append(part("section", "", part("div", "hand"), frame, part("div", "hand")));
    this.#board = new Board(frame, {
      onCell: (cell) => this.#click(cell),
      onDrag: async (from, to) => {
        if (this.#selection?.path.at(-1) !== from) await this.#click(from);
        if (this.#selection?.path.at(-1) === from) await this.#click(to);
      },
      onDraw: () => {},
      onLook: () => {},
    });
    this.ready = this.setGame(newGame(/** @type {Variant} */ (this.getAttribute("variant") ?? "emergo")));
  }

  /** @returns {PictureView} */
  get #view() {
    return { layout: this.getAttribute("layout") === "checkerboard" ? "checkerboard" : "diamond", turned: this.hasAttribute("turned") };
  }

  /** May the person move now? */
  get #isOpen() {
    return this.position !== null && this.position.ending === null && (this.getAttribute("plays") ?? "wb").includes(this.position.side);
  }

  /**
   * Shows the position after the moves of a game. The error of a game that the rules refuse is a `Refused`.
   *
   * @param {GameText} game
   */
  async setGame(game) {
    const revision = ++this.#revision;
    const position = await this.#rules.describe(game, this.#view);
    if (revision !== this.#revision) return;
    [this.game, this.position] = [game, position];
    this.#board.show(position, this.#view);
    this.#select(new Selection(position.moves));
  }

  /**
   * Plays a move and shows it jump by jump. Nothing happens for null, which an engine answers at the end of a game.
   *
   * @param {string | null} move
   */
  async play(move) {
    if (move === null) return;
    const { game } = this;
    const revision = ++this.#revision;
    const isWanted = () => revision === this.#revision;
    const parts = await this.#rules.partialMoves(game, move, this.#view);
    if (!isWanted()) return;
    this.#board.mark(new Map(), new Map());
    await this.#board.animate(pathOf(move), parts.map(({ picture }) => picture), isWanted);
    if (isWanted()) await this.setGame({ ...game, moves: [...game.moves, move] });
  }

  /** Marks the cells that may be clicked. */
  #select(selection) {
    this.#selection = selection;
    /** @type {Map<string, string[]>} */
    const marks = new Map();
    const add = (cell, word) => marks.set(cell, [...(marks.get(cell) ?? []), word]);
    const reasons = new Map();
    if (this.#isOpen && selection.isEmpty) {
      const word = this.position.required.kind === "entry" ? "legal" : "movable";
      for (const cell of selection.next) add(cell, word);
      for (const { cell, fault } of this.position.forbidden) {
        add(cell, "forbidden");
        reasons.set(cell, illegalMoveWords(fault, this.#board.names));
      }
    } else if (this.#isOpen) {
      for (const cell of selection.path) add(cell, cell === selection.path.at(-1) ? "origin" : "passed");
      for (const cell of selection.next) add(cell, "next");
      for (const cell of selection.ends) add(cell, "end");
    }
    this.#board.mark(marks, reasons);
  }

  /** @param {string} cell */
  async #click(cell) {
    if (!this.#isOpen) return;
    const { play, ask, select } = this.#selection.click(cell, this.position.moves);
    if (play) await this.#playAsPerson(play);
    else if (select) this.#select(select);
    else if (ask) this.#refuse(text.click.whichRoute);
    else {
      const refusal = await this.#rules.whyNot(this.game, this.#selection.path, cell);
      this.#refuse(refusal ? clickRefusalWords(refusal, this.#board.names) : "");
    }
  }

  #refuse(sentence) {
    this.dispatchEvent(new CustomEvent("refused", { detail: sentence }));
  }

  /** @param {LegalMove} move */
  async #playAsPerson(move) {
    const { length } = this.game.moves;
    await this.play(move.text);
    // Another game may have been set in the meantime.
    if (this.game.moves.length !== length + 1) return;
    this.dispatchEvent(new CustomEvent("move", { detail: { move, position: this.position } }));
  }
}

customElements.define("emergo-board", EmergoBoard);
