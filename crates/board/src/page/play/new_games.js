// How a game begins: from the dialog, as a rematch, or from a position.

/** @import { BoardController, GameText, Rules, Side, TimeControl } from "../package/types.js" */
/** @import { Settings } from "../state/storage.js" */
/** @import { Transitions } from "../state/transitions.js" */
/** @import { FirstVisit } from "./first_visit.js" */
/** @import { Play, Players } from "./play.js" */

import { announce } from "../common/messages.js";
import { Part } from "../common/part.js";
import { DEFAULT_CONTROL, Game, pageText, text } from "../package/luctor.js";
import { askNewGame } from "./new_game_dialog.js";

/** The limits of White and Black, as match records write them. @returns {[string, string]} */
function limitsOf(/** @type {TimeControl} */ { base, increment, seconds }, /** @type {Side[]} */ engineSides) {
  const clock = base === undefined ? null : `${base / 1000}${increment > 0 ? `+${increment / 1000}` : ""}`;
  const limit = (/** @type {Side} */ side) => clock ?? (engineSides.includes(side) ? `${seconds} s a move` : "-");
  return [limit("white"), limit("black")];
}

/**
 * @extends {Part<{
 *   controller: BoardController, rules: Rules, settings: Settings, play: Play, transitions: Transitions, firstVisit: FirstVisit
 * }>}
 */
export class NewGames extends Part {
  async ask() {
    // The stored game is still loading.
    if (!this.store.position) return;
    const { play, rules, settings } = this.parts;
    const { variant, isUnsaved } = this.store.ownGame;
    const chosen = await askNewGame(play.engine, rules, { variant, level: settings.values.level, isLost: isUnsaved });
    if (chosen !== null) await this.#start(chosen);
  }

  /** Begins the first game of a person: White against the weakest level. */
  first() {
    return this.#start({ engineSides: ["black"], control: DEFAULT_CONTROL, level: 0, game: new Game() });
  }

  /** Begins a game with the board, the start, the time and the players of the last one, but for the changes. */
  again(/** @type {Partial<Players>} */ changes) {
    const { ownGame, engineSides, control, level } = this.store;
    const { variant, blocked, repetition, start } = ownGame;
    const game = new Game({ variant, blocked, repetition, start });
    return this.#start({ engineSides, control, level, ...changes, game });
  }

  /** Begins a game of a person in Play. Its level is offered for the next one, too. */
  async #start(/** @type {Players & { game: Game }} */ chosen) {
    const { transitions, firstVisit, settings } = this.parts;
    const { game, engineSides } = chosen;
    settings.set("level", chosen.level);
    game.limits = limitsOf(chosen.control, engineSides);
    const turned = engineSides.length === 1 ? engineSides[0] === "white" : undefined;
    await transitions.begin(game, { ...chosen, turned }, "play");
    firstVisit.end();
    announce(text.messages.newGame(game.variant));
  }

  /** Begins a game from a position, with the players of the last one. */
  async from(/** @type {string} */ start, /** @type {Pick<GameText, "variant" | "blocked">} */ { variant, blocked }) {
    await this.parts.transitions.begin(new Game({ variant, blocked, start }));
    announce(pageText("The position is set up"));
  }
}
