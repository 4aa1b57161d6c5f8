// Comment, marks, promotion and deletion of the move on the board.

/** @import { BoardController, Game, MoveNode } from "../package/types.js" */
/** @import { Play } from "../play/play.js" */

import { confirmed } from "../common/dialogs.js";
import { Part } from "../common/part.js";
import { pageText, text } from "../package/luctor.js";
import { MOVE_GLYPHS, POSITION_GLYPHS } from "./move_list.js";

/** The fields for marks: one of each kind. */
const MARKS = /** @type {const} */ ([
  ["select#glyph", MOVE_GLYPHS],
  ["select#position-glyph", POSITION_GLYPHS],
]);

/** @extends {Part<{ controller: BoardController, play: Play }>} */
export class Notes extends Part {
  /** @type {MoveNode | null} The move whose comment the person is writing. The game may go on meanwhile. */
  #commented = null;

  constructor(/** @type {Notes["parts"]} */ parts) {
    super(parts, "#notes");
    this.on("textarea#comment", "focus", () => (this.#commented = this.store.game.node));
    this.on("textarea#comment", "blur", () => {
      this.#commented = null;
      this.#draw();
    });
    this.on("textarea#comment", "input", ({ target }) =>
      this.#change((node) => ((this.#commented ?? node).comment = target.value)),
    );
    for (const [selector, glyphs] of MARKS) {
      this.on(selector, "change", ({ target }) => {
        const chosen = target.value ? [Number(target.value)] : [];
        this.#change((node) => (node.nags = [...node.nags.filter((nag) => !(nag in glyphs)), ...chosen].sort((a, b) => a - b)));
      });
    }
    this.on("#promote", "click", () => this.#change((node, game) => game.promote(node)));
    this.on("#delete", "click", async () => {
      const { game } = this.store;
      const { node } = game;
      if (!(await confirmed(text.confirmRemoval([...game.nodes(node)].length), pageText("Delete")))) return;
      game.remove(node);
      await this.parts.play.halt();
      await this.controller.refresh();
    });
    this.store.listen(["position", "moves", "mode"], () => this.#draw());
  }

  #change(/** @type {(node: MoveNode, game: Game) => unknown} */ change) {
    const { game } = this.store;
    change(game.node, game);
    game.isUnsaved = true;
    this.store.changed("moves");
  }

  #draw() {
    const { game } = this.store;
    const { node } = game;
    const field = this.find("textarea#comment");
    const { comment } = this.#commented ?? node;
    if (field.value !== comment) field.value = comment;
    for (const [selector, glyphs] of MARKS) {
      const field = this.find(selector);
      const options = Object.entries(glyphs).map(([number, sign]) => new Option(`${sign} ${text.glyphs[Number(number)]}`, number));
      field.replaceChildren(new Option("", ""), ...options);
      field.value = String(node.nags.find((nag) => nag in glyphs) ?? "");
      field.disabled = node.parent === null;
    }
    this.find("button#delete").disabled = node.parent === null;
    this.find("button#promote").disabled = game.variationOf(node) === null;
  }
}
