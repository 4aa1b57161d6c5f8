// The explorer: what is known about the position on the board: the exact result of an ending, the opening book, and what was
// played.

/** @import { BoardController, BookEntry, EndingMoveReport, ExplorerAnswer, ExplorerMove, PositionReport, Rules, Side } from "../package/types.js" */
/** @import { Play } from "../play/play.js" */

import { errorWords } from "../common/messages.js";
import { Part } from "../common/part.js";
import { button, forWhite, html, pageText, scoreText, shownMove, text } from "../package/luctor.js";
import { shows } from "../state/modes.js";

/**
 * The shares of the results in percent, or null without results. Pure.
 *
 * @param {{ white: number, draws: number, black: number }} counts
 */
export function shares({ white, draws, black }) {
  const all = white + draws + black;
  return all === 0 ? null : [white, draws, black].map((part) => (100 * part) / all);
}

/** A mean score of the side to move in men, from White's view: `+0.35`. */
function meanScore(/** @type {number | null} */ centimen, /** @type {Side} */ side) {
  return centimen === null ? "–" : scoreText(forWhite({ centimen }, side));
}

/** The moves of the winner to the end. */
const movesOf = (/** @type {EndingMoveReport | PositionReport} */ value) => ("plies" in value ? Math.ceil(value.plies / 2) : 0);

/**
 * What is known about the last position of a game. `game` is this game as JSON.
 *
 * @typedef {{ game: string, side: Side, found: ExplorerAnswer | null, book: BookEntry[], ending: PositionReport | null }} Known
 */

/** @type {Known} */
const NOTHING = { game: "", side: "white", found: null, book: [], ending: null };

/** @extends {Part<{ controller: BoardController, rules: Rules, play: Play }>} */
export class Explorer extends Part {
  #known = NOTHING;

  constructor(/** @type {Explorer["parts"]} */ parts) {
    super(parts, "#explorer");
    this.store.listen(["position", "mode"], () => this.#show());
  }

  /** Shows what is known about the position on the board. */
  async #show() {
    const { store } = this;
    if (!store.isShown || !shows(store.mode, "#explorer")) return;
    const { side } = this.position;
    const game = store.game.at();
    const asked = JSON.stringify(game);
    this.element.setAttribute("aria-busy", String(asked !== this.#known.game));
    if (asked === this.#known.game) return;
    let sentence = null;
    let known = null;
    try {
      known = await store.boardRevision.answer(this.parts.rules.explore(game));
      if (known === null) return;
    } catch (error) {
      // The board is the same without it.
      sentence = errorWords(error);
    }
    this.element.setAttribute("aria-busy", "false");
    this.element.hidden = false;
    this.#known = known === null ? NOTHING : { ...known, side, game: asked };
    this.find(".games").textContent = sentence;
    this.draw();
  }

  draw() {
    const { found, book, ending, side } = this.#known;
    this.find(".exact").hidden = ending === null;
    if (ending) {
      this.find(".exact .result").textContent = text.explorer.exact[ending.result](side, movesOf(ending));
      const words = (/** @type {EndingMoveReport} */ report) => text.explorer.exactMove[report.result](movesOf(report));
      this.#list(
        ".exact ol",
        ending.moves.map((report) => ({ move: report.move, words: words(report) })),
      );
    }
    this.find(".book").hidden = book.length === 0;
    this.#list(
      ".book ol",
      book.map(({ move, evaluation }) => ({ move, words: scoreText(forWhite(evaluation, side)) })),
    );
    this.#drawGames(found, side);
  }

  /** Fills a list with moves, and with words about each. */
  #list(/** @type {string} */ list, /** @type {{ move: string, words: string }[]} */ moves) {
    const items = moves.map(({ move, words }) => html("li", {}, this.#button(move), " ", html("span", {}, words)));
    this.find(list).replaceChildren(...items);
  }

  #drawGames(/** @type {ExplorerAnswer | null} */ found, /** @type {Side} */ side) {
    this.find("table").hidden = found === null || found.moves.length === 0;
    if (found === null) return;
    this.find(".games").textContent = text.explorer.found(found.games);
    // Lists of moves have no scores.
    /** @type {("move" | "games" | "results" | "score")[]} */
    const columns = ["move", "games", "results"];
    if (found.moves.some(({ scored }) => scored > 0)) columns.push("score");
    this.find("thead tr").replaceChildren(...columns.map((key) => html("th", { scope: "col" }, text.explorer[key])));
    this.find("tbody").replaceChildren(...found.moves.flatMap((move) => this.#rows(move, side, columns.length)));
  }

  /** The row of a move, and the row of its example games. */
  #rows(/** @type {ExplorerMove} */ move, /** @type {Side} */ side, /** @type {number} */ columns) {
    const cells = [
      html("td", {}, this.#button(move.move, move.symmetric)),
      html("td", { class: "number" }, String(move.games)),
      html("td", {}, results(move)),
      html("td", { class: "number", title: text.explorer.scored(move.scored) }, meanScore(move.mean_score, side)),
    ].slice(0, columns);
    return [
      html("tr", { class: "move" }, ...cells),
      html("tr", { class: "examples" }, html("td", { colspan: columns }, examples(move))),
    ];
  }

  #button(/** @type {string} */ move, /** @type {string[]} */ others = []) {
    const [shown, ...symmetric] = [move, ...others].map((one) => shownMove(one, this.controller.board.names));
    const [look, leave] = [() => this.controller.showArrows([move]), () => this.controller.showArrows(null)];
    const looks = { pointerenter: look, focus: look, pointerleave: leave, blur: leave };
    const title = symmetric.length > 0 && text.explorer.symmetric(symmetric.join(", "));
    return button(shown, { title, click: () => this.parts.play.playLine([move]), ...looks });
  }
}

/** The results as a bar, with their shares as text. */
function results(/** @type {ExplorerMove} */ move) {
  const parts = shares(move);
  if (parts === null) return "–";
  const [white, draws, black] = parts.map(Math.round);
  const words = text.analysis.chances(white, draws, black);
  const bar = ["white", "draws", "black"].map((name, index) => {
    const part = html("span", { class: name }, parts[index] >= 20 ? `${Math.round(parts[index])}` : "");
    // The content policy forbids attributes of style.
    part.style.flexGrow = String(parts[index]);
    return part;
  });
  return html("span", { class: "results", title: words, role: "img", "aria-label": words }, ...bar);
}

function examples(/** @type {ExplorerMove} */ { sources }) {
  const items = sources
    .flatMap(({ examples: games }) => games)
    .map(({ file, number, white, black, date, result }) => {
      const players = white || black ? `${white ?? "?"} – ${black ?? "?"}` : "";
      return html("li", {}, [players, result, date, [file, number].filter(Boolean).join(" ")].filter(Boolean).join(", "));
    });
  const summary = `${pageText("examples")}: ${sources.map(({ source, games }) => `${source} ${games}`).join(", ")}`;
  return html("details", {}, html("summary", {}, summary), html("ul", {}, ...items));
}
