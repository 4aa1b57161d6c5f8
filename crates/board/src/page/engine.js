// The engine that plays or analyses: any that speaks UGI. Searches one position at a time, the one asked for last;
// a crash is told, the engine started again, and the search with it.

import { Connection, Crashes, EngineGone } from "./connection.js";
import { parseInfo } from "./info.js";
import { positionLine } from "./referee.js";

/** The engine cannot play this; `message` is a sentence. */
export class EngineUnfit extends Error {}

export class Engine {
  #connection = new Connection("engine", "the engine");
  #variant = null;
  #blocked = null;
  #ticket = 0;
  #running = null;
  #opening = null;
  #crashes = new Crashes();
  #sent = new Map();
  #searches = 0;

  /** Values of options by name, set whenever the engine is started. */
  chosen = new Map();

  /**
   * @param onCrash called with a sentence when the engine ended, and {givenUp}: is it not started again?
   * @param onMessage with what the engine says in words
   */
  constructor({ onCrash, onMessage }) {
    this.onCrash = onCrash;
    this.#connection.onGone = (sentence) => {
      // A search under way tells of it itself, and starts it again.
      if (this.#searches > 0 || this.#opening) return;
      if (!this.#crashed(sentence)) this.#startAgain();
    };
    this.#connection.onLine = (line) => {
      if (line.startsWith("info string ")) onMessage(line.slice(12));
    };
  }

  get name() {
    return this.#connection.name || "the engine";
  }

  get options() {
    return this.#connection.options;
  }

  #crashed(sentence) {
    const givenUp = this.#crashes.count();
    this.onCrash(sentence, { givenUp });
    return givenUp;
  }

  /** Starts the engine for whoever asks for it next. */
  #startAgain() {
    this.start().catch((error) => this.onCrash(error.message, { givenUp: true }));
  }

  /** Starts the engine if it is not running. */
  async start() {
    if (this.#connection.isOpen && !this.#opening) return;
    this.#opening ??= this.#connection.open().finally(() => (this.#opening = null));
    [this.#variant, this.#blocked] = [null, null];
    this.#sent = new Map();
    await this.#opening;
  }

  /** Starts the engine and sets what the game and the person ask for. */
  async #prepare({ variant, blocked }) {
    await this.start();
    const declared = this.options.get("uci_variant");
    if (variant !== "emergo" && !declared?.values.includes(variant)) {
      throw new EngineUnfit(`${this.name} does not offer ${variant}: its option UCI_Variant does not name it`);
    }
    if (this.#variant !== variant) {
      this.#connection.setOption("UCI_Variant", variant);
      this.#connection.send("uginewgame");
    }
    if (this.#blocked !== blocked && !this.#connection.setOption("Blocked", blocked) && blocked !== "draw") {
      throw new EngineUnfit(`${this.name} does not know that a blocked side loses: it has no option Blocked`);
    }
    [this.#variant, this.#blocked] = [variant, blocked];
    for (const [option, value] of this.chosen) {
      if (this.#sent.get(option) === value) continue;
      this.#connection.setOption(option, value);
      this.#sent.set(option, value);
    }
    await this.#connection.isReady();
  }

  /** Forgets the game before. */
  async newGame() {
    await this.cancel();
    if (this.#connection.isOpen) this.#connection.send("uginewgame");
  }

  /**
   * Searches a position. Returns the best move, or null if another search was asked for in the meantime.
   * `limits` is asked for what `go` is told when it is sent; `onInfo` gets what the search says on the way.
   */
  async search(game, limits, onInfo) {
    const ticket = ++this.#ticket;
    this.#searches += 1;
    try {
      return await this.#insist(ticket, game, limits, onInfo);
    } finally {
      this.#searches -= 1;
    }
  }

  async #insist(ticket, game, limits, onInfo) {
    for (;;) {
      await this.#halt();
      if (ticket !== this.#ticket) return null;
      try {
        await this.#prepare(game);
        if (ticket !== this.#ticket) return null;
        this.#connection.send(positionLine(game.start, game.moves));
        const run = this.#connection.ask(`go ${limits()}`, (line) => {
          if (/^bestmove\b/.test(line)) return line.trim().split(/\s+/)[1] ?? "nothing";
          const info = ticket === this.#ticket && parseInfo(line);
          if (info) onInfo(info);
          return undefined;
        });
        this.#running = run;
        const best = await run.finally(() => {
          if (this.#running === run) this.#running = null;
        });
        return ticket === this.#ticket ? best : null;
      } catch (error) {
        if (!(error instanceof EngineGone)) throw error;
        const givenUp = this.#crashed(error.message);
        if (ticket !== this.#ticket) {
          if (!givenUp) this.#startAgain();
          return null;
        }
        if (givenUp) throw error;
      }
    }
  }

  /** Ends the search under way; its best move so far is its answer. */
  stop() {
    if (this.#running) this.#connection.send("stop");
  }

  async #halt() {
    const run = this.#running;
    if (!run) return;
    this.stop();
    await this.#connection.settle("stop", run).catch(() => {});
  }

  /** Ends the search under way; there is no answer. */
  async cancel() {
    this.#ticket += 1;
    await this.#halt();
  }

  /** After it was given up, the engine may be tried again. */
  forgive() {
    this.#crashes.forgive();
  }
}
