// Puzzles: the person finds the moves of one side; the rules judge them and play the answers. A wrong move is refuted by a
// search, and the solution is played on until one sees why it wins. The results choose the difficulty. The moves are played
// on the board of the page, in a game of their own.

/** @import { AttemptState, BoardController, PuzzleAttempt, PuzzleSummary, Rules, Study } from "../package/types.js" */
/** @import { Place } from "../state/modes.js" */

import { say } from "../common/messages.js";
import { endWords, Game, other, Revision, text } from "../package/luctor.js";
import { ExerciseView } from "./exercise_view.js";
import { nextPuzzle, selectPuzzles } from "./puzzle_choice.js";
import { PuzzleResults } from "./puzzle_results.js";

export class Puzzles extends ExerciseView {
  #rules;
  #study;
  /** @type {Map<string, PuzzleSummary[]>} The puzzles of each board. */
  #lists = new Map();
  /** The numbers of the puzzles that were shown. */
  #seen = new Set();
  /** @type {PuzzleAttempt} The puzzle and the moves that were found. */
  #attempt = { variant: "emergo", number: 0, found: [] };
  /** @type {AttemptState | null} */
  #state = null;
  #results = new PuzzleResults();
  /** Does the result of the puzzle count already? The same puzzle again does not change it. */
  #isCounted = false;
  #hints = 0;
  /** The cells that hints have named. */
  #hinted = { piece: null, target: null };
  #isHelped = false;
  #wrong = 0;
  #givenUp = false;
  /** The attempt that is requested last. */
  #wanted = null;
  /** What a question about a puzzle depends on. */
  #asked = new Revision(() => [this.controller.store.mode, this.#wanted, this.#attempt]);

  /** Called with a puzzle that is shown. */
  onShow = (/** @type {Place["puzzle"]} */ puzzle) => {};
  /** Called with a game that the person wants to analyse. */
  onAnalyse = (/** @type {Game} */ game) => {};

  constructor(element, /** @type {BoardController} */ controller, /** @type {Rules} */ rules, /** @type {Study} */ study) {
    super(element, controller);
    this.#rules = rules;
    this.#study = study;
    for (const name of ["variant", "theme", "difficulty", "failed"]) this.on(`[name=${name}]`, "change", () => this.#next());
    this.on("[name=number]", "change", () => this.#choose(Math.round(this.find("[name=number]").valueAsNumber) || 1));
    this.on(".next", "click", () => this.#next());
    this.on(".again", "click", () => this.#again());
    this.on(".hint", "click", () => this.#hint());
    this.on(".solution", "click", () => this.#giveUp());
    this.on(".analyse", "click", () => this.onAnalyse(this.#analysed));
  }

  #value(name) {
    return this.find(`[name=${name}]`).value;
  }

  /** The side that solves the puzzle. */
  get #side() {
    return this.#puzzle.side;
  }

  /** Shows a puzzle, or the last one again. */
  async open({ puzzle = null } = {}) {
    this.#offerThemes();
    this.nextSearch();
    if (puzzle) {
      this.find("[name=variant]").value = puzzle.variant;
      await this.#choose(puzzle.number);
    } else if (this.#attempt.number === 0) await this.#next();
    else await this.#again();
  }

  /** Shows the last puzzle again. A counted result stays, and a hint that was given still counts as help. */
  #again() {
    const { variant, number } = this.#attempt;
    return this.#show(variant, number, { isCounted: this.#isCounted, isHelped: this.#isHelped });
  }

  mayMove(side) {
    return this.isAtEnd && !this.#state.is_solved && side === this.#side;
  }

  async #list(variant) {
    if (!this.#lists.has(variant)) this.#lists.set(variant, await this.#rules.listPuzzles(variant));
    return this.#lists.get(variant);
  }

  async #next() {
    const variant = this.#value("variant");
    const list = await this.#asked.answer(this.#list(variant));
    if (list === null) return;
    const { solved, failed } = this.#results.of(variant);
    const fitting = this.#fitting(list);
    const numbers = this.find("[name=failed]").checked ? fitting.filter((one) => failed.includes(one)) : this.#byResults(list, fitting);
    this.#drawCount();
    const isSeen = this.find("[name=failed]").checked
      ? (one) => one === this.#attempt.number
      : (one) => this.#seen.has(`${variant} ${one}`) || solved.includes(one) || failed.includes(one);
    const number = nextPuzzle(numbers, isSeen, Math.random());
    if (number !== null) await this.#show(variant, number);
    else this.tell(text.puzzles.none);
  }

  get #isByResults() {
    return this.#value("difficulty") === "results";
  }

  /** The numbers of the puzzles with the theme and the difficulty that the person chose. @param {PuzzleSummary[]} list */
  #fitting(list) {
    const difficulty = this.#isByResults ? 0 : Number(this.#value("difficulty"));
    return selectPuzzles(list, { theme: this.#value("theme"), difficulty });
  }

  /** Of these puzzles those of the difficulty that fits the results, or all if there is none. */
  #byResults(list, numbers) {
    const fits = numbers.filter((one) => list[one - 1].difficulty === this.#results.difficulty);
    return this.#isByResults && fits.length > 0 ? fits : numbers;
  }

  #drawCount() {
    const variant = this.#value("variant");
    const list = this.#lists.get(variant);
    if (!list) return;
    const { solved, failed } = this.#results.of(variant);
    const words = [text.puzzles.count(this.#fitting(list).length)];
    if (solved.length + failed.length > 0) words.push(text.puzzles.results(solved.length, failed.length));
    this.find(".count").textContent = words.join(" · ");
  }

  /** Counts the result of the puzzle. Returns a sentence about the next difficulty, or "". */
  #count(result) {
    if (this.#isCounted) return "";
    this.#isCounted = true;
    const change = this.#results.add(this.#attempt.variant, this.#attempt.number, result);
    this.#drawCount();
    return change !== 0 && this.#isByResults ? text.puzzles.nextDifficulty(this.#results.difficulty) : "";
  }

  async #choose(number) {
    const variant = this.#value("variant");
    const list = await this.#asked.answer(this.#list(variant));
    if (list === null) return;
    const chosen = Math.min(Math.max(number, 1), list.length);
    const isSame = variant === this.#attempt.variant && chosen === this.#attempt.number;
    await (isSame ? this.#again() : this.#show(variant, chosen));
  }

  async #show(variant, number, { isCounted = false, isHelped = false } = {}) {
    this.nextSearch();
    const attempt = (this.#wanted = { variant, number, found: [] });
    const first = this.#list(variant).then(() => this.#rules.solvePuzzle(attempt, { kind: "show" }));
    const { state } = (await this.#asked.answer(first)) ?? {};
    if (!state) return;
    this.#seen.add(`${variant} ${number}`);
    [this.#attempt, this.#state, this.#wrong, this.#givenUp] = [attempt, state, 0, false];
    [this.#isCounted, this.#isHelped] = [isCounted, isHelped];
    this.#forgetHint();
    this.tell("");
    const { start, blocked } = state.game;
    const game = (this.game = new Game({ variant, blocked, start }));
    if ((await this.#asked.answer(this.controller.check(game).then(() => game))) === null) return;
    this.controller.store.view.turned = this.#side === "b";
    await this.controller.take(game);
    if (this.controller.store.game !== game) return;
    this.onShow({ variant, number });
    say(this.#task);
    this.draw();
  }

  #forgetHint() {
    [this.#hints, this.#hinted] = [0, { piece: null, target: null }];
    this.showLine([]);
  }

  get #puzzle() {
    return this.#lists.get(this.#attempt.variant)[this.#attempt.number - 1];
  }

  get #task() {
    return text.puzzles.tasks[this.#puzzle.goal](this.#side);
  }

  /** The game on the board, for an analysis. */
  get #analysed() {
    const game = new Game(this.game.at(this.game.length));
    game.goTo(this.game.cursor);
    return game;
  }

  /** Offers the themes in the language of the page. */
  #offerThemes() {
    const field = this.find("[name=theme]");
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
    const puzzle = this.#puzzle;
    this.#drawCount();
    this.element.dataset.puzzle = `${variant} ${number}`;
    this.find("[name=number]").max = String(list.length);
    this.find("[name=number]").value = String(number);
    this.find(".task").textContent = this.#task;
    const { moves_left: left, is_solved: isSolved } = this.#state;
    const isOver = isSolved || this.#givenUp;
    const facts = [text.puzzles.difficulty(puzzle.difficulty)];
    if (!isSolved) facts.push(text.puzzles.left(left));
    // Earlier, the themes would reveal the solution.
    if (isOver) facts.push(...puzzle.themes.map((theme) => text.puzzles.themes[theme]));
    this.find(".facts").textContent = facts.join(" · ");
    this.find(".hint").disabled = this.find(".solution").disabled = isOver;
    this.find(".analyse").disabled = !isOver;
    this.find(".next").classList.toggle("main", isOver);
  }

  async play(move) {
    const { game } = this.controller.store;
    const attempt = this.#attempt;
    this.nextSearch();
    const answer = this.controller.during(() => this.#rules.solvePuzzle(attempt, { kind: "move", text: move.text }));
    const { state, reply } = (await this.#asked.answer(answer)) ?? {};
    if (!state) return;
    this.#forgetHint();
    if (reply.kind === "wrong") {
      await this.#refute(move);
      return;
    }
    this.#attempt = { ...attempt, found: [...attempt.found, move.text] };
    this.#state = state;
    const sentence = state.is_solved ? this.#solvedWords() : text.puzzles.right(state.moves_left);
    for (const played of reply.played) {
      await this.controller.play(played);
      if (this.controller.store.game !== game) return;
    }
    this.tell(sentence, "right");
    this.draw();
    if (state.is_solved) await this.#explain([], sentence, "right");
  }

  #solvedWords() {
    const winIn = this.#state.solution.win_in;
    const next = this.#count(this.#isHelped ? "with help" : "at once");
    return [text.puzzles.solved(this.#wrong), next, winIn === null ? "" : text.puzzles.proved(winIn)].filter(Boolean).join(" ");
  }

  /**
   * Plays the game on after the solution, and adds the verdict to a sentence. `rest` are the moves of the solution that were
   * not played.
   */
  async #explain(rest, sentence, kind) {
    const signal = this.nextSearch();
    const { game, solution } = this.#state;
    const solved = { ...game, moves: solution.moves };
    const found = await this.#study.playOut(solved, { signal });
    if (found === null || signal.aborted) return;
    const { line, expected, ending } = found;
    const after = await this.#rules.describe({ ...solved, moves: [...solved.moves, ...line] }, this.controller.store.view);
    if (signal.aborted) return;
    const held = { w: 0, b: 0 };
    for (const { column } of after.cells) if (column) held[column.owner] += column.prisoners;
    const verdict = ending !== null
      ? text.puzzles.verdictEnd(endWords(ending))
      : text.puzzles.verdict(this.#side, held[this.#side], held[other(this.#side)], Math.round(expected * 100));
    this.tell(`${sentence} ${verdict}`, kind);
    this.showLine([...rest, ...line]);
  }

  async #refute(move) {
    this.#wrong += 1;
    this.#count("failed");
    const signal = this.nextSearch();
    const wrong = this.words(move.text);
    this.controller.forget();
    this.tell(text.puzzles.notSolution(wrong), "wrong");
    const found = await this.#study.refute(this.#attempt, move.text, { signal });
    if (found === null || signal.aborted) return;
    const { line, expected, reaches_goal: reachesGoal, ending } = found;
    const percent = Math.round(expected * 100);
    const words = reachesGoal
      ? text.puzzles.notRefuted(wrong, this.#side, percent)
      : ending !== null
        ? text.puzzles.wrongEnd(wrong, endWords(ending))
        : text.puzzles.wrong(wrong, other(this.#side), this.words(...line.slice(0, 1)), this.#side, percent);
    this.tell(words, "wrong");
    this.showLine([move.text, ...line]);
  }

  async #hint() {
    await this.showPosition();
    this.nextSearch();
    this.showLine([]);
    this.#hints = Math.min(this.#hints + 1, 2);
    this.#isHelped = true;
    const answer = await this.#asked.answer(this.#rules.solvePuzzle(this.#attempt, { kind: "hint", number: this.#hints }));
    if (answer?.reply?.kind !== "hint") return;
    const name = (cell) => this.controller.board.names.get(cell);
    const { piece, target } = answer.reply;
    const hinted = this.#hinted;
    // After the cells comes the idea.
    const words = piece !== null
      ? text.puzzles.hintPiece(name(piece))
      : hinted.target !== target
        ? text.puzzles.hintTarget(name(target))
        : this.#idea;
    this.#hinted = { piece: piece ?? hinted.piece, target };
    // A capture can return to its origin.
    this.showArrows([[...new Set([this.#hinted.piece, target])].filter(Boolean).join("-")]);
    this.tell(words);
  }

  /** What the themes of the puzzle are about, in a sentence or more. */
  get #idea() {
    const { themes, goal } = this.#puzzle;
    const { ideas, goals } = text.puzzles;
    return themes.map((theme) => ideas[theme]).join(" ") || goals[goal];
  }

  async #giveUp() {
    await this.showPosition();
    this.nextSearch();
    const { state } = (await this.#asked.answer(this.#rules.solvePuzzle(this.#attempt, { kind: "give_up" }))) ?? {};
    if (!state) return;
    [this.#state, this.#givenUp] = [state, true];
    this.#count("failed");
    const rest = state.solution.moves.slice(state.game.moves.length);
    this.tell(text.puzzles.solution);
    this.showLine(rest);
    this.draw();
    await this.#explain(rest, text.puzzles.solution, "");
  }
}
