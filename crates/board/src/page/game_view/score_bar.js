// The bar beside the board: White's expected points, and the score of the position.

/** @import { Game, Score } from "../package/types.js" */

import { find, pageText, scoreText, text } from "../package/luctor.js";

const shortResult = (/** @type {string} */ result) => (result === "1/2-1/2" ? "½" : result);
/** A score of ten men or more is shown without decimals. */
const shortScore = (/** @type {Score} */ score) => scoreText(score, { decimals: Math.abs(score.centimen ?? 0) < 1000 ? 1 : 0 });

/** `isShown` tells whether the person sees scores now, `turned` whether Black is at the bottom. */
export function drawScoreBar(/** @type {Game} */ game, /** @type {{ isShown: boolean, turned: boolean }} */ { isShown, turned }) {
  const bar = find("#score-bar");
  const score = game.scoreAt(game.cursor);
  const expected = game.expectedAt(game.cursor) ?? 0.5;
  bar.classList.toggle("empty", !isShown);
  bar.classList.toggle("turned", turned);
  bar.style.setProperty("--white", `${Math.round(expected * 1000) / 10}%`);
  const { ending } = game.node;
  find("#score-bar span").textContent = ending ? shortResult(ending.result) : score ? shortScore(score) : "";
  bar.setAttribute("aria-label", score ? text.analysis.scoreForWhite(scoreText(score)) : pageText("No score yet"));
}
