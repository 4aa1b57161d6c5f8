// The board alone, for other sites: the game, the position or the puzzle of the fragment, as in all addresses of the page,
// to be played through. It uses no storage of the browser, so the person's own game stays as it is.

import { showLanguage } from "./common/language_field.js";
import { errorWords, refusalOf } from "./common/messages.js";
import { on } from "./common/page_elements.js";
import { gameOfFragment, isLink } from "./files/share.js";
import { drawSteps } from "./game_view/steps.js";
import {
  button,
  endWords,
  find,
  Game,
  html,
  numberText,
  pageText,
  requiredWords,
  Revision,
  Rules,
  shownMove,
  text,
} from "./package/luctor.js";
import { placeOf } from "./state/address.js";
import { openViewer } from "./viewer.js";

/** @import { AttemptState, Goal, LegalMove, PuzzleAttempt, Side } from "./package/types.js" */
/** @import { Place } from "./state/modes.js" */

/** Shows the parts of the page that the board needs, and no others. */
async function layOut() {
  await showLanguage(null);
  const main = html(
    "main",
    {},
    html("h1", { class: "unseen" }, "Emergo"),
    find("#table"),
    find(".steps"),
    html("p", { class: "said", "aria-live": "polite" }),
    html("p", { class: "comment" }),
    html(
      "p",
      { class: "more" },
      button(pageText("Solution"), { class: "solution", hidden: true, click: () => shown && showSolution(shown) }),
      " ",
      html("a", { class: "full", target: "_blank", rel: "noopener" }, pageText("Open in Luctor")),
    ),
  );
  document.body.replaceChildren(main, find("#choice"));
  document.body.className = "embedded";
}

const say = (/** @type {string} */ sentence) => (find(".said").textContent = sentence);

/** @typedef {{ attempt: PuzzleAttempt, state: AttemptState, side: Side, goal: Goal }} Puzzle */
/** @type {Puzzle | null} The puzzle on the board. */
let shown = null;

/** What must be done in the position shown, or how the game ended. */
function task() {
  const { game, position } = store;
  if (game.end && game.isAtEnd) return endWords(game.end);
  if (shown && !shown.state.solution && game.length === 0) return text.puzzles.tasks[shown.goal](shown.side);
  return position && requiredWords(position);
}

await layOut();
const rules = new Rules();
const { store, controller } = openViewer(rules, {
  user: {
    mayMove: (side) => shown === null || shown.state.solution !== null || (side === shown.side && store.game.isAtEnd),
    whyNot: () => text.puzzles.notNow,
    get hidesMoves() {
      return shown !== null && shown.state.solution === null;
    },
    play: (move) => (shown ? solve(shown, move) : controller.play(move)),
  },
  onReason: (sentence) => sentence && say(sentence),
});

store.listen(["position"], () => {
  const { game } = store;
  drawSteps(game);
  find(".comment").textContent = game.node.comment;
  const move = game.node.text
    ? `${numberText(game.numberOf(game.cursor - 1))} ${shownMove(game.node.text, controller.board.names)}`
    : "";
  say([move, task()].filter(Boolean).join(" · "));
});

/** The person plays a move of a puzzle. */
async function solve(/** @type {Puzzle} */ puzzle, /** @type {LegalMove} */ move) {
  if (puzzle.state.solution) return controller.play(move);
  const { state, reply } = await controller.during(() => rules.solvePuzzle(puzzle.attempt, { kind: "move", text: move.text }));
  if (shown !== puzzle) return;
  if (reply?.kind !== "right") {
    controller.forget();
    say(text.puzzles.notSolution(shownMove(move.text, controller.board.names)));
    return;
  }
  puzzle.attempt.found.push(move.text);
  puzzle.state = state;
  if (state.solution) find(".solution").hidden = true;
  for (const played of reply.played) {
    await controller.reply(played, {});
    if (shown !== puzzle) return;
  }
  say(state.solution ? text.puzzles.solved(0) : text.puzzles.right(state.moves_left));
}

async function showSolution(/** @type {Puzzle} */ puzzle) {
  const { state } = await rules.solvePuzzle(puzzle.attempt, { kind: "give_up" });
  if (shown !== puzzle) return;
  puzzle.state = state;
  find(".solution").hidden = true;
  await controller.goTo(store.game.length);
  const rest = await controller.findLine(state.solution?.moves.slice(state.game.moves.length) ?? []);
  for (const move of rest) if (shown === puzzle) await controller.reply(move, {});
}

on("#flip", "click", () => controller.flip());

/** @returns {Promise<Puzzle>} */
async function readPuzzle(/** @type {NonNullable<Place["puzzle"]>} */ { variant, number }) {
  const attempt = { variant, number, found: [] };
  const { state } = await rules.solvePuzzle(attempt, { kind: "show" });
  const { side, goal } = (await rules.listPuzzles(variant))[number - 1];
  return { attempt, state, side, goal };
}

/** The game and the puzzle of an address; `fault` tells why the rules refuse the game. */
async function read(/** @type {string} */ hash) {
  const { mode, puzzle: place } = placeOf(hash);
  const puzzle = place ? await readPuzzle(place) : null;
  const start = mode === "puzzles" && puzzle === null ? null : new Game(puzzle?.state.game);
  const game = isLink(hash) ? await gameOfFragment(hash, rules) : start;
  return { puzzle, game, fault: game && (await refusalOf(controller.verify(game))) };
}

const addressRevision = new Revision(() => [location.hash]);

/** Shows what the address names. */
async function open() {
  const { hash } = location;
  shown = null;
  find(".solution").hidden = true;
  find("a.full").href = location.pathname + hash;
  const found = await addressRevision.answer(read(hash));
  if (found === null) return;
  const { puzzle, game, fault } = found;
  if (game === null || fault !== null) return say(text.messages.badLink(fault ?? text.messages.damagedLink));
  shown = puzzle;
  find(".solution").hidden = puzzle === null;
  await controller.take(game, puzzle ? puzzle.side === "black" : undefined);
}

addEventListener("unhandledrejection", ({ reason: error }) => say(errorWords(error)));
addEventListener("hashchange", open);
open();
