// Setting up a position: clicks put columns on cells, fields set the hands and the side to move. If the rules refuse a
// change, the form shows the reason and the position stays.

/** @import { Analysis } from "../analysis/analysis.js" */
/** @import { Report } from "../analysis/report.js" */
/** @import { BoardController, Composition, PositionData, Rules } from "../package/types.js" */
/** @import { NewGames } from "./new_games.js" */
/** @import { Play } from "./play.js" */

import { find, lockPage, on } from "../common/page_elements.js";
import { pageText, refusalWords, Refused } from "../package/luctor.js";

/** A position that is being put together. */
export class Draft {
  /** @param {PositionData} position */
  constructor({ variant, side, hands, turn, cells, text }) {
    this.variant = variant;
    this.side = side;
    this.hands = { ...hands };
    this.turn = turn;
    this.text = text;
    this.columns = new Map(cells.filter(({ column }) => column).map(({ cell, column }) => [cell, column]));
  }

  /** The same position with a change. */
  with(change) {
    const draft = Object.assign(Object.create(Draft.prototype), this);
    draft.columns = new Map(this.columns);
    draft.hands = { ...this.hands };
    change(draft);
    return draft;
  }

  /** @returns {Composition} */
  get composition() {
    const columns = [...this.columns].map(([cell, column]) => ({ cell, column }));
    return { variant: this.variant, side: this.side, hands: this.hands, turn: this.turn, columns };
  }
}

export class SetUp {
  #form;
  #parts;
  #draft = null;
  #position = null;
  #turn = Promise.resolve();

  /**
   * @param {{
   *   controller: BoardController, rules: Rules, play: Play, analysis: Analysis, report: Report, newGames: NewGames
   * }} parts
   */
  constructor(form, parts) {
    this.#form = form;
    this.#parts = parts;
    on("#set-up", "click", () => this.#open());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#queue(() => this.#finish(this.#draft.text));
    });
    // Enter in a field must not submit the form.
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.target.matches("input")) return;
      event.preventDefault();
      if (event.target.name === "text") this.#readText();
      else event.target.blur();
    });
    this.#field("clear").addEventListener("click", () => this.#change((draft) => draft.columns.clear()));
    this.#field("give-up").addEventListener("click", () => this.#queue(() => this.#finish(null)));
    this.#field("read-text").addEventListener("click", () => this.#readText());
    form.addEventListener("change", (event) => this.#changed(event.target.name));
  }

  get isOn() {
    return this.#draft !== null;
  }

  /** The position that is set up, or null. @returns {PositionData | null} */
  get position() {
    return this.isOn ? this.#position : null;
  }

  #field(name) {
    return this.#form.elements[name];
  }

  /** Starts with the position on the board. */
  async #open() {
    if (this.isOn) return;
    // Nothing else may change the board.
    await this.#parts.play.halt();
    await this.#parts.analysis.setOn(false);
    this.#parts.report.cancel();
    this.#parts.controller.clickElsewhere = (cell) => this.#click(cell);
    // An animation may be under way.
    await this.#parts.controller.refresh();
    // The position can still be copied.
    lockPage(true, ["copy", "picture"]);
    this.#parts.controller.board.mark(new Map(), new Map());
    const { position } = this.#parts.controller.store;
    this.#position = position;
    this.#form.hidden = false;
    for (const name of ["cap", "prisoners", "hand-w", "hand-b"]) this.#field(name).max = position.men;
    this.#fill(new Draft(position));
    find("#required").textContent = pageText("Set up a position");
    this.#form.querySelector("input").focus();
  }

  /** @param {string | null} text Null if the set-up is cancelled. */
  #finish(text) {
    this.#draft = null;
    this.#form.hidden = true;
    this.#say("");
    this.#parts.controller.clickElsewhere = null;
    lockPage(false);
    if (text !== null) this.#parts.newGames.from(text, this.#parts.controller.store.game);
    else this.#parts.controller.refresh();
  }

  #fill(draft) {
    this.#draft = draft;
    this.#field("side").value = draft.side;
    this.#field("hand-w").value = draft.hands.w;
    this.#field("hand-b").value = draft.hands.b;
    this.#field("text").value = draft.text;
  }

  #say(sentence) {
    this.#form.querySelector(".fault").textContent = sentence;
  }

  /** Runs changes one after the other, so that each starts from the result of the one before. */
  #queue(work) {
    this.#turn = this.#turn.then(() => this.isOn && work()).catch((error) => this.#say(error.message));
  }

  /** Shows the position of an answer. Returns whether the rules accepted it. */
  async #show(answer) {
    try {
      const { store: { game, view }, board } = this.#parts.controller;
      const position = await this.#parts.rules.describe({ ...game.at(0), start: (await answer).text }, view);
      if (!this.isOn) return true;
      board.show(position, view);
      board.mark(new Map(), new Map());
      this.#position = position;
      this.#fill(new Draft(position));
      this.#say("");
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#say(refusalWords(error.refusal));
      return false;
    }
  }

  /** Changes the position if the rules accept it. */
  #change(change) {
    this.#queue(async () => {
      const accepted = await this.#show(this.#parts.rules.composePosition(this.#draft.with(change).composition));
      if (!accepted && this.isOn) this.#fill(this.#draft);
    });
  }

  #readText() {
    const text = this.#field("text").value.trim();
    // A refused text stays in the field, so that it can be corrected.
    this.#queue(() => this.#show(this.#parts.rules.readPosition(text, this.#draft.variant, { anyBoard: false })));
  }

  #changed(name) {
    if (name === "side") {
      const side = this.#field("side").value;
      this.#change((draft) => (draft.side = side));
    }
    const hand = { "hand-w": "w", "hand-b": "b" }[name];
    if (hand) {
      const men = this.#number(name, 0);
      this.#change((draft) => (draft.hands[hand] = men));
    }
  }

  /** The number in a field, not less than the least. */
  #number(name, least) {
    return Math.max(least, Math.round(this.#field(name).valueAsNumber || 0));
  }

  /** Puts the chosen column on a cell, or clears the cell. */
  #click(cell) {
    const owner = this.#field("owner").value;
    const [cap, prisoners] = [this.#number("cap", 1), this.#number("prisoners", 0)];
    this.#change((draft) => {
      const old = draft.columns.get(cell);
      const same = old && old.owner === owner && old.cap === cap && old.prisoners === prisoners;
      if (owner === "none" || same) draft.columns.delete(cell);
      else draft.columns.set(cell, { owner, cap, prisoners });
    });
  }
}
