// The person's next move, chosen while the other side is to move. Pure.

/** @import { LegalMove, MoveNode, PositionData } from "./types.js" */

import { other } from "./sides.js";

export class Premove {
  /** @type {string[]} The cells: none, the one of an entry or of the piece that moves, or the two ends of a move. */
  path = [];
  /** @type {MoveNode | null} The node of the position in which it was chosen. */
  #node = null;

  /**
   * Takes a click on a cell, or a drag to another one, in the position of a node. Returns whether it is part of a premove.
   *
   * @param {Pick<PositionData, "side" | "hands" | "cells">} position
   * @param {MoveNode} node
   * @param {string} from
   * @param {string} [to]
   */
  choose(position, node, from, to) {
    const side = other(position.side);
    const ownerOn = (/** @type {string} */ cell) => position.cells.find((one) => one.cell === cell)?.column?.owner;
    const [first] = this.path;
    if (to) this.path = [from, to];
    else if (this.path.length === 1 && ownerOn(first)) this.path = first === from ? [] : [first, from];
    else if (ownerOn(from) === (position.hands[side] > 0 ? undefined : side)) this.path = [from];
    else return false;
    this.#node = node;
    return true;
  }

  /**
   * The legal move that the premove means in the position of a node: an entry on its cell, or the only move between its two
   * cells. Null if there is none. In another position than its own, the premove is dropped.
   */
  moveIn(/** @type {{ moves: LegalMove[] }} */ { moves }, /** @type {MoveNode} */ node) {
    if (node === this.#node) return null;
    const [from, to] = this.path;
    const isOwn = node.parent === this.#node;
    const found = moves.filter(({ path }) => isOwn && path[0] === from && (to ? path.at(-1) === to : path.length === 1));
    this.drop();
    return found.length === 1 ? found[0] : null;
  }

  drop() {
    this.path = [];
  }
}
