// Connects the parts of the page, and opens it.

import { Addresses, placeOf } from "./address.js";
import { Analysis } from "./analysis.js";
import { BoardController } from "./board_controller.js";
import { choose } from "./dialogs.js";
import { EndPanel } from "./end_panel.js";
import { Explorer } from "./explorer.js";
import { FirstVisit } from "./first_visit.js";
import { GameFiles, NO_ENGINE } from "./game_files.js";
import { GameView } from "./game_view.js";
import { takeTexts } from "./incoming.js";
import { showKeys, takeKeys } from "./keys.js";
import { offerLanguages } from "./language.js";
import { Learn } from "./learn.js";
import { Engine, Rules, Store, Study, text } from "./luctor.js";
import { connectMessages, notice, reason, say, trouble } from "./messages.js";
import { Mistakes } from "./mistakes.js";
import { NewGames } from "./new_games.js";
import { askOptions } from "./options_dialog.js";
import { find, findAll, lockPage, on } from "./page_elements.js";
import { Play } from "./play.js";
import { connectPlayButtons } from "./play_buttons.js";
import { drawPlayers } from "./players_view.js";
import { Puzzles } from "./puzzles.js";
import { Report } from "./report.js";
import { Session } from "./session.js";
import { SettingFields } from "./setting_fields.js";
import { SetUp } from "./setup.js";
import { isLink } from "./share.js";
import { Sounds } from "./sound.js";
import { connectSteps, selectVariation } from "./steps.js";
import { Settings } from "./storage.js";
import { Transitions } from "./transitions.js";

const rules = new Rules();
const study = new Study();
const settings = new Settings();
const store = new Store();
store.level = settings.values.level;
const session = new Session(rules);
const addresses = new Addresses();
const sounds = new Sounds();
session.onFull = () => trouble(text.stored.full);

// The board, and the searches.

const controller = new BoardController(find("#board"), store, rules, {
  onPlay: (move) => (transitions.exercise ?? play).play(move),
  onMove: ({ kind }) => {
    if (!store.isExercise) store.clocks?.press();
    sounds.play(kind);
  },
  onReply: (state, words) => play.replied(state, words),
  onSay: say,
  onReason: reason,
  onRefuse: (sentence) => {
    reason(sentence);
    say(sentence);
  },
  choose,
  mayMove: (side) => {
    const { isAtEnd, outcome } = store.game;
    return transitions.exercise?.mayMove(side) ?? (!firstVisit.isOpen && (!store.isEngine(side) || !isAtEnd || outcome !== null));
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
  onEnd: () => sounds.play("end"),
});
connectPlayButtons(controller, play);

const analysis = new Analysis(newEngine(), find("#analysis"), controller, {
  onEvaluation: () => gameView.drawScores(),
  onPlay: (moves) => play.playLine(moves),
});
const explorer = new Explorer(find("#explorer"), rules, controller, { onPlay: (move) => play.playLine([move]) });

const report = new Report(find("#report"), study, controller, { onDone: notice });
const gameView = new GameView(controller, { settings, play, analysis, report });

// The modes and the games.

const exercises = {
  learn: new Learn(find("#learn"), controller, settings, { onShow: (lesson) => addresses.show({ mode: "learn", lesson }) }),
  puzzles: new Puzzles(find("#puzzles"), rules, study, controller, {
    onShow: (puzzle) => addresses.show({ mode: "puzzles", puzzle }),
    onAnalyse: async (game) => {
      if (!(await transitions.mayReplace()) || (await transitions.begin(game, NO_ENGINE)) !== null) return;
      await transitions.setMode("analyse");
      await analysis.turn(true);
    },
  }),
  mistakes: new Mistakes(find("#mistakes"), study, controller, {
    personSide: () => store.personSide ?? (settings.values.turned ? "b" : "w"),
    onLeave: () => transitions.setMode("analyse"),
  }),
};
const transitions = new Transitions({ controller, settings, play, analysis, report, addresses }, exercises, { onBegin: () => files.forgetSource() });

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

const newGames = new NewGames({ transitions, controller, play, rules, settings }, {
  onStart: (engineSides) => {
    firstVisit.end();
    if (engineSides.length === 1) settingFields.set("turned", engineSides === "w");
  },
});
const firstVisit = new FirstVisit(find("#welcome"), store, settings, {
  onPlay: () => newGames.first(),
  onLearn: () => transitions.setMode("learn"),
  onClose: () => controller.mark(),
});
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

const setUp = new SetUp(find("#set-up-form"), rules, controller, {
  onOpen: async () => {
    await play.halt();
    await analysis.turn(false);
    report.cancel();
  },
  onDone: (start) => newGames.from(start, controller.game),
});
const files = new GameFiles({ store, rules, controller, play, transitions, newGames }, {
  position: () => setUp.position ?? controller.state,
  onLinkRead: () => addresses.settle(),
});

// What follows a change.

store.listen(["mode"], () => {
  const { mode } = store;
  document.body.dataset.mode = mode;
  for (const button of findAll("#modes button")) {
    if (button.dataset.mode === (mode === "mistakes" ? "analyse" : mode)) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
});
store.listen(["position", "players"], () => drawPlayers(store, play, { showsRequired: !setUp.isOn }));
store.listen(["position"], () => {
  find("#layout").disabled = store.game.variant === "hexemergo";
  analysis.look();
  report.draw();
  transitions.exercise?.shown();
  play.react();
});
store.listen(["position", "moves"], keep);
// Only Analysis shows the explorer.
store.listen(["position", "mode"], () => {
  if (store.mode === "analyse" && controller.isShown) explorer.look(store.game.at(), store.position.side);
});

// Buttons and keys.

for (const button of findAll("#modes button")) button.addEventListener("click", () => transitions.setMode(button.dataset.mode));
on("#learn-from-mistakes", "click", () => transitions.setMode("mistakes"));
on("#new-game", "click", () => newGames.ask());
on("#options", "click", async () => (await askOptions([play.engine, analysis.engine])) && analysis.look());
on("#show-keys", "click", showKeys);
const flip = () => {
  // The side at the bottom of an exercise is not a setting.
  if (store.isExercise) store.view.turned = !store.view.turned;
  else settingFields.set("turned", !controller.view.turned);
  return controller.refresh();
};
on("#flip", "click", flip);
const steps = connectSteps(controller, (direction) => (transitions.exercise ?? report).step(direction));
on("#news button", "click", steps.end);

/** Neither set-up nor a dialog is open. */
const isOpen = () => !setUp.isOn && !find("dialog[open]");
takeTexts(document, { isOpen, onFile: (file) => files.openFile(file), onText: (content) => files.open({ text: content }) });
takeKeys({
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
    await analysis.turn(!isOn);
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

// The first position is that of the stored game, or of a new one.

/** Is the stored game on the board, or is there none? */
let isRestored = false;

/** Stores the game of the person and its players. */
function keep() {
  if (isRestored) session.keep(store);
}

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
      if (await files.openLink()) await transitions.setMode("analyse");
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
