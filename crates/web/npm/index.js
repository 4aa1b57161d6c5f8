// The package `luctor`: the rules of Emergo with records and puzzles, an engine in a Worker, and requests that take a search.
// The board is in emergo_board.js, because it needs a browser.

import { Engine as UgiEngine } from "./engine.js";
import { RulesClient } from "./rules_client.js";

/** @import { GameText, PictureView, Variant } from "./types.js" */

export { EngineStopped } from "./connection.js";
export { EngineUnfit } from "./engine.js";
export { ConnectionLost, Refused, RulesClient as Rules } from "./rules_client.js";
export { StudyClient as Study } from "./study_client.js";
export { setLanguage } from "./text.js";
export { clickRefusalWords, endWords, illegalMoveWords, moveWords, refusalWords, requiredWords } from "./words.js";

/** @type {PictureView} */
const VIEW = { layout: "diamond", turned: false };

/**
 * A game without moves. Each request about a game has the moves up to its position.
 *
 * @param {Variant} variant
 * @returns {GameText}
 */
export const newGame = (variant = "emergo") => ({ variant, blocked: "draw", repetition: "draw", start: null, moves: [] });

/** The engine, in a Worker of its own. It searches one position at a time. */
export class Engine extends UgiEngine {
  #rules;

  /** @param {{ elo?: number, onCrash?: (sentence: string) => void }} options `elo` limits the strength */
  constructor({ elo, onCrash = () => {} } = {}) {
    const rules = new RulesClient();
    super({ onCrash, onMessage: () => {}, forEngine: (game) => rules.forEngine(game) });
    this.#rules = rules;
    if (elo !== undefined) this.chosen = new Map([["UCI_LimitStrength", "true"], ["UCI_Elo", String(elo)]]);
  }

  /**
   * The best move, or null if the game has ended or another search was requested in the meantime.
   *
   * @param {GameText} game
   * @param {{ movetime?: number, nodes?: number, onInfo?: (info: any) => void }} options the limit in milliseconds or in
   *   nodes; `onInfo` is called with each report of the search
   * @returns {Promise<string | null>}
   */
  async bestMove(game, { movetime = 1_000, nodes, onInfo = () => {} } = {}) {
    const { ending } = await this.#rules.describe(game, VIEW);
    if (ending !== null) return null;
    return this.search(game, () => (nodes === undefined ? `movetime ${movetime}` : `nodes ${nodes}`), onInfo);
  }
}
