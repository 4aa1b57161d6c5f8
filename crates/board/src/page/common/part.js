// The base of the parts of the page. A part has an element, and finds the elements in it.

export class Part {
  constructor(/** @type {HTMLElement} */ element) {
    this.element = element;
  }

  /** @returns {any} */
  find(selector) {
    return this.element.querySelector(selector);
  }

  /** Calls a function at an event of an element. */
  on(selector, event, act) {
    this.find(selector).addEventListener(event, act);
  }
}
