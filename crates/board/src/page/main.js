// Connects the parts of the page: the board, the players, the analysis, the exercises, files and set-up.

import { Addresses, placeOf } from "./address.js";
import { Analysis } from "./analysis.js";
import { BoardController } from "./board_controller.js";
import { choose, confirmed } from "./dialogs.js";
import { EndPanel } from "./end_panel.js";
import { Explorer } from "./explorer.js";
import { FirstVisit } from "./first_visit.js";
import { GameFiles } from "./game_files.js";
import { Graph } from "./graph.js";
import { takeTexts } from "./incoming.js";
import { showKeys, takeKeys } from "./keys.js";
import { Learn } from "./learn.js";
import { ConnectionLost, endWords, Engine, EngineStopped, fillTexts, Game, languageFor, LANGUAGES, pageText, refusalWords, Refused, Rules, setLanguage, Store, Study, text } from "./luctor.js";
import { clearMessages, hideNotice, hideTrouble, notice, reason, say, trouble } from "./messages.js";
import { Mistakes } from "./mistakes.js";
import { MoveList } from "./move_list.js";
import { askNewGame, limitsOf } from "./new_game_dialog.js";
import { Notes } from "./notes.js";
import { askOptions } from "./options_dialog.js";
import { find, on } from "./page_elements.js";
import { Play } from "./play.js";
import { drawPlayers } from "./players_view.js";
import { Puzzles } from "./puzzles.js";
import { Report } from "./report.js";
import { drawScoreBar } from "./score_bar.js";
import { Session } from "./session.js";
import { SettingFields } from "./setting_fields.js";
import { SetUp } from "./setup.js";
import { isLink } from "./share.js";
import { Sounds } from "./sound.js";
import { Settings } from "./storage.js";
import { drawSteps } from "./viewer.js";

/** @import { Exercise } from "./types.js" */

/** @type {(selector: string) => any[]} */
const findAll = (selector) => [...document.querySelectorAll(selector)];

// The parts.

const rules = new Rules();
const study = new Study();
const settings = new Settings();
const store = new Store();
store.level = settings.values.level;
const session = new Session(rules);
const addresses = new Addresses();
const sounds = new Sounds();
session.onFull = () => trouble(text.stored.full);

/** @returns {Exercise | null} What is on the board in place of the game. */
const exerciseNow = () => exercises[store.mode] ?? null;

const controller = new BoardController(find("#board"), store, rules, {
  onPlay: (move) => (exerciseNow() ?? play).play(move),
  onMove: ({ kind }) => {
    if (!store.isExercise) store.clocks?.press();
    sounds.play(kind);
  },
  onReply: (state, words) => replied(state, words),
  onSay: say,
  onReason: reason,
  onRefuse: (sentence) => {
    reason(sentence);
    say(sentence);
  },
  choose,
  mayMove: (side) => {
    const { isAtEnd, outcome } = store.game;
    return exerciseNow()?.mayMove(side) ?? (!firstVisit.isOpen && (!store.isEngine(side) || !isAtEnd || outcome !== null));
  },
  whyNot: (side) => (store.isExercise ? text.puzzles.notNow : firstVisit.isOpen ? firstVisit.show() : text.click.engineToMove(side)),
});

const newEngine = (options = {}) =>
  new Engine({
    onCrash: (sentence, { givenUp }) => trouble(text.messages.crashed(sentence, givenUp), { canTryAgain: givenUp }),
    onMessage: (message) => notice(text.messages.ofEngine(message)),
    ...options,
  });

const play = new Play(store, controller, rules, newEngine({ level: () => store.level }), {
  showsScores: () => settings.values.scores,
});

const analysis = new Analysis(newEngine(), find("#analysis"), store, {
  onEvaluation: () => {
    drawScore();
    drawGraph();
  },
  onHover: (moves) => controller.lines(moves),
  onPlay: (moves) => personPlays(moves),
  names: () => controller.board.names,
});

const report = new Report(find("#report"), study, controller, {
  onChange: () => {
    store.changed("moves");
    report.draw();
  },
  onDone: notice,
});

const explorer = new Explorer(find("#explorer"), store, rules, {
  onPlay: (move) => personPlays([move]),
  onHover: (moves) => controller.lines(moves),
  names: () => controller.board.names,
});

/** @type {Record<string, Exercise>} The modes with exercises. */
const exercises = {
  learn: new Learn(find("#learn"), controller, settings, { onShow: (lesson) => addresses.show({ mode: "learn", lesson }) }),
  puzzles: new Puzzles(find("#puzzles"), rules, study, controller, {
    onShow: (puzzle) => addresses.show({ mode: "puzzles", puzzle }),
    onAnalyse: async (game) => {
      if (!(await mayReplace()) || (await begin(game, { engineSides: "", control: { seconds: 1 } })) !== null) return;
      await setMode("analyse");
      await turnAnalysis(true);
    },
  }),
  mistakes: new Mistakes(find("#mistakes"), study, controller, {
    reportedGame: () => store.ownGame,
    personSide: () => store.personSide ?? (settings.values.turned ? "b" : "w"),
    onLeave: () => setMode("analyse"),
  }),
};

const moveList = new MoveList(find("#move-list"), { onSelect: (node) => report.jump(node) });
const notes = new Notes({
  onChange: () => store.changed("moves"),
  onRemove: async () => {
    await play.halt();
    await controller.refresh();
  },
});
const graph = new Graph(find("#graph"), { onJump: (ply) => controller.goTo(ply) });
const endPanel = new EndPanel(find("#end"), store, {
  onReport: async () => {
    await setMode("analyse");
    // On a phone the report is below the board.
    find("#report").scrollIntoView({ block: "nearest" });
    await report.request();
  },
  onRematch: () => playAgain({ engineSides: store.personSide }),
  onNextLevel: () => playAgain({ level: store.level + 1 }),
});
const firstVisit = new FirstVisit(find("#welcome"), store, settings, {
  onPlay: () => {
    const control = { seconds: 1 };
    return startGame({ game: new Game({ limits: limitsOf(control, "b") }), engineSides: "b", control, level: 0 });
  },
  onLearn: () => setMode("learn"),
  onClose: () => controller.mark(),
});

const setUp = new SetUp(find("#set-up-form"), rules, {
  onShow: async (start) => {
    const { game, view } = controller;
    const position = await rules.describe({ ...game.at(0), start }, view);
    if (setUp.isOn) {
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

const files = new GameFiles({ store, rules, controller, play }, {
  begin: (game, newPlayers) => begin(game, newPlayers),
  startFrom: (start, rulesOfGame) => startFrom(start, rulesOfGame),
  mayReplace: () => mayReplace(),
  position: () => setUp.position ?? controller.state,
  onSaved: () => keep(),
  onLinkRead: () => addresses.settle(),
});

// What the page shows.

/** The scores of finished games, from White's view. */
const FINAL_SCORES = { "1-0": { mate: 1 }, "0-1": { mate: -1 }, "1/2-1/2": { cp: 0 } };

/** Notes the end of the game, if the position after so many moves is one. */
function noteEnding(ply, { ending }) {
  const { game } = controller;
  if (ending === null || game.line[ply].ending) return;
  // The evaluation of a final position is exact.
  game.note(ply, { score: FINAL_SCORES[ending.result], depth: Number.MAX_SAFE_INTEGER });
  game.line[ply].ending = ending;
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
  store.changed("moves");
  play.goOn(state);
}

store.listen(["position"], () => {
  const { game, position } = store;
  noteEnding(game.cursor, position);
  if (game.isAtEnd) find("#news").hidden = true;
  find("#hands").textContent = text.play.inHand(position.hands.w, position.hands.b);
  find("#layout").disabled = game.variant === "hexemergo";
});
store.listen(["position", "moves", "mode"], drawMoves);
store.listen(["position", "moves", "mode"], drawScore);
store.listen(["position", "players"], () => {
  drawPlayers(store, play, { showsRequired: !setUp.isOn });
  endPanel.draw();
});
store.listen(["position"], () => {
  analysis.look(store.game);
  report.draw();
  if (store.isExercise) exerciseNow().shown();
  play.react();
});
store.listen(["position", "moves"], keep);
// It is no help for a player.
store.listen(["position", "mode"], () => {
  if (store.mode === "analyse" && controller.isShown) explorer.look(store.game.at(), store.position.side);
});

/** Is the stored game on the board, or is there none? */
let isRestored = false;

/** Stores the game of the person and its players. */
function keep() {
  if (isRestored) session.keep(store);
}

function drawMoves() {
  const { game } = controller;
  moveList.draw(game, controller.board.names, { judged: report.judged, showsScores: showsScores() });
  notes.draw(game);
  drawSteps(game);
  find("#take-back").disabled = game.length === 0;
  find("#redo").disabled = game.undone.length === 0;
  firstVisit.draw();
  drawGraph();
}

function drawGraph() {
  graph.draw(controller.game, controller.board.names);
}

/** A person who plays does not see the engine's scores, unless the person asks. Exercises have no scores. */
const showsScores = () => {
  const { mode } = store;
  return mode === "analyse" || (mode === "play" && settings.values.scores);
};

function drawScore() {
  const { game, view } = controller;
  drawScoreBar(find("#score-bar"), game, { isShown: showsScores() && (analysis.isOn || game.isEvaluated), turned: view.turned });
}

// Moves and games.

/** Plays moves that were chosen outside of the board. In a game against the engine, only the person's move is played. */
async function personPlays(moves) {
  const mayPlay = () => controller.isShown && !controller.isBusy && !controller.isOver && !setUp.isOn && controller.mayMove(controller.state.side);
  if (!mayPlay()) return;
  const { game } = controller;
  const { node } = game;
  const isAgainstEngine = store.engineSides !== "" && game.isAtEnd && game.outcome === null;
  const line = await controller.findLine(isAgainstEngine ? moves.slice(0, 1) : moves);
  const last = line.pop();
  if (!last || game.node !== node || !mayPlay()) return;
  for (const { text } of line) game.play({ text });
  if (line.length > 0) await controller.refresh();
  if (mayPlay()) await play.play(last);
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
const begin = (game, newPlayers = {}) => inTurn(() => beginNow(game, newPlayers));

async function beginNow(game, { engineSides = store.engineSides, control = store.control, level = store.level, left = null } = {}) {
  const fault = await controller.check(game);
  if (fault !== null) return fault;
  report.cancel();
  if (store.isExercise) await changeMode("play");
  files.forgetSource();
  await controller.during(async () => {
    await play.reset({ engineSides, control, level });
    if (left && store.clocks) store.clocks.left = left;
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
  // The stored game is still loading.
  if (!controller.state) return;
  const { variant, isUnsaved } = store.ownGame;
  const chosen = await askNewGame(play.engine, rules, settings, { variant, isLost: isUnsaved });
  if (chosen !== null) await startGame(chosen);
}

/** Begins a game of a person in Play. */
async function startGame(chosen) {
  const { game, engineSides } = chosen;
  firstVisit.end();
  if (engineSides.length === 1) settingFields.set("turned", engineSides === "w");
  const fault = await begin(game, chosen);
  if (fault === null) {
    await setMode("play");
    say(text.messages.newGame(game.variant));
  } else trouble(fault);
}

/** Begins a game with the board, the time and the players of the last one, but for the changes. */
function playAgain(changes) {
  const { ownGame, engineSides, control, level } = store;
  const { variant, blocked } = ownGame;
  const players = { engineSides, control, level, ...changes };
  settings.set("level", players.level);
  return startGame({ ...players, game: new Game({ variant, blocked, limits: limitsOf(control, players.engineSides) }) });
}

/** May the game of the person be replaced? */
async function mayReplace() {
  // The stored game may still be loading.
  await lastChange;
  return !store.ownGame.isUnsaved || confirmed(text.confirm.replace, text.confirm.replaceYes);
}

// The modes of the page: Play, Learn, Analyse, Puzzles, and the mistakes of a game, which belong to Analyse.

/** `place` is the lesson or the puzzle that is wanted. */
const setMode = (mode, place = null) => inTurn(() => changeMode(mode, place));

store.listen(["mode"], () => {
  const { mode } = store;
  document.body.dataset.mode = mode;
  for (const button of findAll("#modes button")) {
    if (button.dataset.mode === (mode === "mistakes" ? "analyse" : mode)) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
});

async function changeMode(mode, place = null) {
  // The first position could not be shown.
  if (!controller.state) return;
  if (mode !== store.mode) clearMessages();
  const before = exerciseNow();
  store.enter(mode);
  const next = exerciseNow();
  if (mode !== "analyse" && analysis.isOn) await turnAnalysis(false);
  // Lessons and puzzles have addresses of their own.
  if (mode !== "learn" && mode !== "puzzles") addresses.show({ mode });
  if (next === before) {
    if (place) await next?.open(place);
    // In Analysis moves may follow the end of a game.
    controller.mark();
    return;
  }
  before?.close();
  if (next) {
    report.cancel();
    await play.halt();
    await next.open(place ?? undefined);
  } else {
    store.view.turned = settings.values.turned;
    await controller.take(store.ownGame);
  }
}

async function turnAnalysis(isOn) {
  find("#analyse").checked = isOn;
  await analysis.turn(isOn);
  drawScore();
  if (isOn && controller.state) analysis.look(controller.game);
}

/** Locks the page, except for the buttons `free`. */
function lock(isLocked, free = "") {
  for (const part of ["#modes", "#status", "#play", "#moves", "#analysis", "#report", "#explorer", "#settings", ".steps"]) find(part).inert = isLocked;
  for (const button of findAll("#tools > .row button")) button.disabled = isLocked && !free.split(" ").includes(button.id);
}

// Buttons, fields and keys.

for (const button of findAll("#modes button")) button.addEventListener("click", () => setMode(button.dataset.mode));
on("#new-game", "click", newGame);
on("#set-up", "click", async () => {
  if (setUp.isOn) return;
  await play.halt();
  await turnAnalysis(false);
  report.cancel();
  controller.clickElsewhere = (cell) => setUp.click(cell);
  // An animation may be under way.
  await controller.refresh();
  // The position can still be copied.
  lock(true, "copy picture");
  controller.board.mark(new Map(), new Map());
  setUp.open(controller.state);
  find("#required").textContent = pageText("Set up a position");
  find("#set-up-form input").focus();
});
on("#options", "click", async () => {
  await play.engine.start();
  const changed = await askOptions(play.engine);
  for (const [name, value] of changed ?? []) {
    play.engine.chosen.set(name, value);
    analysis.engine.chosen.set(name, value);
  }
  if (changed?.size > 0) analysis.look(controller.game);
});
on("#engine-plays", "change", (event) => {
  // The names and limits of a record do not apply to new players.
  Object.assign(controller.game, { white: "", black: "", limits: null });
  return play.setEngineSides(event.target.value).then(() => {
    controller.mark();
    store.changed("moves");
  });
});
on("#move-now", "click", () => play.moveNow());
on("#take-back", "click", () => play.takeBack());
on("#redo", "click", () => play.redo());
on("#resign", "click", async () => {
  const { game } = controller;
  if (!(await confirmed(text.confirm.resign, text.confirm.resignYes)) || controller.game !== game || game.end) return;
  await play.resign();
});
on("#learn-from-mistakes", "click", () => setMode("mistakes"));
const flip = () => {
  // The side at the bottom of an exercise is not a setting.
  if (store.isExercise) store.view.turned = !store.view.turned;
  else settingFields.set("turned", !controller.view.turned);
  return controller.refresh();
};
on("#flip", "click", flip);
on("#analyse", "change", (event) => turnAnalysis(event.target.checked));
on("#lines-wanted", "change", (event) => {
  analysis.lines = Math.min(Math.max(event.target.valueAsNumber || 1, 1), 8);
  find(".lines").style.setProperty("--lines", String(analysis.lines));
  analysis.look(controller.game);
});
on("#news button", "click", () => steps.end());
on("#trouble .dismiss", "click", hideTrouble);
on("#notice .dismiss", "click", hideNotice);
on("#trouble .again", "click", () => {
  hideTrouble();
  for (const engine of [play.engine, analysis.engine]) engine.resetCrashes();
  return isRestored ? controller.refresh() : start();
});

/** Steps through the line that is on the board instead of the game. Returns whether there is one. */
const stepInLine = (direction) => (exerciseNow() ?? report).step(direction);

const steps = {
  start: () => controller.goTo(0),
  back: () => stepInLine(-1) || controller.goTo(controller.game.cursor - 1),
  on: () => stepInLine(1) || controller.goTo(controller.game.cursor + 1),
  end: () => controller.goTo(controller.game.length),
};
for (const [step, act] of Object.entries(steps)) on(`[data-step=${step}]`, "click", act);

/** Neither set-up nor a dialog is open. */
const isOpen = () => !setUp.isOn && !document.querySelector("dialog[open]");

takeTexts(document, { isOpen, onFile: (file) => files.openFile(file), onText: (content) => files.open({ text: content }) });
takeKeys({
  ...steps,
  previousVariation: () => nextVariation(-1),
  nextVariation: () => nextVariation(1),
  forget: () => controller.forget(),
  // The moves of an exercise cannot be taken back.
  takeBack: () => store.isExercise || find("#take-back").click(),
  redo: () => store.isExercise || find("#redo").click(),
  flip,
  analyse: async () => {
    const { isOn } = analysis;
    await setMode("analyse");
    await turnAnalysis(!isOn);
  },
  newGame,
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
  if (controller.state) analysis.look(controller.game);
});

window.addEventListener("beforeunload", (event) => {
  // The game is stored; what follows is not.
  const isLost = setUp.isOn || report.isRunning || Boolean(store.clocks?.running) || (store.ownGame.isUnsaved && !session.isKept);
  if (isLost) event.preventDefault();
});

window.addEventListener("unhandledrejection", ({ reason: error }) => {
  const sentence = error instanceof Refused ? refusalWords(error.refusal, controller.board.names) : (error?.message ?? String(error));
  trouble(sentence, { canTryAgain: error instanceof EngineStopped || error instanceof ConnectionLost });
});

// The language and the settings.

async function showLanguage(language) {
  await setLanguage(language);
  document.documentElement.lang = language;
  fillTexts(document);
  find("#language").value = language;
}

find("#language").append(...Object.entries(LANGUAGES).map(([code, { name }]) => new Option(name, code)));
await showLanguage(languageFor(settings.values.language, navigator.languages));
on("#language", "change", async ({ target }) => {
  settings.set("language", target.value);
  await showLanguage(target.value);
  exerciseNow()?.draw();
  explorer.draw();
  await controller.refresh();
});

const settingFields = new SettingFields(
  settings,
  {
    layout: (layout) => (store.view.layout = layout === "checkerboard" ? layout : "diamond"),
    turned: (isTurned) => (store.view.turned = isTurned),
    threats: (isOn) => (controller.showsThreats = isOn),
    sounds: (isOn) => (sounds.isOn = isOn),
    theme: (theme) => (document.documentElement.dataset.theme = theme),
    scheme: (scheme) => (document.documentElement.dataset.scheme = scheme),
    fast: (isOn) => (controller.board.isFast = isOn),
    // The parts read this setting when they draw.
    scores: () => {},
  },
  { onChange: () => controller.refresh() },
);

// The first position: the stored game, or a new one. Errors are handled by `unhandledrejection`.

store.changed("mode");
document.body.classList.remove("loading");

async function restore() {
  const { session: stored, isBad, hasOthers } = await session.restore();
  if (settings.isBad) notice(text.stored.badSettings);
  if (session.isBlocked) trouble(text.stored.blocked);
  if (hasOthers) notice(text.stored.otherTab);
  const fault = stored && (await beginNow(stored.game, stored));
  if (isBad || fault) trouble(text.stored.badGame);
  if (!stored || fault) await controller.refresh();
  isRestored = true;
  lock(false);
}

/** Opens the mode, the lesson, the puzzle or the game of the address. */
const openAddress = () =>
  addresses.follow(async () => {
    if (setUp.isOn) return;
    if (isLink(location.hash)) {
      if (await files.openLink()) await setMode("analyse");
      return;
    }
    const place = placeOf(location.hash);
    await setMode(place.mode, place);
  });
async function start() {
  try {
    await inTurn(restore);
  } catch (error) {
    // Nothing works without the rules.
    lock(!isRestored);
    throw error;
  }
  if (location.hash !== "") await openAddress();
}
start();
addEventListener("hashchange", () => {
  find("dialog[open]")?.close("");
  return openAddress();
});
