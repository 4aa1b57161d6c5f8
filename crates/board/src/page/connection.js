// An engine behind a WebSocket. Every message is a line of UGI; the socket lives as long as the engine's process.

/** So many crashes in so many milliseconds, and a program is given up until somebody asks again. */
const CRASHES = 3;
const CRASH_WINDOW = 60_000;

/** How often a program crashed of late. */
export class Crashes {
  #times = [];

  /** One more. Returns whether the program is given up. */
  count() {
    const now = Date.now();
    this.#times = [...this.#times.filter((time) => now - time < CRASH_WINDOW), now];
    return this.areTooMany;
  }

  get areTooMany() {
    return this.#times.length >= CRASHES;
  }

  /** The program may be tried again. */
  forgive() {
    this.#times = [];
  }
}

/** Why an engine is gone; `message` is a sentence. */
export class EngineGone extends Error {}

/** Milliseconds for which an engine may be silent after `ugi`. */
const PATIENCE = 10_000;

export class Connection {
  #path;
  #who;
  #socket = null;
  #waiting = [];

  /** Called with every line that nobody waits for: `info` of a search, above all. */
  onLine = () => {};
  /** Called with a sentence when the engine ends by itself. */
  onGone = () => {};

  /** What `ugi` told. */
  name = "";
  /** The options by name in lower case: {name, type, default, min, max, values}. */
  options = new Map();

  /** @param path `rules` or `engine`  @param who what sentences call it */
  constructor(path, who) {
    this.#path = path;
    this.#who = who;
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Starts the engine and asks who it is. */
  async open() {
    const address = new URL(this.#path, document.baseURI);
    address.protocol = "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#refuse(`${this.#who} is started anew`);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve, { once: true });
      socket.addEventListener("error", () => reject(new EngineGone("there is no connection to Luctor")), { once: true });
    });
    socket.addEventListener("message", (event) => this.#take(event.data));
    socket.addEventListener("close", (event) => this.#close(socket, event.reason));
    await this.#introduce();
  }

  async #introduce() {
    this.options = new Map();
    this.name = "";
    await this.#within(PATIENCE, "ugi", () =>
      this.ask("ugi", (line) => {
        if (line.startsWith("id name ")) this.name = line.slice(8);
        else if (line.startsWith("option ")) this.#declare(line);
        return line.trim() === "ugiok" ? true : undefined;
      }),
    );
  }

  /** Ends an engine that does not answer in time. */
  async #within(milliseconds, what, wait) {
    const end = () => this.#close(this.#socket, `${this.#who} did not answer ${what} within ${milliseconds / 1000} seconds`);
    const timer = setTimeout(end, milliseconds);
    try {
      return await wait();
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits for something that was asked, and ends the engine if it does not come: it hangs. */
  settle(what, promise) {
    return this.#within(PATIENCE, what, () => promise);
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

  /** Sends a line to which no answer is awaited. */
  send(line) {
    if (this.isOpen) this.#socket.send(line);
  }

  /**
   * Sends a line and waits for what `match` makes of the lines that come: it is given each line until it returns
   * something. Questions asked at the same time are answered in their order.
   */
  ask(line, match) {
    return new Promise((resolve, reject) => {
      if (!this.isOpen) {
        reject(new EngineGone(`${this.#who} is not running`));
        return;
      }
      this.#waiting.push({ match, resolve, reject });
      this.#socket.send(line);
    });
  }

  /** Waits until the engine has read everything. */
  isReady() {
    return this.settle("isready", this.ask("isready", (line) => (line.trim() === "readyok" ? true : undefined)));
  }

  /** Sets an option, if the engine has it. Returns whether it has. */
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
    const sentence = reason || "the connection to Luctor is lost: is it still running?";
    this.#refuse(sentence);
    this.onGone(sentence);
  }

  #refuse(sentence) {
    for (const { reject } of this.#waiting.splice(0)) reject(new EngineGone(sentence));
  }
}
