// The list of the games of a file: it is searched by player, date and result, and a game is chosen.

/** @import { GameSummary } from "../package/types.js" */

import { ask } from "../common/dialogs.js";
import { find, gameTitle, html, text } from "../package/luctor.js";

/** Games that are shown at once. */
const SHOWN = 200;

/** The indices of the games that fit. Each word must be a part of a name or of the date. */
export function searchGames(
  /** @type {GameSummary[]} */ games,
  /** @type {{ words?: string, result?: string }} */ { words = "", result = "" },
) {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ white = "", black = "", date = "", result: own = "*" }) => {
    if (result !== "" && own !== result) return false;
    const known = `${white} ${black} ${date}`.toLowerCase();
    return parts.every((part) => known.includes(part) || known.includes(part.replaceAll("-", ".")));
  };
  return [...games.keys()].filter((index) => fits(games[index]));
}

/** Asks for one of several games. Returns an index or null. */
export async function chooseGame(/** @type {GameSummary[]} */ games, /** @type {string} */ note) {
  const dialog = find("dialog#games-dialog");
  const [words, result] = [find("#games-dialog [name=words]"), find("#games-dialog [name=result]")];
  const list = find("#games-dialog .games");
  const draw = () => {
    const found = searchGames(games, { words: words.value, result: result.value });
    list.replaceChildren(...found.slice(0, SHOWN).map((index) => html("button", { value: index }, gameTitle(games[index], index))));
    list.scrollTop = 0;
    find("#games-dialog .found").textContent = text.record.found(found.length, games.length, Math.max(found.length - SHOWN, 0));
  };
  [words.value, result.value] = ["", ""];
  find("#games-dialog .note").textContent = note;
  find("#games-dialog h2").textContent = text.record.chooseOne(games.length);
  draw();
  words.oninput = result.onchange = draw;
  dialog.onkeydown = (event) => {
    if (event.key === "Enter" && event.target === words) {
      // Not the button Cancel.
      event.preventDefault();
      list.querySelector("button")?.click();
    }
    if ((event.key !== "ArrowDown" && event.key !== "ArrowUp") || event.target === result) return;
    event.preventDefault();
    const stops = [words, ...list.querySelectorAll("button")];
    const at = Math.max(
      stops.findIndex((one) => one === document.activeElement),
      0,
    );
    stops[event.key === "ArrowDown" ? Math.min(at + 1, stops.length - 1) : Math.max(at - 1, 0)].focus();
  };
  const answer = await ask(dialog);
  return answer === "" ? null : Number(answer);
}
