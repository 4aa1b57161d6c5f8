// Makes the parts of the page, connects them, and opens the page.

/** @import { BoardHost } from "./package/types.js" */

import { Analysis } from "./analysis/analysis.js";
import { Explorer } from "./analysis/explorer.js";
import { Report } from "./analysis/report.js";
import { choose } from "./common/dialogs.js";
import { connectKeys, showKeys } from "./common/keys.js";
import { offerLanguages } from "./common/language_field.js";
import { announce, clearMessages, connectMessages, hideError, showError, showNotice, showReason } from "./common/messages.js";
import { lockPage, on } from "./common/page_elements.js";
import { connectSettings } from "./common/setting_fields.js";
import { Learn } from "./exercises/learn.js";
import { Mistakes } from "./exercises/mistakes.js";
import { Puzzles } from "./exercises/puzzles.js";
import { GameLoader } from "./files/game_loader.js";
import { GameSaver } from "./files/game_saver.js";
import { takeTexts } from "./files/incoming.js";
import { isLink } from "./files/share.js";
import { GameView } from "./game_view/game_view.js";
import { Notes } from "./game_view/notes.js";
import { connectSteps, selectVariation } from "./game_view/steps.js";
import { BoardController } from "./package/board_controller.js";
import { Engine, find, findAll, pageText, Rules, Store, Study, text } from "./package/luctor.js";
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
    onCrash: (sentence, { givenUp }) => showError(text.messages.crashed(sentence, givenUp), { canTryAgain: givenUp }),
    onMessage: (message) => showNotice(text.messages.ofEngine(message)),
    ...options,
  });
const firstVisit = new FirstVisit({ controller, settings });
const play = new Play({ controller, rules, sounds, firstVisit, engine: newEngine({ level: () => store.level }) });
const analysis = new Analysis({ controller, play, engine: newEngine() });
const explorer = new Explorer({ controller, rules, play });
const report = new Report({ controller, study });
new Notes({ controller, play });
/** The person sees scores in Analysis, never in an exercise, and in a game if they are wanted. */
const showsScores = () => store.activity === "study" || (store.activity === "play" && settings.values.scores);
new GameView({ controller, analysis, report }, showsScores);

const exercises = {
  learn: new Learn({ controller, settings, addresses }),
  puzzles: new Puzzles({ controller, rules, study, addresses }),
  mistakes: new Mistakes({ controller, study }),
};
const transitions = new Transitions({ controller, play, analysis, report, addresses, exercises });

connectSettings(
  settings,
  {
    layout: (layout) => (store.layout = layout === "checkerboard" ? layout : "diamond"),
    threats: (isOn) => (controller.showsThreats = isOn),
    sounds: (isOn) => (sounds.isOn = isOn),
    theme: (theme) => (document.documentElement.dataset.theme = theme),
    scheme: (scheme) => (document.documentElement.dataset.scheme = scheme),
    fast: (isOn) => (controller.board.animation.isFast = isOn),
    // The parts read this setting when they draw.
    scores: () => {},
  },
  { onChange: () => setUp.isOn || controller.refresh() },
);
const newGames = new NewGames({ controller, rules, settings, play, transitions, firstVisit });
const setUp = new SetUp({ controller, rules, play, analysis, report, transitions, newGames });
const loader = new GameLoader({ controller, rules, addresses, transitions, newGames });
new GameSaver({ controller, rules, play, setUp });
new EndPanel({ controller, play, report, transitions, newGames });

// What the board tells the parts.

Object.assign(
  controller,
  /** @satisfies {Partial<BoardHost>} */ ({
    user: play,
    onMove: (move, node) => play.moved(move, node),
    onReply: (position, words) => play.replied(position, words),
    onSay: announce,
    onReason: showReason,
    choose,
  }),
);

// The first position is that of the stored game, or of a new one.

/** Is the stored game on the board, or is there none? */
let isRestored = false;

const restore = () =>
  transitions.inTurn(async ({ begin }) => {
    const { session: stored, isBad, hasOthers } = await session.restore();
    if (settings.isBad) showNotice(pageText("The stored settings cannot be used. The page starts with the usual ones."));
    if (session.isBlocked)
      showError(
        pageText("The browser does not let the page store anything. The game is lost when the page is closed or loaded again."),
      );
    if (hasOthers) showNotice(pageText("Luctor is open in another tab. Each tab keeps its own game."));
    // As in a change from Analysis to Play. A move of the engine would make the variation the game.
    if (stored && stored.engineSides.length > 0 && placeOf(location.hash).mode === "play") stored.game.leaveVariation();
    if (isBad) showError(pageText("The stored game cannot be used. The page starts with a new one."));
    await (stored ? begin(stored.game, stored) : controller.refresh());
    isRestored = true;
  });

/** Opens the mode, the lesson, the puzzle or the game of the address. */
const openAddress = () =>
  addresses.follow(async () => {
    if (setUp.isOn) return;
    if (isLink(location.hash)) return loader.openLink();
    const place = placeOf(location.hash);
    await transitions.setMode(place.mode, place);
  });

async function open() {
  // Nothing works without the rules.
  await restore().finally(() => lockPage(!isRestored));
  if (location.hash !== "") await openAddress();
}

// What follows a change.

store.listen(["position", "preview", "players"], () =>
  drawPlayers(store, { engineName: play.engineName, showsScores: settings.values.scores, isSetUp: setUp.isOn }),
);
store.listen(["position"], () => {
  find("select#layout").disabled = store.game.variant === "hexemergo";
  find("input#turned").checked = store.ownTurned;
});
store.listen(["position", "moves"], () => {
  if (isRestored && session.keep(store)) showError(pageText("The browser has no space left to store the game. Save it as a file."));
});

// Buttons, keys and messages.

connectPlayButtons(play);
on("#new-game", "click", () => newGames.ask());
on("#first-game", "click", () => newGames.first());
on("#options", "click", async () => (await askOptions([play.engine, analysis.engine])) && analysis.update());
on("#show-keys", "click", showKeys);
on("#flip", "click", () => controller.flip());
on("input#turned", "change", ({ target }) => {
  store.ownTurned = store.turned = target.checked;
  return controller.refresh();
});
const steps = connectSteps(controller, (direction) => (transitions.exercise ?? report).line.step(direction));
on("#news button", "click", steps.end);
on("#puzzles .analyse", "click", async () => {
  const { analysed } = exercises.puzzles;
  if (!(await transitions.mayReplace())) return;
  await transitions.begin(analysed, NO_ENGINE, "analyse");
  await analysis.setOn(true);
});

const isOpen = () => !setUp.isOn && findAll("dialog[open]").length === 0;
takeTexts(document, { isOpen, onFile: (file) => loader.openFile(file), onText: (content) => loader.open({ content }) });
connectKeys(
  {
    ...steps,
    previousVariation: () => selectVariation(controller, -1),
    nextVariation: () => selectVariation(controller, 1),
    forget: () => controller.forget(),
    takeBack: () => play.canTakeBack && play.takeBack(),
    redo: () => play.canRedo && play.redo(),
    flip: () => controller.flip(),
    analyse: async () => {
      const { isOn } = analysis;
      await transitions.setMode("analyse");
      await analysis.setOn(!isOn);
    },
    newGame: () => newGames.ask(),
    keys: showKeys,
  },
  { isOpen },
);

connectMessages({
  names: () => controller.board.names,
  isShown: () => store.isShown,
  onAgain: () => (isRestored ? controller.refresh() : open()),
});

addEventListener("beforeunload", (event) => {
  // The game is stored; what follows is not.
  const isLost = setUp.isOn || report.isRunning || Boolean(store.clocks?.running) || (store.ownGame.isUnsaved && !session.isKept);
  if (isLost) event.preventDefault();
});

// The start.

await offerLanguages(settings, {
  onChange: () => {
    // The messages on the page are in the old language.
    clearMessages();
    explorer.draw();
    return controller.refresh();
  },
});
store.changed("mode");
document.body.classList.remove("loading");
open();
addEventListener("hashchange", () => {
  for (const dialog of findAll("dialog[open]")) dialog.close("");
  // Without the rules the error stays, because it has the button to try again.
  if (isRestored && isLink(location.hash)) hideError();
  return openAddress();
});
