// Comment, marks, promotion and deletion of the move on the board.

import { confirmed } from "./dialogs.js";
import { text } from "./luctor.js";
import { MOVE_GLYPHS, POSITION_GLYPHS } from "./move_list.js";

/** The fields for marks: one of each kind. */
const MARKS = /** @type {const} */ ({ glyph: MOVE_GLYPHS, position: POSITION_GLYPHS });

export class Notes {
  #form;
  #game = null;

  /** `onChange` is called when a note has changed, `onRemove` when moves were deleted. */
  constructor(form, { onChange, onRemove }) {
    this.#form = form;
    const { comment, promote, remove } = this.#fields;
    comment.addEventListener("input", () => this.#change((node) => (node.comment = comment.value), onChange));
    for (const [name, glyphs] of Object.entries(MARKS)) {
      const field = this.#fields[name];
      field.addEventListener("change", () => {
        const chosen = field.value ? [Number(field.value)] : [];
        const marks = (node) => [...node.nags.filter((nag) => !(nag in glyphs)), ...chosen].sort((a, b) => a - b);
        this.#change((node) => (node.nags = marks(node)), onChange);
      });
    }
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
    return { comment: find("#comment"), glyph: find("#glyph"), position: find("#position-glyph"), promote: find("#promote"), remove: find("#delete") };
  }

  #change(change, onChange) {
    change(this.#game.node, this.#game);
    this.#game.isUnsaved = true;
    onChange();
  }

  /** Shows the notes of the move on the board. */
  draw(game) {
    this.#game = game;
    const { comment, promote, remove } = this.#fields;
    const { node } = game;
    if (comment.value !== node.comment) comment.value = node.comment;
    for (const [name, glyphs] of Object.entries(MARKS)) {
      const field = this.#fields[name];
      const options = Object.entries(glyphs).map(([number, sign]) => new Option(`${sign} ${text.glyphs[number]}`, number));
      field.replaceChildren(new Option("", ""), ...options);
      field.value = String(node.nags.find((nag) => nag in glyphs) ?? "");
      field.disabled = node.parent === null;
    }
    remove.disabled = node.parent === null;
    promote.disabled = game.variationOf(node) === null;
  }
}
