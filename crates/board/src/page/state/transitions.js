// The changes of the mode and of the game on the board: each one waits for those before it. The buttons with a mode, and what the
// page shows in each.

/** @import { Analysis } from "../analysis/analysis.js" */
/** @import { Report } from "../analysis/report.js" */
/** @import { BoardController, Game } from "../package/types.js" */
/** @import { Clocks } from "../package/luctor.js" */
/** @import { Learn } from "../exercises/learn.js" */
/** @import { Mistakes } from "../exercises/mistakes.js" */
/** @import { Puzzles } from "../exercises/puzzles.js" */
/** @import { Play, Players } from "../play/play.js" */
/** @import { Addresses } from "./address.js" */
/** @import { Mode, Place } from "./modes.js" */

import { confirmed } from "../common/dialogs.js";
import { clearMessages } from "../common/messages.js";
import { Part } from "../common/part.js";
import { DEFAULT_CONTROL, find, findAll, pageText } from "../package/luctor.js";
import { MODES, modeOf, shows } from "./modes.js";

/**
 * The players of another game, the side at the bottom, and the time that is left on the clocks.
 *
 * @typedef {Partial<Players & { turned: boolean, left: Clocks["left"] | null }>} NewPlayers
 */

/** @type {NewPlayers} The players of a game that was loaded, and of a puzzle in Analysis. */
export const NO_ENGINE = { engineSides: [], control: DEFAULT_CONTROL };

const partsOfModes = new Set(Object.values(MODES).flatMap(({ parts }) => parts));

/**
 * @extends {Part<{
 *   controller: BoardController, play: Play, analysis: Analysis, report: Report, addresses: Addresses,
 *   exercises: Partial<Record<Mode, Learn | Mistakes | Puzzles>>
 * }>}
 */
export class Transitions extends Part {
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  constructor(/** @type {Transitions["parts"]} */ parts) {
    super(parts);
    for (const button of findAll("button[data-mode]")) {
      button.addEventListener("click", () => this.setMode(modeOf(button.dataset.mode ?? "")));
    }
    this.store.listen(["position", "moves"], () => this.exercise?.shown());
    this.store.listen(["mode"], () => this.#draw());
  }

  /** Shows the parts of the mode, and marks its button. */
  #draw() {
    const { mode } = this;
    document.body.dataset.mode = mode;
    document.body.classList.toggle("exercise", this.store.isExercise);
    for (const part of partsOfModes) find(part).classList.toggle("other-mode", !shows(mode, part));
    for (const button of findAll("#modes button")) button.ariaCurrent = button.dataset.mode === MODES[mode].tab ? "page" : null;
  }

  get mode() {
    return modeOf(this.store.mode);
  }

  /** What is on the board in place of the game, or null. */
  get exercise() {
    return this.parts.exercises[this.mode] ?? null;
  }

  /**
   * Runs a change after those that are under way. Inside it, use the given `begin`; `this.begin` would wait for itself.
   *
   * @template T
   * @param {(turn: { begin: (game: Game, players: NewPlayers) => Promise<void> }) => Promise<T>} change
   */
  inTurn(change) {
    const changed = this.#last.then(() => change({ begin: (game, players) => this.#begin(game, players) }));
    this.#last = changed.catch(() => {});
    return changed;
  }

  /**
   * Starts another game, with the players of the last one, but for the new ones. It is shown in `mode`: if none is given, in this
   * one, or in Play in place of an exercise. If the rules refuse the game, it throws `Refused`, and the old one stays.
   *
   * @param {Game} game
   * @param {NewPlayers} newPlayers
   * @param {Mode} [mode]
   */
  begin(game, newPlayers = {}, mode) {
    return this.inTurn(() => this.#begin(game, newPlayers, mode));
  }

  async #begin(/** @type {Game} */ game, /** @type {NewPlayers} */ newPlayers, mode = this.exercise ? "play" : this.mode) {
    const { controller, play, report } = this.parts;
    const { engineSides = this.store.engineSides, control = this.store.control, level = this.store.level } = newPlayers;
    const { turned = this.store.ownTurned, left = null } = newPlayers;
    await controller.verify(game);
    report.cancel();
    await controller.during(async () => {
      await this.#enter(mode);
      await play.reset({ engineSides, control, level });
      if (left && this.store.clocks) this.store.clocks.left = left;
      await controller.take(game, turned);
    });
  }

  /** May the game of the person be replaced? */
  async mayReplace() {
    // The stored game may still be loading.
    await this.#last;
    return (
      !this.store.ownGame.isUnsaved || confirmed(pageText("The game on the board is not saved. Replace it?"), pageText("Replace"))
    );
  }

  /** `place` is the lesson or the puzzle that is wanted. */
  setMode(/** @type {Mode} */ mode, /** @type {Place | null} */ place = null) {
    return this.inTurn(() => this.#setMode(mode, place));
  }

  /** Enters a mode and closes the exercise of another one, which it returns. */
  async #enter(/** @type {Mode} */ mode) {
    const { controller, play, analysis, addresses } = this.parts;
    if (mode !== this.store.mode) clearMessages();
    const before = this.exercise;
    this.store.enter(mode, MODES[mode].activity);
    controller.user = this.exercise ?? play;
    if (before !== this.exercise) before?.close();
    if (analysis.isOn && !shows(mode, "#analysis")) await analysis.setOn(false);
    // Lessons and puzzles have addresses of their own.
    if (MODES[mode].place === null) addresses.show({ mode });
    return before;
  }

  async #setMode(/** @type {Mode} */ mode, /** @type {Place | null} */ place) {
    const { controller, play } = this.parts;
    // The first position could not be shown.
    if (!this.store.position) return;
    const before = await this.#enter(mode);
    const next = this.exercise;
    // The engine and the clocks rest.
    if (mode !== "play") await play.halt();
    // A variation that was tried in Analysis is not the game.
    else if (this.store.hasEngine) this.store.ownGame.leaveVariation();
    if (next === before) {
      if (place) await next?.open(place);
      // In Play the game goes on from its end.
      if (mode === "play" && !this.store.game.isAtEnd) return controller.goTo(this.store.game.length);
      // A line may be on the board.
      if (!this.store.isShown) return controller.refresh();
      // Some modes allow moves after the end of a game.
      controller.mark();
      play.react();
    } else if (next) {
      await next.open(place ?? undefined);
    } else {
      await controller.take(this.store.ownGame);
    }
  }
}
