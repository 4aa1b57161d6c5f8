// The buttons and the field for the game of the person.

/** @import { Play } from "./play.js" */

import { confirmed } from "../common/dialogs.js";
import { on } from "../common/page_elements.js";
import { find, pageText, SIDES } from "../package/luctor.js";

/** Makes the buttons work, and shows which of them can be used. */
export function connectPlayButtons(/** @type {Play} */ play) {
  const { store } = play;
  on("select#engine-plays", "change", ({ target }) => play.setEngineSides(SIDES.filter((side) => target.value.includes(side))));
  on("#move-now", "click", () => play.engine.stop());
  on("#take-back", "click", () => play.takeBack());
  on("#redo", "click", () => play.redo());
  on("#resign", "click", async () => {
    const { game } = store;
    if (!(await confirmed(pageText("Resign this game?"), pageText("Resign"))) || store.game !== game || game.end) return;
    await play.resign();
  });
  store.listen(["position", "players", "moves", "mode"], () => {
    const { position, game, engineSides, engineSearch } = store;
    const sides = find("select#engine-plays");
    const shown = engineSides.join(" ");
    if (sides.value !== shown) sides.value = shown;
    find("#move-now").classList.toggle("unused", engineSearch === null);
    find("button#take-back").disabled = !play.canTakeBack;
    find("button#redo").disabled = !play.canRedo;
    find("button#resign").disabled = !position || game.length === 0 || game.end !== null || engineSides.length === 2;
  });
}
