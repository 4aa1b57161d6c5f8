// The list of the games of a file: it is searched by player, date and result, and a game is chosen.

/** @import { GameSummary } from "../package/types.js" */

import { ask } from "../common/dialogs.js";
import { find } from "../common/page_elements.js";
import { gameTitle, html, text } from "../package/luctor.js";

/** Games that are shown at once. */
const SHOWN = 200;

/**
 * The indices of the games that fit. Each word must be a part of a name or of the date.
 *
 * @param {GameSummary[]} games
 * @param {{ words?: string, result?: string }} wanted
 */
export function searchGames(games, { words = "", result = "" }) {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ white = "", black = "", date = "", result: own = "*" }) => {
    if (result !== "" && own !== result) return false;
    const known = `${white} ${black} ${date}`.toLowerCase();
    return parts.every((part) => known.includes(part) || known.includes(part.replaceAll("-", ".")));
  };
  return [...games.keys()].filter((index) => fits(games[index]));
}

/** Asks for one of several games. Returns an index or null. @param {GameSummary[]} games */
export async function chooseGame(games, note) {
  const dialog = find("#games-dialog");
  const [words, result, list] = ["[name=words]", "[name=result]", ".games"].map((selector) => dialog.querySelector(selector));
  const draw = () => {
    const found = searchGames(games, { words: words.value, result: result.value });
    list.replaceChildren(...found.slice(0, SHOWN).map((index) => html("button", { value: index }, gameTitle(games[index], index))));
    list.scrollTop = 0;
    dialog.querySelector(".found").textContent = text.record.found(found.length, games.length, Math.max(found.length - SHOWN, 0));
  };
  [words.value, result.value] = ["", ""];
  dialog.querySelector(".note").textContent = note;
  dialog.querySelector("h2").textContent = text.record.chooseOne(games.length);
  draw();
  words.oninput = result.onchange = draw;
  dialog.onkeydown = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && event.target === words) {
      // Not the button Cancel.
      event.preventDefault();
      list.firstElementChild?.click();
    }
    if (!step || event.target === result) return;
    event.preventDefault();
    const stops = [words, ...list.children];
    const at = Math.max(stops.indexOf(document.activeElement), 0);
    stops[Math.min(Math.max(at + step, 0), stops.length - 1)].focus();
  };
  const answer = await ask(dialog);
  return answer === "" ? null : Number(answer);
}
