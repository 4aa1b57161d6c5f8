// The players of a game: the moves of the person and of the engine, the clocks, and the ends of games.

/** @import { BoardController, Engine, Game, LegalMove, MoveNode, PositionData, Rules, Side, Store } from "../package/types.js" */
/** @import { Termination } from "../package/types.js" */
/** @import { FirstVisit } from "./first_visit.js" */
/** @import { Sounds } from "./sound.js" */

import { announce } from "../common/messages.js";
import { Part } from "../common/part.js";
import { Clocks, DEFAULT_CONTROL, endWords, forWhite, illegalMoveWords, other, Refused, text } from "../package/luctor.js";
import { shows } from "../state/modes.js";
import { showNews } from "./players_view.js";

/** Milliseconds between two updates of the clocks. */
const TICK = 100;

/** @typedef {Pick<Store, "engineSides" | "control" | "level">} Players The players of a game, and their time. */

/**
 * Nothing else searches with this engine.
 *
 * @extends {Part<{ controller: BoardController, rules: Rules, sounds: Sounds, firstVisit: FirstVisit, engine: Engine }>}
 */
export class Play extends Part {
  constructor(/** @type {Play["parts"]} */ parts) {
    super(parts);
    const { store } = this;
    this.engine = this.parts.engine;
    store.listen(["position"], () => this.react());
    store.listen(["ending"], () => {
      const { ending } = store.game.line[store.game.length];
      if (ending) announce(endWords(ending));
      this.parts.sounds.play("end");
    });
    setInterval(() => store.clocks?.running && this.#changed(), TICK);
  }

  /** A move was played that is not shown yet. */
  moved(/** @type {LegalMove} */ { kind }, /** @type {MoveNode} */ node) {
    const { game, hasEngine, isExercise, clocks } = this.store;
    // A move with moves behind it is not new.
    if (hasEngine && node.children.length === 0 && node.outcome === null) {
      // The game goes on with the person's move, also from an earlier position.
      if (!this.store.isEngine(game.sideAt(game.line.indexOf(node) - 1))) game.keepLine();
      this.#forgetPlayers(game);
    }
    if (!isExercise) clocks?.press();
    this.parts.sounds.play(kind);
  }

  /** The names, the day and the limits of a record do not apply to new players. */
  #forgetPlayers(/** @type {Game} */ game) {
    if (game.source || game.white || game.black)
      Object.assign(game, { source: null, white: "", black: "", date: "", limits: null });
  }

  #changed() {
    this.store.changed("players");
  }

  /** The engine with its level, unless it plays at full strength: `Luctor, Beginner`. */
  get engineName() {
    const { level } = this.store;
    const isFull = this.engine.eloOf(level) === null;
    return isFull ? this.engine.name : `${this.engine.name}, ${text.levels[level]}`;
  }

  /** A new game begins, or another one was loaded. */
  async reset(/** @type {Players} */ { engineSides, control, level }) {
    await this.halt();
    const onFlag = (/** @type {Side} */ side) => this.end(other(side), { reason: "time loss" });
    const clocks = control.base === undefined ? null : new Clocks(control, onFlag);
    Object.assign(this.store, { engineSides, control, level, clocks });
    await this.engine.newGame();
    this.#startEngine();
  }

  /** Starts the engine before its first search, so that its name and its level are shown. */
  async #startEngine() {
    if (this.store.engineSides.length === 0) return;
    await this.engine.start();
    this.#changed();
  }

  /** Stops the engine and discards its move, and the person's premove. */
  async halt() {
    this.store.engineSearch = null;
    this.controller.dropPremove();
    this.store.clocks?.pause();
    await this.engine.cancel();
  }

  async setEngineSides(/** @type {Side[]} */ sides) {
    await this.halt();
    // The limits of a record apply until a new player moves.
    if (this.store.game.source === null) this.store.game.limits = null;
    this.store.engineSides = sides;
    if (this.store.isShown) this.controller.mark();
    this.store.changed("moves");
    await this.react();
    await this.#startEngine();
  }

  mayMove(/** @type {Side} */ side) {
    return !this.parts.firstVisit.isOpen && !(this.store.isEngine(side) && this.store.game.isAtEnd);
  }

  whyNot(/** @type {Side} */ side) {
    const { firstVisit } = this.parts;
    return firstVisit.isOpen ? firstVisit.show() : text.click.engineToMove(side);
  }

  /** The person moves, perhaps in an earlier position than the one that the engine searches. */
  async play(/** @type {LegalMove} */ move) {
    if (this.store.engineSearch) await this.halt();
    await this.controller.play(move);
  }

  /** Plays moves that were chosen outside of the board. */
  async playLine(/** @type {string[]} */ moves) {
    const { controller, store } = this;
    const isFree = () => store.isShown && !store.isOver && !controller.isBusy;
    const mayPlay = () => isFree() && controller.user.mayMove(this.position.side);
    if (!mayPlay()) return;
    const { game } = this.store;
    const { node } = game;
    const line = await controller.findLine(moves);
    const last = line.pop();
    if (!last || game.node !== node || !mayPlay()) return;
    for (const { text } of line) game.play({ text });
    if (line.length > 0) await controller.refresh();
    if (mayPlay()) await this.play(last);
  }

  /** Continues the game if its last position is shown. */
  async react() {
    const { engineSearch } = this.store;
    // Another variation was chosen while the engine searches.
    if (engineSearch && engineSearch.node !== this.store.game.line.at(-1)) await this.halt();
    // A position that is out of date is about to be replaced.
    if (this.store.isShown && this.store.game.isAtEnd) await this.#goOn(this.position);
    else this.#changed();
  }

  /** Continues the game from its last position: a clock runs, and the engine thinks if it is to move. */
  async #goOn(/** @type {PositionData} */ position) {
    const { game, engineSearch, activity, isEnded } = this.store;
    const goesOn = activity === "play" && position.ending === null && !isEnded && this.controller.user === this;
    // After a loss on time the game continues without clocks, with the default time for each move of the engine.
    if (goesOn && this.store.clocks?.isUp) Object.assign(this.store, { clocks: null, control: DEFAULT_CONTROL });
    const { clocks } = this.store;
    if (!goesOn) clocks?.pause();
    else if (!engineSearch) clocks?.run(position.side);
    this.#changed();
    if (goesOn && !engineSearch && this.store.isEngine(position.side)) await this.#think(game, position);
  }

  async #think(/** @type {Game} */ game, /** @type {PositionData} */ { side, moves }) {
    const { store } = this;
    const end = game.at(game.length);
    /** @type {NonNullable<typeof store.engineSearch>} */
    const search = (store.engineSearch = { side, node: game.line[game.length] });
    /** Ends the search. Returns whether its answer is still wanted. */
    const endSearch = () => {
      if (store.engineSearch !== search) return false;
      store.engineSearch = null;
      return store.game.line.at(-1) === search.node;
    };
    this.#changed();
    const limits = () => store.clocks?.limits ?? `movetime ${Math.round(Number(store.control.seconds) * 1000)}`;
    const since = performance.now();
    /** @type {string | null} */
    let best = null;
    try {
      best = await this.engine.search(end, limits, (info) => {
        if (!info.score || info.multipv !== 1) return;
        Object.assign(search, { score: forWhite(info.score, side), depth: info.depth ?? 0, nodes: info.nodes });
        this.#changed();
      });
    } catch (error) {
      if (!endSearch()) return;
      // Time without an engine is not counted.
      store.clocks?.pause();
      this.#changed();
      throw error;
    }
    if (!endSearch() || best === null) return;
    const { score, depth, nodes } = search;
    const ms = performance.now() - since;
    try {
      // Engines may write moves in another form than the strict one.
      const known = moves.find((move) => move.text === best);
      const move = known ?? (await store.ownEndRevision.answer(this.parts.rules.readMove(end, best)));
      if (move !== null) await this.controller.reply(move, { score, depth, nodes, ms });
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal.kind !== "move") throw error;
      const detail = `${best}. ${illegalMoveWords(error.refusal.fault)}`;
      await this.end(other(side), { reason: "illegal move", detail });
    }
  }

  /** A side has moved while an earlier position is shown: the engine, or the person who looked back. */
  replied(/** @type {PositionData} */ position, /** @type {string} */ words) {
    if (this.store.isEngine(other(position.side))) showNews(words);
    this.store.changed("moves");
    this.#goOn(position);
  }

  /**
   * Ends the game by something other than the rules.
   *
   * @param {Side} winner
   * @param {{ reason: Termination, detail?: string }} end
   */
  async end(winner, { reason, detail }) {
    const game = this.store.ownGame;
    // An older variation may be shown.
    if (this.store.hasEngine) {
      game.leaveVariation();
      this.#forgetPlayers(game);
    }
    // Nothing continues a game that has ended.
    game.outcome = { result: winner === "white" ? "1-0" : "0-1", reason, detail };
    game.isUnsaved = true;
    await this.halt();
    announce(endWords(game.outcome));
    if (this.store.game === game) await this.controller.refresh();
    this.#changed();
    this.store.changed("moves");
  }

  /** The person resigns; without an engine, the side to move does. */
  resign() {
    const { ownGame, personSide } = this.store;
    const side = personSide ?? ownGame.sideAt(ownGame.length);
    return this.end(other(side), { reason: "resignation" });
  }

  /** Can a move be taken back? Only in the mode that shows the button. */
  get canTakeBack() {
    return shows(this.store.mode, "#play") && this.store.ownGame.length > 0;
  }

  get canRedo() {
    return shows(this.store.mode, "#play") && this.store.ownGame.undone.length > 0;
  }

  /** Takes back the person's last move and the engine's answer to it. */
  async takeBack() {
    await this.halt();
    const { ownGame: game, personSide } = this.store;
    let plies = 1;
    const isByEngine = (/** @type {number} */ back) => personSide !== null && this.store.isEngine(game.sideAt(game.length - back));
    while (plies < game.length && isByEngine(plies)) plies += 1;
    // Only the engine's first move is left. If it were taken back, the engine would play it again at once.
    if (isByEngine(Math.min(plies, game.length))) return this.react();
    game.takeBack(plies);
    await this.controller.refresh();
  }

  async redo() {
    await this.halt();
    this.store.ownGame.redo();
    await this.controller.refresh();
  }
}
