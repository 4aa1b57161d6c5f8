// An engine process behind a WebSocket. Each message is one line of UGI. The socket is open as long as the process runs.

import { text } from "./text.js";

/** After so many crashes in so many milliseconds an engine is not started again by itself. */
const CRASHES = 3;
const CRASH_WINDOW = 60_000;

/** Counts recent crashes. */
export class Crashes {
  #times = [];

  /** Counts a crash. Returns whether there were too many. */
  count() {
    const now = Date.now();
    this.#times = [...this.#times.filter((time) => now - time < CRASH_WINDOW), now];
    return this.areTooMany;
  }

  get areTooMany() {
    return this.#times.length >= CRASHES;
  }

  /** Forgets all crashes. */
  forgive() {
    this.#times = [];
  }
}

/** The engine is not running; `message` is a sentence. */
export class EngineStopped extends Error {}

/** Milliseconds that an engine may take to answer `ugi`, `isready` or `stop`. */
const TIME_TO_ANSWER = 10_000;

export class Connection {
  #socket = null;
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
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Starts the engine and reads its name and options. */
  async open() {
    const address = new URL("engine", document.baseURI);
    address.protocol = "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#rejectAll(text.engine.startedAgain);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve, { once: true });
      socket.addEventListener("error", () => reject(new EngineStopped(text.messages.noServer)), { once: true });
    });
    socket.addEventListener("message", (event) => this.#take(event.data));
    socket.addEventListener("close", (event) => this.#close(socket, event.reason));
    await this.#identify();
  }

  async #identify() {
    this.options = new Map();
    this.name = "";
    await this.#within(TIME_TO_ANSWER, "ugi", () =>
      this.ask("ugi", (line) => {
        if (line.startsWith("id name ")) this.name = line.slice(8);
        else if (line.startsWith("option ")) this.#declare(line);
        return line.trim() === "ugiok" ? true : undefined;
      }),
    );
  }

  /** Stops an engine that does not answer in time. */
  async #within(milliseconds, what, wait) {
    const end = () => this.#close(this.#socket, text.engine.noAnswer(what, milliseconds / 1000));
    const timer = setTimeout(end, milliseconds);
    try {
      return await wait();
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits for an answer. Stops the engine if it does not come in time. */
  settle(what, promise) {
    return this.#within(TIME_TO_ANSWER, what, () => promise);
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
    if (this.isOpen) this.#socket.send(line);
  }

  /**
   * Sends a line and waits for its answer: `match` is called with each line from the engine until it returns a value.
   * Questions are answered in their order.
   */
  ask(line, match) {
    return new Promise((resolve, reject) => {
      if (!this.isOpen) {
        reject(new EngineStopped(text.engine.notRunning));
        return;
      }
      this.#waiting.push({ match, resolve, reject });
      this.#socket.send(line);
    });
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

  #close(socket, reason) {
    if (socket !== this.#socket || !socket) return;
    this.#socket = null;
    socket.close();
    const sentence = reason ? text.engine.stopped(reason) : text.messages.lostServer;
    this.#rejectAll(sentence);
    this.onStopped(sentence);
  }

  #rejectAll(sentence) {
    for (const { reject } of this.#waiting.splice(0)) reject(new EngineStopped(sentence));
  }
}
