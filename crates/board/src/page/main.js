// Puts the page together: the table, who plays, the analysis, files and set-up.

import { Analysis, verdicts } from "./analysis.js";
import { EngineGone } from "./connection.js";
import { ask, choose } from "./dialogs.js";
import { Engine } from "./engine.js";
import { copy, download } from "./files.js";
import { Game } from "./game.js";
import { Graph } from "./graph.js";
import { expectation, scoreText } from "./info.js";
import { MoveList } from "./movelist.js";
import { askNewGame } from "./newgame.js";
import { askOptions } from "./options.js";
import { Play } from "./play.js";
import { BadRecord, readRecords, writeJson, writePgn } from "./record.js";
import { Referee } from "./referee.js";
import { Draft, readPosition, shapeOf } from "./position.js";
import { SetUp } from "./setup.js";
import { Table } from "./table.js";
import { dutyWords, endReason, endWords, SIDES, whyWords } from "./words.js";

const find = (selector) => document.querySelector(selector);
const RESULTS = { p1win: "1-0", p2win: "0-1", draw: "1/2-1/2" };

// What is said.

function say(sentence) {
  find("#announcement").textContent = sentence;
}

function reason(sentence) {
  find("#reason").textContent = sentence;
}

function trouble(sentence, { canTryAgain = false } = {}) {
  find("#trouble").hidden = false;
  find("#trouble .sentence").textContent = sentence.charAt(0).toUpperCase() + sentence.slice(1);
  find("#trouble .again").hidden = !canTryAgain;
}

function crashed(sentence, { givenUp }) {
  const outcome = givenUp ? "It is not started again by itself; the game is kept." : "It was started again; the game goes on.";
  trouble(`${sentence}${sentence.endsWith("?") ? "" : "."} ${outcome}`, { canTryAgain: givenUp });
}

// The parts.

const table = new Table(find("#board"), new Referee({ onCrash: crashed }), {
  onPlay: (move) => play.personPlays(move),
  onShown: (state) => shown(state),
  onMove: () => play.moved(),
  onReply: (state, words) => replied(state, words),
  onSay: say,
  onReason: reason,
});

const newEngine = () => new Engine({ onCrash: crashed, onMessage: (message) => say(`The engine says: ${message}`) });

const play = new Play(table, newEngine(), {
  onChange: () => drawPlayers(),
  onTrouble: (sentence) => trouble(sentence, { canTryAgain: true }),
  onSay: say,
});

const analysis = new Analysis(newEngine(), find("#analysis"), {
  onOpinion: () => {
    drawScore();
    drawGraph();
  },
  onHover: (moves) => table.lines(moves),
  onPlay: (move) => personMoves(move),
  onTrouble: (sentence) => trouble(sentence, { canTryAgain: true }),
  names: () => table.board.names,
});

const moveList = new MoveList(find("#move-list"), { onJump: (ply) => table.goTo(ply) });
const graph = new Graph(find("#graph"), { onJump: (ply) => table.goTo(ply) });

/** The picture of the position that is being set up. */
let drafted = null;

const setUp = new SetUp(find("#set-up-form"), {
  judge: async (text) => {
    const { game, view } = table;
    const seen = await table.referee.describe({ ...game.at(0), start: text, moves: [] }, view);
    if (seen.wrong !== null) return seen.wrong;
    if (!setUp.isOn) return null;
    drafted = seen.picture;
    table.board.draw(seen.picture);
    table.board.mark(new Map(), new Map());
    setUp.replace(new Draft(table.board.cells.keys(), table.board.columns, seen.text));
    return null;
  },
  onDone: async (text) => {
    table.clickElsewhere = null;
    lock(false);
    if (text !== null) await startFrom(text, { variant: table.game.variant, blocked: table.game.blocked });
    else await table.refresh();
  },
});

table.mayMove = (side) => !play.isEngine(side) || !table.game.isAtEnd;

// What is shown.

/** What the end of a game is worth to White. */
const ENDS = { p1win: { mate: 1 }, p2win: { mate: -1 }, draw: { cp: 0 } };

/** The rules have said what the position after so many moves is. */
function learn(ply, state) {
  const { game } = table;
  if (state.ending === "none") return;
  game.note(ply, { score: ENDS[state.result], depth: Infinity });
  if (ply === game.length && !game.ended) {
    game.ended = { result: RESULTS[state.result], reason: endReason(state.ending) };
    say(endWords(game.ended));
  }
}

/** The engine has moved while an earlier position is looked at. */
function replied(state, words) {
  learn(table.game.length, state);
  find("#news").hidden = false;
  find("#news .sentence").textContent = `${words}, while you look at an earlier position.`;
  drawMoves();
  play.goOn(state);
}

function shown(state) {
  const { game } = table;
  learn(game.cursor, state);
  if (game.isAtEnd) find("#news").hidden = true;
  const [white, black] = readPosition(state.text).hands;
  find("#hands").textContent = `In hand: White ${white}, Black ${black}`;
  drawMoves();
  drawScore();
  drawPlayers();
  find("#layout").disabled = game.variant === "hexemergo";
  analysis.look(game, state.ending !== "none");
  play.react();
}

function result() {
  return table.game.end ?? { result: "*", reason: "" };
}

function drawMoves() {
  const { game } = table;
  const marks = verdicts(game);
  moveList.draw(game, table.board.names, marks);
  for (const [step, disabled] of [["start", game.cursor === 0], ["back", game.cursor === 0], ["on", game.isAtEnd], ["end", game.isAtEnd]]) {
    find(`[data-step=${step}]`).disabled = disabled;
  }
  drawGraph(marks);
}

function drawGraph(marks = verdicts(table.game)) {
  graph.draw(table.game, table.board.names, marks);
}

function drawScore() {
  const bar = find("#score-bar");
  const { game } = table;
  const score = game.scoreAt(game.cursor);
  bar.hidden = !analysis.isOn && game.opinions.length === 0;
  bar.classList.toggle("turned", table.view.turned);
  bar.firstElementChild.style.height = `${score ? Math.round(expectation(score) * 1000) / 10 : 50}%`;
  bar.lastElementChild.textContent = !score ? "" : "mate" in score ? scoreText(score) : `${score.cp < 0 ? "−" : "+"}${(Math.abs(score.cp) / 100).toFixed(1)}`;
  bar.setAttribute("aria-label", score ? `Score for White: ${scoreText(score)}` : "No score yet");
}

function drawPlayers() {
  const { state, game } = table;
  for (const side of ["w", "b"]) {
    const element = find(`#player-${table.view.turned ? (side === "w" ? "b" : "w") : side}`);
    const recorded = side === "w" ? game.white : game.black;
    element.querySelector(".name").textContent = `${SIDES[side]}: ${recorded || play.nameOf(side)}`;
    element.querySelector(".thinking").textContent = play.thought(side);
    element.classList.toggle("to-move", state?.side === side && state.ending === "none" && !game.outcome);
    const clock = element.querySelector(".clock");
    clock.hidden = play.clocks === null;
    clock.textContent = play.clock(side) ?? "";
    clock.classList.toggle("running", play.clocks?.running === side);
  }
  const end = result();
  if (state && !setUp.isOn) find("#duty").textContent = game.end && game.isAtEnd ? endWords(game.end) : dutyWords(state);
  const why = whyWords(end);
  find("#outcome").textContent = end.result === "*" ? "" : `${end.result}${why ? `, ${why}` : ""}`;
  if (find("#engine-plays").value !== play.engineSides) find("#engine-plays").value = play.engineSides;
  find("#move-now").hidden = !play.isThinking;
  find("#take-back").disabled = game.length === 0;
  find("#resign").disabled = !state || end.result !== "*" || play.engineSides.length === 2;
}

// Moves and games.

/** A move that was chosen outside of the board. */
async function personMoves(move) {
  const isOpen = table.isShown && !table.isBusy && !table.isOver && !setUp.isOn;
  if (isOpen && table.mayMove(table.state.side)) await play.personPlays(move);
}

/** Begins another game. Returns what is wrong with it, in which case the old one goes on, or null. */
async function begin(game, { engineSides = play.engineSides, control = play.control } = {}) {
  const wrong = await table.judge(game);
  if (wrong !== null) return wrong;
  if (cancelled) await cancelAnalysis();
  await table.during(async () => {
    await play.reset({ engineSides, control });
    await table.take(game);
  });
  return null;
}

async function startFrom(start, { variant, blocked }) {
  const wrong = await begin(new Game({ variant, blocked, start }));
  if (wrong === null) {
    say("The position is set up");
    return;
  }
  trouble(`the position cannot be set up: ${wrong}`);
  // It may have been drawn.
  await table.refresh();
}

async function newGame() {
  const wanted = await askNewGame(play.engine, table.game.variant, trouble);
  if (wanted === null) return;
  const { game, engineSides, control } = wanted;
  if (engineSides.length === 1) setTurned(engineSides === "w");
  const wrong = await begin(game, { engineSides, control });
  if (wrong === null) say(`New game of ${game.variant}`);
  else trouble(wrong);
}

function setTurned(turned) {
  table.view.turned = find("#turned").checked = turned;
}

// Files.

async function load(file) {
  const text = await file.text();
  const boards = [...(await table.referee.starts()).keys()];
  let games;
  try {
    games = readRecords(text, boards);
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    trouble(`${file.name} cannot be read: ${error.message}`);
    return;
  }
  const title = (game, index) => `${index + 1}. ${game.white || "?"} – ${game.black || "?"}, ${game.outcome?.result ?? "*"}, ${game.length} moves`;
  const index = games.length === 1 ? 0 : await choose(`${games.length} games: which?`, games.map(title));
  if (index === null) return;
  const wrong = await begin(games[index], { engineSides: "", control: { seconds: 1 } });
  if (wrong !== null) trouble(`game ${index + 1} of ${file.name} cannot be shown: ${wrong}`);
  else say(`Loaded ${title(games[index], index)}`);
}

async function save() {
  const { game } = table;
  const dialog = find("#save-dialog");
  dialog.querySelector("[value=json]").disabled = game.end === null;
  find("#save-note").hidden = game.end !== null;
  const kind = await ask(dialog);
  if (kind === "") return;
  const nameOf = (side) => (play.isEngine(side) ? play.engine.name : "Person");
  const named = game.named(game.white || nameOf("w"), game.black || nameOf("b"));
  if (kind === "pgn") download(`${game.variant}.pgn`, "application/x-chess-pgn", writePgn(named, result()));
  else {
    const end = await table.referee.textOf(game.at(game.length));
    download(`${game.variant}.jsonl`, "application/jsonl", writeJson(named, { ...game.end, end }));
  }
}

async function pastePosition() {
  const dialog = find("#paste-dialog");
  const field = dialog.querySelector("input");
  field.value = "";
  if ((await ask(dialog)) !== "set") return;
  const text = field.value.trim();
  // A text that has the shape of no board is refused as one of the board on the table.
  const [variant] = [...(await table.referee.starts())].find(([, start]) => shapeOf(start) === shapeOf(text)) ?? [table.game.variant];
  await startFrom(text, { variant, blocked: table.game.blocked });
}

async function copyPosition() {
  const text = setUp.text ?? table.state.text;
  // Where the browser keeps the clipboard to itself, the text can be copied by hand.
  if (await copy(text)) say("Position copied");
  else trouble(`The browser does not let the page copy. The position is ${text}`);
}

// Analysis of the whole game.

let cancelled = null;

async function cancelAnalysis() {
  cancelled.now = true;
  await analysis.engine.cancel();
}

async function analyseGame() {
  if (cancelled) {
    await cancelAnalysis();
    return;
  }
  const { game } = table;
  const flag = (cancelled = { now: false });
  const wasOn = analysis.isOn;
  await analysis.turn(false);
  find("#analyse").disabled = true;
  find("#analyse-game").textContent = "Cancel";
  find("#game-progress").hidden = false;
  let whole = false;
  try {
    whole = await analysis.wholeGame(game, Math.round((find("#analysis-time").valueAsNumber || 0.5) * 1000), {
      isCancelled: () => flag.now,
      onProgress: (done, all) => {
        find("#game-progress progress").max = Math.max(all, 1);
        find("#game-progress progress").value = done;
        find("#game-progress span").textContent = `${done} of ${all}`;
        drawMoves();
        drawScore();
      },
    });
  } catch (error) {
    trouble(error.message, { canTryAgain: true });
  }
  cancelled = null;
  find("#analyse").disabled = false;
  find("#analyse-game").textContent = "Analyse game";
  find("#game-progress").hidden = true;
  if (whole) {
    const found = verdicts(game).filter(Boolean);
    const count = (word) => found.filter((mark) => mark.word === word).length;
    say(`Game analysed: ${count("blunder")} blunders, ${count("mistake")} mistakes, ${count("inaccuracy")} inaccuracies`);
  }
  drawMoves();
  if (wasOn) await turnAnalysis(true);
}

async function turnAnalysis(on) {
  find("#analyse").checked = on;
  await analysis.turn(on);
  drawScore();
  if (on && table.state) shownForAnalysis();
}

function shownForAnalysis() {
  analysis.look(table.game, table.state.ending !== "none");
}

/** While a position is set up, the game waits; the position can be copied. */
function lock(isLocked) {
  for (const part of ["#play", "#moves", "#analysis"]) find(part).inert = isLocked;
  for (const button of document.querySelectorAll("nav button:not(#copy, #picture)")) button.disabled = isLocked;
}

// What is pressed.

const on = (selector, event, act) => find(selector).addEventListener(event, act);

on("#new-game", "click", newGame);
on("#set-up", "click", async () => {
  if (setUp.isOn) return;
  const start = (await table.referee.starts()).get(table.game.variant);
  await play.halt();
  await turnAnalysis(false);
  if (cancelled) await cancelAnalysis();
  table.clickElsewhere = (cell) => setUp.click(cell);
  // A move that was being shown is shown to its end.
  await table.refresh();
  lock(true);
  drafted = table.state.picture;
  // Nothing is threatened while pieces come and go.
  table.board.mark(new Map(), new Map());
  setUp.open(new Draft(table.board.cells.keys(), table.board.columns, table.state.text), readPosition(start).hands[0]);
  find("#duty").textContent = "Set up a position";
  find("#set-up-form input").focus();
});
on("#load", "click", () => find("#file").click());
on("#file", "change", async (event) => {
  const [file] = event.target.files;
  if (file) await load(file);
  event.target.value = "";
});
on("#save", "click", save);
on("#paste", "click", pastePosition);
on("#copy", "click", copyPosition);
on("#picture", "click", () => download(`${table.game.variant}.svg`, "image/svg+xml", setUp.isOn ? drafted : table.state.picture));
on("#options", "click", async () => {
  await play.engine.start();
  const changed = await askOptions(play.engine);
  for (const [name, value] of changed ?? []) {
    play.engine.chosen.set(name, value);
    analysis.engine.chosen.set(name, value);
  }
  if (changed?.size > 0 && analysis.isOn) shownForAnalysis();
});
on("#engine-plays", "change", (event) => {
  // Who plays on is not who played.
  Object.assign(table.game, { white: "", black: "", limits: null });
  return play.setEngineSides(event.target.value).then(() => table.mark());
});
on("#move-now", "click", () => play.moveNow());
on("#take-back", "click", () => play.takeBack());
on("#resign", "click", () => play.resign());
on("#layout", "change", (event) => {
  table.view.layout = event.target.value;
  return table.refresh();
});
on("#turned", "change", (event) => {
  setTurned(event.target.checked);
  return table.refresh();
});
on("#threats", "change", (event) => {
  table.showsThreats = event.target.checked;
  table.mark();
});
on("#analyse", "change", (event) => turnAnalysis(event.target.checked));
on("#lines-wanted", "change", (event) => {
  analysis.lines = Math.min(Math.max(event.target.valueAsNumber || 1, 1), 8);
  if (analysis.isOn) shownForAnalysis();
});
on("#analyse-game", "click", analyseGame);
on("#news button", "click", () => steps.end());
on("#trouble .dismiss", "click", () => (find("#trouble").hidden = true));
on("#trouble .again", "click", () => {
  find("#trouble").hidden = true;
  for (const program of [table.referee, play.engine, analysis.engine]) program.forgive();
  return table.refresh();
});

const steps = {
  start: () => table.goTo(0),
  back: () => table.goTo(table.game.cursor - 1),
  on: () => table.goTo(table.game.cursor + 1),
  end: () => table.goTo(table.game.length),
};
for (const button of document.querySelectorAll("[data-step]")) {
  button.addEventListener("click", () => steps[button.dataset.step]());
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("select, input:not([type=checkbox])") || setUp.isOn) return;
  const act = { ArrowLeft: steps.back, ArrowRight: steps.on, Home: steps.start, End: steps.end, Escape: () => table.forget() }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

window.addEventListener("unhandledrejection", ({ reason: error }) => {
  trouble(error?.message ?? String(error), { canTryAgain: error instanceof EngineGone });
});

// Not awaited: what fails is told as any other failure is.
table.refresh();
