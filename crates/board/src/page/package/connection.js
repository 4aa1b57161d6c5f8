// A running engine: its lines, its name and its options.

import { text } from "./languages.js";
import { startEngine } from "./transport.js";

/** @import { EngineLink } from "./types.js" */

/** After so many crashes in so many milliseconds an engine is not started again by itself. */
const CRASHES = 3;
const CRASH_WINDOW = 60_000;

export class Crashes {
  #times = [];

  /** Counts a crash. Returns whether there were too many. */
  count() {
    const now = Date.now();
    this.#times = [...this.#times.filter((time) => now - time < CRASH_WINDOW), now];
    return this.#times.length >= CRASHES;
  }

  reset() {
    this.#times = [];
  }
}

/** The engine is not running; `message` is a sentence. */
export class EngineStopped extends Error {}

/** Milliseconds that an engine may take to answer `ugi`, `isready` or `stop`. */
const TIME_TO_ANSWER = 10_000;

export class Connection {
  /** @type {EngineLink | null} */
  #link = null;
  #waiting = [];

  /** Called with each line that is not an answer. */
  onLine = (/** @type {string} */ line) => {};
  /** Called with a sentence when the engine stops by itself. */
  onStopped = (/** @type {string} */ sentence) => {};

  /** The name by `id name`. */
  name = "";
  /** The options by name in lower case: {name, type, default, min, max, values}. */
  options = new Map();

  get isOpen() {
    return this.#link?.isOpen ?? false;
  }

  /** Starts the engine and reads its name and options. */
  async open() {
    this.#link = null;
    this.#rejectAll(text.engine.startedAgain);
    const isCurrent = () => link !== null && link === this.#link;
    let link = null;
    try {
      link = await startEngine({
        onLine: (line) => isCurrent() && this.#take(line),
        onEnd: (sentence) => isCurrent() && this.#stopped(sentence),
      });
    } catch (error) {
      throw new EngineStopped(error.message);
    }
    this.#link = link;
    await this.#identify();
  }

  async #identify() {
    this.options = new Map();
    this.name = "";
    const answer = this.ask("ugi", (line) => {
      if (line.startsWith("id name ")) this.name = line.slice(8);
      else if (line.startsWith("option ")) this.#declare(line);
      return line.trim() === "ugiok" ? true : undefined;
    });
    await this.settle("ugi", answer);
  }

  /** Waits for an answer. Stops the engine if it does not come in time. */
  settle(what, answer) {
    const end = () => this.#stopped(text.engine.stopped(text.engine.noAnswer(what, TIME_TO_ANSWER / 1000)));
    const timer = setTimeout(end, TIME_TO_ANSWER);
    return answer.finally(() => clearTimeout(timer));
  }

  #declare(line) {
    const found = /^option name (.*?) type (\w+)(.*)$/.exec(line);
    if (!found) return;
    const [, name, type, rest] = found;
    const value = (word) => new RegExp(`(?:^| )${word} (.*?)(?= (?:default|min|max|var) |$)`).exec(rest)?.[1]?.trim();
    const option = { name, type, default: value("default") ?? "", min: Number(value("min")), max: Number(value("max")) };
    option.values = [...rest.matchAll(/(?:^| )var (.*?)(?= var |$)/g)].map((match) => match[1].trim());
    this.options.set(name.toLowerCase(), option);
  }

  /** Sends a line that has no answer. */
  send(line) {
    if (this.#link?.isOpen) this.#link.send(line);
  }

  /**
   * Sends a line and waits for its answer: `match` is called with each line from the engine until it returns a value.
   * Questions are answered in their order.
   */
  ask(line, match) {
    return new Promise((resolve, reject) => {
      if (!this.#link?.isOpen) {
        reject(new EngineStopped(text.engine.notRunning));
        return;
      }
      this.#waiting.push({ match, resolve, reject });
      this.#link.send(line);
    });
  }

  /** Loads what the engine needs for a board. */
  async prepare(variant) {
    try {
      await this.#link?.prepare(variant);
    } catch (error) {
      throw new EngineStopped(error.message);
    }
  }

  /** Waits until the engine has read all lines. */
  isReady() {
    return this.settle("isready", this.ask("isready", (line) => (line.trim() === "readyok" ? true : undefined)));
  }

  /** Sets an option. Returns false if the engine does not have it. */
  setOption(name, value) {
    const option = this.options.get(name.toLowerCase());
    if (option) this.send(`setoption name ${option.name}${value === undefined ? "" : ` value ${value}`}`);
    return Boolean(option);
  }

  #take(line) {
    const [first] = this.#waiting;
    const answer = first?.match(line);
    if (answer === undefined) {
      this.onLine(line);
      return;
    }
    this.#waiting.shift();
    first.resolve(answer);
  }

  /** The engine has stopped. @param {string} sentence why */
  #stopped(sentence) {
    this.close(sentence);
    this.onStopped(sentence);
  }

  /** Ends the engine. `sentence` is the error for those who wait for an answer. */
  close(sentence = text.engine.notRunning) {
    this.#link?.close();
    this.#link = null;
    this.#rejectAll(sentence);
  }

  #rejectAll(sentence) {
    for (const { reject } of this.#waiting.splice(0)) reject(new EngineStopped(sentence));
  }
}
