// What the package uses of a browser and Node.js has in another form: reading a file beside a module, and Workers.

import { readFile } from "node:fs/promises";
import { Worker as Thread } from "node:worker_threads";

/** @param {URL} url */
export const fetch = async (url) => new Response(await readFile(url));

/** A Worker as browsers have it, in a thread. */
export class Worker {
  #thread;
  onmessage = (/** @type {{ data: any }} */ event) => {};
  onerror = (/** @type {{ message: string }} */ event) => {};

  /** @param {URL} url */
  constructor(url) {
    this.#thread = new Thread(new URL("node_worker.js", import.meta.url), { workerData: url.href });
    this.#thread.on("message", (data) => this.onmessage({ data }));
    this.#thread.on("error", ({ message }) => this.onerror({ message }));
  }

  ref() {
    this.#thread.ref();
  }

  unref() {
    this.#thread.unref();
  }

  postMessage(data) {
    this.#thread.postMessage(data);
  }

  terminate() {
    this.#thread.terminate();
  }
}
