// The first visit: the goal of the game in one sentence, the rules, and a game against the weakest level. Until the
// person has chosen, a click on the board does not begin a game.

/** @import { BoardController } from "../package/types.js" */
/** @import { Settings } from "../state/storage.js" */

import { Part } from "../common/part.js";
import { pageText } from "../package/luctor.js";
import { shows } from "../state/modes.js";

/** @extends {Part<{ controller: BoardController, settings: Settings }>} */
export class FirstVisit extends Part {
  constructor(/** @type {FirstVisit["parts"]} */ parts) {
    super(parts, "#welcome");
    // Each new game ends the first visit, too.
    for (const choice of ["#learn-rules", ".dismiss"]) this.on(choice, "click", () => this.end());
    this.store.listen(["position", "moves", "mode"], () => (this.element.hidden = !this.isOpen));
  }

  /** Must the person choose before the board can be used? */
  get isOpen() {
    const { ownGame, engineSides, mode } = this.store;
    const isUntouched = engineSides.length === 0 && ownGame.start === null && ownGame.root.children.length === 0;
    return shows(mode, "#welcome") && isUntouched && !this.parts.settings.values.visited;
  }

  /** Points at the choice. Returns a sentence. */
  show() {
    this.element.scrollIntoView({ block: "nearest" });
    this.element.classList.remove("shown");
    // The animation starts again.
    void this.element.offsetWidth;
    this.element.classList.add("shown");
    return pageText("Choose “Play” or “Learn the rules”.");
  }

  /** The person has chosen, and may move now. */
  end() {
    if (!this.parts.settings.values.visited) this.parts.settings.set("visited", true);
    this.element.hidden = true;
    this.controller.mark();
  }
}
