// What the page tells: announcements for screen readers, the reason of a refused click, notices and errors.

import { capitalised } from "./luctor.js";

/** Milliseconds that a notice is shown. */
const NOTICE_TIME = 8_000;

const find = (selector) => document.querySelector(selector);

export class Messages {
  #timer = null;

  constructor() {
    for (const message of ["#trouble", "#notice"]) {
      find(`${message} .dismiss`).addEventListener("click", () => (find(message).hidden = true));
    }
  }

  /** An announcement. */
  say = (sentence) => {
    find("#announcement").textContent = sentence;
  };

  /** Why the cell under the pointer, or the clicked cell, is no legal move; or "". */
  reason = (sentence) => {
    find("#reason").textContent = sentence;
  };

  /** A message that stays for some seconds, or until it is dismissed. */
  notice = (sentence) => {
    this.say(sentence);
    find("#notice .sentence").textContent = capitalised(sentence);
    find("#notice").hidden = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (find("#notice").hidden = true), NOTICE_TIME);
  };

  /** An error. It stays until it is dismissed. */
  trouble = (sentence, { canTryAgain = false } = {}) => {
    find("#trouble").hidden = false;
    find("#trouble .sentence").textContent = capitalised(sentence);
    find("#trouble .again").hidden = !canTryAgain;
  };

  /** The page shows something else: earlier sentences are out of date. Errors stay. */
  clear() {
    this.say("");
    this.reason("");
    find("#notice").hidden = true;
  }

  /** The error may be about something earlier. */
  hideTrouble() {
    find("#trouble").hidden = true;
  }
}
