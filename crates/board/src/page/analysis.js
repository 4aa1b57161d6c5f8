// Analysis by an engine: the best lines of the position on the board.

/** @import { Evaluation } from "./types.js" */

import { EngineUnfit } from "./engine.js";
import { EngineStopped } from "./connection.js";
import { forWhite, scoreText, shortNumber } from "./info.js";
import { shownMove } from "./move_text.js";
import { text } from "./text.js";

/** Milliseconds between two drawings of the lines. */
const REFRESH = 80;
/** Moves of a line that are shown. */
const SHOWN_MOVES = 12;

export class Analysis {
  #engine;
  #element;
  #lines = [];
  /** The chances of White to win, draw and lose, in thousandths, if the engine reports them */
  #chances = null;
  #timer = null;
  isOn = false;
  #looks = 0;

  /**
   * `engine` is used by nothing else. `onEvaluation` is called when the game has a new evaluation, `onHover` with the
   * move texts of a line or null, `onPlay` with the first move of a line, `onTrouble` with a sentence; `names` returns
   * the names of the cells.
   */
  constructor(engine, element, { onEvaluation, onHover, onPlay, onTrouble, names }) {
    this.#engine = engine;
    this.#element = element;
    this.onEvaluation = onEvaluation;
    this.onHover = onHover;
    this.onPlay = onPlay;
    this.onTrouble = onTrouble;
    this.names = names;
  }

  get engine() {
    return this.#engine;
  }

  /** Analyses the position at the cursor of a game, unless the game has ended there by the rules. */
  async look(game) {
    if (!this.isOn) return;
    const look = ++this.#looks;
    const ply = game.cursor;
    this.#lines = [];
    this.#chances = null;
    this.#looked = null;
    this.onHover(null);
    if (game.node.ending !== null) {
      await this.#engine.cancel();
      this.#draw();
      return;
    }
    try {
      this.#engine.chosen.set("MultiPV", String(this.lines));
      await this.#engine.start();
      if (!this.isOn || look !== this.#looks) return;
      this.#draw();
      await this.#engine.search(game.at(ply), () => "infinite", (info) => this.#take(info, game, ply));
    } catch (error) {
      if (!(error instanceof EngineStopped || error instanceof EngineUnfit)) throw error;
      this.onTrouble(error.message);
    }
  }

  /** Stops the search while the page is hidden. */
  async pause() {
    this.#looks += 1;
    await this.#engine.cancel();
  }

  async turn(on) {
    this.isOn = on;
    if (!on) {
      await this.#engine.cancel();
      this.#lines = [];
      this.#looked = null;
      this.#draw();
      this.onHover(null);
    }
  }

  /** The number of lines. */
  lines = 3;

  #take(info, game, ply) {
    if (!info.score) return;
    if (info.wdl && info.multipv === 1) this.#chances = game.sideAt(ply) === "w" ? info.wdl : [...info.wdl].reverse();
    const score = forWhite(info.score, game.sideAt(ply));
    if (!info.bound || info.pv.length > 0) this.#lines[info.multipv - 1] = { ...info, score };
    if (info.multipv === 1 && !info.bound) {
      game.note(ply, { score, depth: info.depth ?? 0 });
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#draw();
      this.onEvaluation();
    }, REFRESH);
  }

  #draw() {
    const [first] = this.#lines;
    this.#element.querySelector(".search-state").textContent = first
      ? text.analysis.state([first.depth ?? "?", first.seldepth].filter(Boolean).join("/"), shortNumber(first.nodes ?? 0), shortNumber(first.nps ?? 0)) + (this.#chances ? ` · ${text.analysis.chances(...this.#chances.map((share) => Math.round(share / 10)))}` : "")
      : this.isOn
        ? text.analysis.thinking(this.#engine.name)
        : "";
    const list = this.#element.querySelector(".lines");
    const lines = this.#lines.filter(Boolean);
    while (list.children.length > lines.length) list.lastElementChild.remove();
    while (list.children.length < lines.length) list.append(this.#item(list.children.length));
    // The elements are kept when their lines change, so that the focus and the pointer stay on them.
    for (const [index, line] of lines.entries()) {
      const [score, moves] = list.children[index].querySelectorAll("b, span");
      score.textContent = scoreText(line.score);
      const shown = line.pv.slice(0, SHOWN_MOVES).map((move) => shownMove(move, this.names()));
      moves.textContent = shown.join(" ");
    }
    if (this.#looked !== null) this.onHover(lines[this.#looked]?.pv ?? null);
  }

  /** The line under the pointer or focus, or null. */
  #looked = null;

  #item(index) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.append(document.createElement("b"), " ", document.createElement("span"));
    button.title = text.analysis.lineTitle;
    const pv = () => this.#lines.filter(Boolean)[index]?.pv ?? [];
    const look = (looked) => {
      this.#looked = looked;
      this.onHover(looked === null ? null : pv());
    };
    for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => look(index));
    for (const event of ["pointerleave", "blur"]) button.addEventListener(event, () => look(null));
    button.addEventListener("click", () => pv().length > 0 && this.onPlay(pv()[0]));
    item.append(button);
    return item;
  }
}
