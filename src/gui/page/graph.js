// The score over the game, from White's view: points that White can expect, move by move. A click jumps.

import { expectation, scoreText } from "./info.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [400, 100];

function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}

export class Graph {
  #element;
  #length = 0;

  /** @param onJump called with the ply that was clicked */
  constructor(element, { onJump }) {
    this.#element = element;
    element.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    element.setAttribute("preserveAspectRatio", "none");
    element.addEventListener("click", (event) => {
      const box = element.getBoundingClientRect();
      onJump(Math.round(((event.clientX - box.left) / box.width) * this.#length));
    });
  }

  /** @param marks what an analysis says of the moves, see `verdicts` */
  draw(game, marks) {
    this.#length = Math.max(game.length, 1);
    const x = (ply) => (ply / this.#length) * WIDTH;
    const y = (score) => HEIGHT - expectation(score) * HEIGHT;
    const points = [];
    for (let ply = 0; ply <= game.length; ply += 1) {
      const score = game.scoreAt(ply);
      if (score) points.push({ ply, score, x: x(ply), y: y(score) });
    }
    const shapes = [shape("rect", { class: "black-part", width: WIDTH, height: HEIGHT })];
    if (points.length > 0) {
      const line = points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(" ");
      const [first, last] = [points[0], points.at(-1)];
      const area = `${first.x},${HEIGHT} ${line} ${last.x},${HEIGHT}`;
      shapes.push(shape("polygon", { class: "white-part", points: area }));
    }
    shapes.push(shape("line", { class: "even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }));
    for (const [ply, mark] of marks.entries()) {
      const score = mark && game.scoreAt(ply + 1);
      if (!score) continue;
      const dot = shape("circle", { class: `fault ${mark.word}`, cx: x(ply + 1), cy: y(score), r: 4 });
      const title = shape("title", {});
      title.textContent = `${mark.word}: ${game.moves[ply].text}`;
      dot.append(title);
      shapes.push(dot);
    }
    const at = x(game.cursor);
    shapes.push(shape("line", { class: "here", x1: at, x2: at, y1: 0, y2: HEIGHT }));
    this.#element.replaceChildren(...shapes);
    const here = game.scoreAt(game.cursor);
    this.#element.setAttribute(
      "aria-label",
      points.length === 0
        ? "Score over the game: nothing is known yet"
        : `Score over the game, ${points.length} of ${game.length + 1} positions; here ${here ? scoreText(here) : "unknown"}`,
    );
  }
}
