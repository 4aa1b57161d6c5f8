// Runs the file of a Worker in a thread of Node.js.

import { parentPort, workerData } from "node:worker_threads";

Object.assign(globalThis, {
  self: globalThis,
  postMessage: (data) => parentPort.postMessage(data),
  // An exception of a promise ends a thread without this.
  addEventListener: () => {},
});
await import(workerData);
parentPort.on("message", (data) => globalThis.onmessage(/** @type {any} */ ({ data })));
