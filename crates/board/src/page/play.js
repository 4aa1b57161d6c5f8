// Who plays, how long they may think, and how a game ends by more than the rules.

import { Clocks, clockText } from "./clock.js";
import { EngineGone } from "./connection.js";
import { EngineUnfit } from "./engine.js";
import { forWhite, scoreText } from "./info.js";
import { endWords, other, SIDES } from "./words.js";

/** Milliseconds between two looks at the clocks. */
const TICK = 100;

export class Play {
  #table;
  #engine;
  #thinking = 0;
  #thinks = null;

  /** The sides that the engine plays: "", "w", "b" or "wb". */
  engineSides = "";
  /** {seconds} a move for the engine, or {base, increment} in milliseconds for both */
  control = { seconds: 1 };
  clocks = null;

  /** @param onChange called when anything of what this shows has changed */
  constructor(table, engine, { onChange, onTrouble, onSay }) {
    this.#table = table;
    this.#engine = engine;
    Object.assign(this, { onChange, onTrouble, onSay });
    setInterval(() => this.clocks?.running && this.onChange(), TICK);
  }

  get engine() {
    return this.#engine;
  }

  isEngine(side) {
    return this.engineSides.includes(side);
  }

  get isThinking() {
    return this.#thinks !== null;
  }

  /** What is shown beside a side's name. */
  thought(side) {
    if (this.#thinks?.side !== side) return "";
    const { score, depth } = this.#thinks;
    return score ? `thinks: ${scoreText(score)}, depth ${depth}` : "thinks";
  }

  clock(side) {
    return this.clocks ? clockText(this.clocks.now(side)) : null;
  }

  nameOf(side) {
    return this.isEngine(side) ? this.#engine.name : "You";
  }

  /** A new game begins, or another one was loaded. */
  async reset({ engineSides, control }) {
    await this.halt();
    this.clocks?.pause();
    this.engineSides = engineSides;
    this.control = control;
    const onFlag = (side) => this.end(other(side), `${SIDES[side]}'s time is up`);
    this.clocks = control.base === undefined ? null : new Clocks(control, onFlag);
    await this.#engine.newGame();
  }

  /** The engine stops thinking, and its move is not wanted. */
  async halt() {
    this.#thinking += 1;
    this.#thinks = null;
    this.clocks?.pause();
    await this.#engine.cancel();
  }

  /** Changes who plays. */
  async setEngineSides(sides) {
    await this.halt();
    this.engineSides = sides;
    await this.react();
  }

  /** The person moves, perhaps in a position before the one that the engine thinks about. */
  async personPlays(move) {
    if (this.isThinking) await this.halt();
    await this.#table.play(move);
  }

  /** The person wants the engine's move now. */
  moveNow() {
    this.#engine.stop();
  }

  /** A move was played. */
  moved() {
    this.clocks?.punch();
  }

  /** A position is shown: if it is the end of the game, the game goes on there. */
  async react() {
    const { game, state, isShown } = this.#table;
    // Of a position that is not the game's any more there is nothing to do: the next is about to be shown.
    if (isShown && game.isAtEnd) await this.goOn(state);
    else this.onChange();
  }

  /** Whoever is to move at the end of the game, whose state this is, may think. */
  async goOn(state) {
    const { game, clickElsewhere } = this.#table;
    const goesOn = state.ending === "none" && !game.outcome && !clickElsewhere;
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
    const isWanted = () => ticket === this.#thinking && this.#table.game === game && game.lineTo(game.length) === line;
    const since = performance.now();
    let best = null;
    try {
      best = await this.#engine.search(game.at(game.length), limits, (info) => {
        if (!info.score || info.multipv !== 1 || !this.#thinks) return;
        Object.assign(this.#thinks, { score: forWhite(info.score, side), depth: info.depth ?? 0, nodes: info.nodes });
        this.onChange();
      });
    } catch (error) {
      if (!(error instanceof EngineGone || error instanceof EngineUnfit)) throw error;
      if (ticket === this.#thinking) this.#thinks = null;
      // Time that the engine is not there for is nobody's.
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
    // Another engine may write its moves less strictly.
    const move = moves.includes(best) ? best : await this.#table.referee.strict(game.at(game.length), best);
    if (move === null) {
      const why = await this.#table.referee.why(game.at(game.length), best);
      if (isWanted()) await this.end(other(side), `${this.#engine.name} played the illegal move ${best}: ${why}`);
      return;
    }
    if (!isWanted()) return;
    await this.#table.reply(move, { score, depth, nodes, ms });
  }

  /** Ends the game by something other than the rules. */
  async end(winner, reason) {
    const { game } = this.#table;
    await this.halt();
    game.outcome = { result: winner === "w" ? "1-0" : "0-1", reason };
    this.onSay(endWords(game.outcome));
    this.#table.mark();
    this.onChange();
  }

  /** The side that the person would give up: the one to move, or the only one that is no engine's. */
  get ownSide() {
    const { game } = this.#table;
    const side = game.sideAt(game.length);
    return this.isEngine(side) && !this.isEngine(other(side)) ? other(side) : side;
  }

  resign() {
    const side = this.ownSide;
    return this.end(other(side), `${SIDES[side]} resigned`);
  }

  /** Takes back the person's last move, and the engine's answer to it. */
  async takeBack() {
    await this.halt();
    const { game } = this.#table;
    let plies = 1;
    const mover = (back) => game.sideAt(game.length - back);
    while (plies < game.length && this.engineSides.length === 1 && this.isEngine(mover(plies))) plies += 1;
    // The engine's first move is not taken back: it would only be played again.
    if (this.engineSides.length === 1 && this.isEngine(mover(Math.min(plies, game.length)))) return this.react();
    game.takeBack(plies);
    // After a loss on time there is no time left to play on with.
    if (this.clocks?.isUp) this.clocks = null;
    await this.#table.refresh();
  }
}
