// The board alone, for other sites: the game, the position or the puzzle of the fragment, as in all addresses of the page,
// to be played through. It uses no storage of the browser, so the person's own game stays as it is.

import { placeOf } from "./address.js";
import { BoardController } from "./board_controller.js";
import { Game } from "./game.js";
import { shownMove } from "./move_text.js";
import { Refused, RulesClient } from "./rules_client.js";
import { gameOfFragment, isLink } from "./share.js";
import { Store } from "./store.js";
import { fillTexts, languageFor, setLanguage, text } from "./text.js";
import { endWords, refusalWords, requiredWords } from "./words.js";

/** @import { AttemptState, LegalMove, Side } from "./types.js" */

/** @type {(selector: string) => any} */
const find = (selector) => document.querySelector(selector);

function element(name, className, ...children) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

/** Shows the parts of the page that the board needs, and no others. */
function layOut() {
  const language = languageFor(null, navigator.languages);
  setLanguage(language);
  document.documentElement.lang = language;
  fillTexts(document);
  const link = element("a", "full", text.embed.full);
  Object.assign(link, { href: location.pathname + location.hash, target: "_blank", rel: "noopener" });
  const solution = element("button", "solution", text.page.solution);
  Object.assign(solution, { type: "button", hidden: true });
  const said = element("p", "said");
  said.setAttribute("aria-live", "polite");
  const main = element("main", "", element("h1", "unseen", "Emergo"), find("#table"), find(".steps"), said, element("p", "comment"), element("p", "more", solution, " ", link));
  document.body.replaceChildren(main, find("#choice"));
  document.body.className = "embedded";
  document.body.removeAttribute("data-mode");
}

const say = (sentence) => (find(".said").textContent = sentence);

const rules = new RulesClient();
const store = new Store();
// Moves may follow the end of a game.
store.enter("analyse");

/** @type {{ attempt: { variant: any, number: number, found: string[] }, state: AttemptState, side: Side, goal: "win" | "save" } | null} */
let puzzle = null;
let isAsking = false;

/** What must be done in the position shown, or how the game ended. */
function task() {
  const { game, position: state } = store;
  if (game.end && game.isAtEnd) return endWords(game.end);
  if (state.ending) return endWords(state.ending);
  if (puzzle && !puzzle.state.is_solved && game.length === 0) return text.puzzles.tasks[puzzle.goal](puzzle.side);
  return requiredWords(state);
}

layOut();
const controller = new BoardController(find("#board"), store, rules, {
  onPlay: (move) => (puzzle ? solve(move) : controller.play(move)),
  onMove: () => {},
  onReply: () => {},
  onSay: () => {},
  onReason: (sentence) => sentence && say(sentence),
});
controller.mayMove = (side) => puzzle === null || puzzle.state.is_solved || (!isAsking && side === puzzle.side && store.game.isAtEnd);
controller.whyNot = () => text.puzzles.notNow;

store.listen(["position"], () => {
  const { game, position: state, view } = store;
  for (const side of /** @type {const} */ (["w", "b"])) {
    const player = find((side === "w") !== view.turned ? "#player-w" : "#player-b");
    player.querySelector(".name").textContent = text.play.player(side, side === "w" ? game.white : game.black);
    player.classList.toggle("black", side === "b");
    player.classList.toggle("to-move", state.side === side && state.ending === null);
  }
  find(".comment").textContent = game.node.comment;
  const move = game.node.text ? `${game.numberOf(game.cursor - 1).turn}. ${shownMove(game.node.text, controller.board.names)}` : "";
  say([move, task()].filter(Boolean).join(" · "));
  for (const [step, isDisabled] of [["start", game.cursor === 0], ["back", game.cursor === 0], ["on", game.isAtEnd], ["end", game.isAtEnd]]) {
    find(`[data-step=${step}]`).disabled = isDisabled;
  }
});

/** The person plays a move of a puzzle. @param {LegalMove} move */
async function solve(move) {
  if (puzzle.state.is_solved) return controller.play(move);
  isAsking = true;
  const { state, reply } = await rules.solvePuzzle(puzzle.attempt, { kind: "move", text: move.text }).finally(() => (isAsking = false));
  if (reply.kind !== "right") {
    controller.forget();
    say(text.puzzles.searching(shownMove(move.text, controller.board.names)));
    return;
  }
  puzzle.attempt.found.push(move.text);
  puzzle.state = state;
  for (const played of reply.played) await controller.play(played);
  say(state.is_solved ? text.puzzles.solved(0) : text.puzzles.right(state.moves_left));
}

/** Plays the rest of the solution. */
async function showSolution() {
  const { state } = await rules.solvePuzzle(puzzle.attempt, { kind: "give_up" });
  puzzle.state = { ...state, is_solved: true };
  find(".solution").hidden = true;
  const { game } = store;
  await controller.goTo(game.length);
  for (const move of state.solution.moves.slice(state.game.moves.length)) await controller.play(await controller.findMove(move));
}

const steps = {
  start: () => {
    // The main line again, after moves of one's own.
    const { game } = store;
    let last = game.root;
    while (last.children.length > 0) [last] = last.children;
    game.select(last);
    return controller.goTo(0);
  },
  back: () => controller.goTo(store.game.cursor - 1),
  on: () => controller.goTo(store.game.cursor + 1),
  end: () => controller.goTo(store.game.length),
};
for (const [step, act] of Object.entries(steps)) find(`[data-step=${step}]`).addEventListener("click", act);
find(".solution").addEventListener("click", showSolution);
find("#flip").addEventListener("click", () => {
  store.view.turned = !store.view.turned;
  return controller.refresh();
});
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: "back", ArrowRight: "on", Home: "start", End: "end" }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || find("#choice").open) return;
  event.preventDefault();
  steps[step]();
});

/** Shows a game, or a sentence if the rules refuse it. */
async function show(game) {
  const fault = game ? await controller.check(game) : text.messages.damagedLink;
  if (fault === null) await controller.take(game);
  else say(text.messages.badLink(fault));
}

async function showPuzzle({ variant, number }) {
  const attempt = { variant, number, found: [] };
  const { state } = await rules.solvePuzzle(attempt, { kind: "show" });
  const { side, goal } = (await rules.listPuzzles(variant))[number - 1];
  puzzle = { attempt, state, side, goal };
  store.view.turned = side === "b";
  find(".solution").hidden = false;
  await show(new Game({ variant, blocked: state.game.blocked, start: state.game.start }));
}

async function open() {
  const { hash } = location;
  puzzle = null;
  find(".solution").hidden = true;
  find(".full").href = location.pathname + hash;
  const place = placeOf(hash);
  if (place.puzzle) return showPuzzle(place.puzzle);
  const cellsOf = async (variant) => (await rules.describe(new Game({ variant }).at(), store.view)).cells.map(({ cell }) => cell);
  const link = isLink(hash) ? await gameOfFragment(hash, { cellsOf, readRecords: (content) => rules.readRecords(content) }) : { game: new Game() };
  return show(link?.game ?? null);
}

addEventListener("unhandledrejection", ({ reason: error }) => say(error instanceof Refused ? refusalWords(error.refusal) : (error?.message ?? String(error))));
addEventListener("hashchange", open);
open();
