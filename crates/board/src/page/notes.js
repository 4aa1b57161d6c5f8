// Comment, mark, promotion and deletion of the move on the board.

import { confirmed } from "./dialogs.js";
import { GLYPHS } from "./move_list.js";
import { text } from "./text.js";

export class Notes {
  #form;
  #game = null;

  /** `onChange` is called when a note has changed, `onRemove` when moves were deleted. */
  constructor(form, { onChange, onRemove }) {
    this.#form = form;
    const { comment, glyph, promote, remove } = this.#fields;
    glyph.append(...Object.entries(GLYPHS).map(([number, sign]) => new Option(sign, number)));
    comment.addEventListener("input", () => this.#change((node) => (node.comment = comment.value), onChange));
    glyph.addEventListener("change", () => {
      const others = (node) => node.nags.filter((nag) => !(nag in GLYPHS));
      this.#change((node) => (node.nags = [...others(node), ...(glyph.value ? [Number(glyph.value)] : [])]), onChange);
    });
    promote.addEventListener("click", () => this.#change((node, game) => game.promote(node), onChange));
    remove.addEventListener("click", async () => {
      const { node } = this.#game;
      if (!(await confirmed(text.confirm.remove([...this.#game.nodes(node)].length), text.confirm.removeYes))) return;
      this.#game.remove(node);
      onRemove();
    });
  }

  get #fields() {
    const find = (selector) => this.#form.querySelector(selector);
    return { comment: find("#comment"), glyph: find("#glyph"), promote: find("#promote"), remove: find("#delete") };
  }

  #change(change, onChange) {
    change(this.#game.node, this.#game);
    this.#game.isUnsaved = true;
    onChange();
  }

  /** Shows the notes of the move on the board. */
  draw(game) {
    this.#game = game;
    const { comment, glyph, promote, remove } = this.#fields;
    const { node } = game;
    if (comment.value !== node.comment) comment.value = node.comment;
    glyph.value = String(node.nags.find((nag) => nag in GLYPHS) ?? "");
    glyph.disabled = remove.disabled = node.parent === null;
    promote.disabled = game.variationOf(node) === null;
  }
}
