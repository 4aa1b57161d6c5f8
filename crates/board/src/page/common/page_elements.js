// Finds the elements of the page, and locks them.

/** @type {(selector: string) => any} */
export const find = (selector) => document.querySelector(selector);

/** Calls a function at an event of an element. @param {string} selector @param {string} event @param {(event: any) => any} act */
export const on = (selector, event, act) => find(selector).addEventListener(event, act);

/** @type {(selector: string) => any[]} */
export const findAll = (selector) => [...document.querySelectorAll(selector)];

/** Locks all that changes the game, except for the buttons `free`. @param {string[]} free */
export function lockPage(isLocked, free = []) {
  for (const part of ["#modes", "#status", "#play", "#moves", "#analysis", "#report", "#explorer", "#settings", ".steps"]) find(part).inert = isLocked;
  for (const button of findAll("#tools > .row button")) button.disabled = isLocked && !free.includes(button.id);
}
