// How a page without a server reaches the rules and the engines: WebAssembly in the page and in Workers. This file takes
// the place of crates/board/src/page/package/transport.js.

import { text } from "./languages.js";
import init, { answer } from "./luctor_rules.js";
import { keepForOffline } from "./offline.js";

/** @import { EngineLink, EngineEvents, Request, StudyEvents, StudyTask, Variant } from "./types.js" */

/** Can other sites show this page in a frame? */
export const isPublic = true;

/** @typedef {Pick<globalThis.Worker, "onmessage" | "onerror" | "postMessage" | "terminate">} BrowserWorker */
/** @typedef {BrowserWorker & { ref?: () => void, unref?: () => void }} AnyWorker of a browser or of Node.js */

/**
 * Node.js, in which the package of scripts/npm runs too, has other Workers and does not fetch files.
 *
 * @type {{ Worker: new (url: URL, options: WorkerOptions) => AnyWorker, fetch: (url: URL) => Promise<Response> }}
 */
const { Worker, fetch } = globalThis.process?.versions?.node ? await import("./node.js") : globalThis;

/**
 * A function that loads a value once for each key. A failed attempt is forgotten, so that the next one tries again.
 *
 * @template T
 * @template {Variant | void} [Key=void]
 * @param {(key: Key) => Promise<T>} load
 * @param {Map<Key, Promise<T>>} loaded
 */
function once(load, loaded = new Map()) {
  return (/** @type {Key} */ key) => {
    const known = loaded.get(key);
    if (known) return known;
    const value = load(key);
    value.catch(() => loaded.delete(key));
    loaded.set(key, value);
    return value;
  };
}

/** The content of a file that the build has compressed, so that it is small on every host. */
async function unpacked(/** @type {string} */ name) {
  let response = null;
  try {
    response = await fetch(new URL(name, import.meta.url));
  } catch {
    // The sentence below is for this, too.
  }
  if (!response?.ok || !response.body) throw new Error(text.messages.notLoaded(name));
  return response.body.pipeThrough(new DecompressionStream("gzip"));
}

/** A module. It is compiled while it arrives. */
async function compiled(/** @type {string} */ name) {
  if (typeof WebAssembly === "undefined") throw new Error(text.messages.noWebAssembly);
  const headers = { "content-type": "application/wasm" };
  const file = new Response(await unpacked(name), { headers });
  return WebAssembly.compileStreaming(file).catch((error) => Promise.reject(new Error(text.messages.rulesFailed(error.message))));
}

/** The module of the Workers that search. */
const engineModule = once(() => compiled("luctor_engine.bin"));

/** The network of a board. */
const network = once(async (/** @type {Variant} */ variant) => {
  const bytes = await new Response(await unpacked(`networks/${variant}.bin`)).arrayBuffer();
  keepForOffline();
  return bytes;
});

const rules = once(async () => {
  await init({ module_or_path: await compiled("luctor_rules.bin") });
  // Most games are played on this board. A failed attempt is repeated when an engine is started. An embedded board has no
  // engine.
  if (!new URLSearchParams(globalThis.location?.search).has("embed")) {
    engineModule()
      .then(() => network("emergo"))
      .catch(() => {});
  }
});

/**
 * The library in a Worker: `ask` sends a message and returns the answer, `addBoard` adds the games and the book of a board.
 *
 * @typedef {{ ask: (message: object) => Promise<string>, addBoard: (variant: Variant) => Promise<void> }} Library
 */

/** @type {Map<void, Promise<Library>>} */
const libraries = new Map();

const library = once(async () => {
  const module = await compiled("luctor_library.bin");
  const worker = new Worker(new URL("library_worker.js", import.meta.url), { type: "module" });
  /** @type {Map<number, { resolve: (response: string) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let last = 0;
  worker.onmessage = ({ data: { number, response } }) => {
    waiting.get(number)?.resolve(response);
    waiting.delete(number);
    // A thread of Node.js would keep the program.
    if (waiting.size === 0) worker.unref?.();
  };
  worker.onerror = ({ message }) => {
    worker.terminate();
    // The next request starts another one.
    libraries.clear();
    for (const { reject } of waiting.values()) reject(new Error(text.messages.rulesFailed(message)));
  };
  worker.postMessage({ module });
  /** @type {Library["ask"]} */
  const ask = (message) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.ref?.();
      worker.postMessage({ number: last, ...message });
    });
  const addBoard = once(async (/** @type {Variant} */ variant) => {
    const [games, book] = await Promise.all(
      ["games", "book"].map(async (name) => new Response(await unpacked(`library/${variant}.${name}.bin`)).arrayBuffer()),
    );
    await ask({
      add: { variant, games: new TextDecoder().decode(games), book: book.byteLength > 0 ? new Uint8Array(book) : null },
    });
  });
  return { ask, addBoard };
}, libraries);

/**
 * Passes a request to the rules or to the library and returns the answer in JSON. The message of an error is a sentence.
 *
 * @returns {Promise<string>}
 */
export async function askRules(/** @type {Request} */ request) {
  if ("rules" in request) {
    await rules();
    return answer(JSON.stringify(request));
  }
  const { library: question } = request;
  const { ask, addBoard } = await library();
  if (question.kind === "explore") await addBoard(question.game.variant);
  return ask({ request: JSON.stringify(request) });
}

/** Starts an engine in a Worker. The message of an error is a sentence. @returns {Promise<EngineLink>} */
export async function startEngine(/** @type {EngineEvents} */ { onLine, onEnd }) {
  const module = await engineModule();
  const worker = new Worker(new URL("engine_worker.js", import.meta.url), { type: "module" });
  let isOpen = true;
  const end = () => {
    isOpen = false;
    worker.terminate();
  };
  const endWithError = (/** @type {(sentence: string) => void} */ report) => (/** @type {ErrorEvent} */ event) => {
    end();
    report(text.engine.failed(event.message));
  };
  await new Promise((resolve, reject) => {
    worker.onmessage = resolve;
    worker.onerror = endWithError((sentence) => reject(new Error(sentence)));
    worker.postMessage({ module });
  });
  worker.onmessage = ({ data }) => data.lines.forEach(onLine);
  worker.onerror = endWithError(onEnd);
  const prepared = new Set();
  return {
    get isOpen() {
      return isOpen;
    },
    prepare: async (variant) => {
      if (prepared.has(variant)) return;
      const bytes = await network(variant);
      prepared.add(variant);
      if (isOpen) worker.postMessage({ network: bytes });
    },
    send: (line) => worker.postMessage({ line }),
    close: end,
  };
}

/**
 * Starts a Worker for a request that takes a search. Returns a function that ends it, which cancels the request.
 *
 * @returns {() => void}
 */
export function openStudy(/** @type {StudyTask} */ task, /** @type {StudyEvents} */ { onMessage, onEnd }) {
  const { variant = "emergo" } = "record" in task ? task.record : "attempt" in task ? task.attempt : task.game;
  /** @type {AnyWorker | null} */
  let worker = null;
  let isClosed = false;
  const close = () => {
    isClosed = true;
    worker?.terminate();
  };
  const start = async () => {
    const [module, bytes] = await Promise.all([engineModule(), network(variant)]);
    if (isClosed) return;
    worker = new Worker(new URL("study_worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => onMessage(data);
    worker.onerror = (event) => {
      close();
      onEnd(text.engine.failed(event.message));
    };
    worker.postMessage({ module, request: JSON.stringify(task), network: bytes });
  };
  start().catch((error) => onEnd(error.message));
  return close;
}
