// The state of the page, with one owner: the games, what is on the board, and the players. The parts read it, and `listen`
// tells them what has changed. An answer that comes after a change of what was asked about is dropped here.

/** @import { Clocks } from "./clock.js" */
/** @import { Activity, GameResult, MoveNode, PictureView, PositionData, Score, Side, TimeControl } from "./types.js" */

import { Game } from "./game.js";
import { SIDES } from "./sides.js";

/**
 * What has changed: the position that the board shows; the moves behind it that the game does not contain; the tree of moves
 * with its marks and evaluations; the end of the game by the rules; whether the analysis is on, and its evaluation of the position;
 * the players, their clocks and searches; the mode.
 *
 * @typedef {"position" | "preview" | "moves" | "ending" | "analysis" | "players" | "mode"} Topic
 */

/** @type {Record<GameResult, Score>} The exact scores of finished games, from White's view. */
const FINAL_SCORES = { "1-0": { mate: 1 }, "0-1": { mate: -1 }, "1/2-1/2": { centimen: 0 } };

/** The depth of an exact score. It is greater than that of any search, and JSON can store it, unlike `Infinity`. */
const EXACT_DEPTH = Number.MAX_SAFE_INTEGER;

/** Counts the changes of some values. It drops late answers: no part counts its own requests. */
export class Revision {
  #values;
  /** @type {unknown[]} */
  #last = [];
  #number = 0;

  constructor(/** @type {() => unknown[]} */ values) {
    this.#values = values;
  }

  /** Notes the values and returns the number of the revision. It grows if they differ from those of the last call. */
  update() {
    const values = this.#values();
    if (values.some((value, index) => value !== this.#last[index])) this.#number += 1;
    this.#last = values;
    return this.#number;
  }

  /**
   * The answer to a request, or null if the values have changed in the meantime. An error after a change is dropped, too.
   *
   * @template T
   * @param {Promise<T>} request
   * @returns {Promise<T | null>}
   */
  async answer(request) {
    const revision = this.update();
    try {
      const answer = await request;
      return revision === this.update() ? answer : null;
    } catch (error) {
      if (revision === this.update()) throw error;
      return null;
    }
  }
}

/** @type {TimeControl} The time of the engine unless the person chooses another one. */
export const DEFAULT_CONTROL = { seconds: 1 };

export class Store {
  /** The name of the mode. A site without modes stays in this one. */
  mode = "play";
  /** @type {Activity} */
  activity = "play";
  /** The game of the person. The browser keeps it. */
  ownGame = new Game();
  /** @type {{ game: Game, turned: boolean } | null} The lesson, the puzzle or the mistake on the board. */
  exercise = null;
  /** @type {string[]} The moves after the cursor that the board shows and the game does not contain. */
  preview = [];
  /** @type {PictureView["layout"]} */
  layout = "diamond";
  /** Is Black at the bottom in the game of the person? */
  ownTurned = false;
  /** @type {PositionData | null} The position that is shown last, without a preview. */
  position = null;
  /** @type {PositionData | null} The position that the board shows, perhaps that of a preview. */
  shownPosition = null;
  /** @type {MoveNode | null} The node of this position, or null for a preview. */
  shownNode = null;

  /** @type {Side[]} The sides that the engine plays. */
  engineSides = [];
  /** @type {TimeControl} */
  control = DEFAULT_CONTROL;
  /** The level of the engine in the game of the person, from 0, the weakest. */
  level = 0;
  /** @type {Clocks | null} */
  clocks = null;
  /** @type {{ side: Side, node: MoveNode, score?: Score, depth?: number, nodes?: number } | null} The engine's search. */
  engineSearch = null;

  /** What the board shows. */
  boardRevision = new Revision(() => [this.game, this.game.node, this.preview.join(), this.layout, this.turned]);
  /** The last position of the person's game. */
  ownEndRevision = new Revision(() => [this.ownGame, this.ownGame.line.at(-1), this.ownGame.outcome]);

  /** @type {{ topics: Topic[], act: () => void }[]} */
  #listeners = [];

  /** The game on the board. */
  get game() {
    return this.exercise?.game ?? this.ownGame;
  }

  /** Is Black at the bottom of the board? */
  get turned() {
    return this.exercise?.turned ?? this.ownTurned;
  }

  set turned(turned) {
    if (this.exercise) this.exercise.turned = turned;
    else this.ownTurned = turned;
  }

  /** How the board is drawn. @returns {PictureView} */
  get view() {
    return { layout: this.layout, turned: this.turned };
  }

  /** Is the position at the cursor of the game on the board? */
  get isShown() {
    return this.shownNode === this.game.node;
  }

  /** Has the game ended with the position that is shown? The person may play on from earlier positions. */
  get isOver() {
    const { position, game } = this;
    return Boolean(position?.ending) || (game.isAtEnd && this.isEnded);
  }

  get isExercise() {
    return this.activity === "exercise";
  }

  /** Has a player, a clock or a record ended the line, so that no move may follow? */
  get isEnded() {
    return this.activity !== "study" && this.game.outcome !== null;
  }

  /** Does the engine play in the game on the board? */
  get hasEngine() {
    return this.activity === "play" && this.engineSides.length > 0;
  }

  /** Does the engine play this side of the game on the board? */
  isEngine(/** @type {Side} */ side) {
    return this.hasEngine && this.engineSides.includes(side);
  }

  /** The only side that the person plays, or null. @returns {Side | null} */
  get personSide() {
    const sides = SIDES.filter((side) => !this.engineSides.includes(side));
    return sides.length === 1 ? sides[0] : null;
  }

  /**
   * Puts another game on the board, with Black at the bottom if it is `turned`. In an exercise the game of the person stays in the
   * background.
   */
  take(/** @type {Game} */ game, turned = this.turned) {
    if (this.isExercise) this.exercise = { game, turned };
    else Object.assign(this, { ownGame: game, ownTurned: turned, exercise: null });
    this.preview = [];
  }

  /** Begins another mode. An exercise puts its game on the board by `take`. */
  enter(/** @type {string} */ mode, /** @type {Activity} */ activity) {
    Object.assign(this, { mode, activity });
    if (!this.isExercise) this.exercise = null;
    this.preview = [];
    this.changed("mode");
  }

  /** Notes the end of the game, if the position after so many moves is one. */
  noteEnding(/** @type {number} */ ply, /** @type {PositionData} */ { ending }) {
    const { game } = this;
    if (ending === null || game.line[ply].ending) return;
    game.keepEvaluation(ply, { score: FINAL_SCORES[ending.result], depth: EXACT_DEPTH });
    game.line[ply].ending = ending;
    if (ply === game.length) this.changed("ending");
  }

  /** Calls a function after changes of some topics. Parts must not depend on the order. */
  listen(/** @type {Topic[]} */ topics, /** @type {() => void} */ act) {
    this.#listeners.push({ topics, act });
  }

  changed(/** @type {Topic} */ topic) {
    for (const { topics, act } of this.#listeners) if (topics.includes(topic)) act();
  }
}
