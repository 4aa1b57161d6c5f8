// The explorer: what is known about the position on the board: the exact result of an ending, the opening book, and what was
// played.

/** @import { BookEntry, EvaluationData, ExactEnding, ExactResult, ExplorerAnswer, ExplorerMove, GameText, Side } from "./types.js" */

import { forWhite, scoreText } from "./info.js";
import { shownMove } from "./move_text.js";
import { Refused } from "./rules_client.js";
import { text } from "./text.js";
import { refusalWords } from "./words.js";

/**
 * The shares of the results in percent, or null without results. Pure.
 *
 * @param {{ white: number, draws: number, black: number }} counts
 */
export function shares({ white, draws, black }) {
  const all = white + draws + black;
  return all === 0 ? null : [white, draws, black].map((part) => (100 * part) / all);
}

/** A mean score of the side to move in men, from White's view: `+0.35`. Pure. */
export function meanScore(centimen, side) {
  return centimen === null ? "–" : scoreText(forWhite({ cp: centimen }, side === "white" ? "w" : "b"));
}

/** A score of the opening book from White's view. Pure. @param {EvaluationData} evaluation @param {Side} side */
const bookScore = (evaluation, side) => scoreText(forWhite("mate" in evaluation ? evaluation : { cp: evaluation.centimen }, side));

/** The moves of the winner to the end. @param {ExactResult} result */
const movesOf = (result) => ("moves" in result ? result.moves : 0);

export class Explorer {
  #element;
  #store;
  #rules;
  #shown = "";
  /** @type {{ found: ExplorerAnswer | null, book: BookEntry[], ending: ExactEnding | null, side: Side } | null} */
  #known = null;

  /** `onPlay` is called with the move of a row, `onHover` with the move under the pointer in a list, or null. */
  constructor(element, store, rules, { onPlay, onHover, names }) {
    this.#element = element;
    this.#store = store;
    this.#rules = rules;
    this.onPlay = onPlay;
    this.onHover = onHover;
    this.names = names;
  }

  /**
   * Shows what is known about the position on the board.
   *
   * @param {GameText} game
   * @param {Side} side the side to move
   */
  async look(game, side) {
    const position = JSON.stringify(game);
    this.#element.setAttribute("aria-busy", String(position !== this.#shown));
    if (position === this.#shown) return;
    let sentence = null;
    let known = null;
    try {
      known = await this.#store.board.answer(this.#rules.explore(game));
      if (known === null) return;
    } catch (error) {
      // The board is the same without it.
      sentence = error instanceof Refused ? refusalWords(error.refusal) : error.message;
    }
    this.#element.setAttribute("aria-busy", "false");
    this.#element.hidden = false;
    [this.#known, this.#shown] = known === null ? [null, ""] : [{ ...known, side }, position];
    this.#element.querySelector(".games").textContent = sentence;
    this.draw();
  }

  draw() {
    const known = this.#known;
    const ending = known?.ending ?? null;
    const exact = this.#element.querySelector(".exact");
    exact.hidden = ending === null;
    if (ending) {
      exact.querySelector(".result").textContent = text.explorer.exact[ending.result.kind](known.side, movesOf(ending.result));
      this.#list(exact, ending.moves, ({ result }) => text.explorer.exactMove[result.kind](movesOf(result)));
    }
    const book = this.#element.querySelector(".book");
    book.hidden = !known || known.book.length === 0;
    if (known) this.#list(book, known.book, ({ evaluation }) => bookScore(evaluation, known.side));
    this.#drawGames(known?.found ?? null);
  }

  /** Fills the list of a part with moves, and with words about each. */
  #list(part, moves, words) {
    const items = moves.map((move) => {
      const [item, about] = [document.createElement("li"), document.createElement("span")];
      about.textContent = words(move);
      item.append(this.#button(move), " ", about);
      return item;
    });
    part.querySelector("ol").replaceChildren(...items);
  }

  /** @param {ExplorerAnswer | null} found */
  #drawGames(found) {
    const table = this.#element.querySelector("table");
    table.hidden = found === null || found.moves.length === 0;
    if (found === null) return;
    this.#element.querySelector(".games").textContent = text.explorer.found(found.games);
    // Lists of moves have no scores.
    const columns = ["move", "games", "results", ...(found.moves.some(({ scored }) => scored > 0) ? ["score"] : [])];
    const heads = columns.map((key) => {
      const head = document.createElement("th");
      head.scope = "col";
      head.textContent = text.explorer[key];
      return head;
    });
    table.querySelector("thead tr").replaceChildren(...heads);
    table.querySelector("tbody").replaceChildren(...found.moves.flatMap((move) => this.#rows(move, found.side, columns.length)));
  }

  /** The row of a move, and the row of its example games. @param {ExplorerMove} move */
  #rows(move, side, columns) {
    const row = document.createElement("tr");
    row.className = "move";
    const cells = [this.#button(move), String(move.games), this.#results(move), meanScore(move.mean_score, side)].slice(0, columns);
    row.append(
      ...cells.map((content, index) => {
        const cell = document.createElement("td");
        if (typeof content === "string") cell.className = "number";
        if (index === 3) cell.title = text.explorer.scored(move.scored);
        cell.append(content);
        return cell;
      }),
    );
    const [examples, cell] = [document.createElement("tr"), document.createElement("td")];
    examples.className = "examples";
    cell.colSpan = cells.length;
    cell.append(this.#examples(move));
    examples.append(cell);
    return [row, examples];
  }

  #button(move) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = shownMove(move.move, this.names());
    const symmetric = (move.symmetric ?? []).map((one) => shownMove(one, this.names()));
    if (symmetric.length > 0) button.title = text.explorer.symmetric(symmetric.join(", "));
    for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => this.onHover([move.move]));
    for (const event of ["pointerleave", "blur"]) button.addEventListener(event, () => this.onHover(null));
    button.addEventListener("click", () => this.onPlay(move.move));
    return button;
  }

  /** The results as a bar, with their shares as text. */
  #results(move) {
    const parts = shares(move);
    const bar = document.createElement("span");
    if (parts === null) {
      bar.textContent = "–";
      return bar;
    }
    const words = text.explorer.shares(...parts.map((part) => Math.round(part)));
    bar.className = "results";
    bar.title = words;
    bar.role = "img";
    bar.ariaLabel = words;
    for (const [index, name] of ["white", "draws", "black"].entries()) {
      const part = document.createElement("span");
      part.className = name;
      part.style.flexGrow = String(parts[index]);
      part.textContent = parts[index] >= 20 ? `${Math.round(parts[index])}` : "";
      bar.append(part);
    }
    return bar;
  }

  /** @param {ExplorerMove} move */
  #examples({ sources }) {
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = `${text.explorer.examples}: ${sources.map(({ source, games }) => `${source} ${games}`).join(", ")}`;
    const list = document.createElement("ul");
    for (const { examples } of sources) {
      for (const { file, number, white, black, date, result } of examples) {
        const item = document.createElement("li");
        const players = white || black ? `${white ?? "?"} – ${black ?? "?"}` : "";
        item.textContent = [players, result, date, [file, number].filter(Boolean).join(" ")].filter(Boolean).join(", ");
        list.append(item);
      }
    }
    details.append(summary, list);
    return details;
  }
}
