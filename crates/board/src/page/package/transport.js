// How the page reaches the rules and the engines: the server of `luctor gui`. A page without a server has another file in
// the place of this one, with the same exports: crates/web/site/transport.js.

import { text } from "./languages.js";

/** @import { EngineLink, EngineEvents, Request, StudyEvents, StudyTask } from "./types.js" */

/** Can other sites show this page in a frame? */
export const isPublic = false;

/** A WebSocket of the server. */
const openSocket = (/** @type {string} */ name) => new WebSocket(new URL(name, document.baseURI.replace("http:", "ws:")));

/**
 * Passes a request to the rules and returns the answer in JSON. The message of an error is a sentence.
 *
 * @returns {Promise<string>}
 */
export async function askRules(/** @type {Request} */ request) {
  let response;
  try {
    response = await fetch(new URL("rules", document.baseURI), { method: "POST", body: JSON.stringify(request) });
  } catch {
    throw new Error(text.messages.noServer);
  }
  if (!response.ok) throw new Error(text.messages.serverRefused(`${response.status} ${response.statusText}`));
  return response.text();
}

/**
 * Starts an engine process behind a WebSocket. Each message is one line of UGI. The socket is open as long as the process
 * runs. The message of an error is a sentence.
 *
 * @returns {Promise<EngineLink>}
 */
export async function startEngine(/** @type {EngineEvents} */ { onLine, onEnd }) {
  const socket = openSocket("engine");
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error(text.messages.noServer)), { once: true });
  });
  socket.addEventListener("message", (event) => onLine(event.data));
  socket.addEventListener("close", (event) => onEnd(event.reason ? text.engine.stopped(event.reason) : text.messages.noServer));
  return {
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    prepare: async () => {},
    send: (line) => socket.send(line),
    close: () => socket.close(),
  };
}

/**
 * Opens a channel for a request that takes a search. Returns a function that closes it, which cancels the request.
 *
 * @returns {() => void}
 */
export function openStudy(/** @type {StudyTask} */ task, /** @type {StudyEvents} */ { onMessage, onEnd }) {
  const socket = openSocket("study");
  socket.addEventListener("open", () => socket.send(JSON.stringify(task)));
  socket.addEventListener("message", (event) => onMessage(event.data));
  socket.addEventListener("close", () => onEnd(text.messages.noServer));
  return () => socket.close();
}
