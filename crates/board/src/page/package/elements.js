// Elements with their attributes and children in one expression.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Fills an element. An attribute with a function is an event; one that is null or false is left out. A child that is null is
 * left out.
 *
 * @template {Element} Made
 * @param {Made} made
 * @param {Record<string, any>} attributes
 * @param {(Node | string | null)[]} children
 */
function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** `html("li", { class: "move", click: act }, "e4")`. @type {(name: string, attributes?: object, ...children: (Node | string | null)[]) => HTMLElement} */
export const html = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);

/** The same for SVG. @type {(name: string, attributes?: object, ...children: (Node | string | null)[]) => SVGElement} */
export const svg = (name, attributes = {}, ...children) => filled(/** @type {any} */ (document.createElementNS(SVG, name)), attributes, children);

/** A button that does not submit a form. @param {string} words @param {object} attributes with `click` */
export const button = (words, attributes) => html("button", { type: "button", ...attributes }, words);

/** Replaces the children of a list of buttons. The keyboard stays on the button with the same number. @param {Element} list @param {Element[]} items */
export function replaceButtons(list, items) {
  const focused = [...list.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  list.replaceChildren(...items);
  if (focused >= 0) list.querySelectorAll("button")[focused]?.focus();
}
