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
 * The element that a selector finds. The last part of the selector names its tag, as in `#tools button.main`, or a field by its
 * name, as in `[name=text]`: a select has the same `value`. Else it is any HTMLElement.
 *
 * @template {string} Selector
 * @typedef {Selector extends `${string}, ${string}` ? HTMLElement
 *   : Selector extends `${string} ${infer Last}` ? Found<Last>
 *   : Selector extends `[name=${string}` ? HTMLInputElement
 *   : Selector extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Selector]
 *   : Selector extends keyof SVGElementTagNameMap ? SVGElementTagNameMap[Selector]
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

/** A button that does not submit a form. @param {string} words @param {Attributes} attributes with `click` */
export const button = (words, attributes) => html("button", { type: "button", ...attributes }, words);

/** Replaces the children of a list of buttons. The keyboard stays on the button with the same number. */
export function replaceButtons(/** @type {Element} */ list, /** @type {Element[]} */ items) {
  const focused = [...list.querySelectorAll("button")].findIndex((button) => button === document.activeElement);
  list.replaceChildren(...items);
  if (focused >= 0) list.querySelectorAll("button")[focused]?.focus();
}
