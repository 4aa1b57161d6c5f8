// The file of `luctor analyse --html`: reported games with the board, the list of moves and the report of the page. It has no
// rules; crates/board/src/report_page.rs has written the positions of the games and of their better lines into it.

import { Report } from "./analysis/report.js";
import { showLanguage } from "./common/language_field.js";
import { gameOfRecord } from "./files/record.js";
import { GameView } from "./game_view/game_view.js";
import { evaluationsOf, find, html, Rules, Study, text } from "./package/luctor.js";
import { openViewer } from "./viewer.js";

/** @import { GameEntry, GameReportData, PictureView, PositionData, Request } from "./package/types.js" */

/** Shows the parts of the page that a report needs, and no others. */
async function layOut() {
  await showLanguage(null);
  find("header").replaceChildren(html("h1"), html("select", { hidden: true, "aria-label": find("#tools").ariaLabel }));
  find("#side").replaceChildren(...["#moves", ".steps", "#report"].map((part) => find(part)));
  find("main").replaceChildren(find("#table"), find("#side"));
  for (const part of ["#report > .row", "#notes", "#flip", "#end"]) find(part).hidden = true;
  document.body.classList.remove("loading");
}

/** @typedef {Record<string, PositionData>} Positions The positions of a game and of its better lines, by the moves. */
/** @typedef {{ entry: GameEntry, report: GameReportData, view: PictureView, answers: Positions }} ReportedGame */

/** @returns {Promise<ReportedGame[]>} */
async function unpacked() {
  const bytes = Uint8Array.from(atob(find("#reports").textContent), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

/** @type {Positions} Those of the game that is shown. */
let answers = {};

/** Answers what the board asks. A move is shown without its parts. */
async function answer(/** @type {Request} */ request) {
  const question = "rules" in request ? request.rules : request.library;
  if (question.kind !== "describe") return JSON.stringify({ kind: "partial_moves", pictures: [] });
  return JSON.stringify({ kind: "position", position: answers[question.game.moves.join(" ")] });
}

await layOut();
const { store, controller } = openViewer(new Rules(answer), {
  stepInLine: (direction) => report.line.step(direction),
  user: { mayMove: () => false, whyNot: () => "", play: () => {} },
});
const report = new Report({ controller, study: new Study() });
new GameView({ controller, report });

const games = await unpacked();
/** The title of a game: `White – Black, 1-0`. */
function titleOf(/** @type {ReportedGame} */ { entry }) {
  const { white = text.sides.white, black = text.sides.black, result = "*" } = entry.record;
  return `${white} – ${black}, ${result}`;
}

async function show(/** @type {number} */ index) {
  const { entry, report: data, view } = games[index];
  answers = games[index].answers;
  Object.assign(store, view);
  const game = gameOfRecord(entry);
  game.goTo(0);
  find("h1").textContent = titleOf(games[index]);
  document.title = find("h1").textContent;
  game.takeReport(data, evaluationsOf(data));
  await controller.take(game);
}

const choice = find("header select");
choice.hidden = games.length < 2;
choice.append(...games.map((game, index) => new Option(`${index + 1}. ${titleOf(game)}`, String(index))));
choice.addEventListener("change", () => show(Number(choice.value)));
await show(0);
