// A running engine: its lines, its name and its options.

import { text } from "./languages.js";
import { startEngine } from "./transport.js";

/** @import { EngineLink, EngineOption, Variant } from "./types.js" */

/** The engine is not running; `message` is a sentence. */
export class EngineStopped extends Error {}

/** Milliseconds that an engine may take to answer `ugi`, `isready` or `stop`. */
const TIME_TO_ANSWER = 10_000;

export class Connection {
  /** @type {EngineLink | null} */
  #link = null;
  /** @type {{ take: (line: string) => boolean, reject: (error: Error) => void }[]} `take` tells whether a line is the answer. */
  #waiting = [];
  /** @type {Promise<void> | null} The start that is under way. */
  #opening = null;

  /** The name by `id name`. */
  name = "";
  /** @type {Map<string, EngineOption>} The options by name in lower case. */
  options = new Map();

  /**
   * `onLine` is called with each line that is not an answer, `onStopped` with a sentence when the engine stops by itself after its
   * start.
   *
   * @param {Record<"onLine" | "onStopped", (words: string) => void>} events
   */
  constructor({ onLine, onStopped }) {
    this.onLine = onLine;
    this.onStopped = onStopped;
  }

  get isOpen() {
    return this.#link?.isOpen ?? false;
  }

  /** Starts the engine if it is not running, and reads its name and options. */
  async open() {
    if (this.isOpen && !this.#opening) return;
    await (this.#opening ??= this.#start().finally(() => (this.#opening = null)));
  }

  async #start() {
    this.close();
    const isCurrent = () => link !== null && link === this.#link;
    /** @type {EngineLink | null} */
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

  /** Waits for an answer. Stops the engine if none comes in time. @template T @param {string} what @param {Promise<T>} answer */
  settle(what, answer) {
    const end = () => this.#stopped(text.engine.stopped(text.engine.noAnswer(what, TIME_TO_ANSWER / 1000)));
    const timer = setTimeout(end, TIME_TO_ANSWER);
    return answer.finally(() => clearTimeout(timer));
  }

  #declare(/** @type {string} */ line) {
    const found = /^option name (.*?) type (\w+)(.*)$/.exec(line);
    if (!found) return;
    const [, name, type, rest] = found;
    const value = (/** @type {"default" | "min" | "max"} */ word) =>
      new RegExp(`(?:^| )${word} (.*?)(?= (?:default|min|max|var) |$)`).exec(rest)?.[1]?.trim();
    const values = [...rest.matchAll(/(?:^| )var (.*?)(?= var |$)/g)].map((match) => match[1].trim());
    const [min, max] = [Number(value("min")), Number(value("max"))];
    this.options.set(name.toLowerCase(), { name, type, default: value("default") ?? "", min, max, values });
  }

  /** Sends a line that has no answer. */
  send(/** @type {string} */ line) {
    if (this.#link?.isOpen) this.#link.send(line);
  }

  /**
   * Sends a line and waits for its answer: `match` is called with each line from the engine until it returns a value.
   * Questions are answered in their order.
   *
   * @template Answer
   * @param {string} line
   * @param {(line: string) => Answer | undefined} match
   * @returns {Promise<Answer>}
   */
  ask(line, match) {
    return new Promise((resolve, reject) => {
      if (!this.#link?.isOpen) {
        reject(new EngineStopped(text.engine.notRunning));
        return;
      }
      const take = (/** @type {string} */ line) => {
        const answer = match(line);
        if (answer !== undefined) resolve(answer);
        return answer !== undefined;
      };
      this.#waiting.push({ take, reject });
      this.#link.send(line);
    });
  }

  /** Loads what the engine needs for a board. */
  async prepare(/** @type {Variant} */ variant) {
    try {
      await this.#link?.prepare(variant);
    } catch (error) {
      throw new EngineStopped(error.message);
    }
  }

  /** Waits until the engine has read all lines. */
  isReady() {
    return this.settle(
      "isready",
      this.ask("isready", (line) => (line.trim() === "readyok" ? true : undefined)),
    );
  }

  /** Sets an option, unless it has this value already. Returns false if the engine does not have it. */
  setOption(/** @type {string} */ name, /** @type {string} */ value) {
    const option = this.options.get(name.toLowerCase());
    if (option && option.value !== value) {
      this.send(`setoption name ${option.name} value ${value}`);
      option.value = value;
    }
    return Boolean(option);
  }

  #take(/** @type {string} */ line) {
    if (this.#waiting[0]?.take(line)) this.#waiting.shift();
    else this.onLine(line);
  }

  /** The engine has stopped. @param {string} sentence why */
  #stopped(sentence) {
    this.close(sentence);
    if (!this.#opening) this.onStopped(sentence);
  }

  /** Ends the engine. `sentence` is the error for those who wait for an answer. */
  close(sentence = text.engine.notRunning) {
    this.#link?.close();
    this.#link = null;
    this.#rejectAll(sentence);
  }

  #rejectAll(/** @type {string} */ sentence) {
    for (const { reject } of this.#waiting.splice(0)) reject(new EngineStopped(sentence));
  }
}
