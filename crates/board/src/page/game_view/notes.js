// Comment, marks, promotion and deletion of the move on the board.

import { confirmed } from "../common/dialogs.js";
import { find, on } from "../common/page_elements.js";
import { text } from "../package/luctor.js";
import { MOVE_GLYPHS, POSITION_GLYPHS } from "./move_list.js";

/** The fields for marks: one of each kind. */
const MARKS = Object.entries({ "#glyph": MOVE_GLYPHS, "#position-glyph": POSITION_GLYPHS });

export class Notes {
  #game = null;

  /** `onChange` is called when a note has changed, `onRemove` when moves were deleted. */
  constructor({ onChange, onRemove }) {
    on("#comment", "input", ({ target }) => this.#change((node) => (node.comment = target.value), onChange));
    for (const [selector, glyphs] of MARKS) {
      on(selector, "change", ({ target }) => {
        const chosen = target.value ? [Number(target.value)] : [];
        const marks = (node) => [...node.nags.filter((nag) => !(nag in glyphs)), ...chosen].sort((a, b) => a - b);
        this.#change((node) => (node.nags = marks(node)), onChange);
      });
    }
    on("#promote", "click", () => this.#change((node, game) => game.promote(node), onChange));
    on("#delete", "click", async () => {
      const { node } = this.#game;
      if (!(await confirmed(text.confirm.remove([...this.#game.nodes(node)].length), text.confirm.removeYes))) return;
      this.#game.remove(node);
      onRemove();
    });
  }

  #change(change, onChange) {
    change(this.#game.node, this.#game);
    this.#game.isUnsaved = true;
    onChange();
  }

  /** Shows the notes of the move on the board. */
  draw(game) {
    this.#game = game;
    const { node } = game;
    const comment = find("#comment");
    if (comment.value !== node.comment) comment.value = node.comment;
    for (const [selector, glyphs] of MARKS) {
      const field = find(selector);
      const options = Object.entries(glyphs).map(([number, sign]) => new Option(`${sign} ${text.glyphs[number]}`, number));
      field.replaceChildren(new Option("", ""), ...options);
      field.value = String(node.nags.find((nag) => nag in glyphs) ?? "");
      field.disabled = node.parent === null;
    }
    find("#delete").disabled = node.parent === null;
    find("#promote").disabled = game.variationOf(node) === null;
  }
}
