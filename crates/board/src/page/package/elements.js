// Elements with their attributes and children in one expression.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined | EventListener>} Attributes */
/** @typedef {(Node | string | null)[]} Children one that is null is left out */

/**
 * Fills an element. An attribute with a function is an event; one that is null or false is left out.
 *
 * @template {Element} Made
 * @param {Made} made
 * @param {Attributes} attributes
 * @param {Children} children
 */
function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * `html("li", { class: "move", click: act }, "e4")`.
 *
 * @type {<Name extends keyof HTMLElementTagNameMap>(name: Name, attributes?: Attributes, ...children: Children) =>
 *   HTMLElementTagNameMap[Name]}
 */
export const html = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);

/**
 * The same for SVG.
 *
 * @type {<Name extends keyof SVGElementTagNameMap>(name: Name, attributes?: Attributes, ...children: Children) =>
 *   SVGElementTagNameMap[Name]}
 */
export const svg = (name, attributes = {}, ...children) => filled(document.createElementNS(SVG, name), attributes, children);

/**
 * The first element inside another one. There must be one.
 *
 * @template {Element} Found
 * @param {ParentNode} root
 * @param {string} selector
 */
export function inside(root, selector) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  return /** @type {Found} */ (found);
}

/** A button that does not submit a form. @param {string} words @param {Attributes} attributes with `click` */
export const button = (words, attributes) => html("button", { type: "button", ...attributes }, words);

/** Replaces the children of a list of buttons. The keyboard stays on the button with the same number. */
export function replaceButtons(/** @type {Element} */ list, /** @type {Element[]} */ items) {
  const focused = [...list.querySelectorAll("button")].findIndex((button) => button === document.activeElement);
  list.replaceChildren(...items);
  if (focused >= 0) list.querySelectorAll("button")[focused]?.focus();
}
