// The lessons on the board: shows a position and its task, checks each move, and remembers what was solved.

/** @import { BoardController, LegalMove } from "../package/types.js" */
/** @import { Addresses } from "../state/address.js" */
/** @import { Settings } from "../state/storage.js" */

import { announce } from "../common/messages.js";
import { button, Game, html, pageText, replaceButtons, text } from "../package/luctor.js";
import { ExerciseBase } from "./exercise_base.js";
import { LESSONS } from "./lessons.js";

/** @extends {ExerciseBase<{ controller: BoardController, settings: Settings, addresses: Addresses }>} */
export class Learn extends ExerciseBase {
  #index = 0;
  #step = 0;
  /** Moves in this step that were not the task. */
  #wrong = 0;
  /** @type {((cell: string) => void) | null} Takes the clicks in a lesson about a forbidden cell. */
  click = null;

  constructor(/** @type {Learn["parts"]} */ parts) {
    super(parts, "#learn");
    this.on(".previous", "click", () => this.#show(this.#index - 1));
    this.on(".again", "click", () => this.#show(this.#index));
    this.on(".next", "click", () => this.#show(this.#index + 1));
  }

  get #lesson() {
    return LESSONS[this.#index];
  }

  get #solved() {
    return new Set(this.parts.settings.values.lessons.split(" ").filter(Boolean));
  }

  /** Shows a lesson, or the first one that is not solved. */
  open({ lesson = "" } = {}) {
    const solved = this.#solved;
    const next = LESSONS.findIndex(({ key }) => (lesson === "" ? !solved.has(key) : key === lesson));
    return this.#show(Math.max(next, 0));
  }

  async #show(/** @type {number} */ index) {
    this.#index = Math.min(Math.max(index, 0), LESSONS.length - 1);
    [this.#step, this.#wrong] = [0, 0];
    this.click = this.#lesson.forbidden ? this.#clicked : null;
    this.game = new Game({ start: this.#lesson.start });
    this.tell("");
    this.parts.addresses.show({ mode: "learn", lesson: this.#lesson.key });
    announce(text.lessons[this.#lesson.key].task);
    // The lessons are for White.
    await this.controller.take(this.game, false);
  }

  /** A click in a lesson about a forbidden cell. */
  #clicked = (/** @type {string} */ cell) => {
    // Another position may still be on the board.
    if (!this.isAtEnd || !this.store.isShown) return;
    const { forbidden } = this.position;
    const found = forbidden.some((entry) => entry.cell === cell && entry.fault.kind === this.#lesson.forbidden);
    if (found) this.#finish();
    else this.tell(pageText("This is not the square. Try another one."));
  };

  /** After the last step the person may not move. After a click on a forbidden cell the board marks all of them. */
  mayMove() {
    return this.isAtEnd && !this.click && Boolean(this.#lesson.forbidden || this.#lesson.steps?.[this.#step]);
  }

  async play(/** @type {LegalMove} */ move) {
    const { controller, game } = this;
    const step = this.#lesson.steps?.[this.#step];
    if (!step) return;
    await controller.play(move);
    if (this.store.game !== game) return;
    // The person may have looked back during the animation.
    await this.showPosition();
    if (this.store.game !== game) return;
    if (!step.accepts(move, this.position)) {
      this.#wrong += 1;
      this.tell(text.learn.notTheTask(this.#wrong > 1 && step.text ? this.words(step.text) : null));
      game.remove(game.node);
      await controller.refresh();
      return;
    }
    [this.#step, this.#wrong] = [this.#step + 1, 0];
    if (step.reply) {
      const reply = this.position.moves.find(({ text }) => text === step.reply);
      if (reply) await controller.reply(reply, {});
      if (this.store.game === game) this.tell(pageText("Good. Black has answered; go on."));
    } else this.#finish();
  }

  #finish() {
    this.click = null;
    this.parts.settings.set("lessons", [...this.#solved.add(this.#lesson.key)].join(" "));
    this.draw();
    this.tell(`${pageText("Well done.")} ${text.lessons[this.#lesson.key].done}`);
    this.controller.mark();
  }

  /** Shows the texts of the lesson, and the list of all. */
  draw() {
    const words = text.lessons[this.#lesson.key];
    this.find(".title").textContent = `${this.#index + 1}. ${words.title}`;
    this.find(".text").textContent = words.text;
    this.find(".task").textContent = words.task;
    this.find("button.previous").disabled = this.#index === 0;
    this.find("button.next").disabled = this.#index === LESSONS.length - 1;
    const items = LESSONS.map(({ key }, index) => {
      const { title } = text.lessons[key];
      const isSolved = this.#solved.has(key);
      const state = {
        class: isSolved && "done",
        "aria-label": isSolved && text.learn.solved(title),
        "aria-current": index === this.#index && "step",
      };
      return html("li", {}, button(title, { ...state, click: () => this.#show(index) }));
    });
    replaceButtons(this.find(".lessons"), items);
  }
}
