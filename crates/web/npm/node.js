// What the package uses of a browser and Node.js has in another form: reading a file beside a module, and Workers.

import { readFile } from "node:fs/promises";
import { Worker as Thread } from "node:worker_threads";

export const fetch = async (/** @type {URL} */ url) => new Response(await readFile(url));

/** A Worker as browsers have it, in a thread. */
export class Worker {
  #thread;
  onmessage = (/** @type {Pick<MessageEvent, "data">} */ event) => {};
  onerror = (/** @type {Pick<ErrorEvent, "message">} */ event) => {};

  constructor(/** @type {URL} */ url) {
    this.#thread = new Thread(new URL("node_worker.js", import.meta.url), { workerData: url.href });
    this.#thread.on("message", (/** @type {unknown} */ data) => this.onmessage({ data }));
    this.#thread.on("error", (/** @type {Error} */ error) => this.onerror(error));
  }

  ref() {
    this.#thread.ref();
  }

  unref() {
    this.#thread.unref();
  }

  postMessage(/** @type {unknown} */ data) {
    this.#thread.postMessage(data);
  }

  terminate() {
    this.#thread.terminate();
  }
}
