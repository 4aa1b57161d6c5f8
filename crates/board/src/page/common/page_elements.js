// Finds the elements of the page, reads their numbers, and locks them.

/**
 * The element that a selector finds. The last part of the selector names its tag, as in `#tools button.main`, or a field by its
 * name, as in `[name=text]`: a select has the same `value`. Else it is any HTMLElement.
 *
 * @template {string} Selector
 * @typedef {Selector extends `${string}, ${string}` ? HTMLElement
 *   : Selector extends `${string} ${infer Last}` ? Found<Last>
 *   : Selector extends `[name=${string}` ? HTMLInputElement
 *   : Selector extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Selector]
 *   : Selector extends `${infer Head}[${string}` | `${infer Head}#${string}` | `${infer Head}.${string}` ? Found<Head>
 *   : HTMLElement} Found
 */

/** All elements that a selector finds, in the page or in a part of it. @template {string} Selector */
export function findAll(/** @type {Selector} */ selector, /** @type {ParentNode} */ within = document) {
  /** @type {NodeListOf<Found<Selector>>} */
  const found = within.querySelectorAll(selector);
  return [...found];
}

/** The first of them. There must be one. @template {string} Selector */
export function find(/** @type {Selector} */ selector, /** @type {ParentNode} */ within = document) {
  const [element] = findAll(selector, within);
  if (!element) throw new Error(`no ${selector}`);
  return element;
}

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
