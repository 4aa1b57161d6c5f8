// Setting up a position: clicks put columns on cells, fields set the hands and the side to move. If the rules refuse a
// change, the form shows the reason and the position stays.

/** @import { Analysis } from "../analysis/analysis.js" */
/** @import { Report } from "../analysis/report.js" */
/** @import { BoardController, Composition, PositionData, Rules, Side } from "../package/types.js" */
/** @import { Transitions } from "../state/transitions.js" */
/** @import { NewGames } from "./new_games.js" */
/** @import { Play } from "./play.js" */

import { refusalOf } from "../common/messages.js";
import { lockPage, numberIn, on } from "../common/page_elements.js";
import { Part } from "../common/part.js";
import { SIDES } from "../package/luctor.js";

/** A position as its columns, which can be changed. @returns {Composition} */
function compositionOf(/** @type {PositionData} */ { variant, side, hands, turn, cells }) {
  const columns = cells.flatMap(({ cell, column }) => (column ? [{ cell, column }] : []));
  return { variant, side, hands: { ...hands }, turn, columns };
}

/**
 * @extends {Part<{
 *   controller: BoardController, rules: Rules, play: Play, analysis: Analysis, report: Report, transitions: Transitions,
 *   newGames: NewGames
 * }>}
 */
export class SetUp extends Part {
  /** @type {PositionData | null} The position that the rules have accepted last, or null if no position is set up. */
  #accepted = null;
  /** @type {Promise<unknown>} */
  #turn = Promise.resolve();

  constructor(/** @type {SetUp["parts"]} */ parts) {
    super(parts, "#set-up-form");
    const form = this.element;
    on("#set-up", "click", () => this.#open());
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      // If the text is refused, or the connection is lost, the form stays.
      if (!(await this.#readText())) return;
      const { transitions, newGames } = this.parts;
      this.#queue(async ({ text }) => (await transitions.mayReplace()) && newGames.from(text, this.store.game));
    });
    // Enter in a field must not submit the form.
    form.addEventListener("keydown", (event) => {
      const field = /** @type {HTMLInputElement} */ (event.target);
      if (event.key !== "Enter" || !field.matches("input")) return;
      event.preventDefault();
      if (field.name === "text") this.#readText();
      else field.blur();
    });
    this.on("[name=clear]", "click", () => this.#change((composition) => (composition.columns = [])));
    this.on("[name=give-up]", "click", () => this.#queue(() => this.#giveUp()));
    this.on("[name=read-text]", "click", () => this.#readText());
    this.on("[name=side]", "change", ({ target: { value } }) =>
      this.#change((composition) => (composition.side = value === "white" ? "white" : "black")),
    );
    for (const side of SIDES) {
      this.on(`[name=hand-${side}]`, "change", () => {
        const men = numberIn(this.field(`hand-${side}`));
        this.#change((composition) => (composition.hands[side] = men));
      });
    }
    // A game begins from the position: no mode can be chosen meanwhile.
    this.store.listen(["mode"], () => this.isOn && this.#close());
  }

  get isOn() {
    return this.#accepted !== null;
  }

  /** The position that is set up, or else the one that the board shows. */
  get position() {
    return this.#accepted ?? this.store.shownPosition ?? super.position;
  }

  /** Starts with the position on the board. */
  async #open() {
    if (this.isOn || !this.store.position) return;
    // Nothing else may change the board.
    await this.parts.play.halt();
    await this.parts.analysis.setOn(false);
    this.parts.report.cancel();
    this.controller.user = { mayMove: () => false, whyNot: () => "", play: () => {}, click: (cell) => this.#click(cell) };
    try {
      // An animation may be under way.
      await this.controller.refresh();
    } catch (error) {
      // The engine and the clocks go on.
      this.controller.user = this.parts.play;
      this.parts.play.react();
      throw error;
    }
    // The position can still be copied.
    lockPage(true, ["copy", "picture"]);
    this.controller.board.mark();
    const { position } = this;
    this.element.hidden = false;
    for (const name of ["cap", "prisoners", "hand-white", "hand-black"]) this.field(name).max = String(position.men);
    this.#fill(position);
    this.store.changed("players");
    this.find("input").focus();
  }

  #close() {
    this.#accepted = null;
    this.element.hidden = true;
    this.#say("");
    this.controller.user = this.parts.play;
    lockPage(false);
  }

  #giveUp() {
    this.#close();
    this.controller.during(() => this.controller.refresh());
  }

  #fill(/** @type {PositionData} */ position) {
    this.#accepted = position;
    this.field("side").value = position.side;
    for (const side of SIDES) this.field(`hand-${side}`).value = String(position.hands[side]);
    this.field("text").value = position.text;
  }

  #say(/** @type {string} */ sentence) {
    this.find(".fault").textContent = sentence;
  }

  /**
   * Runs changes one after the other, so that each starts from the result of the one before. Returns the result. The form shows an
   * error while it is open.
   */
  #queue(/** @type {(accepted: PositionData) => unknown} */ work) {
    const done = this.#turn.then(() => this.#accepted && work(this.#accepted));
    const told = done.catch((error) => {
      if (!this.isOn) throw error;
      this.#say(error.message);
    });
    this.#turn = told.catch(() => {});
    return told;
  }

  /** Shows the position of a text. */
  async #show(/** @type {string} */ start) {
    const { game, view } = this.store;
    const { board } = this.controller;
    const position = await this.parts.rules.describe({ ...game.at(0), start }, view);
    if (!this.isOn) return;
    board.show(position, view);
    board.mark();
    this.#fill(position);
  }

  /** Shows the position of an answer, or why the rules refused it. Returns whether they accepted it. */
  async #take(/** @type {Promise<{ text: string }>} */ answer) {
    const fault = await refusalOf(answer.then(({ text }) => this.#show(text)));
    this.#say(fault ?? "");
    return fault === null;
  }

  /** Changes the position if the rules accept it. The fields are those of the accepted position again. */
  #change(/** @type {(composition: Composition) => unknown} */ change) {
    this.#queue(async (accepted) => {
      const composition = compositionOf(accepted);
      change(composition);
      try {
        await this.#take(this.parts.rules.composePosition(composition));
      } finally {
        if (this.#accepted) this.#fill(this.#accepted);
      }
    });
  }

  /** Reads the text, or the position again if the text is that of the position. Returns whether the rules accepted it. */
  #readText() {
    const text = this.field("text").value.trim();
    const isOther = text !== this.#accepted?.text;
    // A refused text stays in the field, so that it can be corrected.
    return this.#queue((accepted) =>
      this.#take(this.parts.rules.readPosition(isOther ? text : accepted.text, accepted.variant, { anyBoard: false })),
    );
  }

  /** Puts the chosen column on a cell, or clears the cell. Men that are too many then are taken from the hands. */
  #click(/** @type {string} */ cell) {
    const owner = /** @type {Side | "none"} */ (this.find("[name=owner]:checked").value);
    const [cap, prisoners] = [numberIn(this.field("cap")), numberIn(this.field("prisoners"))];
    this.#change((composition) => {
      const { columns, hands } = composition;
      const old = columns.find((one) => one.cell === cell)?.column;
      const same = old && old.owner === owner && old.cap === cap && old.prisoners === prisoners;
      composition.columns = columns.filter((one) => one.cell !== cell);
      if (owner !== "none" && !same) composition.columns.push({ cell, column: { owner, cap, prisoners } });
      for (const side of SIDES) {
        const men = composition.columns.map(({ column }) => (column.owner === side ? column.cap : column.prisoners));
        const rest = men.reduce((left, count) => left - count, this.position.men);
        hands[side] = Math.min(hands[side], Math.max(rest, 0));
      }
    });
  }
}
