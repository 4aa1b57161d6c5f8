// The board: the picture, a button over each cell, marks and arrows. It knows no rule. The picture is inserted as it is;
// the places of the cells are read from the geometry of the inserted elements, found by their attribute `data-cell`.

/** @import { ColumnData, PositionData, PictureView } from "./types.js" */

import { button, svg } from "./elements.js";
import { text } from "./languages.js";
import { MoveAnimation } from "./move_animation.js";
import { columnWords } from "./words.js";

/** Milliseconds after which a touch draws, and the pixels that the finger may move until then. */
const LONG_TOUCH = 500;
const STILL = 10;
/** Half the side of a button, in units of the picture. */
const HALF = 30;

export class Board {
  #element;
  #picture;
  #arrows;
  /** Where the men in hand are shown: above and below the board. */
  #hands;
  #buttons = new Map();
  #focused = null;
  #layout = "";
  /** The cell where a line begins that is being drawn by keys or touch, or null. */
  #lineFrom = null;
  /** Did the last press of the pointer draw? */
  #hasDrawn = false;
  /** The centres of the cells by name: {x, y}, in units of the picture. */
  cells = new Map();
  /** The names of the cells in this layout, by their oblique names. */
  names = new Map();
  /** @type {Map<string, ColumnData | null>} The pieces by cell. */
  columns = new Map();

  /**
   * `onCell` is called with the name of a clicked cell, `onDrag` with the two cells of a drag, `onDraw` with those of a
   * drag that draws (with the right button, with Shift, after a long touch, or with the key d), `onLook` with the cell under the pointer or focus, or null.
   */
  constructor(element, { onCell, onDrag, onDraw, onLook }) {
    this.#element = element;
    this.onCell = onCell;
    this.onDrag = onDrag;
    this.onDraw = onDraw;
    this.onLook = onLook;
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    // A finger that draws does not scroll.
    element.addEventListener("touchmove", (event) => this.#lineFrom !== null && event.preventDefault(), { passive: false });
    element.addEventListener("pointerdown", (event) => this.#grab(event));
    this.#picture = element.querySelector(".picture");
    this.#arrows = element.querySelector(".arrows");
    this.animation = new MoveAnimation(this.#picture, this.cells, (picture) => this.#draw(picture));
    this.#hands = [...element.closest("section").querySelectorAll(".hand")];
    element.addEventListener("keydown", (event) => this.#walk(event));
    element.addEventListener("pointerleave", () => this.onLook(null));
    element.addEventListener("focusout", () => this.onLook(null));
  }

  /** The cell under the pointer, or null. */
  #cellAt({ clientX, clientY }) {
    return /** @type {HTMLElement} */ (document.elementFromPoint(clientX, clientY)?.closest(".square"))?.dataset.cell ?? null;
  }

  /** Follows the pointer until it is released: a drag moves a piece, with the right button it draws. */
  #grab(event) {
    const from = this.#cellAt(event);
    this.#hasDrawn = false;
    if (from === null || (event.button !== 0 && event.button !== 2)) return;
    let draws = event.button === 2 || event.shiftKey;
    const isMovable = !draws && this.#buttons.get(from).matches(".movable, .origin, .own");
    const piece = isMovable ? this.animation.pieceOn(from) : null;
    const start = piece?.getAttribute("transform");
    const scale = this.#picture.firstElementChild.viewBox.baseVal.width / this.#picture.clientWidth;
    const { x, y } = this.cells.get(from);
    const controller = new AbortController();
    const { signal } = controller;
    const isTouch = event.pointerType === "touch";
    const touched = isTouch ? setTimeout(() => {
      draws = this.#hasDrawn = true;
      this.#beginLine(from);
    }, LONG_TOUCH) : undefined;
    const release = (end) => {
      clearTimeout(touched);
      controller.abort();
      if (piece) piece.setAttribute("transform", start);
      const to = end === null ? null : this.#cellAt(end);
      if (draws && isTouch) this.#endLine(to ?? from);
      else if (to === null) return;
      else if (draws) {
        this.#hasDrawn = true;
        this.onDraw(from, to);
      } else if (to !== from && piece) this.onDrag(from, to);
    };
    addEventListener("pointermove", (at) => {
      if (Math.hypot(at.clientX - event.clientX, at.clientY - event.clientY) > STILL) clearTimeout(touched);
      if (!piece || draws) return;
      piece.parentNode.append(piece);
      const [dx, dy] = [(at.clientX - event.clientX) * scale, (at.clientY - event.clientY) * scale];
      piece.setAttribute("transform", `translate(${x + dx} ${y + dy})`);
    }, { signal });
    addEventListener("pointerup", release, { signal });
    addEventListener("pointercancel", () => release(null), { signal });
  }

  /** Begins to draw with a ring, which the arrow to another cell replaces. */
  #beginLine(cell) {
    this.#lineFrom = cell;
    this.onDraw(cell, cell);
  }

  #endLine(to) {
    const from = this.#lineFrom;
    this.#lineFrom = null;
    if (to === from) return;
    this.onDraw(from, from);
    this.onDraw(from, to);
  }

  /** Shows a position. @param {PositionData} position @param {PictureView} view */
  show({ variant, cells, picture }, view) {
    this.names = new Map(cells.map(({ cell, checkerboard }) => [cell, view.layout === "checkerboard" ? checkerboard : cell]));
    this.columns = new Map(cells.map(({ cell, column }) => [cell, column]));
    this.animation.begin(picture);
    const layout = [variant, view.layout, view.turned].join(" ");
    if (layout === this.#layout) return;
    this.#layout = layout;
    this.#place(cells.map(({ cell }) => cell));
  }

  #draw(picture) {
    const drawn = document.importNode(new DOMParser().parseFromString(picture, "image/svg+xml").documentElement, true);
    drawn.setAttribute("aria-hidden", "true");
    drawn.querySelector("title")?.remove();
    this.#takeHands(drawn);
    // Only the board: the hands are beside the names.
    const board = /** @type {Element} */ (drawn.querySelector("rect.board"));
    const frame = ["x", "y", "width", "height"].map((name) => board.getAttribute(name));
    drawn.setAttribute("viewBox", frame.join(" "));
    this.#picture.replaceChildren(drawn);
  }

  /** Moves the men in hand from the picture to the players above and below the board. */
  #takeHands(drawn) {
    const hands = [...drawn.querySelectorAll("g.hand")];
    const menOf = (hand) => Number(hand.dataset.men);
    const isUpper = (hand) => hand.transform.baseVal.consolidate().matrix.f < drawn.viewBox.baseVal.height / 2;
    for (const hand of hands) {
      const place = this.#hands[isUpper(hand) ? 0 : 1];
      if (!place) continue;
      const men = menOf(hand);
      const other = hands.find((one) => one !== hand);
      const words = text.play.hand(hand.classList.contains("white") ? "w" : "b", men, men > 1 && menOf(other) === 0);
      hand.querySelector(".label").remove();
      hand.removeAttribute("transform");
      const drawing = svg("svg", { class: "emergo", viewBox: `0 -16 ${hand.dataset.width} 32`, preserveAspectRatio: "xMaxYMid" }, hand);
      place.replaceChildren(...(men > 0 ? [drawing, String(men)] : []));
      place.title = words;
      place.setAttribute("aria-label", words);
    }
  }

  /** Lays the buttons over the cells. */
  #place(cells) {
    const drawn = this.#picture.firstElementChild;
    const { x: left, y: top, width, height } = drawn.viewBox.baseVal;
    this.#arrows.setAttribute("viewBox", drawn.getAttribute("viewBox"));
    this.#element.classList.toggle("hexagonal", drawn.querySelector("g.cell path") !== null);
    this.cells.clear();
    this.#buttons = new Map();
    for (const cell of cells) {
      const { e: x, f: y } = drawn.querySelector(`g.cell[data-cell="${cell}"]`).transform.baseVal.consolidate().matrix;
      this.cells.set(cell, { x, y });
      const square = button("", { class: "square", "data-cell": cell, tabindex: -1 });
      Object.assign(square.style, {
        left: `${((x - left - HALF) / width) * 100}%`,
        top: `${((y - top - HALF) / height) * 100}%`,
        width: `${((2 * HALF) / width) * 100}%`,
        height: `${((2 * HALF) / height) * 100}%`,
      });
      // The click that ends a drawing has no other meaning. A key has no count of clicks.
      square.addEventListener("click", ({ detail }) => (detail > 0 && this.#hasDrawn) || this.onCell(cell));
      square.addEventListener("pointerenter", () => this.onLook(cell));
      square.addEventListener("focus", () => {
        this.#focus(cell);
        this.onLook(cell);
      });
      this.#buttons.set(cell, square);
    }
    const squares = this.#element.querySelector(".squares");
    const hasFocus = squares.contains(document.activeElement);
    squares.replaceChildren(...this.#buttons.values());
    this.#focus(this.#buttons.has(this.#focused) ? this.#focused : cells[Math.floor(cells.length / 2)]);
    if (hasFocus) this.#buttons.get(this.#focused).focus();
  }

  /** Tab reaches one square; the arrow keys move on from there. */
  #focus(cell) {
    this.#buttons.get(this.#focused)?.setAttribute("tabindex", "-1");
    this.#focused = cell;
    this.#buttons.get(cell).tabIndex = 0;
  }

  #walk(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { cell } = event.target.dataset;
    if (event.key === "d" && cell) {
      event.stopPropagation();
      if (this.#lineFrom === null) this.#beginLine(cell);
      else this.#endLine(cell);
      return;
    }
    const towards = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = this.cells.get(cell);
    if (!towards || !from || !event.target.matches(":focus-visible")) return;
    event.preventDefault();
    event.stopPropagation();
    // Along the row, or to the cell of the nearest row that is closest to the column. Every cell can be reached.
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
   * Marks cells. `marks` maps cells to lists of class names such as legal, next or threatened; `reasons` maps forbidden
   * cells to sentences. Without arguments no cell is marked.
   */
  mark(marks = new Map(), reasons = new Map()) {
    for (const [cell, button] of this.#buttons) {
      const words = marks.get(cell) ?? [];
      button.className = ["square", ...words].join(" ");
      const reason = reasons.get(cell);
      button.title = reason ?? "";
      // The mark `own` has no words, and `forbidden` has those of its reason.
      const told = words.map((mark) => text.marks[mark]).filter((word) => typeof word === "string");
      const label = [`${this.names.get(cell)}: ${columnWords(this.columns.get(cell))}`, ...told];
      if (reason) label.push(text.marks.forbidden(reason));
      button.setAttribute("aria-label", label.join("; "));
    }
  }

  /** Draws moves as arrows: {path, className}. */
  drawArrows(list) {
    const shapes = list.flatMap(({ path: cells, className }) => {
      const path = cells.map((cell) => this.cells.get(cell)).filter(Boolean);
      if (path.length === 0) return [];
      if (path.length === 1) return [svg("circle", { class: `arrow ${className}`, cx: path[0].x, cy: path[0].y, r: 22 })];
      // From the edge of the first cell: the numbers of a column stay visible.
      const [first, second] = path;
      const share = HALF / Math.hypot(second.x - first.x, second.y - first.y);
      path[0] = { x: first.x + (second.x - first.x) * share, y: first.y + (second.y - first.y) * share };
      const [from, to] = path.slice(-2);
      const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
      return [
        svg("polyline", { class: `arrow ${className}`, points: path.map(({ x, y }) => `${x},${y}`).join(" ") }),
        svg("polygon", { class: `arrowhead ${className}`, points: "8,0 -8,-9 -8,9", transform: `translate(${to.x} ${to.y}) rotate(${angle})` }),
      ];
    });
    this.#arrows.replaceChildren(...shapes);
  }
}
