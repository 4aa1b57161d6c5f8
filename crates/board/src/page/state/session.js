// Keeps the game and its players in the browser, so that they survive a reload. Each tab has its own game.

/** @import { Rules, Store, StoredGame } from "../package/types.js" */
/** @import { NewPlayers } from "./transitions.js" */

import { recordOfGame } from "../files/record.js";
import { ConnectionLost, Game } from "../package/luctor.js";
import { browserStorage, isBlocked, Stored } from "./storage.js";
import { keyOfTab } from "./tabs.js";

/** @typedef {Required<NewPlayers> & { game: StoredGame, time: number }} StoredSession */

/** @returns {value is StoredSession} */
const isSession = (/** @type {any} */ value) =>
  Array.isArray(value?.game?.nodes) && Array.isArray(value.engineSides) && typeof value.control === "object";

export class Session {
  #stored;
  /** @type {{ key: string, hasOthers: boolean } | null} The key of this tab, when it is known. */
  #place = null;
  #storage;
  #rules;
  /** Does the browser store the game? */
  isKept = true;

  constructor(/** @type {Rules} */ rules, storage = browserStorage()) {
    this.#rules = rules;
    this.#storage = storage;
    this.#stored = this.#at("game");
  }

  get isBlocked() {
    return isBlocked(this.#storage);
  }

  #at(/** @type {string} */ key) {
    return new Stored(key, isSession, this.#storage);
  }

  /** The keys of the stored games, the last one first. */
  get #keys() {
    const names = Array.from({ length: this.#storage.length }, (_, index) => String(this.#storage.key(index)));
    const keys = names.map((name) => /^luctor\.(game(\.\d+)?)$/.exec(name)?.[1]).filter((key) => key !== undefined);
    const stored = keys.map((key) => ({ key, time: this.#at(key).read().value?.time ?? 0 }));
    return stored.sort((one, other) => other.time - one.time).map(({ key }) => key);
  }

  /** Stores the game. Returns whether the browser has no space for it any more, once. */
  keep(/** @type {Store} */ { ownGame, engineSides, control, level, ownTurned: turned, clocks }) {
    const left = clocks ? { white: clocks.now("white"), black: clocks.now("black") } : null;
    const wasKept = this.isKept;
    this.isKept = this.#stored.write({ game: ownGame.data, engineSides, control, level, turned, left, time: Date.now() });
    return wasKept && !this.isKept && !this.isBlocked;
  }

  /**
   * The stored session, {game, engineSides, control, level, turned, left}; or null, and `isBad` if the stored data cannot be used.
   * `hasOthers` tells whether other tabs are open.
   */
  async restore() {
    const { key, hasOthers } = (this.#place ??= await keyOfTab(this.#keys));
    this.#stored = this.#at(key);
    const { value, isBad } = this.#stored.read();
    if (value === null) return { session: null, isBad, hasOthers };
    try {
      const game = Game.fromData(value.game);
      // The reader of records checks all variations.
      await this.#rules.writeRecord(recordOfGame(game, ""), "json");
      return { session: { ...value, game }, isBad: false, hasOthers };
    } catch (error) {
      // The stored data were not checked.
      if (error instanceof ConnectionLost) throw error;
      return { session: null, isBad: true, hasOthers };
    }
  }
}
