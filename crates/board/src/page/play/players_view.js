// The players above and below the board with their clocks, and what the side to move must do.

/** @import { Side, Store } from "../package/types.js" */

import { find } from "../common/page_elements.js";
import { clockText, endWords, requiredWords, scoreText, SIDES, text } from "../package/luctor.js";

/** Shows the name of a side beside its hand, and whether it moves. Without a `name` it is that of the game. Returns the element. */
export function drawName(/** @type {Store} */ { shownPosition: position, game, turned }, /** @type {Side} */ side, name = "") {
  const element = find((side === "white") !== turned ? "#player-white" : "#player-black");
  const recorded = game[side];
  find(".name", element).textContent = text.play.player(side, name || recorded);
  element.classList.toggle("black", side === "black");
  element.classList.toggle("to-move", position?.side === side && position.ending === null && !game.node.outcome);
  return element;
}

/** The name of a player, or "" in an exercise and without an engine. */
function nameOf(/** @type {Store} */ { isExercise, engineSides }, /** @type {Side} */ side, /** @type {string} */ engineName) {
  if (isExercise || engineSides.length === 0) return "";
  return engineSides.includes(side) ? engineName : text.play.you;
}

/** The state of the engine's search for a side. */
function thinkingWords(/** @type {Store} */ { engineSearch }, /** @type {Side} */ side, /** @type {boolean} */ showsScores) {
  if (engineSearch?.side !== side) return "";
  const { score, depth = 0 } = engineSearch;
  return score && showsScores ? text.play.thinkingAt(scoreText(score), depth) : text.play.thinking;
}

function drawClock(/** @type {HTMLElement} */ element, /** @type {Store} */ { clocks, isExercise }, /** @type {Side} */ side) {
  const shown = isExercise ? null : clocks;
  element.hidden = shown === null;
  element.textContent = shown ? clockText(shown.now(side)) : "";
  element.classList.toggle("running", shown?.running === side);
}

/**
 * Shows the players, and what the side to move must do unless a position is set up.
 *
 * @param {Store} store
 * @param {{ engineName: string, showsScores: boolean, showsRequired: boolean }} options
 */
export function drawPlayers(store, { engineName, showsScores, showsRequired }) {
  const { shownPosition: position, game, isExercise, personSide } = store;
  const { node } = game;
  for (const side of SIDES) {
    const element = drawName(store, side, nameOf(store, side, engineName));
    find(".thinking", element).textContent = thinkingWords(store, side, showsScores);
    drawClock(find(".clock", element), store, side);
  }
  if (position && showsRequired) {
    const isYours = !isExercise && personSide === position.side;
    // The moves of an analysis may follow the end of the game.
    const end = game.isAtEnd && store.isEnded ? game.outcome : node.outcome;
    find("#required").textContent = end ? endWords(end) : requiredWords(position, isYours);
  }
  if (game.isAtEnd) find("#news").hidden = true;
}

/** Tells of a move while an earlier position is shown. */
export function showNews(/** @type {string} */ words) {
  find("#news .sentence").textContent = text.messages.movedElsewhere(words);
  find("#news").hidden = false;
}
