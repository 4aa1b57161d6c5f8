// Connects the elements of the page, reads their numbers, and locks them.

/** @import { Found } from "../package/types.js" */

import { find, findAll } from "../package/luctor.js";

/**
 * Calls a function at an event of an element.
 *
 * @template {string} Selector
 * @param {Selector} selector
 * @param {keyof HTMLElementEventMap} event
 * @param {(event: { target: Found<Selector> }) => unknown} act
 * @param {ParentNode} within
 */
export function on(selector, event, act, within = document) {
  const target = find(selector, within);
  target.addEventListener(event, () => act({ target }));
}

/** The whole number in a field, within its limits. The field shows it. */
export function numberIn(/** @type {HTMLInputElement} */ field) {
  const number = Math.min(Number(field.max), Math.max(Number(field.min), Math.round(field.valueAsNumber || 0)));
  field.value = String(number);
  return number;
}

/** Locks all that changes the game, except for the buttons `free`. */
export function lockPage(/** @type {boolean} */ isLocked, /** @type {string[]} */ free = []) {
  const parts = findAll("#modes, #status, #play, #moves, #analysis, #report, #explorer, #settings, .steps");
  for (const part of parts) part.inert = isLocked;
  for (const button of findAll("#tools > .row button")) button.disabled = isLocked && !free.includes(button.id);
}
