// The arrows and rings on a position: what the person has drawn, the premove, and moves that the page shows. Pure.

/** @import { Premove } from "./premove.js" */
/** @import { Selection } from "./selection.js" */
/** @import { MoveNode } from "./types.js" */

import { pathOf } from "./move_text.js";

/** @typedef {{ path: string[], className: string }} Arrow a path of one cell is a ring */

/** The classes of the moves of a line that are shown. */
const CLASSES = ["first", "second", "third"];

export class Arrows {
  /** @type {string[] | null} The texts of the moves of a line. Without a line, the captures of the selection are shown. */
  line = null;
  /** @type {WeakMap<object, Set<string>>} What the person has drawn, as texts `e4` and `e4-e5`, by the node of its position. */
  #drawings = new WeakMap();

  /** What the person has drawn on the position of a node. A preview has no node and no drawings. */
  #drawnOn(/** @type {MoveNode | null} */ node) {
    /** @type {Set<string>} */
    const drawn = (node && this.#drawings.get(node)) ?? new Set();
    if (node) this.#drawings.set(node, drawn);
    return drawn;
  }

  /** Adds an arrow of the person, or a ring if both cells are the same, or removes it. */
  toggle(/** @type {MoveNode | null} */ node, /** @type {string} */ from, /** @type {string} */ to) {
    const text = from === to ? from : `${from}-${to}`;
    const drawn = this.#drawnOn(node);
    if (!drawn.delete(text)) drawn.add(text);
  }

  /** Removes what the person has drawn on a position. */
  erase(/** @type {MoveNode | null} */ node) {
    this.#drawnOn(node).clear();
  }

  /** What the board draws on the position of a node. @returns {Arrow[]} */
  list(/** @type {MoveNode | null} */ node, /** @type {Premove} */ premove, /** @type {Selection} */ selection) {
    const captures = selection.isEmpty ? [] : selection.candidates.filter(({ kind }) => kind === "capture");
    return [
      ...[...this.#drawnOn(node)].map((text) => ({ path: pathOf(text), className: "drawn" })),
      ...(premove.path.length > 0 ? [{ path: premove.path, className: "premove" }] : []),
      ...(this.line?.slice(0, CLASSES.length).map((text, index) => ({ path: pathOf(text), className: CLASSES[index] })) ??
        captures.map(({ path }) => ({ path, className: "third" }))),
    ];
  }
}
