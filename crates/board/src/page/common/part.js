// The base of the parts of the page. A part uses other parts, and finds the elements in its own one.

/** @import { BoardController } from "../package/types.js" */

import { find } from "./page_elements.js";

/** @template {{ controller: BoardController }} Parts */
export class Part {
  /** @param {Parts} parts @param {string} selector its element; without one, the whole page */
  constructor(parts, selector = "body") {
    this.parts = parts;
    this.controller = parts.controller;
    this.store = parts.controller.store;
    /** @type {HTMLElement} */
    this.element = find(selector);
  }

  /** @returns {any} */
  find(selector) {
    return this.element.querySelector(selector);
  }

  field(name) {
    return this.find(`[name=${name}]`);
  }

  /** Calls a function at an event of an element. */
  on(selector, event, act) {
    this.find(selector).addEventListener(event, act);
  }
}
