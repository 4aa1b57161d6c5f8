// The first visit: the goal of the game in one sentence, the rules, and a game against the weakest level. Until the
// person has chosen, a click on the board does not begin a game.

import { text } from "../package/luctor.js";

export class FirstVisit {
  #element;
  #store;
  #settings;

  /** `onPlay` begins the first game, `onLearn` shows the rules, `onClose` is called when the person only wants the board. */
  constructor(element, store, settings, { onPlay, onLearn, onClose }) {
    this.#element = element;
    this.#store = store;
    this.#settings = settings;
    for (const [selector, act] of [["#first-game", onPlay], ["#learn-rules", onLearn], [".dismiss", onClose]]) {
      element.querySelector(selector).addEventListener("click", () => {
        this.end();
        act();
      });
    }
    store.listen(["position", "moves", "mode"], () => (this.#element.hidden = !this.isOpen));
  }

  /** Must the person choose before the board can be used? */
  get isOpen() {
    const { ownGame, engineSides } = this.#store;
    const isUntouched = engineSides === "" && ownGame.start === null && ownGame.root.children.length === 0;
    return this.#store.shows("#welcome") && isUntouched && !this.#settings.values.visited;
  }

  /** Points at the choice. Returns a sentence. */
  show() {
    this.#element.scrollIntoView({ block: "nearest" });
    this.#element.classList.remove("shown");
    // The animation starts again.
    void this.#element.offsetWidth;
    this.#element.classList.add("shown");
    return text.click.chooseFirst;
  }

  end() {
    if (!this.#settings.values.visited) this.#settings.set("visited", true);
    this.#element.hidden = true;
  }
}
