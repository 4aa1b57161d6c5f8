// Keeps the game and its players in the browser, so that they survive a reload.

import { Game } from "./game.js";
import { recordOfGame } from "./record.js";
import { ConnectionLost } from "./rules_client.js";
import { Stored } from "./storage.js";

/** @param {any} value */
const isSession = (value) => Array.isArray(value?.game?.path) && typeof value.engineSides === "string" && typeof value.control === "object";

export class Session {
  #stored;
  #rules;
  /** Does the browser store the game? */
  isKept = true;

  constructor(rules, storage) {
    this.#rules = rules;
    this.#stored = new Stored("game", isSession, storage);
  }

  keep(game, { engineSides, control, clocks }) {
    const left = clocks ? { w: clocks.now("w"), b: clocks.now("b") } : null;
    this.isKept = this.#stored.write({ game: game.data, engineSides, control, left });
  }

  /** The stored session, {game, engineSides, control, left}; or null, and `isBad` if the stored data cannot be used. */
  async restore() {
    const { value, isBad } = this.#stored.read();
    if (value === null) return { session: null, isBad };
    try {
      const game = Game.fromData(value.game);
      // The reader of records checks all variations.
      await this.#rules.writeRecord(recordOfGame(game, ""), "json");
      return { session: { ...value, game }, isBad: false };
    } catch (error) {
      // The stored data were not checked.
      if (error instanceof ConnectionLost) throw error;
      return { session: null, isBad: true };
    }
  }
}
