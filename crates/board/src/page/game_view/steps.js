// The steps through the line on the board, with their buttons.

/** @import { BoardController, Game } from "../package/types.js" */

import { on } from "../common/page_elements.js";
import { find } from "../package/luctor.js";

/** Shows which steps are possible. */
export function drawSteps(/** @type {Game} */ { cursor, isAtEnd }) {
  for (const [step, isDisabled] of Object.entries({ start: cursor === 0, back: cursor === 0, on: isAtEnd, end: isAtEnd })) {
    find(`button[data-step=${step}]`).disabled = isDisabled;
  }
}

/**
 * Makes the buttons work, and returns the steps, for the keys. `stepInLine` steps through a line that is on the board instead of
 * the game, and returns whether there is one; `others` replace steps.
 */
export function connectSteps(
  /** @type {BoardController} */ controller,
  /** @type {(direction: -1 | 1) => boolean} */ stepInLine,
  others = {},
) {
  const steps = {
    start: () => controller.goTo(0),
    back: () => stepInLine(-1) || controller.goTo(controller.store.game.cursor - 1),
    on: () => stepInLine(1) || controller.goTo(controller.store.game.cursor + 1),
    end: () => controller.goTo(controller.store.game.length),
    ...others,
  };
  for (const [step, act] of Object.entries(steps)) on(`[data-step=${step}]`, "click", act);
  return steps;
}

/** Shows the next (1) or the previous (-1) move in place of the one on the board. */
export async function selectVariation(/** @type {BoardController} */ controller, /** @type {-1 | 1} */ direction) {
  const { node } = controller.store.game;
  const siblings = node.parent?.children ?? [node];
  const next = siblings[siblings.indexOf(node) + direction];
  if (next) await controller.select(next);
}
