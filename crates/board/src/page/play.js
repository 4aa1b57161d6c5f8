// The players of a game: the engine's moves, the clocks, and the ends of games by resignation, time or illegal moves.

/** @import { LegalMove, PositionData, Side } from "./types.js" */

import { Clocks, clockText } from "./clock.js";
import { EngineStopped } from "./connection.js";
import { EngineUnfit } from "./engine.js";
import { forWhite, scoreText } from "./info.js";
import { Refused } from "./rules_client.js";
import { text } from "./text.js";
import { endWords, illegalMoveWords, other } from "./words.js";

/** Milliseconds between two updates of the clocks. */
const TICK = 100;

export class Play {
  #controller;
  #rules;
  #engine;
  /** Number of the last search. */
  #thinking = 0;
  /** The search under way: {side, score, depth, nodes}, or null. */
  #thinks = null;

  /** The sides that the engine plays: "", "w", "b" or "wb". */
  engineSides = "";
  /** @type {import("./types.js").TimeControl} */
  control = { seconds: 1 };
  clocks = null;
  /** The game while an exercise is on the board, or null. */
  #setAside = null;

  /**
   * `showsScores` returns whether the person sees the score of the search. `onEnd` is called at an end that the
   * rules do not know, such as a resignation. `onChange` is called when something that the page
   * shows has changed, `onTrouble` and `onSay` with a sentence.
   */
  constructor(controller, rules, engine, { showsScores, onChange, onEnd, onTrouble, onSay }) {
    this.#controller = controller;
    this.#rules = rules;
    this.#engine = engine;
    this.showsScores = showsScores;
    this.onChange = onChange;
    this.onEnd = onEnd;
    this.onTrouble = onTrouble;
    this.onSay = onSay;
    setInterval(() => this.clocks?.running && this.onChange(), TICK);
  }

  get engine() {
    return this.#engine;
  }

  /** Does the engine play this side of the game on the board? */
  isEngine(side) {
    return !this.isSetAside && this.engineSides.includes(side);
  }

  /** The game of the players. It may be set aside. */
  get game() {
    return this.#setAside ?? this.#controller.game;
  }

  get isSetAside() {
    return this.#setAside !== null;
  }

  /** Sets the game aside, so that an exercise can be on the board. */
  async setGameAside() {
    this.#setAside ??= this.#controller.game;
    await this.halt();
  }

  /** Shows the game again. */
  async showGame() {
    const { game } = this;
    this.#setAside = null;
    await this.#controller.take(game);
  }

  get isThinking() {
    return this.#thinks !== null;
  }

  /** The state of the search, shown beside the name of a side. */
  thought(side) {
    if (this.#thinks?.side !== side) return "";
    const { score, depth } = this.#thinks;
    return score && this.showsScores() ? text.play.thinkingAt(scoreText(score), depth) : text.play.thinking;
  }

  /** The time that a side has left as text, or null without clocks. */
  clock(side) {
    return this.clocks && !this.isSetAside ? clockText(this.clocks.now(side)) : null;
  }

  /** The name of a player, or "" in an exercise and without an engine. */
  nameOf(side) {
    if (this.isSetAside || this.engineSides === "") return "";
    return this.isEngine(side) ? this.#engine.name : text.play.you;
  }

  /** A new game begins, or another one was loaded. */
  async reset({ engineSides, control }) {
    await this.halt();
    this.clocks?.pause();
    this.engineSides = engineSides;
    this.control = control;
    const onFlag = (side) => this.end(other(side), { reason: "time loss" });
    this.clocks = control.base === undefined ? null : new Clocks(control, onFlag);
    await this.#engine.newGame();
  }

  /** Stops the engine and discards its move. */
  async halt() {
    this.#thinking += 1;
    this.#thinks = null;
    this.clocks?.pause();
    await this.#engine.cancel();
  }

  /** Sets the sides that the engine plays. */
  async setEngineSides(sides) {
    await this.halt();
    this.engineSides = sides;
    await this.react();
  }

  /**
   * The person moves, perhaps in an earlier position than the one that the engine searches.
   *
   * @param {LegalMove} move
   */
  async play(move) {
    if (this.isThinking) await this.halt();
    await this.#controller.play(move);
  }

  /** Makes the engine move at once. */
  moveNow() {
    this.#engine.stop();
  }

  /** A move was played. */
  moved() {
    this.clocks?.press();
  }

  /** Continues the game if its last position is shown. */
  async react() {
    const { game, state, isShown } = this.#controller;
    // A position that is out of date is about to be replaced.
    if (isShown && game.isAtEnd) await this.goOn(state);
    else this.onChange();
  }

  /**
   * Continues the game from its last position: a clock runs, and the engine thinks if it is to move.
   *
   * @param {PositionData} state
   */
  async goOn(state) {
    const { game, clickElsewhere } = this.#controller;
    const goesOn = state.ending === null && !game.outcome && !clickElsewhere && !this.isSetAside;
    if (!goesOn) this.clocks?.pause();
    else if (!this.isThinking) this.clocks?.run(state.side);
    this.onChange();
    if (goesOn && !this.isThinking && this.isEngine(state.side)) await this.#think(game, state);
  }

  async #think(game, { side, moves }) {
    const ticket = ++this.#thinking;
    this.#thinks = { side };
    this.onChange();
    const limits = () => (this.clocks ? this.clocks.limits : `movetime ${Math.round(this.control.seconds * 1000)}`);
    const line = game.lineTo(game.length);
    const isWanted = () => ticket === this.#thinking && this.#controller.game === game && game.lineTo(game.length) === line;
    const since = performance.now();
    let best = null;
    try {
      best = await this.#engine.search(game.at(game.length), limits, (info) => {
        if (!info.score || info.multipv !== 1 || !this.#thinks) return;
        Object.assign(this.#thinks, { score: forWhite(info.score, side), depth: info.depth ?? 0, nodes: info.nodes });
        this.onChange();
      });
    } catch (error) {
      if (!(error instanceof EngineStopped || error instanceof EngineUnfit)) throw error;
      if (ticket === this.#thinking) this.#thinks = null;
      // Time without an engine is not counted.
      this.clocks?.pause();
      this.onTrouble(error.message);
      this.onChange();
      return;
    }
    if (best === null || !isWanted()) {
      if (ticket === this.#thinking) this.#thinks = null;
      return;
    }
    const { score, depth, nodes } = this.#thinks ?? {};
    this.#thinks = null;
    const ms = performance.now() - since;
    let move;
    try {
      // Engines may write moves in another form than the strict one.
      move = moves.find((known) => known.text === best) ?? (await this.#rules.readMove(game.at(game.length), best));
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal.kind !== "move") throw error;
      const detail = `${best}. ${illegalMoveWords(error.refusal.fault)}`;
      if (isWanted()) await this.end(other(side), { reason: "illegal move", detail });
      return;
    }
    if (!isWanted()) return;
    await this.#controller.reply(move, { score, depth, nodes, ms });
  }

  /**
   * Ends the game by something other than the rules. `reason` is a text of `Termination`.
   *
   * @param {import("./types.js").Side} winner
   * @param {{ reason: string, detail?: string }} end
   */
  async end(winner, { reason, detail }) {
    const { game } = this.#controller;
    await this.halt();
    game.outcome = { result: winner === "w" ? "1-0" : "0-1", reason, detail };
    this.onSay(endWords(game.outcome));
    this.#controller.mark();
    this.onChange();
    this.onEnd();
  }

  /** Does the person play this side of the game on the board, and the engine the other one? */
  isPersons(side) {
    return !this.isSetAside && this.personSide === side;
  }

  /** The only side that the person plays, or null. @returns {Side | null} */
  get personSide() {
    return { w: "b", b: "w" }[this.engineSides] ?? null;
  }

  /** The person resigns; without an engine, the side to move does. */
  resign() {
    const { game } = this.#controller;
    const side = this.personSide ?? game.sideAt(game.length);
    return this.end(other(side), { reason: "resignation" });
  }

  /** Takes back the person's last move and the engine's answer to it. */
  async takeBack() {
    await this.halt();
    const { game } = this.#controller;
    let plies = 1;
    const mover = (back) => game.sideAt(game.length - back);
    while (plies < game.length && this.engineSides.length === 1 && this.isEngine(mover(plies))) plies += 1;
    // Only the engine's first move is left. If it were taken back, the engine would play it again at once.
    if (this.engineSides.length === 1 && this.isEngine(mover(Math.min(plies, game.length)))) return this.react();
    game.takeBack(plies);
    this.#controller.dropPremove();
    // After a loss on time the game continues without clocks.
    if (this.clocks?.isUp) this.clocks = null;
    await this.#controller.refresh();
  }

  /** Plays again what was taken back last. */
  async redo() {
    await this.halt();
    this.#controller.game.redo();
    this.#controller.dropPremove();
    await this.#controller.refresh();
  }
}
