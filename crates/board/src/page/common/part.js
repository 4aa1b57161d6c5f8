// The base of the parts of the page. A part uses other parts. If it has an element, it finds those inside.

/** @import { BoardController, PositionData } from "../package/types.js" */

import { find } from "./page_elements.js";

/** @template {{ controller: BoardController }} Parts */
export class Part {
  /** @param {Parts} parts @param {string | null} selector its element, if it has one */
  constructor(parts, selector = null) {
    this.parts = parts;
    this.controller = parts.controller;
    this.store = parts.controller.store;
    /** @type {HTMLElement} */
    this.element = selector && find(selector);
  }

  /** The position that is shown last. Before the first one, the person can do nothing. */
  get position() {
    return /** @type {PositionData} */ (this.store.position);
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
