// The rules, asked of Luctor itself in UGI: what is legal, why something is not, how the game ended, and what the
// position looks like. Everything this page knows of the game it knows from here.

import { Connection, Crashes, EngineGone } from "./connection.js";
import { isEntry } from "./moves.js";

/** How often a question is asked before it is given up. */
const ATTEMPTS = 3;

/** The line that sets up a position. */
export function positionLine(start, moves) {
  const head = start === null ? "position startpos" : `position fen ${start}`;
  return moves.length > 0 ? `${head} moves ${moves.join(" ")}` : head;
}

export class Referee {
  #connection = new Connection("rules", "the rules program");
  #variant = null;
  #blocked = null;
  #opening = null;
  #crashes = new Crashes();
  #questions = 0;

  /** @param onCrash called with a sentence when the program ended, and {givenUp}: is it not started again? */
  constructor({ onCrash }) {
    this.onCrash = onCrash;
    this.#connection.onGone = (sentence) => {
      const givenUp = this.#crashes.count();
      this.onCrash(sentence, { givenUp });
      // Whoever asks something starts it again.
      if (!givenUp && this.#questions === 0) this.#alone(() => this.#ready()).catch((error) => onCrash(error.message, { givenUp: true }));
    };
  }

  /** After it was given up, it may be tried again. */
  forgive() {
    this.#crashes.forgive();
  }

  /** Asks a question and returns the answer, without the word `response`. */
  #query(question) {
    return this.#connection.ask(`query ${question}`, (line) =>
      line.startsWith("response ") ? line.slice(9) : undefined,
    );
  }

  /** Starts the program if it is not running. */
  async #ready() {
    if (this.#connection.isOpen) return;
    if (this.#crashes.areTooMany) throw new EngineGone("the rules program is not running");
    this.#opening ??= this.#connection.open().finally(() => (this.#opening = null));
    [this.#variant, this.#blocked] = [null, null];
    await this.#opening;
  }

  /** Sets up a position. Returns what was wrong with it, or null. */
  async #place(variant, blocked, start, moves) {
    await this.#ready();
    let complaint = null;
    this.#connection.onLine = (line) => {
      if (line.startsWith("info string position: ")) complaint ??= line.slice(22);
    };
    if (variant !== this.#variant) this.#connection.setOption("UCI_Variant", variant);
    if (blocked !== this.#blocked) this.#connection.setOption("Blocked", blocked);
    [this.#variant, this.#blocked] = [variant, blocked];
    this.#connection.send(positionLine(start, moves));
    await this.#connection.isReady();
    return complaint;
  }

  #turn = Promise.resolve();

  /** Runs one conversation at a time: each sets up a position of its own. */
  #alone(work) {
    this.#questions += 1;
    const run = this.#turn.then(() => this.#insist(work)).finally(() => (this.#questions -= 1));
    this.#turn = run.catch(() => {});
    return run;
  }

  /** A program that has gone is started again by the next attempt. */
  async #insist(work) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof EngineGone) || this.#crashes.areTooMany || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** All of a position: see `#describe`. `wrong` is a sentence if the text or a move was refused, or null. */
  describe({ variant, blocked, start, moves }, view) {
    return this.#alone(async () => {
      const wrong = await this.#place(variant, blocked, start, moves);
      return { wrong, ...(await this.#describe(view)) };
    });
  }

  async #describe({ layout, turned }) {
    const [text, isWhite, legal, result, ending, duty, threats, picture] = await Promise.all([
      this.#query("fen"),
      this.#query("p1turn"),
      this.#connection.ask("moves", (line) => (line.startsWith("moves") ? line : undefined)),
      this.#query("result"),
      this.#query("ending"),
      this.#query("duty"),
      this.#query("threats"),
      this.#query(`svg ${layout}${turned ? " turned" : ""}`),
    ]);
    const moves = legal.trim().split(/\s+/).slice(1);
    return {
      text,
      side: isWhite === "true" ? "w" : "b",
      moves,
      result,
      ending,
      duty,
      threats: threats === "none" ? [] : threats.split(" "),
      picture,
      forbidden: moves.length > 0 && moves.every(isEntry) ? await this.#forbidden(text, moves, picture) : new Map(),
    };
  }

  /** Vacant cells where no man may enter, with the reasons. */
  async #forbidden(text, moves, picture) {
    const cells = [...picture.matchAll(/<g class="cell[^>]* data-cell="(\w+)"/g)].map((found) => found[1]);
    const taken = new Set([...picture.matchAll(/<g class="piece" data-cell="(\w+)"/g)].map((found) => found[1]));
    const candidates = cells.filter((cell) => !taken.has(cell) && !moves.includes(cell));
    const reasons = await Promise.all(candidates.map((cell) => this.#query(`why ${cell}`)));
    return new Map(candidates.map((cell, index) => [cell, plainReason(reasons[index])]));
  }

  /** The boards: the name of each, and the text of its start. */
  async starts() {
    this.#starts ??= await this.#alone(async () => {
      await this.#ready();
      const starts = new Map();
      for (const variant of this.#connection.options.get("uci_variant").values) {
        await this.#place(variant, "draw", null, []);
        starts.set(variant, await this.#query("fen"));
      }
      return starts;
    });
    return this.#starts;
  }

  #starts = null;

  /** The text of a position. */
  textOf({ variant, blocked, start, moves }) {
    return this.#alone(async () => {
      await this.#place(variant, blocked, start, moves);
      return this.#query("fen");
    });
  }

  /** A move as strictly written as `moves` has it, however it was written; null if it is not legal. */
  strict(game, move) {
    return this.#alone(async () => {
      await this.#place(game.variant, game.blocked, game.start, game.moves);
      const text = await this.#query(`move ${move}`);
      return text === "none" ? null : text;
    });
  }

  /** Why a move is not legal, in words. */
  why(game, move) {
    return this.#alone(async () => {
      await this.#place(game.variant, game.blocked, game.start, game.moves);
      return plainReason(await this.#query(`why ${move}`));
    });
  }

  /** The pictures of a position after each stage of a move: one, or one a jump. */
  stages({ variant, blocked, start, moves }, move, { layout, turned }) {
    return this.#alone(async () => {
      await this.#place(variant, blocked, start, moves);
      const [text, stages] = await Promise.all([this.#query("fen"), this.#query(`stages ${move}`)]);
      if (stages === "none") return [];
      const rest = text.split(" ").slice(1).join(" ");
      const pictures = [];
      for (const cells of stages.split(" ")) {
        await this.#place(variant, blocked, `${cells} ${rest}`, []);
        pictures.push(await this.#query(`svg ${layout}${turned ? " turned" : ""}`));
      }
      return pictures;
    });
  }
}

/** A reason without the move it is about, which the person has just clicked. */
function plainReason(sentence) {
  const reason = sentence.replace(/^illegal move '[^']*': /, "");
  const isName = /^[a-i][1-9]\b/.test(reason);
  return isName ? reason : reason.charAt(0).toUpperCase() + reason.slice(1);
}
