// Analysis by an engine: the best lines of the position on the board.

/** @import { BoardController, Engine, Game, Score, SearchInfo } from "../package/types.js" */
/** @import { Play } from "../play/play.js" */

import { numberIn } from "../common/page_elements.js";
import { Part } from "../common/part.js";
import { button, forWhite, html, pageText, Revision, scoreText, shortNumber, shownMove, text } from "../package/luctor.js";

/** Milliseconds between two drawings of the lines. */
const REFRESH = 80;
/** Moves of a line that are shown. */
const SHOWN_MOVES = 12;

/** @typedef {Omit<SearchInfo, "score"> & { score: Score }} Line With the score from White's view. */

/** Nothing else searches with this engine. @extends {Part<{ controller: BoardController, engine: Engine, play: Play }>} */
export class Analysis extends Part {
  /** @type {Line[]} */
  #lines = [];
  /** @type {number | null} The line under the pointer or focus. */
  #looked = null;
  /** @type {Line[]} The lines that the page shows. */
  #drawn = [];
  /** @type {number[] | null} The chances of White to win, draw and lose, in thousandths, if the engine reports them. */
  #chances = null;
  /** Will the page draw what was taken? */
  #willDraw = false;
  isOn = false;
  /** What the lines depend on. */
  #asked = new Revision(() => [this.store.game, this.store.game.node, this.isOn, document.hidden]);

  constructor(/** @type {Analysis["parts"]} */ parts) {
    super(parts, "#analysis");
    this.engine = this.parts.engine;
    this.on("input#analyse", "change", ({ target }) => this.setOn(target.checked));
    this.on("input#lines-wanted", "change", () => this.update());
    document.addEventListener("visibilitychange", () => this.update());
    this.store.listen(["position"], () => {
      // The board has removed the arrows of the line.
      this.#looked = null;
      this.update();
    });
  }

  /** Analyses the position on the board, unless the page is hidden or the game has ended there by the rules. */
  async update() {
    const wanted = String(numberIn(this.find("input#lines-wanted")));
    // The list has the height of the lines, also before they are found.
    this.find(".lines").style.setProperty("--lines", wanted);
    const { game, position } = this.store;
    const { node } = game;
    if (!this.isOn || position === null) return;
    // The lines of another position cannot be played here.
    if (!document.hidden) this.#clear();
    if (document.hidden || node.ending !== null) {
      await this.engine.cancel();
      return;
    }
    this.engine.chosen.set("MultiPV", wanted);
    if ((await this.#asked.answer(this.engine.start())) === null) return;
    this.#draw();
    // After a step to another position, reports of this one come until the search of the other one begins.
    await this.engine.search(
      game.at(),
      () => "infinite",
      (info) => this.store.game.node === node && this.#take(info, game),
    );
  }

  async setOn(/** @type {boolean} */ on) {
    this.isOn = on;
    this.find("input#analyse").checked = on;
    if (!on) {
      await this.engine.cancel();
      this.#clear();
    }
    this.store.changed("analysis");
    if (on) this.update();
  }

  #clear() {
    [this.#lines, this.#chances] = [[], null];
    this.#draw();
    this.#looked = null;
  }

  #take(/** @type {SearchInfo} */ info, /** @type {Game} */ game) {
    if (!info.score) return;
    const side = game.sideAt(game.cursor);
    if (info.wdl && info.multipv === 1) this.#chances = side === "white" ? info.wdl : [...info.wdl].reverse();
    const score = forWhite(info.score, side);
    if (!info.bound || info.pv.length > 0) this.#lines[info.multipv - 1] = { ...info, score };
    if (info.multipv === 1 && !info.bound) {
      game.keepEvaluation(game.cursor, { score, depth: info.depth ?? 0 });
    }
    if (this.#willDraw) return;
    this.#willDraw = true;
    setTimeout(() => {
      this.#willDraw = false;
      this.#draw();
      this.store.changed("analysis");
    }, REFRESH);
  }

  /** What the engine has searched, and the chances if it reports them. */
  get #state() {
    const [first] = this.#lines;
    if (!first) return this.isOn && this.store.game.node.ending === null ? text.analysis.thinking(this.engine.name) : "";
    const depth = [first.depth ?? "?", first.seldepth].filter(Boolean).join("/");
    const state = text.analysis.state(depth, shortNumber(first.nodes ?? 0), shortNumber(first.nps ?? 0));
    if (!this.#chances) return state;
    const [win, draw, loss] = this.#chances.map((share) => Math.round(share / 10));
    return `${state} · ${text.analysis.chances(win, draw, loss)}`;
  }

  #draw() {
    this.find(".search-state").textContent = this.#state;
    const list = this.find(".lines");
    const lines = this.#lines.filter(Boolean);
    while (list.children.length > lines.length) list.lastElementChild?.remove();
    while (list.children.length < lines.length) list.append(this.#item(list.children.length));
    for (const [index, line] of lines.entries()) this.#fill(list.children[index], line);
    this.#drawn = lines;
    if (this.#looked !== null) this.controller.showArrows(lines[this.#looked]?.pv ?? null);
  }

  /** An empty item: the score, and a button for each move. Tab reaches the first move, the arrow keys the others. */
  #item(/** @type {number} */ index) {
    const moves = html("span");
    const title = pageText("Shows the line as arrows. A click on a move plays the line up to this move.");
    const item = html("li", { title }, html("b"), " ", moves);
    const pv = () => this.#drawn[index]?.pv ?? [];
    const look = (/** @type {number | null} */ looked) => {
      this.#looked = looked;
      this.controller.showArrows(looked === null ? null : pv());
    };
    for (const event of ["pointerenter", "focusin"]) item.addEventListener(event, () => look(index));
    for (const event of ["pointerleave", "focusout"]) item.addEventListener(event, () => look(null));
    // The engine may change the line between the press and the click.
    /** @type {string[] | null} */
    let pressed = null;
    moves.addEventListener("pointerdown", () => (pressed = pv()));
    moves.addEventListener("click", ({ target }) => {
      const at = [...moves.children].findIndex((one) => one === target);
      if (at >= 0) this.parts.play.playLine((pressed ?? pv()).slice(0, at + 1));
      pressed = null;
    });
    moves.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.preventDefault();
      event.stopPropagation();
      const buttons = [...moves.querySelectorAll("button")];
      const at = buttons.findIndex((one) => one === event.target);
      buttons[event.key === "ArrowLeft" ? at - 1 : at + 1]?.focus();
    });
    return item;
  }

  /** Shows a line. The buttons are kept when it changes, so that the focus and the pointer stay on them. */
  #fill(/** @type {Element} */ item, /** @type {Line} */ line) {
    const [score, moves] = item.children;
    score.textContent = scoreText(line.score);
    const shown = line.pv.slice(0, SHOWN_MOVES).map((move) => shownMove(move, this.controller.board.names));
    while (moves.children.length > shown.length) moves.lastElementChild?.remove();
    while (moves.children.length < shown.length) {
      moves.append(button("", { tabindex: moves.children.length === 0 ? 0 : -1 }));
    }
    for (const [at, words] of shown.entries()) moves.children[at].textContent = words;
  }
}
