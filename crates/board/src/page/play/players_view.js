// The players above and below the board with their clocks, and what the side to move must do.

/** @import { Side, Store } from "../package/types.js" */
/** @import { Play } from "./play.js" */

import { find } from "../common/page_elements.js";
import { endWords, requiredWords, text } from "../package/luctor.js";

/**
 * Shows the name of a side beside its hand, and whether it is to move. Without a `name` it is that of the game. Returns the element.
 *
 * @param {Store} store
 * @param {Side} side
 */
export function drawName({ shownPosition: position, game, turned }, side, name = "") {
  const element = find((side === "w") !== turned ? "#player-w" : "#player-b");
  const recorded = side === "w" ? game.white : game.black;
  find(".name", element).textContent = text.play.player(side, name || recorded);
  element.classList.toggle("black", side === "b");
  element.classList.toggle("to-move", position?.side === side && position.ending === null && !game.node.outcome);
  return element;
}

function drawPlayer(/** @type {Store} */ store, /** @type {Play} */ play, /** @type {Side} */ side) {
  const element = drawName(store, side, play.nameOf(side));
  find(".thinking", element).textContent = play.thinkingWords(side);
  const clock = find(".clock", element);
  const time = play.clock(side);
  clock.hidden = time === null;
  clock.textContent = time ?? "";
  clock.classList.toggle("running", store.clocks?.running === side);
}

/** `showsRequired` tells whether a side is to move. @param {Store} store @param {Play} play */
export function drawPlayers(store, play, /** @type {{ showsRequired: boolean }} */ { showsRequired }) {
  const { shownPosition: position, game, isExercise, personSide } = store;
  const { node } = game;
  for (const side of /** @type {const} */ (["w", "b"])) drawPlayer(store, play, side);
  if (position && showsRequired) {
    const isYours = !isExercise && personSide === position.side;
    find("#required").textContent = node.outcome ? endWords(node.outcome) : requiredWords(position, isYours);
  }
  if (game.isAtEnd) find("#news").hidden = true;
}

/** Tells of a move while an earlier position is shown. */
export function showNews(/** @type {string} */ words) {
  find("#news .sentence").textContent = text.messages.movedElsewhere(words);
  find("#news").hidden = false;
}
