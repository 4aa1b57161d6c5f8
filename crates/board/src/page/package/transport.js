// How the page reaches the rules and the engines: the server of `luctor gui`. A page without a server has another file in
// the place of this one, with the same exports: crates/web/site/transport.js.

import { text } from "./text.js";

/** @import { EngineLink, EngineEvents, StudyEvents } from "./types.js" */

/** Can other sites show this page in a frame? */
export const isPublic = false;

/**
 * Passes a request of the JSON interface to the rules and returns the response. The message of an error is a sentence.
 *
 * @param {string} request
 * @param {any} question the question of the request
 * @returns {Promise<string>}
 */
export async function askRules(request, question) {
  let response;
  try {
    response = await fetch(new URL("rules", document.baseURI), { method: "POST", body: request });
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
 * @param {EngineEvents} events
 * @returns {Promise<EngineLink>}
 */
export async function startEngine({ onLine, onEnd }) {
  const address = new URL("engine", document.baseURI);
  address.protocol = "ws:";
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error(text.messages.noServer)), { once: true });
  });
  socket.addEventListener("message", (event) => onLine(event.data));
  socket.addEventListener("close", (event) => onEnd(event.reason ? text.engine.stopped(event.reason) : text.messages.lostServer));
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
 * @param {string} request
 * @param {StudyEvents} events
 * @returns {() => void}
 */
export function openStudy(request, { onMessage, onEnd }) {
  const address = new URL("study", document.baseURI);
  address.protocol = "ws:";
  const socket = new WebSocket(address);
  socket.addEventListener("open", () => socket.send(request));
  socket.addEventListener("message", (event) => onMessage(event.data));
  socket.addEventListener("close", () => onEnd(text.messages.lostServer));
  return () => socket.close();
}
