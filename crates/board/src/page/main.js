// Makes the parts of the page, connects them, and opens the page.

import { Analysis } from "./analysis/analysis.js";
import { Explorer } from "./analysis/explorer.js";
import { Report } from "./analysis/report.js";
import { choose } from "./common/dialogs.js";
import { connectKeys, showKeys } from "./common/keys.js";
import { offerLanguages } from "./common/language.js";
import { connectMessages, notice, reason, say, trouble } from "./common/messages.js";
import { find, findAll, lockPage, on } from "./common/page_elements.js";
import { SettingFields } from "./common/setting_fields.js";
import { Learn } from "./exercises/learn.js";
import { Mistakes } from "./exercises/mistakes.js";
import { Puzzles } from "./exercises/puzzles.js";
import { GameLoader } from "./files/game_loader.js";
import { GameSaver } from "./files/game_saver.js";
import { takeTexts } from "./files/incoming.js";
import { isLink } from "./files/share.js";
import { GameView } from "./game_view/game_view.js";
import { connectSteps, selectVariation } from "./game_view/steps.js";
import { BoardController } from "./package/board_controller.js";
import { Engine, Rules, Store, Study, text } from "./package/luctor.js";
import { EndPanel } from "./play/end_panel.js";
import { FirstVisit } from "./play/first_visit.js";
import { NewGames } from "./play/new_games.js";
import { askOptions } from "./play/options_dialog.js";
import { Play } from "./play/play.js";
import { connectPlayButtons } from "./play/play_buttons.js";
import { drawPlayers } from "./play/players_view.js";
import { SetUp } from "./play/setup.js";
import { Sounds } from "./play/sound.js";
import { Addresses, placeOf } from "./state/address.js";
import { MODES, shows } from "./state/modes.js";
import { Session } from "./state/session.js";
import { Settings } from "./state/storage.js";
import { NO_ENGINE, Transitions } from "./state/transitions.js";

// The parts.

const rules = new Rules();
const study = new Study();
const settings = new Settings();
const store = new Store();
store.level = settings.values.level;
const session = new Session(rules);
const addresses = new Addresses();
const sounds = new Sounds();
const controller = new BoardController(find("#board"), store, rules);

const newEngine = (options = {}) =>
  new Engine({
    onCrash: (sentence, { givenUp }) => trouble(text.messages.crashed(sentence, givenUp), { canTryAgain: givenUp }),
    onMessage: (message) => notice(text.messages.ofEngine(message)),
    ...options,
  });
const play = new Play({ controller, rules, settings, engine: newEngine({ level: () => store.level }) });
const analysis = new Analysis(find("#analysis"), controller, newEngine());
const explorer = new Explorer(find("#explorer"), controller, rules);
const report = new Report(find("#report"), controller, study);
const gameView = new GameView({ controller, settings, play, analysis, report });

const learn = new Learn(find("#learn"), controller, settings);
const puzzles = new Puzzles(find("#puzzles"), controller, rules, study);
const mistakes = new Mistakes(find("#mistakes"), controller, study, settings);
const exercises = { learn, puzzles, mistakes };
const transitions = new Transitions({ controller, settings, play, analysis, report, addresses, exercises });

const newGames = new NewGames({ controller, rules, settings, play, transitions });
const firstVisit = new FirstVisit(find("#welcome"), store, settings);
const setUp = new SetUp(find("#set-up-form"), controller, rules);
const loader = new GameLoader({ controller, rules, transitions, newGames });
new GameSaver({ controller, rules, play, setUp });

const settingFields = new SettingFields(
  settings,
  {
    layout: (layout) => (store.view.layout = layout === "checkerboard" ? layout : "diamond"),
    turned: (isTurned) => (store.view.turned = isTurned),
    threats: (isOn) => (controller.showsThreats = isOn),
    sounds: (isOn) => (sounds.isOn = isOn),
    theme: (theme) => (document.documentElement.dataset.theme = theme),
    scheme: (scheme) => (document.documentElement.dataset.scheme = scheme),
    fast: (isOn) => (controller.board.animation.isFast = isOn),
    // The parts read this setting when they draw.
    scores: () => {},
  },
  { onChange: () => controller.refresh() },
);

// The callbacks of the parts.

session.onFull = () => trouble(text.stored.full);

controller.onPlay = (move) => (transitions.exercise ?? play).play(move);
controller.onMove = ({ kind }) => {
  if (!store.isExercise) store.clocks?.press();
  sounds.play(kind);
};
controller.onReply = (position, words) => play.replied(position, words);
controller.onSay = say;
controller.onReason = reason;
controller.onRefuse = (sentence) => {
  reason(sentence);
  say(sentence);
};
controller.choose = choose;
controller.mayMove = (side) => {
  const { isAtEnd, outcome } = store.game;
  return transitions.exercise?.mayMove(side) ?? (!firstVisit.isOpen && (!store.isEngine(side) || !isAtEnd || outcome !== null));
};
controller.whyNot = (side) => (store.isExercise ? text.puzzles.notNow : firstVisit.isOpen ? firstVisit.show() : text.click.engineToMove(side));

play.onEnd = () => sounds.play("end");
analysis.onEvaluation = () => gameView.drawScores();
analysis.onPlay = (moves) => play.playLine(moves);
explorer.onPlay = (move) => play.playLine([move]);
report.onDone = notice;

learn.onShow = (lesson) => addresses.show({ mode: "learn", lesson });
puzzles.onShow = (puzzle) => addresses.show({ mode: "puzzles", puzzle });
puzzles.onAnalyse = async (game) => {
  if (!(await transitions.mayReplace()) || (await transitions.begin(game, NO_ENGINE)) !== null) return;
  await transitions.setMode("analyse");
  await analysis.setOn(true);
};
mistakes.onLeave = () => transitions.setMode("analyse");

transitions.onBegin = () => loader.forgetSource();
newGames.onStart = (engineSides) => {
  firstVisit.end();
  if (engineSides.length === 1) settingFields.set("turned", engineSides === "w");
};
firstVisit.onPlay = () => newGames.first();
firstVisit.onLearn = () => transitions.setMode("learn");
firstVisit.onClose = () => controller.mark();
setUp.onOpen = async () => {
  await play.halt();
  await analysis.setOn(false);
  report.cancel();
};
setUp.onDone = (start) => newGames.from(start, store.game);
loader.onLinkRead = () => addresses.settle();
new EndPanel(find("#end"), store, play.engine, {
  onReport: async () => {
    await transitions.setMode("analyse");
    // On a phone the report is below the board.
    find("#report").scrollIntoView({ block: "nearest" });
    await report.request();
  },
  onRematch: () => newGames.again({ engineSides: store.personSide }),
  onNextLevel: () => newGames.again({ level: store.level + 1 }),
});

// The first position is that of the stored game, or of a new one.

/** Is the stored game on the board, or is there none? */
let isRestored = false;

const restore = () =>
  transitions.inTurn(async ({ begin }) => {
    const { session: stored, isBad, hasOthers } = await session.restore();
    if (settings.isBad) notice(text.stored.badSettings);
    if (session.isBlocked) trouble(text.stored.blocked);
    if (hasOthers) notice(text.stored.otherTab);
    const fault = stored && (await begin(stored.game, stored));
    if (isBad || fault) trouble(text.stored.badGame);
    if (!stored || fault) await controller.refresh();
    isRestored = true;
  });

/** Opens the mode, the lesson, the puzzle or the game of the address. */
const openAddress = () =>
  addresses.follow(async () => {
    if (setUp.isOn) return;
    if (isLink(location.hash)) {
      if (await loader.openLink()) await transitions.setMode("analyse");
      return;
    }
    const place = placeOf(location.hash);
    await transitions.setMode(place.mode, place);
  });

async function open() {
  // Nothing works without the rules.
  await restore().finally(() => lockPage(!isRestored));
  if (location.hash !== "") await openAddress();
}

// What follows a change.

const partsOfModes = new Set(Object.values(MODES).flatMap(({ parts }) => parts));
store.listen(["mode"], () => {
  const { mode, isExercise } = store;
  document.body.dataset.mode = mode;
  document.body.classList.toggle("exercise", isExercise);
  for (const part of partsOfModes) find(part).classList.toggle("other-mode", !shows(mode, part));
  for (const button of findAll("#modes button")) button.ariaCurrent = button.dataset.mode === MODES[mode].tab ? "page" : null;
});
store.listen(["position", "players"], () => drawPlayers(store, play, { showsRequired: !setUp.isOn }));
store.listen(["position"], () => {
  find("#layout").disabled = store.game.variant === "hexemergo";
  analysis.update();
  report.draw();
  transitions.exercise?.shown();
  play.react();
});
store.listen(["position", "moves"], () => isRestored && session.keep(store));
store.listen(["position", "mode"], () => {
  if (shows(store.mode, "#explorer") && controller.isShown) explorer.show();
});

// Buttons, keys and messages.

connectPlayButtons(controller, play);
for (const button of findAll("#modes button")) button.addEventListener("click", () => transitions.setMode(button.dataset.mode));
on("#learn-from-mistakes", "click", () => transitions.setMode("mistakes"));
on("#new-game", "click", () => newGames.ask());
on("#options", "click", async () => (await askOptions([play.engine, analysis.engine])) && analysis.update());
on("#show-keys", "click", showKeys);
const flip = () => {
  // The side at the bottom of an exercise is not a setting.
  if (store.isExercise) store.view.turned = !store.view.turned;
  else settingFields.set("turned", !store.view.turned);
  return controller.refresh();
};
on("#flip", "click", flip);
const steps = connectSteps(controller, (direction) => (transitions.exercise ?? report).step(direction));
on("#news button", "click", steps.end);

/** Neither set-up nor a dialog is open. */
const isOpen = () => !setUp.isOn && !find("dialog[open]");
takeTexts(document, { isOpen, onFile: (file) => loader.openFile(file), onText: (content) => loader.open({ text: content }) });
connectKeys({
  ...steps,
  previousVariation: () => selectVariation(controller, -1),
  nextVariation: () => selectVariation(controller, 1),
  forget: () => controller.forget(),
  // The moves of an exercise cannot be taken back.
  takeBack: () => store.isExercise || find("#take-back").click(),
  redo: () => store.isExercise || find("#redo").click(),
  flip,
  analyse: async () => {
    const { isOn } = analysis;
    await transitions.setMode("analyse");
    await analysis.setOn(!isOn);
  },
  newGame: () => newGames.ask(),
  keys: showKeys,
}, { isOpen });

connectMessages({
  names: () => controller.board.names,
  onAgain: () => {
    for (const engine of [play.engine, analysis.engine]) engine.resetCrashes();
    return isRestored ? controller.refresh() : open();
  },
});

addEventListener("beforeunload", (event) => {
  // The game is stored; what follows is not.
  const isLost = setUp.isOn || report.isRunning || Boolean(store.clocks?.running) || (store.ownGame.isUnsaved && !session.isKept);
  if (isLost) event.preventDefault();
});

// The start.

await offerLanguages(settings, {
  onChange: () => {
    transitions.exercise?.draw();
    explorer.draw();
    return controller.refresh();
  },
});
store.changed("mode");
document.body.classList.remove("loading");
open();
addEventListener("hashchange", () => {
  find("dialog[open]")?.close("");
  return openAddress();
});
