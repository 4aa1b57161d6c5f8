// The players above and below the board with their clocks, and what the side to move must do.

/** @import { PositionData, Side, Store } from "../package/types.js" */

import { clockText, endWords, find, pageText, playerWords, requiredWords, scoreText, SIDES, text } from "../package/luctor.js";

/** Shows the name of a side beside its hand, and whether it moves. Without a `name` it is that of the game. Returns the element. */
export function drawName(/** @type {Store} */ { shownPosition: position, game, turned }, /** @type {Side} */ side, name = "") {
  const element = find((side === "white") !== turned ? "#player-white" : "#player-black");
  find(".name", element).textContent = playerWords(side, name || game[side]);
  element.classList.toggle("black", side === "black");
  element.classList.toggle("to-move", position?.side === side && position.ending === null && !game.node.outcome);
  return element;
}

/** The name of a player, or "" in an exercise and without an engine. */
function nameOf(/** @type {Store} */ { isExercise, engineSides }, /** @type {Side} */ side, /** @type {string} */ engineName) {
  if (isExercise || engineSides.length === 0) return "";
  return engineSides.includes(side) ? engineName : pageText("You");
}

/** The state of the engine's search for a side. */
function thinkingWords(/** @type {Store} */ { engineSearch }, /** @type {Side} */ side, /** @type {boolean} */ showsScores) {
  if (engineSearch?.side !== side) return "";
  const { score, depth = 0 } = engineSearch;
  return score && showsScores ? text.play.thinkingAt(scoreText(score), depth) : pageText("thinking");
}

function drawClock(/** @type {HTMLElement} */ element, /** @type {Store} */ { clocks, isExercise }, /** @type {Side} */ side) {
  const shown = isExercise ? null : clocks;
  element.hidden = shown === null;
  element.textContent = shown ? clockText(shown.now(side)) : "";
  element.classList.toggle("running", shown?.running === side);
}

/** What the side to move must do, or how the game ended. */
function taskWords(/** @type {Store} */ { game, isExercise, isEnded, personSide }, /** @type {PositionData} */ position) {
  // The moves of an analysis may follow the end of the game.
  const end = game.isAtEnd && isEnded ? game.outcome : game.node.outcome;
  return end ? endWords(end) : requiredWords(position, !isExercise && personSide === position.side);
}

/**
 * Shows the players, and what must be done: the task of the side to move, or to set up a position.
 *
 * @param {Store} store
 * @param {{ engineName: string, showsScores: boolean, isSetUp: boolean }} options
 */
export function drawPlayers(store, { engineName, showsScores, isSetUp }) {
  const { shownPosition: position, game } = store;
  for (const side of SIDES) {
    const element = drawName(store, side, nameOf(store, side, engineName));
    find(".thinking", element).textContent = thinkingWords(store, side, showsScores);
    drawClock(find(".clock", element), store, side);
  }
  if (position) find("#required").textContent = isSetUp ? pageText("Set up a position") : taskWords(store, position);
  if (game.isAtEnd) find("#news").hidden = true;
}

/** Tells of a move while an earlier position is shown. */
export function showNews(/** @type {string} */ words) {
  find("#news .sentence").textContent = text.messages.movedElsewhere(words);
  find("#news").hidden = false;
}
