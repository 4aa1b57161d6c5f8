// Connects the parts of the page: the board, the players, the analysis, files and set-up.

import { Analysis } from "./analysis.js";
import { EngineStopped } from "./connection.js";
import { ask, choose, confirmed } from "./dialogs.js";
import { Engine } from "./engine.js";
import { Explorer } from "./explorer.js";
import { copy, download } from "./files.js";
import { Game } from "./game.js";
import { Graph } from "./graph.js";
import { isPositionText, takeTexts, textOfFile } from "./incoming.js";
import { scoreText } from "./info.js";
import { Learn } from "./learn.js";
import { MoveList } from "./move_list.js";
import { askNewGame } from "./new_game_dialog.js";
import { Notes } from "./notes.js";
import { askOptions } from "./options_dialog.js";
import { Play } from "./play.js";
import { Puzzles } from "./puzzles.js";
import { dateText, gameOfRecord, recordOfGame } from "./record.js";
import { Report } from "./report.js";
import { ConnectionLost, Refused, RulesClient } from "./rules_client.js";
import { Session } from "./session.js";
import { fragmentOfGame, fragmentOfPosition, gameOfFragment } from "./share.js";
import { SetUp } from "./setup.js";
import { Sounds } from "./sound.js";
import { Settings } from "./storage.js";
import { StudyClient } from "./study_client.js";
import { showKeys, takeKeys } from "./keys.js";
import { fillTexts, LANGUAGES, languageFor, setLanguage, text } from "./text.js";
import { BoardController } from "./board_controller.js";
import {
  boardChoiceWords,
  capitalised,
  endWords,
  errorOf,
  reasonWords,
  recordErrorWords,
  readAsWords,
  recordTitle,
  refusalWords,
  requiredWords,
  sourceWords,
} from "./words.js";

/** @type {(selector: string) => any} */
const find = (selector) => document.querySelector(selector);
/** @type {(selector: string) => any[]} */
const findAll = (selector) => [...document.querySelectorAll(selector)];

// Messages.

/** Milliseconds that a notice is shown. */
const NOTICE_TIME = 8_000;
let noticeTimer = null;

function say(sentence) {
  find("#announcement").textContent = sentence;
}

function reason(sentence) {
  find("#reason").textContent = sentence;
}

/** A message that stays for some seconds, or until it is dismissed. */
function notice(sentence) {
  say(sentence);
  find("#notice .sentence").textContent = capitalised(sentence);
  find("#notice").hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (find("#notice").hidden = true), NOTICE_TIME);
}

function trouble(sentence, { canTryAgain = false } = {}) {
  find("#trouble").hidden = false;
  find("#trouble .sentence").textContent = capitalised(sentence);
  find("#trouble .again").hidden = !canTryAgain;
}

function crashed(sentence, { givenUp }) {
  trouble(text.messages.crashed(sentence, givenUp), { canTryAgain: givenUp });
}

// The parts.

const rules = new RulesClient();
const study = new StudyClient();
const settings = new Settings();
const session = new Session(rules);
const sounds = new Sounds();

const controller = new BoardController(find("#board"), rules, {
  onPlay: (move) => (learn.isOn ? learn.play(move) : puzzles.isOn ? puzzles.play(move) : play.personPlays(move)),
  onShown: (state) => shown(state),
  onMove: ({ kind }) => {
    play.moved();
    sounds.play(kind);
  },
  onReply: (state, words) => replied(state, words),
  onSay: say,
  onReason: reason,
});

const newEngine = () =>
  new Engine({
    onCrash: crashed,
    onMessage: (message) => notice(text.messages.ofEngine(message)),
    forEngine: (game) => rules.forEngine(game),
  });

const play = new Play(controller, rules, newEngine(), {
  onChange: () => drawPlayers(),
  onTrouble: (sentence) => trouble(sentence, { canTryAgain: true }),
  onSay: say,
});

const learn = new Learn(find("#learn"), controller, settings);

const analysis = new Analysis(newEngine(), find("#analysis"), {
  onEvaluation: () => {
    drawScore();
    drawGraph();
  },
  onHover: (moves) => controller.lines(moves),
  onPlay: (move) => personMoves(move),
  onTrouble: (sentence) => trouble(sentence, { canTryAgain: true }),
  names: () => controller.board.names,
});

const report = new Report(find("#report"), study, controller, {
  onChange: () => {
    drawMoves();
    drawScore();
    report.draw();
    keep();
  },
  onSay: notice,
});

const explorer = new Explorer(find("#explorer"), rules, {
  onPlay: (move) => personMoves(move),
  onHover: (moves) => controller.lines(moves),
  names: () => controller.board.names,
});

const puzzles = new Puzzles(find("#puzzles"), rules, study, controller, {
  onBegin: async (game, side, isWanted) => {
    await controller.check(game);
    if (!isWanted()) return;
    controller.view.turned = side === "b";
    await controller.take(game);
  },
  onSay: say,
});

const moveList = new MoveList(find("#move-list"), { onSelect: (node) => report.jump(node) });
const notes = new Notes(find("#notes"), {
  onChange: () => {
    drawMoves();
    keep();
  },
  onRemove: async () => {
    await play.halt();
    await controller.refresh();
  },
});
const graph = new Graph(find("#graph"), { onJump: (ply) => controller.goTo(ply) });

/** The picture of the position that is being set up. */
let drafted = null;

const setUp = new SetUp(find("#set-up-form"), rules, {
  onShow: async (start) => {
    const { game, view } = controller;
    const position = await rules.describe({ ...game.at(0), start }, view);
    if (setUp.isOn) {
      drafted = position.picture;
      controller.board.show(position, view);
      controller.board.mark(new Map(), new Map());
    }
    return position;
  },
  onDone: async (start) => {
    controller.clickElsewhere = null;
    lock(false);
    if (start !== null) await startFrom(start, { variant: controller.game.variant, blocked: controller.game.blocked });
    else await controller.refresh();
  },
});

controller.mayMove = (side) => (puzzles.isOn ? puzzles.mayMove(side) : !play.isEngine(side) || !controller.game.isAtEnd);
controller.whyNot = (side) => (puzzles.isOn ? text.puzzles.notNow : text.click.engineToMove(side));

// What the page shows.

/** The scores of finished games, from White's view. */
const FINAL_SCORES = { "1-0": { mate: 1 }, "0-1": { mate: -1 }, "1/2-1/2": { cp: 0 } };

/** Notes the end of the game, if the position after so many moves is one. */
function noteEnding(ply, { ending }) {
  const { game } = controller;
  if (ending === null || game.line[ply].ending) return;
  // The evaluation of a final position is exact.
  game.note(ply, { score: FINAL_SCORES[ending.result], depth: Number.MAX_SAFE_INTEGER });
  game.noteEnding(ply, ending);
  if (ply === game.length) {
    say(endWords(ending));
    sounds.play("end");
  }
}

/** The engine has moved while an earlier position is shown. */
function replied(state, words) {
  noteEnding(controller.game.length, state);
  find("#news").hidden = false;
  find("#news .sentence").textContent = text.messages.movedElsewhere(words);
  drawMoves();
  play.goOn(state);
}

function shown(state) {
  const { game } = controller;
  noteEnding(game.cursor, state);
  if (game.isAtEnd) find("#news").hidden = true;
  find("#hands").textContent = text.play.inHand(state.hands.w, state.hands.b);
  drawMoves();
  drawScore();
  drawPlayers();
  find("#layout").disabled = game.variant === "hexemergo";
  analysis.look(game, state.ending !== null);
  report.draw();
  if (puzzles.isOn) puzzles.shown();
  else explorer.look(game.at());
  play.react();
  keep();
}

/** Stores the game and its players. */
function keep() {
  if (!play.isPaused) session.keep(controller.game, play);
}

function drawMoves() {
  const { game } = controller;
  moveList.draw(game, controller.board.names, { judged: report.judged, showsScores: showsScores() });
  notes.draw(game);
  for (const [step, disabled] of [["start", game.cursor === 0], ["back", game.cursor === 0], ["on", game.isAtEnd], ["end", game.isAtEnd]]) {
    find(`[data-step=${step}]`).disabled = disabled;
  }
  find("#take-back").disabled = game.length === 0;
  find("#redo").disabled = game.undone.length === 0;
  drawGraph();
}

function drawGraph() {
  graph.draw(controller.game, controller.board.names);
}

/** A person who plays does not see the engine's scores, unless the person asks. Lessons and puzzles have no scores. */
const showsScores = () => {
  const { mode } = document.body.dataset;
  return mode === "analyse" || (mode === "play" && settings.values.scores);
};

function drawScore() {
  const bar = find("#score-bar");
  const { game } = controller;
  const score = game.scoreAt(game.cursor);
  const expected = game.expectedAt(game.cursor) ?? 0.5;
  bar.classList.toggle("empty", !showsScores() || (!analysis.isOn && !game.isEvaluated));
  bar.classList.toggle("turned", controller.view.turned);
  bar.firstElementChild.style.height = `${Math.round(expected * 1000) / 10}%`;
  bar.lastElementChild.textContent = !score ? "" : "mate" in score ? scoreText(score) : `${score.cp < 0 ? "−" : "+"}${(Math.abs(score.cp) / 100).toFixed(1)}`;
  bar.setAttribute("aria-label", score ? text.analysis.scoreForWhite(scoreText(score)) : text.page.noScore);
}

function drawPlayers() {
  const { state, game } = controller;
  for (const side of ["w", "b"]) {
    const element = find(`#player-${controller.view.turned ? (side === "w" ? "b" : "w") : side}`);
    const recorded = side === "w" ? game.white : game.black;
    element.querySelector(".name").textContent = text.play.player(side, recorded || play.nameOf(side));
    element.querySelector(".thinking").textContent = play.thought(side);
    element.classList.toggle("to-move", state?.side === side && state.ending === null && !game.outcome);
    const clock = element.querySelector(".clock");
    clock.hidden = play.clocks === null;
    clock.textContent = play.clock(side) ?? "";
    clock.classList.toggle("running", play.clocks?.running === side);
  }
  const { end } = game;
  if (state && !setUp.isOn) find("#required").textContent = end && game.isAtEnd ? endWords(end) : requiredWords(state);
  find("#outcome").textContent = end ? [end.result, reasonWords(end)].filter(Boolean).join(", ") : "";
  if (find("#engine-plays").value !== play.engineSides) find("#engine-plays").value = play.engineSides;
  find("#move-now").classList.toggle("unused", !play.isThinking);
  find("#resign").disabled = !state || end !== null || play.engineSides.length === 2;
}

// Moves and games.

/** Plays a move that was chosen outside of the board. */
async function personMoves(move) {
  const isOpen = () => controller.isShown && !controller.isBusy && !controller.isOver && !setUp.isOn && controller.mayMove(controller.state.side);
  if (!isOpen()) return;
  const legal = await controller.findMove(move);
  if (legal && isOpen()) await play.personPlays(legal);
}

/** The end of the last change of the mode or of the game. */
let lastChange = Promise.resolve();

/** Runs a change of the mode or of the game after those that are under way. */
function inTurn(change) {
  const changed = lastChange.then(change);
  lastChange = changed.catch(() => {});
  return changed;
}

/** Starts another game. Returns null, or a sentence if the rules refuse it and the old game stays. */
const begin = (game, players = {}) => inTurn(() => beginNow(game, players));

async function beginNow(game, { engineSides = play.engineSides, control = play.control, left = null } = {}) {
  const fault = await controller.check(game);
  if (fault !== null) return fault;
  report.cancel();
  if (puzzles.isOn || learn.isOn) await changeMode("play");
  find("#source").hidden = true;
  await controller.during(async () => {
    await play.reset({ engineSides, control });
    if (left && play.clocks) play.clocks.left = left;
    await controller.take(game);
  });
  return null;
}

async function startFrom(start, { variant, blocked }) {
  const fault = await begin(new Game({ variant, blocked, start }));
  if (fault === null) {
    say(text.messages.positionSet);
    return;
  }
  trouble(text.messages.positionRefused(fault));
  // The refused position may be on the board.
  await controller.refresh();
}

async function newGame() {
  const old = ownGame();
  const chosen = await askNewGame(play.engine, settings, { variant: old.variant, isLost: old.isUnsaved, onTrouble: trouble });
  if (chosen === null) return;
  const { game, engineSides, control } = chosen;
  if (engineSides.length === 1) setTurned(engineSides === "w");
  const fault = await begin(game, { engineSides, control });
  if (fault === null) {
    say(text.messages.newGame(game.variant));
    setMode("play");
  }
  else trouble(fault);
}

function setTurned(turned) {
  controller.view.turned = find("#turned").checked = turned;
  settings.set("turned", turned);
}

/** May the game on the board be replaced? */
async function mayReplace() {
  return !ownGame().isUnsaved || confirmed(text.confirm.replace, text.confirm.replaceYes);
}

// Files.

/** Opens a position text or game records. `name` is the name of the file. */
async function open({ text: content, name }) {
  // The message may be about an earlier text.
  find("#trouble").hidden = true;
  if (isPositionText(content)) await openPosition(content.trim());
  else await openRecords(content, name);
}

async function openPosition(position) {
  try {
    const { variant, text: start } = await rules.readPosition(position, ownGame().variant, { anyBoard: true });
    if (await mayReplace()) await startFrom(start, { variant, blocked: ownGame().blocked });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    trouble(text.messages.positionRefused(refusalWords(error.refusal)));
  }
}

/** Reads game records and shows one of them. `options` name the board of games that do not name theirs. */
async function openRecords(content, name, options = {}) {
  const report = await rules.readRecords(content, options);
  const { records } = report;
  if (records.length === 0) {
    trouble(text.record.noGame(name));
    return;
  }
  const note = [sourceWords(name, report), boardChoiceWords(report.board)].filter(Boolean).join(" ");
  const index = records.length === 1 ? 0 : await choose(text.record.chooseOne(records.length), records.map(recordTitle), { note });
  if (index === null) return;
  const entry = records[index];
  const error = errorOf(entry);
  const where = records.length === 1 ? name : text.record.gameOf(name, index + 1);
  if (entry.kind === "unreadable" || (error && entry.record.moves.length === 0)) {
    trouble(text.record.cannotRead(where, recordErrorWords(error)));
    return;
  }
  if (!(await mayReplace())) return;
  const fault = await begin(gameOfRecord(entry), { engineSides: "", control: { seconds: 1 } });
  if (fault !== null) {
    trouble(text.record.cannotShow(where, fault));
    return;
  }
  if (error) trouble(text.record.legalPart(where, recordErrorWords(error)));
  drawSource(note, "others" in report.board ? report.board.others : [], (other) => openRecords(content, name, other));
  say(text.record.loaded(recordTitle(entry, index), note));
}

/** Shows how the games were read, and a button for each other board. */
function drawSource(note, others, onRead) {
  find("#source .sentence").textContent = note;
  const buttons = others.map((other) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = readAsWords(other);
    button.addEventListener("click", () => onRead(other));
    return button;
  });
  find("#source .others").replaceChildren(...buttons);
  find("#source").hidden = false;
}

const MEDIA_TYPES = { pgn: "application/x-chess-pgn", json: "application/jsonl" };
const EXTENSIONS = { pgn: "pgn", json: "jsonl" };

async function save() {
  const { game } = controller;
  const format = await ask(find("#save-dialog"));
  if (format === "") return;
  const nameOf = (side) => (play.isEngine(side) ? play.engine.name : text.play.person);
  const named = game.named(game.white || nameOf("w"), game.black || nameOf("b"));
  const record = await rules.writeRecord(recordOfGame(named, dateText(new Date())), format);
  download(`${game.variant}.${EXTENSIONS[format]}`, MEDIA_TYPES[format], record);
  game.isUnsaved = false;
  keep();
}

async function paste() {
  const dialog = find("#paste-dialog");
  const field = dialog.querySelector("textarea");
  field.value = "";
  if ((await ask(dialog)) === "set" && field.value.trim() !== "") await open({ text: field.value, name: text.record.theText });
}

// Links.

const cellNames = ({ cells }) => cells.map(({ cell }) => cell);

/** Opens the game of a link, if the address contains one. */
async function openLink() {
  if (!isOpen()) return;
  const cellsOf = async (variant) => cellNames(await rules.describe(new Game({ variant }).at(), controller.view));
  const link = await gameOfFragment(location.hash, cellsOf);
  if (!link) return;
  history.replaceState(null, "", location.pathname + location.search);
  if (link.game && !(await mayReplace())) return;
  const fault = link.game ? await begin(link.game, { engineSides: "", control: { seconds: 1 } }) : "";
  if (fault !== null) trouble(text.messages.badLink(fault));
}

async function share() {
  const { game, state } = controller;
  const address = (fragment) => location.href.split("#")[0] + fragment;
  const links = { game: address(fragmentOfGame(game, cellNames(state))), position: address(fragmentOfPosition(state)) };
  const dialog = find("#share-dialog");
  for (const [name, link] of Object.entries(links)) dialog.querySelector(`[name=${name}]`).value = link;
  const choice = await ask(dialog);
  if (choice === "picture") find("#picture").click();
  else if (choice === "file") await save();
  else if (choice in links) await copyText(links[choice], text.messages.linkCopied, text.messages.cannotCopyLink);
}

/** Copies a text. Without access to the clipboard it can be copied by hand. */
async function copyText(content, done, failed) {
  if (await copy(content)) notice(done);
  else trouble(failed(content));
}

async function copyPosition() {
  await copyText(setUp.text ?? controller.state.text, text.messages.copied, text.messages.cannotCopy);
}

// Puzzles.

/** The game that the puzzles replace on the board, or null. */
let replaced = null;

/** The game of the person, which is not the one of a puzzle. */
const ownGame = () => replaced ?? kept?.game ?? controller.game;

/** Shows the puzzles in place of the game. */
async function openPuzzles() {
  replaced = controller.game;
  report.cancel();
  play.isPaused = true;
  await play.halt();
  await puzzles.open();
}

/** Shows the game again. */
async function leavePuzzles() {
  const game = replaced;
  puzzles.close();
  [replaced, play.isPaused, controller.view.turned] = [null, false, settings.values.turned];
  await controller.take(game);
}

// Analysis.

async function turnAnalysis(on) {
  find("#analyse").checked = on;
  await analysis.turn(on);
  drawScore();
  if (on && controller.state) shownForAnalysis();
}

function shownForAnalysis() {
  analysis.look(controller.game, controller.state.ending !== null);
}

/** Locks the game while a position is set up. The position can still be copied. */
function lock(isLocked) {
  for (const part of ["#modes", "#play", "#moves", "#analysis", "#report", "#explorer", "#settings", ".steps"]) find(part).inert = isLocked;
  for (const button of findAll("#tools > .row button:not(#copy, #picture)")) button.disabled = isLocked;
}

// Buttons, fields and keys.

const on = (selector, event, act) => find(selector).addEventListener(event, act);

on("#new-game", "click", newGame);
on("#set-up", "click", async () => {
  if (setUp.isOn) return;
  await play.halt();
  await turnAnalysis(false);
  report.cancel();
  controller.clickElsewhere = (cell) => setUp.click(cell);
  // An animation may be under way.
  await controller.refresh();
  lock(true);
  drafted = controller.state.picture;
  controller.board.mark(new Map(), new Map());
  setUp.open(controller.state);
  find("#required").textContent = text.page.setUpForm;
  find("#set-up-form input").focus();
});
on("#load", "click", () => find("#file").click());
on("#file", "change", async (event) => {
  const [file] = event.target.files;
  if (file) await open(await textOfFile(file));
  event.target.value = "";
});
on("#save", "click", save);
on("#paste", "click", paste);
on("#copy", "click", copyPosition);
on("#share", "click", share);
on("#picture", "click", () => download(`${controller.game.variant}.svg`, "image/svg+xml", setUp.isOn ? drafted : controller.state.picture));
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
  // The names and limits of a record do not apply to new players.
  Object.assign(controller.game, { white: "", black: "", limits: null });
  return play.setEngineSides(event.target.value).then(() => controller.mark());
});
on("#move-now", "click", () => play.moveNow());
on("#take-back", "click", () => play.takeBack());
on("#redo", "click", () => play.redo());
on("#resign", "click", async () => {
  const { game } = controller;
  if (!(await confirmed(text.confirm.resign, text.confirm.resignYes)) || controller.game !== game || game.end) return;
  await play.resign();
  keep();
});
on("#layout", "change", (event) => {
  controller.view.layout = event.target.value;
  settings.set("layout", event.target.value);
  return controller.refresh();
});
const flip = () => {
  // The side at the bottom of a puzzle is not a setting.
  if (puzzles.isOn) controller.view.turned = !controller.view.turned;
  else setTurned(!controller.view.turned);
  return controller.refresh();
};
on("#flip", "click", flip);
on("#scores", "change", (event) => {
  play.showsScores = event.target.checked;
  settings.set("scores", event.target.checked);
  return controller.refresh();
});
on("#sounds", "change", (event) => {
  sounds.isOn = event.target.checked;
  settings.set("sounds", event.target.checked);
});
on("#fast", "change", (event) => {
  controller.board.isFast = event.target.checked;
  settings.set("fast", event.target.checked);
});
on("#turned", "change", (event) => {
  setTurned(event.target.checked);
  return controller.refresh();
});
on("#threats", "change", (event) => {
  controller.showsThreats = event.target.checked;
  settings.set("threats", event.target.checked);
  controller.mark();
});
on("#analyse", "change", (event) => turnAnalysis(event.target.checked));
on("#lines-wanted", "change", (event) => {
  analysis.lines = Math.min(Math.max(event.target.valueAsNumber || 1, 1), 8);
  find(".lines").style.setProperty("--lines", String(analysis.lines));
  if (analysis.isOn) shownForAnalysis();
});
on("#news button", "click", () => steps.end());
for (const message of ["#trouble", "#notice"]) on(`${message} .dismiss`, "click", () => (find(message).hidden = true));
on("#trouble .again", "click", () => {
  find("#trouble").hidden = true;
  for (const engine of [play.engine, analysis.engine]) engine.forgive();
  return controller.refresh();
});

/** Steps through the line that is on the board instead of the game. Returns whether there is one. */
const stepInLine = (direction) => (puzzles.isOn ? puzzles.step(direction) : report.step(direction));

const steps = {
  start: () => controller.goTo(0),
  back: () => stepInLine(-1) || controller.goTo(controller.game.cursor - 1),
  on: () => stepInLine(1) || controller.goTo(controller.game.cursor + 1),
  end: () => controller.goTo(controller.game.length),
};
for (const button of findAll("[data-step]")) {
  button.addEventListener("click", () => steps[button.dataset.step]());
}

/** Neither set-up nor a dialog is open. */
const isOpen = () => !setUp.isOn && !document.querySelector("dialog[open]");

takeTexts(document, { isOpen: () => isOpen() && !learn.isOn, onText: open });

/** The game and its players while lessons are on the board. */
let kept = null;

/** Puts the game away, so that something else can be on the board. */
async function putAway() {
  const { engineSides, control, clocks } = play;
  kept = { game: controller.game, engineSides, control, left: clocks ? { w: clocks.now("w"), b: clocks.now("b") } : null };
  play.isPaused = true;
  report.cancel();
  await play.halt();
  play.engineSides = "";
  play.clocks = null;
}

/** Puts the game back on the board. */
async function putBack() {
  const { game, ...players } = kept;
  [kept, play.isPaused] = [null, false];
  await beginNow(game, players);
}

/** The modes of the page: Play, Learn, Analyse and Puzzles. */
const setMode = (mode) => inTurn(() => changeMode(mode));

function showMode(mode) {
  document.body.dataset.mode = mode;
  for (const button of findAll("#modes button")) {
    if (button.dataset.mode === mode) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
}

async function changeMode(mode) {
  // The first position could not be shown.
  if (!controller.state) return;
  showMode(mode);
  if (mode !== "analyse" && analysis.isOn) await turnAnalysis(false);
  if (mode !== "learn" && learn.isOn) {
    learn.close();
    await putBack();
  }
  if (mode !== "puzzles" && puzzles.isOn) await leavePuzzles();
  if (mode === "puzzles" && !puzzles.isOn) await openPuzzles();
  if (mode === "learn" && !learn.isOn) {
    await putAway();
    await learn.begin();
  }
  drawMoves();
  drawScore();
}
for (const button of findAll("#modes button")) button.addEventListener("click", () => setMode(button.dataset.mode));

takeKeys({
  back: steps.back,
  on: steps.on,
  start: steps.start,
  end: steps.end,
  previousVariation: () => nextVariation(-1),
  nextVariation: () => nextVariation(1),
  forget: () => controller.forget(),
  takeBack: () => learn.isOn || puzzles.isOn || find("#take-back").click(),
  redo: () => learn.isOn || puzzles.isOn || find("#redo").click(),
  flip,
  analyse: async () => {
    const isOn = analysis.isOn;
    await setMode("analyse");
    await turnAnalysis(!isOn);
  },
  newGame: () => !learn.isOn && newGame(),
  keys: showKeys,
}, { isOpen });
on("#show-keys", "click", showKeys);

/** Shows the next or the previous move in place of the one on the board. */
async function nextVariation(step) {
  const { node } = controller.game;
  const siblings = node.parent?.children ?? [node];
  const index = siblings.indexOf(node) + step;
  if (siblings[index]) await controller.select(siblings[index]);
}

document.addEventListener("visibilitychange", () => {
  if (!analysis.isOn || !controller.state) return;
  if (document.hidden) analysis.pause();
  else shownForAnalysis();
});

window.addEventListener("beforeunload", (event) => {
  // The game is stored; what follows is not.
  const isLost = setUp.isOn || report.isRunning || Boolean(play.clocks?.running) || (ownGame().isUnsaved && !session.isKept);
  if (isLost) event.preventDefault();
});

window.addEventListener("unhandledrejection", ({ reason: error }) => {
  const sentence = error instanceof Refused ? refusalWords(error.refusal, controller.board.names) : (error?.message ?? String(error));
  trouble(sentence, { canTryAgain: error instanceof EngineStopped || error instanceof ConnectionLost });
});

// The language.

function showLanguage(language) {
  setLanguage(language);
  document.documentElement.lang = language;
  fillTexts(document);
  find("#language").value = language;
}

find("#language").append(...Object.entries(LANGUAGES).map(([code, { language }]) => new Option(language, code)));
showLanguage(languageFor(settings.values.language, navigator.languages));
on("#language", "change", async ({ target }) => {
  settings.set("language", target.value);
  showLanguage(target.value);
  if (learn.isOn) learn.draw();
  puzzles.draw();
  explorer.draw();
  await controller.refresh();
});

// The first position: the stored game, or a new one. Errors are handled by `unhandledrejection`.

const { layout, turned, threats, scores, fast } = settings.values;
find("#layout").value = layout;
controller.view = { layout: find("#layout").value || "diamond", turned };
controller.showsThreats = threats;
play.showsScores = scores;
sounds.isOn = settings.values.sounds;
controller.board.isFast = fast;
for (const [name, value] of Object.entries({ turned, threats, scores, fast, sounds: sounds.isOn })) find(`#${name}`).checked = value;
showMode("play");
document.body.classList.remove("loading");

async function restore() {
  const { session: stored, isBad } = await session.restore();
  if (settings.isBad) notice(text.stored.badSettings);
  const fault = stored && (await beginNow(stored.game, stored));
  if (isBad || fault) trouble(text.stored.badGame);
  if (!stored || fault) await controller.refresh();
}
inTurn(restore).then(openLink);
addEventListener("hashchange", openLink);
