// The base of the parts of the page. A part uses other parts. It finds elements inside of its own one.

/** @import { BoardController, PositionData } from "../package/types.js" */

import { on } from "./page_elements.js";
import { find } from "../package/luctor.js";

/** @template {{ controller: BoardController }} Parts */
export class Part {
  /** @param {Parts} parts @param {string} selector its element; without one, it has the whole page */
  constructor(parts, selector = "body") {
    this.parts = parts;
    this.controller = parts.controller;
    this.store = parts.controller.store;
    this.element = find(selector);
  }

  /** The position that is shown last. Before the first one, the person can do nothing. */
  get position() {
    return /** @type {PositionData} */ (this.store.position);
  }

  /** @template {string} Selector @param {Selector} selector */
  find(selector) {
    return find(selector, this.element);
  }

  field(/** @type {string} */ name) {
    return this.find(`[name=${name}]`);
  }

  /** @type {typeof on} Calls a function at an event of an element. */
  on(selector, event, act) {
    on(selector, event, act, this.element);
  }
}
