// The tree of the moves: the main line with two moves in a row, variations and comments below their move.

import { scoreText } from "./info.js";
import { shownMove } from "./move_text.js";
import { isError, MARK_SIGNS } from "./report_data.js";
import { text } from "./text.js";
import { endWords, judgementWords } from "./words.js";

/** The signs of numeric annotation glyphs: those of a move, and those of the position after it. */
export const MOVE_GLYPHS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
export const POSITION_GLYPHS = { 10: "=", 11: "=", 12: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+" };
const GLYPHS = { ...MOVE_GLYPHS, ...POSITION_GLYPHS };

function element(name, className, words = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = words;
  return made;
}

export class MoveList {
  #element;

  /** `onSelect` is called with the chosen node of the game. */
  constructor(list, { onSelect }) {
    this.#element = list;
    this.onSelect = onSelect;
  }

  /** `names` are the names of the cells, `judged` is the move whose better line is on the board. */
  draw(game, names, { judged, showsScores }) {
    this.context = { game, names, judged, showsScores, line: new Set(game.line) };
    const items = [];
    if (game.root.comment) items.push(this.#aside(element("span", "comment", game.root.comment)));
    let row = null;
    let ply = 0;
    for (let parent = game.root; parent.children.length > 0; [parent] = parent.children) {
      if (parent.outcome) {
        // What follows is an analysis, or was taken back.
        const behind = parent.children.map((child) => this.#variation(child, ply));
        items.push(this.#aside(element("span", "comment", endWords(parent.outcome)), ...behind));
        break;
      }
      const [node, ...others] = parent.children;
      const { turn, side } = game.numberOf(ply);
      if (side === "w" || row === null) items.push((row = this.#row(side === "w" ? `${turn}.` : `${turn}…`)));
      row.append(this.#move(node, ply));
      const notes = [];
      if (node.comment) notes.push(element("span", "comment", node.comment));
      for (const other of others) notes.push(this.#variation(other, ply));
      if (notes.length > 0) {
        items.push(this.#aside(...notes));
        row = null;
      }
      ply += 1;
    }
    const focused = this.#element.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.ply : null;
    this.#element.replaceChildren(...items);
    if (focused) this.#element.querySelector(`[data-ply="${focused}"]`)?.focus();
    const current = this.#element.querySelector("[aria-current]");
    if (current) {
      const [list, button] = [this.#element.getBoundingClientRect(), current.getBoundingClientRect()];
      if (button.top < list.top || button.bottom > list.bottom) this.#element.scrollTop += button.top - list.top - list.height / 2;
    } else this.#element.scrollTop = 0;
  }

  #row(number) {
    const item = document.createElement("li");
    item.append(element("span", "number", number));
    return item;
  }

  #aside(...notes) {
    const item = document.createElement("li");
    const box = element("div", "aside");
    box.append(...notes);
    item.append(box);
    return item;
  }

  /** A variation in one paragraph, with its own variations in brackets. */
  #variation(first, ply) {
    const paragraph = element("div", "variation");
    paragraph.append(...this.#inline(first, ply));
    return paragraph;
  }

  #inline(first, ply) {
    const parts = [];
    let numbered = false;
    for (let node = first, at = ply; node; [node] = node.children) {
      const { turn, side } = this.context.game.numberOf(at);
      if (side === "w" || !numbered) parts.push(element("span", "number", side === "w" ? `${turn}.` : `${turn}…`));
      parts.push(this.#move(node, at), " ");
      numbered = true;
      if (node.comment) parts.push(element("span", "comment", node.comment), " ");
      if (node !== first) {
        for (const other of node.parent.children.slice(1)) parts.push("(", ...this.#inline(other, at), ") ");
      }
      at += 1;
    }
    return parts;
  }

  #move(node, ply) {
    const { game, names, judged, showsScores, line } = this.context;
    const button = document.createElement("button");
    button.type = "button";
    button.className = game.sideAt(ply) === "w" ? "white" : "black";
    button.textContent = shownMove(node.text, names) + node.nags.map((nag) => MOVE_GLYPHS[nag] ?? ` ${GLYPHS[nag] ?? `$${nag}`}`).join("");
    // Several glyphs have one sign.
    button.title = node.nags.map((nag) => text.glyphs[nag]).filter(Boolean).join(", ");
    button.dataset.ply = String(ply + 1);
    const mark = showsScores ? node.report?.mark : null;
    if (mark) {
      const sign = element("span", isError(mark) ? "error-sign" : "good-sign", ` ${MARK_SIGNS[mark]}`);
      if (!node.nags.some((nag) => nag in MOVE_GLYPHS)) button.append(sign);
      button.title = judgementWords(node.report, names);
    } else if (showsScores) {
      const score = node.evaluation?.score ?? node.children[0]?.score;
      if (score) button.title = text.analysis.scoreAfter(scoreText(score));
    }
    if (node === judged && node !== game.node) button.classList.add("judged");
    if (node === game.node) button.setAttribute("aria-current", "step");
    button.classList.toggle("off-line", !line.has(node));
    button.addEventListener("click", () => this.onSelect(node));
    return button;
  }
}
