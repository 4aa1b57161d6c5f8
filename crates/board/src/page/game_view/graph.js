// The graph of White's expected result over the game. It is a slider: clicks and keys choose a position of the game.

import { Game, isError, pageText, scoreText, shownMove, svg, text } from "../package/luctor.js";

const [WIDTH, HEIGHT] = [400, 100];
/** Plies that Page Up and Page Down move. */
const PAGE = 10;

export class Graph {
  #element;
  #game = new Game();

  /** `onJump` is called with the chosen ply. */
  constructor(/** @type {HTMLElement} */ element, /** @type {{ onJump: (ply: number) => unknown }} */ { onJump }) {
    this.#element = element;
    element.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    element.setAttribute("preserveAspectRatio", "none");
    element.addEventListener("click", (event) => {
      const box = element.getBoundingClientRect();
      onJump(Math.round(((event.clientX - box.left) / box.width) * this.#game.length));
    });
    element.addEventListener("keydown", (event) => {
      const to = this.#target(event.key);
      if (to === null || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      onJump(Math.min(Math.max(to, 0), this.#game.length));
    });
  }

  /** The ply that a key chooses, or null. */
  #target(/** @type {string} */ key) {
    const { cursor: at, length } = this.#game;
    const arrows = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1 };
    /** @type {Partial<Record<string, number>>} */
    const targets = { ...arrows, PageDown: at - PAGE, PageUp: at + PAGE, Home: 0, End: length };
    return targets[key] ?? null;
  }

  /** `names` are the names of the cells on the board. */
  draw(/** @type {Game} */ game, /** @type {Map<string, string>} */ names) {
    this.#game = game;
    const x = (/** @type {number} */ ply) => (ply / Math.max(game.length, 1)) * WIDTH;
    const y = (/** @type {number} */ expected) => HEIGHT - expected * HEIGHT;
    const points = [];
    for (let ply = 0; ply <= game.length; ply += 1) {
      const expected = game.expectedAt(ply);
      if (expected !== null) points.push({ x: x(ply), y: y(expected) });
    }
    const shapes = [];
    if (points.length > 0) {
      const line = points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(" ");
      const [first, last] = [points[0], points[points.length - 1]];
      // The area without scores is left empty.
      shapes.push(svg("rect", { class: "black-part", x: first.x, width: last.x - first.x, height: HEIGHT }));
      const area = `${first.x},${HEIGHT} ${line} ${last.x},${HEIGHT}`;
      shapes.push(svg("polygon", { class: "white-part", points: area }));
    }
    shapes.push(svg("line", { class: "even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }));
    for (const [ply, { text: move, report }] of game.moves.entries()) {
      const expected = game.expectedAt(ply + 1);
      const mark = report?.mark ?? null;
      if (!isError(mark) || expected === null) continue;
      const title = `${text.report.marks[mark]}: ${shownMove(move, names)}`;
      shapes.push(svg("circle", { class: `error ${mark}`, cx: x(ply + 1), cy: y(expected), r: 4 }, svg("title", {}, title)));
    }
    const at = x(game.cursor);
    shapes.push(svg("line", { class: "here", x1: at, x2: at, y1: 0, y2: HEIGHT }));
    this.#element.replaceChildren(...shapes);
    const value = { "aria-valuemax": game.length, "aria-valuenow": game.cursor, "aria-valuetext": placeWords(game, names) };
    for (const [attribute, text] of Object.entries(value)) this.#element.setAttribute(attribute, String(text));
  }
}

/** The place of the cursor: `turn 6, Black's e5, mistake; score for White +0.35`. */
function placeWords(/** @type {Game} */ game, /** @type {Map<string, string>} */ names) {
  const ply = game.cursor - 1;
  const score = game.scoreAt(game.cursor);
  const known = score ? scoreText(score) : pageText("unknown");
  if (ply < 0) return text.analysis.placeStart(known);
  const { turn, side } = game.numberOf(ply);
  const mark = game.moves[ply].report?.mark;
  const verdict = mark ? text.report.marks[mark] : "";
  return text.analysis.place(turn, side, shownMove(game.moves[ply].text, names), verdict, known);
}
