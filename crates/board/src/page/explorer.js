// The explorer: what was played in the position on the board, by the server's index of games. Without an index there is none.

/** @import { ExplorerAnswer, ExplorerMove, GameText } from "./types.js" */

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

export class Explorer {
  #element;
  #rules;
  #isAbsent = false;
  #ticket = 0;
  #shown = "";
  /** @type {ExplorerAnswer | null} */
  #answer = null;

  /** `onPlay` is called with the move of a row, `onHover` with the move under the pointer in a list, or null. */
  constructor(element, rules, { onPlay, onHover, names }) {
    this.#element = element;
    this.#rules = rules;
    this.onPlay = onPlay;
    this.onHover = onHover;
    this.names = names;
  }

  /**
   * Shows what was played in a position. Of the last two requests only the later one is shown.
   *
   * @param {GameText} game
   */
  async look(game) {
    const ticket = ++this.#ticket;
    const position = JSON.stringify(game);
    if (this.#isAbsent || position === this.#shown) return;
    let found;
    try {
      found = await this.#rules.explore(game);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (ticket === this.#ticket) this.#fail(refusalWords(error.refusal));
      return;
    }
    if (ticket !== this.#ticket) return;
    this.#isAbsent = found === null;
    this.#element.hidden = this.#isAbsent;
    [this.#answer, this.#shown] = [found, position];
    this.draw();
  }

  #fail(sentence) {
    [this.#answer, this.#shown] = [null, ""];
    this.#element.hidden = false;
    this.#element.querySelector(".games").textContent = sentence;
    this.#element.querySelector("table").hidden = true;
  }

  draw() {
    const answer = this.#answer;
    if (answer === null) return;
    this.#element.querySelector(".games").textContent = text.explorer.found(answer.games);
    const heads = ["move", "games", "results", "score"].map((key) => {
      const head = document.createElement("th");
      head.scope = "col";
      head.textContent = text.explorer[key];
      return head;
    });
    this.#element.querySelector("table").hidden = answer.moves.length === 0;
    this.#element.querySelector("thead tr").replaceChildren(...heads);
    this.#element.querySelector("tbody").replaceChildren(...answer.moves.flatMap((move) => this.#rows(move, answer.side)));
  }

  /** The row of a move, and the row of its example games. @param {ExplorerMove} move */
  #rows(move, side) {
    const row = document.createElement("tr");
    row.className = "move";
    const cells = [this.#button(move), String(move.games), this.#results(move), meanScore(move.mean_score, side)];
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
