// The addresses of the modes, of each lesson and of each puzzle, in the fragment of the address of the page: `#analyse`,
// `#learn/capture`, `#puzzles/emergo7/12`. The page without a fragment is the mode Play. share.js has those of games and
// positions.

import { LESSONS } from "../exercises/lessons.js";
import { text } from "../package/luctor.js";
import { MODES, modeOf } from "./modes.js";

/** @import { Place } from "./modes.js" */

export function addressOf(/** @type {Place} */ { mode, lesson, puzzle }) {
  if (mode === "play") return "";
  return `#${[mode, lesson, puzzle && `${puzzle.variant}/${puzzle.number}`].filter(Boolean).join("/")}`;
}

/** The place of a fragment. A fragment without a meaning is the mode Play. @returns {Place} */
export function placeOf(/** @type {string} */ fragment) {
  const [name, first, second] = fragment.replace(/^#/, "").split("/");
  const mode = modeOf(name);
  const { place } = MODES[mode];
  if (place === "lesson" && LESSONS.some(({ key }) => key === first)) return { mode, lesson: first };
  const number = Number(second);
  if (place === "puzzle" && Object.hasOwn(text.boards, first) && Number.isSafeInteger(number) && number > 0) {
    return { mode, puzzle: { variant: first, number } };
  }
  return { mode };
}

/** The address of the page, and the places to which the browser's buttons go back and on. */
export class Addresses {
  #shown = "";
  /** The fragment that was opened or shown last. If the address has another one, its event has not arrived yet. */
  #known = "";
  /** Requests to open an address that are under way. */
  #following = 0;

  /** The page shows a place: a new entry of the history. */
  show(/** @type {Place} */ place) {
    this.#shown = addressOf(place);
    // The person's address stays: it is being opened, or its event comes next.
    if (this.#following > 0 || location.hash !== this.#known) return;
    if (location.hash !== this.#shown) history.pushState(null, "", this.#whole);
    this.#known = location.hash;
  }

  get #whole() {
    return this.#shown || location.pathname + location.search;
  }

  /** Opens what the address names. Afterwards the address is that of what is shown. After an error it stays, to be loaded again. */
  async follow(/** @type {() => Promise<void>} */ open) {
    this.#following += 1;
    this.#known = location.hash;
    try {
      await open();
    } finally {
      this.#following -= 1;
    }
    if (this.#following === 0 && location.hash === this.#known) this.settle();
  }

  /** Replaces the address by that of what is shown. */
  settle() {
    if (location.hash !== this.#shown) history.replaceState(null, "", this.#whole);
    this.#known = location.hash;
  }
}
