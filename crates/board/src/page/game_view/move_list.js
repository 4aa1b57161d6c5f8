// The tree of the moves: the main line with two moves in a row, variations and comments below their move.

/** @import { Game, MoveNode } from "../package/types.js" */

import {
  button,
  endWords,
  html,
  isError,
  judgementWords,
  MARK_SIGNS,
  numberText,
  replaceButtons,
  scoreText,
  shownMove,
  text,
} from "../package/luctor.js";

/** @type {Partial<Record<number, string>>} The signs of numeric annotation glyphs of a move. */
export const MOVE_GLYPHS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
/** @type {Partial<Record<number, string>>} Those of the position after it. */
export const POSITION_GLYPHS = { 10: "=", 11: "=", 12: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+" };

/** @typedef {{ game: Game, names: Map<string, string>, judged: MoveNode, showsScores: boolean, line: Set<MoveNode> }} Context */

const span = (/** @type {string} */ name, /** @type {string} */ words) => html("span", { class: name }, words);

export class MoveList {
  #element;
  /** @type {Context} What is drawn. */
  #context;

  /** @param {HTMLElement} list @param {{ onSelect: (node: MoveNode) => unknown }} events called with the chosen node of the game */
  constructor(list, { onSelect }) {
    this.#element = list;
    this.onSelect = onSelect;
  }

  /** `names` are the names of the cells, `judged` is the move whose better line is on the board. */
  draw(/** @type {Omit<Context, "line">} */ shown) {
    const { game } = shown;
    this.#context = { ...shown, line: new Set(game.line) };
    const items = [];
    if (game.root.comment) items.push(this.#aside(span("comment", game.root.comment)));
    let row = null;
    let ply = 0;
    for (let parent = game.root; parent.children.length > 0; [parent] = parent.children) {
      if (parent.outcome) {
        // What follows is an analysis, or was taken back.
        const behind = parent.children.map((child) => this.#variation(child, ply));
        items.push(this.#aside(span("comment", endWords(parent.outcome)), ...behind));
        break;
      }
      const [node, ...others] = parent.children;
      const number = game.numberOf(ply);
      if (number.side === "white" || row === null) items.push((row = html("li", {}, span("number", numberText(number)))));
      row.append(this.#move(node, ply));
      const notes = [];
      if (node.comment) notes.push(span("comment", node.comment));
      for (const other of others) notes.push(this.#variation(other, ply));
      if (notes.length > 0) {
        items.push(this.#aside(...notes));
        row = null;
      }
      ply += 1;
    }
    replaceButtons(this.#element, items);
    const current = this.#element.querySelector("[aria-current]");
    if (current) {
      const [list, button] = [this.#element.getBoundingClientRect(), current.getBoundingClientRect()];
      if (button.top < list.top || button.bottom > list.bottom) this.#element.scrollTop += button.top - list.top - list.height / 2;
    } else this.#element.scrollTop = 0;
  }

  #aside(/** @type {HTMLElement[]} */ ...notes) {
    return html("li", {}, html("div", { class: "aside" }, ...notes));
  }

  /** A variation in one paragraph, with its own variations in brackets. */
  #variation(/** @type {MoveNode} */ first, /** @type {number} */ ply) {
    return html("div", { class: "variation" }, ...this.#inline(first, ply));
  }

  #inline(/** @type {MoveNode} */ first, /** @type {number} */ ply) {
    /** @type {(HTMLElement | string)[]} */
    const parts = [];
    let numbered = false;
    for (let node = first, at = ply; node; [node] = node.children) {
      const number = this.#context.game.numberOf(at);
      if (number.side === "white" || !numbered) parts.push(span("number", numberText(number)));
      parts.push(this.#move(node, at), " ");
      numbered = true;
      if (node.comment) parts.push(span("comment", node.comment), " ");
      const others = node === first ? [] : (node.parent?.children.slice(1) ?? []);
      for (const other of others) parts.push("(", ...this.#inline(other, at), ") ");
      at += 1;
    }
    return parts;
  }

  #move(/** @type {MoveNode} */ node, /** @type {number} */ ply) {
    const { game, names, judged, showsScores, line } = this.#context;
    const { nags, report } = node;
    const mark = showsScores ? report?.mark : null;
    const score = showsScores ? (node.evaluation?.score ?? node.children[0]?.score) : null;
    // Several glyphs have one sign.
    const glyphs = nags
      .map((nag) => text.glyphs[nag])
      .filter(Boolean)
      .join(", ");
    const isMarked = nags.some((nag) => nag in MOVE_GLYPHS);
    const made = button(
      shownMove(node.text, names) + nags.map((nag) => MOVE_GLYPHS[nag] ?? ` ${POSITION_GLYPHS[nag] ?? `$${nag}`}`).join(""),
      {
        class: [game.sideAt(ply), node === judged && node !== game.node && "judged", !line.has(node) && "off-line"]
          .filter(Boolean)
          .join(" "),
        title: report && mark ? judgementWords(report, names) : score ? text.analysis.scoreForWhite(scoreText(score)) : glyphs,
        "data-ply": ply + 1,
        "aria-current": node === game.node && "step",
        click: () => this.onSelect(node),
      },
    );
    if (mark && !isMarked) made.append(span(isError(mark) ? "error-sign" : "good-sign", ` ${MARK_SIGNS[mark]}`));
    return made;
  }
}
