// An engine that plays or analyses: any program that speaks UGI. It searches one position at a time, the last one that
// was requested. After a crash the engine is started again and the search repeated, once in each search.

import { Connection, EngineStopped } from "./connection.js";
import { parseInfo } from "./info.js";
import { pageText, text } from "./languages.js";
import { Rules } from "./rules_client.js";

/** @import { GameText, SearchInfo } from "./types.js" */

/** The line of UGI that sets up a position. */
export function positionLine(/** @type {string | null} */ start, /** @type {string[]} */ moves) {
  const head = start === null ? "position startpos" : `position fen ${start}`;
  return moves.length > 0 ? `${head} moves ${moves.join(" ")}` : head;
}

/** The engine cannot play this game; `message` is a sentence. */
export class EngineUnfit extends Error {}

export class Engine {
  #connection;
  /** @type {Promise<string> | null} */
  #running = null;
  /** Was the engine started again since the last search began? */
  #isRestarted = false;
  /** @type {{ isStopped: boolean } | null} The search that was requested last, or null after it was cancelled. */
  #wanted = null;
  #isClosed = false;

  /** @type {Map<string, string>} Values of options by name. They are set whenever the engine is started. */
  chosen = new Map();

  #rules = new Rules();

  /**
   * `onCrash` is called when the engine stopped by itself. `onMessage` is called with the text of an `info string`. The strength has
   * a limit by `elo`, or by `level`, which returns the level of the next search.
   *
   * @param {{ elo?: number, level?: () => number, onMessage?: (words: string) => void,
   *   onCrash?: (sentence: string, how: { givenUp: boolean }) => void }} options `givenUp`: is it not started again?
   */
  constructor({ onCrash = () => {}, onMessage = () => {}, level, elo } = {}) {
    this.onCrash = onCrash;
    this.level = level;
    this.elo = elo;
    this.#connection = new Connection({
      onLine: (line) => line.startsWith("info string ") && onMessage(line.slice(12)),
      onStopped: (sentence) => this.#crashed(sentence),
    });
  }

  get name() {
    return this.#connection.name || pageText("The engine");
  }

  get options() {
    return this.#connection.options;
  }

  /** The Elo of a level, from the weakest that the engine offers. Null is full strength, or an engine without levels. */
  eloOf(/** @type {number} */ level) {
    const elo = this.options.get("uci_elo");
    if (!elo || !this.hasLevels || level >= text.levels.length - 1) return null;
    const { min, max } = elo;
    return Math.round(min + ((max - min) * level) / (text.levels.length - 1));
  }

  get hasLevels() {
    return this.options.has("uci_elo") && this.options.has("uci_limitstrength");
  }

  /** The options for the strength. None if nothing asks for a strength. @returns {[string, string][]} */
  #strength() {
    const elo = this.elo ?? (this.level && this.eloOf(this.level()));
    if (elo === undefined) return [];
    return elo === null
      ? [["UCI_LimitStrength", "false"]]
      : [
          ["UCI_LimitStrength", "true"],
          ["UCI_Elo", String(elo)],
        ];
  }

  /** Reports a crash, and starts the engine again for the search under way or the next one. */
  #crashed(/** @type {string} */ sentence) {
    const givenUp = this.#isRestarted;
    this.#isRestarted = true;
    this.onCrash(sentence, { givenUp });
    if (!givenUp) this.start().catch((error) => this.onCrash(error.message, { givenUp: true }));
  }

  /** Starts the engine if it is not running. */
  async start() {
    if (!this.#isClosed) await this.#connection.open();
    if (!this.#isClosed) return;
    this.#connection.close();
    throw new EngineStopped(text.engine.notRunning);
  }

  /** Starts the engine and sets its options for the game. */
  async #prepare(/** @type {GameText} */ { variant, blocked }) {
    await this.start();
    const declared = this.options.get("uci_variant");
    if (variant !== "emergo" && !declared?.values.includes(variant)) {
      throw new EngineUnfit(text.engine.noVariant(this.name, variant));
    }
    const { min, max } = this.options.get("uci_elo") ?? { min: NaN, max: NaN };
    if (this.elo !== undefined && !(Number.isInteger(this.elo) && min <= this.elo && this.elo <= max)) {
      throw new EngineUnfit(text.engine.noElo(this.name, min, max));
    }
    await this.#connection.prepare(variant);
    if (declared && declared.value !== variant) {
      this.#connection.setOption("UCI_Variant", variant);
      this.#connection.send("uginewgame");
    }
    if (!this.#connection.setOption("Blocked", blocked) && blocked !== "draw") {
      throw new EngineUnfit(text.engine.noBlocked(this.name));
    }
    for (const [option, value] of [...this.chosen, ...this.#strength()]) this.#connection.setOption(option, value);
    await this.#connection.isReady();
  }

  /** Prepares for another game. */
  async newGame() {
    await this.cancel();
    this.#connection.send("uginewgame");
  }

  /**
   * Searches a position. Returns the best move, or null if another search was requested in the meantime. `limits` is
   * called for the arguments of `go` when it is sent; `onInfo` is called with each report of the search.
   */
  async search(/** @type {GameText} */ game, /** @type {() => string} */ limits, /** @type {(info: SearchInfo) => void} */ onInfo) {
    const search = { isStopped: false };
    this.#wanted = search;
    const isWanted = () => this.#wanted === search;
    this.#isRestarted = false;
    let isLastTry = false;
    for (;;) {
      try {
        await this.#halt();
        if (!isWanted()) return null;
        isLastTry = this.#isRestarted;
        await this.#prepare(game);
        const { start, moves } = await this.#rules.forEngine(game);
        if (!isWanted()) return null;
        this.#connection.send(positionLine(start, moves));
        const run = this.#connection.ask(`go ${limits()}`, (line) => {
          if (/^bestmove\b/.test(line)) return line.trim().split(/\s+/)[1] ?? "nothing";
          const info = isWanted() && parseInfo(line);
          if (info) onInfo(info);
          return undefined;
        });
        this.#running = run;
        if (search.isStopped) this.stop();
        const best = await run.finally(() => {
          if (this.#running === run) this.#running = null;
        });
        return isWanted() ? best : null;
      } catch (error) {
        if (!(error instanceof EngineStopped)) throw error;
        if (this.#isClosed || !isWanted()) return null;
        if (isLastTry) throw new EngineStopped(text.messages.crashed(error.message, true));
      }
    }
  }

  /**
   * The best move, or null if the game has ended or another search was requested in the meantime.
   *
   * @param {GameText} game
   * @param {{ movetime?: number, nodes?: number, onInfo?: (info: SearchInfo) => void }} options the limit in milliseconds or in
   *   nodes, a whole number; `onInfo` is called with each report of the search
   * @returns {Promise<string | null>}
   */
  async bestMove(game, { movetime = 1_000, nodes, onInfo = () => {} } = {}) {
    const [kind, limit] = nodes === undefined ? ["movetime", movetime] : ["nodes", nodes];
    if (!Number.isSafeInteger(limit) || limit < 0) throw new RangeError("movetime and nodes are whole numbers");
    const { ending } = await this.#rules.describe(game);
    if (ending !== null) return null;
    return this.search(game, () => `${kind} ${limit}`, onInfo);
  }

  /** Stops the search that was requested last, as soon as it has begun. Its answer is the best move so far. */
  stop() {
    if (this.#wanted) this.#wanted.isStopped = true;
    if (this.#running) this.#connection.send("stop");
  }

  async #halt() {
    const run = this.#running;
    if (!run) return;
    this.#connection.send("stop");
    await this.#connection.settle("stop", run).catch(() => {});
  }

  /** Stops the search under way and discards its answer. */
  async cancel() {
    this.#wanted = null;
    await this.#halt();
  }

  /** Ends the engine for good. A search under way has no answer. */
  close() {
    this.#isClosed = true;
    this.#connection.close();
  }
}
