// Finds the elements of the page.

/** @type {(selector: string) => any} */
export const find = (selector) => document.querySelector(selector);

/** Calls a function at an event of an element. @param {string} selector @param {string} event @param {(event: any) => any} act */
export const on = (selector, event, act) => find(selector).addEventListener(event, act);
