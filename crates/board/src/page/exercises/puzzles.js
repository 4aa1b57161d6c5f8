// Puzzles: the person finds the moves of one side; the rules judge them and play the answers. A wrong move is refuted by a
// search, and the solution is played on until one sees why it wins. The moves are played on the board of the page, in a game of
// their own.

/** @import { AttemptState, BoardController, GameText, LegalMove, PuzzleAttempt, PuzzleSolution } from "../package/types.js" */
/** @import { Rules, Side, Study, Variant } from "../package/types.js" */
/** @import { Addresses } from "../state/address.js" */
/** @import { Place } from "../state/modes.js" */
/** @import { Result } from "./puzzle_results.js" */

import { announce, showNotice } from "../common/messages.js";
import { endWords, Game, other, pageText, percent, refusalWords, Revision, text } from "../package/luctor.js";
import { ExerciseBase } from "./exercise_base.js";
import { PuzzleFilter } from "./puzzle_filter.js";

/**
 * A try at a puzzle. `isCounted` tells whether its result counts already. The same puzzle again does not change the result, and a
 * hint that was given still counts as help.
 */
const newTry = (
  /** @type {PuzzleAttempt} */ attempt,
  /** @type {AttemptState | null} */ state,
  { isCounted = false, isHelped = false } = {},
) => ({
  attempt,
  state,
  isCounted,
  isHelped,
  wrong: 0,
  /** @type {Map<"hint_piece" | "hint_target", string>} The hints to the next move that were given, with their cells. */
  hints: new Map(),
});

/** @extends {ExerciseBase<{ controller: BoardController, rules: Rules, study: Study, addresses: Addresses }>} */
export class Puzzles extends ExerciseBase {
  #filter;
  #try = newTry({ variant: "emergo", number: 0, found: [] }, null);
  /** @type {Map<string, ReturnType<typeof newTry>>} The last try at each puzzle, by its board and number. */
  #tries = new Map();
  /** What the person asked for last. */
  #wanted = {};
  /** What a question about a puzzle depends on. */
  #asked = new Revision(() => [this.store.mode, this.#wanted, this.#try.attempt]);

  constructor(/** @type {Puzzles["parts"]} */ parts) {
    super(parts, "#puzzles");
    this.#filter = new PuzzleFilter(parts);
    for (const name of ["variant", "theme", "difficulty", "failed"]) this.on(`[name=${name}]`, "change", () => this.#next());
    this.on("[name=number]", "change", () => this.#choose(Math.round(this.field("number").valueAsNumber) || 1));
    this.on(".next", "click", () => this.#next());
    this.on(".again", "click", () => this.#again());
    this.on(".hint", "click", () => this.#hint());
    this.on(".solution", "click", () => this.#giveUp());
  }

  get #side() {
    return this.#puzzle.side;
  }

  /** Shows a puzzle, or the last one again. */
  async open(/** @type {Partial<Place>} */ { puzzle } = {}) {
    this.draw();
    this.nextSearch();
    if (puzzle) {
      this.#filter.field("variant").value = puzzle.variant;
      await this.#choose(puzzle.number);
    } else if (this.#try.attempt.number === 0) await this.#next();
    else await this.#again();
  }

  #again() {
    const { variant, number } = this.#try.attempt;
    return this.#show(variant, number, this.#try);
  }

  /** Has the person solved the puzzle, or given up? */
  get #isOver() {
    return Boolean(this.#try.state?.solution);
  }

  mayMove(/** @type {Side} */ side) {
    return this.isAtEnd && !this.#isOver && side === this.#side;
  }

  async #next() {
    const { variant } = this.#filter;
    const list = await this.#asked.answer(this.#filter.list(variant));
    if (list === null) return;
    const number = this.#filter.next(variant, list, this.#try.attempt.number);
    if (number !== null) await this.#show(variant, number);
    else this.tell(pageText("There is no such puzzle."));
  }

  /** Counts the result of the puzzle. Returns a sentence about the next difficulty, or "". */
  #count(/** @type {Result} */ result) {
    if (this.#try.isCounted) return "";
    this.#try.isCounted = true;
    return this.#filter.count(this.#try.attempt, result);
  }

  async #choose(/** @type {number} */ number) {
    // A puzzle that was asked for before does not come any more.
    this.#wanted = {};
    const { variant } = this.#filter;
    const list = await this.#asked.answer(this.#filter.list(variant));
    if (list === null) return;
    const chosen = Math.min(Math.max(number, 1), list.length);
    if (chosen !== number) showNotice(refusalWords({ kind: "no_puzzle", count: list.length }));
    await this.#show(variant, chosen, this.#tries.get(`${variant} ${chosen}`));
  }

  /** Shows a puzzle. `earlier` is a try at the same one. */
  async #show(/** @type {Variant} */ variant, /** @type {number} */ number, earlier = {}) {
    const attempt = (this.#wanted = { variant, number, found: [] });
    const first = this.#filter.list(variant).then(() => this.parts.rules.solvePuzzle(attempt, { kind: "show" }));
    const { state } = (await this.#asked.answer(first)) ?? {};
    if (!state) return;
    // The earlier try may have begun a search in the meantime.
    this.nextSearch();
    this.#try = newTry(attempt, state, earlier);
    this.#tries.set(`${variant} ${number}`, this.#try);
    this.showLine([]);
    this.tell("");
    const game = (this.game = new Game(state.game));
    if ((await this.#asked.answer(this.controller.verify(game))) === null) return;
    this.parts.addresses.show({ mode: "puzzles", puzzle: { variant, number } });
    await this.controller.take(game, this.#side === "black");
    if (this.store.game === game) announce(this.#task);
  }

  get #puzzle() {
    return this.#filter.puzzleOf(this.#try.attempt);
  }

  get #task() {
    return text.puzzles.tasks[this.#puzzle.goal](this.#side);
  }

  /** The game on the board, for an analysis. */
  get analysed() {
    const { game } = this.store;
    const copy = new Game(game.at(game.length));
    copy.goTo(game.cursor);
    return copy;
  }

  draw() {
    const { attempt, state } = this.#try;
    this.#filter.draw(attempt);
    if (state === null) return;
    const { variant, number } = attempt;
    const puzzle = this.#puzzle;
    this.element.dataset.puzzle = `${variant} ${number}`;
    this.find(".task").textContent = this.#task;
    const { moves_left: left } = state;
    const isOver = this.#isOver;
    const facts = [text.puzzles.difficulty(puzzle.difficulty)];
    if (left > 0) facts.push(text.puzzles.left(left));
    // Earlier, the themes would reveal the solution.
    if (isOver) facts.push(...puzzle.themes.map((theme) => text.puzzles.themes[theme]));
    this.find(".facts").textContent = facts.join(" · ");
    this.find("button.hint").disabled = this.find("button.solution").disabled = isOver;
    this.find("button.analyse").disabled = !isOver;
    this.find(".next").classList.toggle("main", isOver);
  }

  async play(/** @type {LegalMove} */ move) {
    const { game } = this.store;
    const tried = this.#try;
    const { attempt } = tried;
    this.nextSearch();
    const answer = this.controller.during(() => this.parts.rules.solvePuzzle(attempt, { kind: "move", text: move.text }));
    const { state, reply } = (await this.#asked.answer(answer)) ?? {};
    if (!state) return;
    this.#try.hints.clear();
    this.showLine([]);
    if (reply?.kind !== "right") {
      await this.#refute(move);
      return;
    }
    Object.assign(this.#try, { attempt: { ...attempt, found: [...attempt.found, move.text] }, state });
    const { solution } = state;
    const sentence = solution ? this.#solvedWords(solution) : text.puzzles.right(state.moves_left);
    for (const played of reply.played) {
      await this.controller.reply(played, {});
      if (this.store.game !== game || this.#try !== tried) return;
    }
    this.tell(sentence, "right");
    if (solution) await this.#explain({ ...state.game, moves: solution.moves }, [], sentence, "right");
  }

  #solvedWords(/** @type {PuzzleSolution} */ { win_in: winIn }) {
    const { isHelped, wrong } = this.#try;
    const next = this.#count(isHelped ? "with help" : "at once");
    return [text.puzzles.solved(wrong), next, winIn === null ? "" : text.puzzles.proved(winIn)].filter(Boolean).join(" ");
  }

  /**
   * Plays a game on after its solution, and adds the verdict to a sentence. `rest` are the moves of the solution that were
   * not played.
   */
  async #explain(
    /** @type {GameText} */ solved,
    /** @type {string[]} */ rest,
    /** @type {string} */ sentence,
    /** @type {"" | "right"} */ kind,
  ) {
    const signal = this.nextSearch();
    const found = await this.parts.study.playOut(solved, { signal });
    if (found === null || signal.aborted) return;
    const { line, expected, ending } = found;
    const after = await this.parts.rules.describe({ ...solved, moves: [...solved.moves, ...line] }, this.store.view);
    if (signal.aborted) return;
    const held = { white: 0, black: 0 };
    for (const { column } of after.cells) if (column) held[column.owner] += column.prisoners;
    const verdict =
      ending !== null
        ? text.puzzles.verdictEnd(endWords(ending))
        : text.puzzles.verdict(this.#side, held[this.#side], held[other(this.#side)], percent(expected));
    this.tell(`${sentence} ${verdict}`, kind);
    this.showLine([...rest, ...line]);
  }

  async #refute(/** @type {LegalMove} */ move) {
    this.#try.wrong += 1;
    this.#count("failed");
    const signal = this.nextSearch();
    const wrong = this.words(move.text);
    this.controller.forget();
    this.tell(text.puzzles.notSolution(wrong), "wrong");
    const found = await this.parts.study.refute(this.#try.attempt, move.text, { signal });
    if (found === null || signal.aborted) return;
    const { line, expected, reaches_goal: reachesGoal, ending } = found;
    const points = percent(expected);
    const words = reachesGoal
      ? text.puzzles.notRefuted(wrong, this.#side, points)
      : ending !== null
        ? text.puzzles.wrongEnd(wrong, endWords(ending))
        : text.puzzles.wrong(wrong, other(this.#side), this.words(...line.slice(0, 1)), this.#side, points);
    this.tell(words, "wrong");
    this.showLine([move.text, ...line]);
  }

  async #hint() {
    await this.showPosition();
    this.nextSearch();
    this.showLine([]);
    const { attempt, hints } = this.#try;
    const number = Math.min(hints.size + 1, 2);
    const { reply } = (await this.#asked.answer(this.parts.rules.solvePuzzle(attempt, { kind: "hint", number }))) ?? {};
    if (!reply) return;
    this.#try.isHelped = true;
    // After the cells comes the idea.
    let words = this.#idea;
    if ("cell" in reply && !hints.has(reply.kind)) {
      hints.set(reply.kind, reply.cell);
      words = text.puzzles[reply.kind](this.words(reply.cell));
    }
    // A capture can return to its origin.
    this.showArrows([[...new Set(hints.values())].join("-")]);
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
    const { state } = (await this.#asked.answer(this.parts.rules.solvePuzzle(this.#try.attempt, { kind: "give_up" }))) ?? {};
    if (!state?.solution) return;
    const given = Object.assign(this.#try, { state });
    this.#count("failed");
    // A capture may have begun.
    await this.controller.refresh();
    if (this.#try !== given) return;
    const { game } = state;
    const { moves } = state.solution;
    const rest = moves.slice(game.moves.length);
    this.tell(pageText("The solution."));
    this.showLine(rest);
    await this.#explain({ ...game, moves }, rest, pageText("The solution."), "");
  }
}
