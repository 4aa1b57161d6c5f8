// What the page tells: announcements for screen readers, the reason of a refused click, notices and errors.

import { capitalised, ConnectionLost, EngineStopped, EngineUnfit, find, refusalWords, Refused } from "../package/luctor.js";
import { on } from "./page_elements.js";

/** Milliseconds that a notice is shown. */
const NOTICE_TIME = 8_000;
let timer = 0;

/** An announcement. */
export function announce(/** @type {string} */ sentence) {
  find("#announcement").textContent = sentence;
}

/** Why the cell under the pointer, or the clicked cell, is no legal move; or "". */
export function showReason(/** @type {string} */ sentence) {
  find("#reason").textContent = sentence;
}

/** A message that stays for some seconds, or until it is dismissed. */
export function showNotice(/** @type {string} */ sentence) {
  announce(sentence);
  find("#notice .sentence").textContent = capitalised(sentence);
  find("#notice").hidden = false;
  clearTimeout(timer);
  timer = setTimeout(hideNotice, NOTICE_TIME);
}

/** An error. It stays until it is dismissed, or until another text or link is opened. */
export function showError(/** @type {string} */ sentence, { canTryAgain = false } = {}) {
  find("#trouble").hidden = false;
  find("#trouble .sentence").textContent = capitalised(sentence);
  find("#trouble .again").hidden = !canTryAgain;
}

function hideNotice() {
  find("#notice").hidden = true;
}

/** The error may be about something earlier. */
export function hideError() {
  find("#trouble").hidden = true;
}

/** The sentence of an error. `names` are those of the cells. @param {unknown} error @param {Map<string, string>} [names] */
export function errorWords(error, names) {
  if (error instanceof Refused) return refusalWords(error.refusal, names);
  return error instanceof Error ? error.message : String(error);
}

/**
 * Waits for a request. Returns the sentence of its refusal, or null. `names` are those of the cells.
 *
 * @param {Promise<unknown>} request
 * @param {Map<string, string>} [names]
 */
export async function refusalOf(request, names) {
  try {
    await request;
    return null;
  } catch (error) {
    if (error instanceof Refused) return refusalWords(error.refusal, names);
    throw error;
  }
}

/**
 * Shows the errors that no part has handled. `names` returns the names of the cells. `onAgain` shows the position again, and with it
 * the engines try again. `isShown` tells whether the position is on the board.
 *
 * @param {{ names: () => Map<string, string>, isShown: () => boolean, onAgain: () => void }} page
 */
export function connectMessages({ names, isShown, onAgain }) {
  on("#trouble .dismiss", "click", hideError);
  on("#notice .dismiss", "click", hideNotice);
  on("#trouble .again", "click", () => {
    hideError();
    return onAgain();
  });
  addEventListener("unhandledrejection", ({ reason: error }) => {
    const isOfEngine = error instanceof EngineStopped || error instanceof EngineUnfit;
    const canTryAgain = isOfEngine || (error instanceof ConnectionLost && !isShown());
    showError(errorWords(error, names()), { canTryAgain });
  });
}

/** The page shows something else: earlier sentences are out of date. Errors stay. */
export function clearMessages() {
  announce("");
  showReason("");
  hideNotice();
}
