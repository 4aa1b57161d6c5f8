// The board: the picture that the referee drew, a button over each cell, marks and arrows. It learns where the
// cells are from the picture, and knows no rule.

import { cellWords } from "./words.js";
import { pathOf } from "./moves.js";

const SVG = "http://www.w3.org/2000/svg";
/** Milliseconds of a jump, and of the pause behind it. */
const SLIDE = 220;
const PAUSE = 130;
/** Milliseconds after which nobody waits for a jump any more: a page that gets hidden animates nothing. */
const LATE = 2_000;

const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  #element;
  #picture;
  #arrows;
  #buttons = new Map();
  #focused = null;

  /** Where the cells are: name of the protocol -> {x, y}, in the picture's units. */
  cells = new Map();
  /** What the cells are called here: name of the protocol -> name on the board. */
  names = new Map();
  /** The columns: name -> text such as `w3b2`. */
  columns = new Map();

  /** @param onCell called with a cell's name when it is clicked  @param onLook with the cell under the pointer or focus, or null */
  constructor(element, { onCell, onLook }) {
    this.#element = element;
    this.onCell = onCell;
    this.onLook = onLook;
    this.#picture = element.querySelector(".picture");
    this.#arrows = element.querySelector(".arrows");
    element.addEventListener("keydown", (event) => this.#walk(event));
    element.addEventListener("pointerleave", () => this.onLook(null));
    element.addEventListener("focusout", () => this.onLook(null));
  }

  /** Shows a picture. */
  draw(picture) {
    const svg = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
    const boxed = svg.getAttribute("viewBox");
    const groups = [...svg.querySelectorAll("g.cell")];
    const names = groups.map((group) => group.dataset.cell).join();
    const moved = groups.map((group) => group.getAttribute("transform")).join();
    svg.setAttribute("aria-hidden", "true");
    svg.querySelector("title")?.remove();
    this.#picture.replaceChildren(document.importNode(svg, true));
    this.columns = new Map([...svg.querySelectorAll("g.piece")].map(({ dataset }) => [dataset.cell, dataset.column]));
    if (this.#layout === names + moved + boxed) return;
    this.#layout = names + moved + boxed;
    this.#arrows.setAttribute("viewBox", boxed);
    this.#place(groups, boxed.split(" ").map(Number));
  }

  #layout = "";

  /** Lays the buttons over the cells. */
  #place(groups, [, , width, height]) {
    this.#element.classList.toggle("hexagonal", groups[0].querySelector("path") !== null);
    this.#element.style.setProperty("--ratio", `${width} / ${height}`);
    this.#element.style.setProperty("--aspect", String(width / height));
    this.cells = new Map();
    this.names = new Map();
    this.#buttons = new Map();
    for (const group of groups) {
      const { cell, name } = group.dataset;
      const [x, y] = group.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
      this.cells.set(cell, { x, y });
      this.names.set(cell, name ?? cell);
      const button = document.createElement("button");
      button.type = "button";
      button.className = "square";
      button.dataset.cell = cell;
      button.tabIndex = -1;
      Object.assign(button.style, {
        left: `${((x - 30) / width) * 100}%`,
        top: `${((y - 30) / height) * 100}%`,
        width: `${(60 / width) * 100}%`,
        height: `${(60 / height) * 100}%`,
      });
      button.addEventListener("click", () => this.onCell(cell));
      button.addEventListener("pointerenter", () => this.onLook(cell));
      button.addEventListener("focus", () => {
        this.#focus(cell);
        this.onLook(cell);
      });
      this.#buttons.set(cell, button);
    }
    this.#element.querySelector(".squares").replaceChildren(...this.#buttons.values());
    this.#focus(this.#buttons.has(this.#focused) ? this.#focused : groups[Math.floor(groups.length / 2)].dataset.cell);
  }

  /** One square is reached by Tab; arrow keys go on from there. */
  #focus(cell) {
    this.#buttons.get(this.#focused)?.setAttribute("tabindex", "-1");
    this.#focused = cell;
    this.#buttons.get(cell).tabIndex = 0;
  }

  #walk(event) {
    const towards = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = this.cells.get(event.target.dataset?.cell);
    if (!towards || !from || !event.target.matches(":focus-visible") || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    // Along the row, or to the nearest row and there to the cell that lies straightest: every cell can be reached.
    let nearest = null;
    for (const [cell, to] of this.cells) {
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const alongRow = towards[0] !== 0;
      const along = alongRow ? dx * towards[0] : dy * towards[1];
      if (along < 1 || (alongRow && Math.abs(dy) > 1)) continue;
      const distance = alongRow ? along : along * 1000 + Math.abs(dx);
      if (!nearest || distance < nearest.distance) nearest = { cell, distance };
    }
    if (nearest) this.#buttons.get(nearest.cell).focus();
  }

  /**
   * Marks cells. `marks` is a map from cells to lists of words: legal, origin, next, end, forbidden, threatened;
   * `reasons` says of forbidden cells why.
   */
  mark(marks, reasons) {
    for (const [cell, button] of this.#buttons) {
      const words = marks.get(cell) ?? [];
      button.className = ["square", ...words].join(" ");
      const reason = reasons.get(cell);
      button.title = reason ?? "";
      const told = words.filter((word) => word !== "forbidden").map((word) => MARKS[word] ?? word);
      const label = [`${this.names.get(cell)}: ${cellWords(this.columns.get(cell))}`, ...told];
      if (reason) label.push(`forbidden: ${reason}`);
      button.setAttribute("aria-label", label.join("; "));
    }
  }

  /** Draws moves as arrows, the first strongest: {move, className}. */
  arrows(list) {
    const shapes = list.flatMap(({ move, className }) => {
      const path = pathOf(move)
        .map((cell) => this.cells.get(cell))
        .filter(Boolean);
      if (path.length === 0) return [];
      if (path.length === 1) {
        const ring = document.createElementNS(SVG, "circle");
        Object.entries({ cx: path[0].x, cy: path[0].y, r: 22, class: `arrow ${className}` }).forEach(([name, value]) =>
          ring.setAttribute(name, value),
        );
        return [ring];
      }
      const line = document.createElementNS(SVG, "polyline");
      line.setAttribute("points", path.map(({ x, y }) => `${x},${y}`).join(" "));
      line.setAttribute("class", `arrow ${className}`);
      const head = document.createElementNS(SVG, "polygon");
      const [from, to] = path.slice(-2);
      const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
      head.setAttribute("points", "8,0 -8,-9 -8,9");
      head.setAttribute("transform", `translate(${to.x} ${to.y}) rotate(${angle})`);
      head.setAttribute("class", `arrowhead ${className}`);
      return [line, head];
    });
    this.#arrows.replaceChildren(...shapes);
  }

  /**
   * Shows a move stage by stage, from the picture that stands there, as long as it is wanted: `pictures` has one a
   * stage.
   */
  async animate(move, pictures, isWanted) {
    const path = pathOf(move);
    for (const [stage, picture] of pictures.entries()) {
      const [from, to] = [this.cells.get(path[stage]), this.cells.get(path[stage + 1])];
      const piece = this.#picture.querySelector(`g.piece[data-cell="${path[stage]}"]`);
      if (piece && from && to && !still.matches && !document.hidden) {
        piece.parentNode.append(piece);
        const slide = piece.animate(
          [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${to.x}px, ${to.y}px)` }],
          { duration: SLIDE, easing: "ease-in-out" },
        );
        const late = new Promise((resolve) => setTimeout(resolve, LATE));
        await Promise.race([slide.finished.catch(() => {}), late]);
      }
      if (!isWanted()) return;
      this.draw(picture);
      if (pictures.length > 1 && !still.matches) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

const MARKS = {
  legal: "legal",
  movable: "can move",
  origin: "selected",
  passed: "passed",
  next: "next cell",
  end: "a move ends here",
  threatened: "threatened",
};
