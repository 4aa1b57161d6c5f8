// The board with a game to be played through, without the rest of the page: in a frame of another site (embed.js), and in a file
// with reports (report_page.js).

/** @import { BoardHost, Rules } from "./package/types.js" */

import { choose } from "./common/dialogs.js";
import { connectKeys } from "./common/keys.js";
import { connectSteps } from "./game_view/steps.js";
import { BoardController } from "./package/board_controller.js";
import { find, findAll, SIDES, Store } from "./package/luctor.js";
import { drawName } from "./play/players_view.js";

/**
 * Makes the board and the steps work. The steps have buttons and keys.
 *
 * @param {Rules} rules
 * @param {Partial<BoardHost> & { stepInLine?: (direction: -1 | 1) => boolean }} options the fields of the board;
 *   `stepInLine` steps through a line that is on the board instead
 */
export function openViewer(rules, { stepInLine = () => false, ...fields } = {}) {
  const store = new Store();
  store.activity = "study";
  const controller = new BoardController(find("#board"), store, rules);
  Object.assign(controller, { choose, ...fields });
  store.listen(["position", "preview"], () => {
    for (const side of SIDES) drawName(store, side);
  });
  const steps = connectSteps(controller, stepInLine, {
    start: () => {
      // The main line again, after moves of one's own.
      store.game.select(store.game.mainLine.at(-1) ?? store.game.root);
      return controller.goTo(0);
    },
  });
  connectKeys(steps, { isOpen: () => findAll("dialog[open]").length === 0 });
  return { store, controller };
}
