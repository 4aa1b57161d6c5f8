// How a game begins: from the dialog, as a rematch, or from a position.

import { Game, text } from "./luctor.js";
import { say, trouble } from "./messages.js";
import { askNewGame, limitsOf } from "./new_game_dialog.js";

export class NewGames {
  #transitions;
  #controller;
  #play;
  #rules;
  #settings;
  #owner;

  /** `onStart` is called with the sides of the engine when the person begins a game. */
  constructor({ transitions, controller, play, rules, settings }, owner) {
    this.#transitions = transitions;
    this.#controller = controller;
    this.#play = play;
    this.#rules = rules;
    this.#settings = settings;
    this.#owner = owner;
  }

  /** Asks for a new game, and begins it. */
  async ask() {
    // The stored game is still loading.
    if (!this.#controller.state) return;
    const { variant, isUnsaved } = this.#controller.store.ownGame;
    const chosen = await askNewGame(this.#play.engine, this.#rules, this.#settings, { variant, isLost: isUnsaved });
    if (chosen !== null) await this.#start(chosen);
  }

  /** Begins the first game of a person: Black against the weakest level. */
  first() {
    return this.#startWith({ variant: "emergo" }, { engineSides: "b", control: { seconds: 1 }, level: 0 });
  }

  /** Begins a game with the board, the time and the players of the last one, but for the changes. */
  again(changes) {
    const { ownGame, engineSides, control, level } = this.#controller.store;
    const players = { engineSides, control, level, ...changes };
    this.#settings.set("level", players.level);
    return this.#startWith({ variant: ownGame.variant, blocked: ownGame.blocked }, players);
  }

  #startWith(rulesOfGame, players) {
    return this.#start({ ...players, game: new Game({ ...rulesOfGame, limits: limitsOf(players.control, players.engineSides) }) });
  }

  /** Begins a game of a person in Play. */
  async #start(chosen) {
    const { game, engineSides } = chosen;
    this.#owner.onStart(engineSides);
    const fault = await this.#transitions.begin(game, chosen);
    if (fault === null) {
      await this.#transitions.setMode("play");
      say(text.messages.newGame(game.variant));
    } else trouble(fault);
  }

  /** Begins a game from a position, with the players of the last one. */
  async from(start, { variant, blocked }) {
    const fault = await this.#transitions.begin(new Game({ variant, blocked, start }));
    if (fault === null) {
      say(text.messages.positionSet);
      return;
    }
    trouble(text.messages.positionRefused(fault));
    // The refused position may be on the board.
    await this.#controller.refresh();
  }
}
