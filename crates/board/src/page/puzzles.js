// Puzzles: the person finds the moves of one side; the rules judge them and play the answers. A wrong move is refuted by a
// search. The moves are played on the board of the page, in a game of its own.

/** @import { AttemptState, PuzzleSummary } from "./types.js" */

import { ExerciseView } from "./exercise_view.js";
import { Game } from "./game.js";
import { shownMove } from "./move_text.js";
import { nextPuzzle, selectPuzzles } from "./puzzle_choice.js";
import { text } from "./text.js";
import { endWords, other } from "./words.js";

export class Puzzles {
  #element;
  #rules;
  #study;
  #controller;
  #view;
  /** @type {Map<string, PuzzleSummary[]>} The puzzles of each board. */
  #lists = new Map();
  /** The numbers of the puzzles that were shown. */
  #seen = new Set();
  /** The puzzle and the moves that were found. */
  #attempt = { variant: "emergo", number: 0, found: [] };
  /** @type {AttemptState | null} */
  #state = null;
  #hints = 0;
  #hintedPiece = null;
  #wrong = 0;
  #givenUp = false;
  #refuting = null;
  /** The game of the puzzle on the board. */
  #game = null;
  #isAsking = false;
  #shows = 0;
  #isOn = false;

  /**
   * `onBegin` is called with the game of a puzzle, the side that solves it, and a function that tells whether the puzzle is
   * still to be shown; `onShow` with the board and the number of a puzzle that is shown; `onSay` with a sentence.
   */
  constructor(element, rules, study, controller, { onBegin, onShow, onSay }) {
    this.#element = element;
    this.#rules = rules;
    this.#study = study;
    this.#controller = controller;
    this.onBegin = onBegin;
    this.onShow = onShow;
    this.#view = new ExerciseView(element, controller, { onSay });
    const on = (selector, event, act) => this.#find(selector).addEventListener(event, act);
    on("[name=variant]", "change", () => this.#next());
    on("[name=theme]", "change", () => this.#next());
    on("[name=difficulty]", "change", () => this.#next());
    on("[name=number]", "change", () => this.#choose(Math.round(this.#find("[name=number]").valueAsNumber) || 1));
    on(".next", "click", () => this.#next());
    on(".again", "click", () => this.#show(this.#attempt.variant, this.#attempt.number));
    on(".hint", "click", () => this.#hint());
    on(".solution", "click", () => this.#giveUp());
  }

  #find(selector) {
    return this.#element.querySelector(selector);
  }

  #value(name) {
    return this.#find(`[name=${name}]`).value;
  }

  /** The side that solves the puzzle. */
  get #side() {
    return this.#lists.get(this.#attempt.variant)[this.#attempt.number - 1].side;
  }

  /** Shows a puzzle, or the last one again. */
  async open({ puzzle = null } = {}) {
    this.#isOn = true;
    this.#offerThemes();
    this.#refuting?.abort();
    if (puzzle) {
      this.#find("[name=variant]").value = puzzle.variant;
      await this.#choose(puzzle.number);
    } else if (this.#attempt.number === 0) await this.#next();
    else await this.#show(this.#attempt.variant, this.#attempt.number);
  }

  close() {
    this.#isOn = false;
    this.#shows += 1;
    this.#refuting?.abort();
  }

  /** May the person move this side now? */
  mayMove(side) {
    const isShown = this.#game !== null && this.#controller.game === this.#game && this.#game.isAtEnd;
    return isShown && !this.#isAsking && !this.#state.is_solved && side === this.#side;
  }

  step(direction) {
    return this.#view.step(direction);
  }

  shown() {
    this.#view.shown();
  }

  async #list(variant) {
    if (!this.#lists.has(variant)) this.#lists.set(variant, await this.#rules.listPuzzles(variant));
    return this.#lists.get(variant);
  }

  async #next() {
    const variant = this.#value("variant");
    const list = await this.#list(variant);
    if (!this.#isOn) return;
    const filter = { theme: this.#value("theme"), difficulty: Number(this.#value("difficulty")) };
    const numbers = selectPuzzles(list, filter);
    this.#find(".count").textContent = text.puzzles.count(numbers.length);
    const number = nextPuzzle(numbers, (one) => this.#seen.has(`${variant} ${one}`), Math.random());
    if (number !== null) await this.#show(variant, number);
  }

  async #choose(number) {
    const variant = this.#value("variant");
    const list = await this.#list(variant);
    if (this.#isOn) await this.#show(variant, Math.min(Math.max(number, 1), list.length));
  }

  async #show(variant, number) {
    const ticket = ++this.#shows;
    this.#refuting?.abort();
    await this.#list(variant);
    const attempt = { variant, number, found: [] };
    const { state } = await this.#rules.solvePuzzle(attempt, { kind: "show" });
    const isLast = () => ticket === this.#shows;
    if (!isLast()) return;
    this.#seen.add(`${variant} ${number}`);
    [this.#attempt, this.#state, this.#wrong, this.#givenUp] = [attempt, state, 0, false];
    this.#forgetHint();
    this.#view.tell("");
    const { start, blocked } = state.game;
    this.#game = new Game({ variant, blocked, start });
    await this.onBegin(this.#game, this.#side, isLast);
    if (!isLast()) return;
    this.onShow({ variant, number });
    this.#view.onSay(this.#task);
    this.draw();
  }

  #forgetHint() {
    [this.#hints, this.#hintedPiece] = [0, null];
    this.#view.showLine([]);
  }

  get #task() {
    const { goal } = this.#lists.get(this.#attempt.variant)[this.#attempt.number - 1];
    return text.puzzles.tasks[goal](this.#side);
  }

  /** Offers the themes in the language of the page. */
  #offerThemes() {
    const field = this.#find("[name=theme]");
    const { value } = field;
    const themes = Object.entries(text.puzzles.themes).map(([theme, name]) => new Option(name, theme));
    field.replaceChildren(field.firstElementChild, ...themes);
    field.value = value;
  }

  draw() {
    this.#offerThemes();
    const list = this.#lists.get(this.#attempt.variant);
    if (!list || !this.#state) return;
    const { variant, number } = this.#attempt;
    const puzzle = list[number - 1];
    this.#element.dataset.puzzle = `${variant} ${number}`;
    this.#find("[name=number]").max = String(list.length);
    this.#find("[name=number]").value = String(number);
    this.#find(".task").textContent = this.#task;
    const { moves_left: left, is_solved: isSolved } = this.#state;
    const isOver = isSolved || this.#givenUp;
    const facts = [text.puzzles.difficulty(puzzle.difficulty)];
    if (!isSolved) facts.push(text.puzzles.left(left));
    // Earlier, the themes would reveal the solution.
    if (isOver) facts.push(...puzzle.themes.map((theme) => text.puzzles.themes[theme]));
    this.#find(".facts").textContent = facts.join(" · ");
    this.#find(".hint").disabled = this.#find(".solution").disabled = isOver;
  }

  /** The person plays a legal move. */
  async play(move) {
    const { game } = this.#controller;
    const attempt = this.#attempt;
    this.#refuting?.abort();
    this.#isAsking = true;
    const { state, reply } = await this.#rules
      .solvePuzzle(attempt, { kind: "move", text: move.text })
      .finally(() => (this.#isAsking = false));
    if (this.#attempt !== attempt || !this.#isOn) return;
    this.#forgetHint();
    if (reply.kind === "wrong") {
      await this.#refute(move);
      return;
    }
    this.#attempt = { ...attempt, found: [...attempt.found, move.text] };
    this.#state = state;
    const sentence = state.is_solved ? this.#solvedWords : text.puzzles.right(state.moves_left);
    for (const played of reply.played) {
      await this.#controller.play(played);
      if (this.#controller.game !== game) return;
    }
    this.#view.tell(sentence, "right");
    this.draw();
  }

  get #solvedWords() {
    const winIn = this.#state.solution.win_in;
    return [text.puzzles.solved(this.#wrong), winIn === null ? "" : text.puzzles.proved(winIn)].filter(Boolean).join(" ");
  }

  async #refute(move) {
    this.#wrong += 1;
    const refuting = (this.#refuting = new AbortController());
    const shown = (line) => line.map((one) => shownMove(one, this.#controller.board.names)).join(" ");
    this.#controller.forget();
    this.#view.tell(text.puzzles.searching(shown([move.text])), "wrong");
    const found = await this.#study.refute(this.#attempt, move.text, { signal: refuting.signal });
    if (found === null || refuting.signal.aborted) return;
    const { line, expected, reaches_goal: reachesGoal, ending } = found;
    const percent = Math.round(expected * 100);
    const words = reachesGoal
      ? text.puzzles.notRefuted(shown([move.text]), this.#side, percent)
      : ending !== null
        ? text.puzzles.wrongEnd(shown([move.text]), endWords(ending))
        : text.puzzles.wrong(shown([move.text]), other(this.#side), shown(line.slice(0, 1)), this.#side, percent);
    this.#view.tell(words, "wrong");
    this.#view.showLine([move.text, ...line]);
  }

  async #hint() {
    const attempt = this.#attempt;
    await this.#view.showPosition();
    this.#refuting?.abort();
    this.#view.showLine([]);
    this.#hints = Math.min(this.#hints + 1, 2);
    const { reply } = await this.#rules.solvePuzzle(attempt, { kind: "hint", number: this.#hints });
    if (this.#attempt !== attempt || !this.#isOn || reply === null) return;
    const name = (cell) => this.#controller.board.names.get(cell);
    const { piece, target } = reply;
    if (piece !== null) {
      this.#hintedPiece = piece;
      this.#view.showArrows([piece]);
      this.#view.tell(text.puzzles.hintPiece(name(piece)));
    } else {
      this.#view.showArrows([this.#hintedPiece === null ? target : `${this.#hintedPiece}-${target}`]);
      this.#view.tell(text.puzzles.hintTarget(name(target)));
    }
  }

  async #giveUp() {
    const attempt = this.#attempt;
    await this.#view.showPosition();
    this.#refuting?.abort();
    const { state } = await this.#rules.solvePuzzle(attempt, { kind: "give_up" });
    if (this.#attempt !== attempt || !this.#isOn) return;
    this.#givenUp = true;
    const rest = state.solution.moves.slice(state.game.moves.length);
    this.#view.tell(text.puzzles.solution);
    this.#view.showLine(rest);
    this.draw();
  }
}
