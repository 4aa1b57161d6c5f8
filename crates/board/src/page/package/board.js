// The board: the picture, a button over each cell, marks and arrows. It knows no rule. The picture is inserted as it is;
// the places of the cells are read from the geometry of the inserted elements, found by their attribute `data-cell`.

/** @import { Arrow } from "./arrows.js" */
/** @import { CellMark } from "./marks.js" */
/** @import { Point } from "./move_animation.js" */
/** @import { ColumnData, PositionData, PictureView } from "./types.js" */

import { button, find, svg } from "./elements.js";
import { text } from "./languages.js";
import { MoveAnimation } from "./move_animation.js";
import { columnWords } from "./words.js";

/** Milliseconds after which a touch draws, and the pixels that the finger may move until then. */
const LONG_TOUCH = 500;
const MAX_TOUCH_MOVE = 10;
/** Half the side of a button, in units of the picture. */
const CELL_HALF = 30;
/** @type {Record<string, [number, number] | undefined>} The directions of the arrow keys. */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  #element;
  #events;
  /** @type {HTMLElement} */
  #picture;
  /** @type {SVGSVGElement} The picture that is shown. */
  #drawing;
  /** @type {SVGElement} */
  #arrows;
  /** @type {NodeListOf<HTMLElement> | undefined} Where the men in hand are shown: above and below the board. */
  #hands;
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  #focused = "";
  #layout = "";
  /** @type {string | null} The cell where a line begins that is being drawn by keys or touch. */
  #lineFrom = null;
  /** Did the last press of the pointer draw? */
  #hasDrawn = false;
  /** @type {Map<string, Point>} The centres of the cells by name. */
  cells = new Map();
  /** @type {Map<string, string>} The names of the cells in this layout, by their oblique names. */
  names = new Map();
  /** @type {Map<string, ColumnData | null>} The pieces by cell. */
  columns = new Map();

  /**
   * `onCell` is called with the name of a clicked cell, `onDrag` with the two cells of a drag, `onDraw` with those of a
   * drag that draws (with the right button, with Shift, after a long touch, or with the key d), `onLook` with the cell under the
   * pointer or focus, or null.
   *
   * @param {HTMLElement} element
   * @param {Record<"onDrag" | "onDraw", (from: string, to: string) => void>
   *   & { onCell: (cell: string) => void, onLook: (cell: string | null) => void }} events
   */
  constructor(element, events) {
    this.#element = element;
    this.#events = events;
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    // A finger that draws does not scroll.
    element.addEventListener("touchmove", (event) => this.#lineFrom !== null && event.preventDefault(), { passive: false });
    element.addEventListener("pointerdown", (event) => this.#grab(event));
    this.#picture = find(".picture", element);
    this.#arrows = find("svg.arrows", element);
    this.animation = new MoveAnimation(this.#picture, this.cells, (picture) => this.#draw(picture));
    this.#hands = element.closest("section")?.querySelectorAll(".hand");
    element.addEventListener("keydown", (event) => this.#walk(event));
    element.addEventListener("pointerleave", () => this.#events.onLook(null));
    element.addEventListener("focusout", () => this.#events.onLook(null));
  }

  /** The cell under the pointer, or null. */
  #cellAt(/** @type {PointerEvent} */ { clientX, clientY }) {
    return document.elementFromPoint(clientX, clientY)?.closest(".square")?.getAttribute("data-cell") ?? null;
  }

  /** Follows the pointer until it is released: a drag moves a piece, with the right button it draws. */
  #grab(/** @type {PointerEvent} */ event) {
    const from = this.#cellAt(event);
    this.#hasDrawn = false;
    const centre = from && this.cells.get(from);
    if (!from || !centre || (event.button !== 0 && event.button !== 2)) return;
    let draws = event.button === 2 || event.shiftKey;
    const isMovable = !draws && this.#buttons.get(from)?.matches(".movable, .origin, .own");
    const piece = isMovable ? this.animation.pieceOn(from) : null;
    const start = piece?.getAttribute("transform") ?? "";
    const scale = this.#drawing.viewBox.baseVal.width / this.#picture.clientWidth;
    const controller = new AbortController();
    const { signal } = controller;
    const isTouch = event.pointerType === "touch";
    const touched = isTouch
      ? setTimeout(() => {
          draws = this.#hasDrawn = true;
          this.#beginLine(from);
        }, LONG_TOUCH)
      : undefined;
    // Another finger neither moves nor ends this drag.
    const isOwn = (/** @type {PointerEvent} */ other) => other.pointerId === event.pointerId;
    const release = (/** @type {PointerEvent | null} */ end) => {
      clearTimeout(touched);
      controller.abort();
      piece?.setAttribute("transform", start);
      const to = end === null ? null : this.#cellAt(end);
      if (draws && isTouch) this.#endLine(to ?? from);
      else if (to === null) return;
      else if (draws) {
        this.#hasDrawn = true;
        this.#events.onDraw(from, to);
      } else if (to !== from && piece) this.#events.onDrag(from, to);
    };
    addEventListener(
      "pointermove",
      (at) => {
        if (!isOwn(at)) return;
        if (Math.hypot(at.clientX - event.clientX, at.clientY - event.clientY) > MAX_TOUCH_MOVE) clearTimeout(touched);
        if (!piece || draws) return;
        piece.parentNode?.append(piece);
        const [dx, dy] = [(at.clientX - event.clientX) * scale, (at.clientY - event.clientY) * scale];
        piece.setAttribute("transform", `translate(${centre.x + dx} ${centre.y + dy})`);
      },
      { signal },
    );
    addEventListener("pointerup", (end) => isOwn(end) && release(end), { signal });
    addEventListener("pointercancel", (end) => isOwn(end) && release(null), { signal });
  }

  /** Begins to draw with a ring, which the arrow to another cell replaces. */
  #beginLine(/** @type {string} */ cell) {
    this.#lineFrom = cell;
    this.#events.onDraw(cell, cell);
  }

  #endLine(/** @type {string} */ to) {
    const from = this.#lineFrom;
    this.#lineFrom = null;
    if (from === null || to === from) return;
    this.#events.onDraw(from, from);
    this.#events.onDraw(from, to);
  }

  show(/** @type {PositionData} */ { variant, cells, picture }, /** @type {PictureView} */ view) {
    this.names = new Map(cells.map(({ cell, checkerboard }) => [cell, view.layout === "checkerboard" ? checkerboard : cell]));
    this.columns = new Map(cells.map(({ cell, column }) => [cell, column]));
    this.animation.setPosition(picture);
    const layout = [variant, view.layout, view.turned].join(" ");
    if (layout === this.#layout) return;
    this.#layout = layout;
    this.#place(cells.map(({ cell }) => cell));
  }

  #draw(/** @type {string} */ picture) {
    const drawn = document.importNode(find("svg", new DOMParser().parseFromString(picture, "image/svg+xml")), true);
    drawn.setAttribute("aria-hidden", "true");
    drawn.querySelector("title")?.remove();
    this.#takeHands(drawn);
    // Only the board: the hands are beside the names.
    const board = find("rect.board", drawn);
    const frame = ["x", "y", "width", "height"].map((name) => board.getAttribute(name));
    drawn.setAttribute("viewBox", frame.join(" "));
    this.#picture.replaceChildren(drawn);
    this.#drawing = drawn;
  }

  /** Moves the men in hand from the picture to the players above and below the board. */
  #takeHands(/** @type {SVGSVGElement} */ drawn) {
    /** @type {NodeListOf<SVGGElement>} */
    const hands = drawn.querySelectorAll("g.hand");
    const menOf = (/** @type {SVGGElement} */ hand) => Number(hand.dataset.men);
    for (const hand of hands) {
      const place = this.#hands?.[placeOf(hand).y < drawn.viewBox.baseVal.height / 2 ? 0 : 1];
      if (!place) continue;
      const men = menOf(hand);
      const isShadowpiece = men > 1 && [...hands].every((one) => one === hand || menOf(one) === 0);
      const words = text.play.hand(hand.classList.contains("white") ? "white" : "black", men, isShadowpiece);
      hand.querySelector(".label")?.remove();
      hand.removeAttribute("transform");
      const drawing = svg(
        "svg",
        { class: "emergo", viewBox: `0 -16 ${hand.dataset.width} 32`, preserveAspectRatio: "xMaxYMid" },
        hand,
      );
      place.replaceChildren(...(men > 0 ? [drawing, String(men)] : []));
      place.title = words;
      place.setAttribute("aria-label", words);
    }
  }

  /** Lays the buttons over the cells. */
  #place(/** @type {string[]} */ cells) {
    const drawn = this.#drawing;
    const { x: left, y: top, width, height } = drawn.viewBox.baseVal;
    this.#arrows.setAttribute("viewBox", drawn.getAttribute("viewBox") ?? "");
    this.#element.classList.toggle("hexagonal", drawn.querySelector("g.cell path") !== null);
    this.cells.clear();
    this.#buttons = new Map();
    for (const cell of cells) {
      const { x, y } = placeOf(find(`g.cell[data-cell="${cell}"]`, drawn));
      this.cells.set(cell, { x, y });
      const square = button("", { class: "square", "data-cell": cell, tabindex: -1 });
      Object.assign(square.style, {
        left: `${((x - left - CELL_HALF) / width) * 100}%`,
        top: `${((y - top - CELL_HALF) / height) * 100}%`,
        width: `${((2 * CELL_HALF) / width) * 100}%`,
        height: `${((2 * CELL_HALF) / height) * 100}%`,
      });
      // The click that ends a drawing has no other meaning. A key has no count of clicks.
      square.addEventListener("click", ({ detail }) => (detail > 0 && this.#hasDrawn) || this.#events.onCell(cell));
      square.addEventListener("pointerenter", () => this.#events.onLook(cell));
      square.addEventListener("focus", () => {
        this.#focus(cell);
        this.#events.onLook(cell);
      });
      this.#buttons.set(cell, square);
    }
    const squares = find(".squares", this.#element);
    const hasFocus = squares.contains(document.activeElement);
    squares.replaceChildren(...this.#buttons.values());
    this.#focus(this.#buttons.has(this.#focused) ? this.#focused : cells[Math.floor(cells.length / 2)]);
    if (hasFocus) this.#buttons.get(this.#focused)?.focus();
  }

  /** Tab reaches one square; the arrow keys move on from there. */
  #focus(/** @type {string} */ cell) {
    this.#buttons.get(this.#focused)?.setAttribute("tabindex", "-1");
    this.#focused = cell;
    this.#buttons.get(cell)?.setAttribute("tabindex", "0");
  }

  #walk(/** @type {KeyboardEvent} */ event) {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
    const { cell } = target.dataset;
    if (!cell) return;
    if (event.key === "d") {
      event.stopPropagation();
      if (this.#lineFrom === null) this.#beginLine(cell);
      else this.#endLine(cell);
      return;
    }
    const towards = DIRECTIONS[event.key];
    const from = this.cells.get(cell);
    if (!towards || !from || !target.matches(":focus-visible")) return;
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
    if (nearest) this.#buttons.get(nearest.cell)?.focus();
  }

  /**
   * Marks cells. The marks are class names. `reasons` maps forbidden cells to sentences. Without arguments no cell is marked.
   */
  mark(/** @type {Map<string, CellMark[]>} */ marks = new Map(), /** @type {Map<string, string>} */ reasons = new Map()) {
    for (const [cell, button] of this.#buttons) {
      const words = marks.get(cell) ?? [];
      button.className = ["square", ...words].join(" ");
      const reason = reasons.get(cell);
      button.title = reason ?? "";
      // The mark `own` has no words, and `forbidden` has those of its reason.
      const told = words.flatMap((mark) => (mark === "own" || mark === "forbidden" ? [] : text.marks[mark]));
      const label = [`${this.names.get(cell)}: ${columnWords(this.columns.get(cell))}`, ...told];
      if (reason) label.push(text.forbidden(reason));
      button.setAttribute("aria-label", label.join("; "));
    }
  }

  drawArrows(/** @type {Arrow[]} */ list) {
    const shapes = list.flatMap(
      /** @returns {SVGElement[]} */ ({ path: cells, className }) => {
        const path = cells.flatMap((cell) => this.cells.get(cell) ?? []);
        if (path.length === 0) return [];
        if (path.length === 1) return [svg("circle", { class: `arrow ${className}`, cx: path[0].x, cy: path[0].y, r: 22 })];
        // From the edge of the first cell: the numbers of a column stay visible.
        const [first, second] = path;
        const share = CELL_HALF / Math.hypot(second.x - first.x, second.y - first.y);
        path[0] = { x: first.x + (second.x - first.x) * share, y: first.y + (second.y - first.y) * share };
        const [from, to] = path.slice(-2);
        const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
        return [
          svg("polyline", { class: `arrow ${className}`, points: path.map(({ x, y }) => `${x},${y}`).join(" ") }),
          svg("polygon", {
            class: `arrowhead ${className}`,
            points: "8,0 -8,-9 -8,9",
            transform: `translate(${to.x} ${to.y}) rotate(${angle})`,
          }),
        ];
      },
    );
    this.#arrows.replaceChildren(...shapes);
  }
}

/** Where the picture puts an element. @returns {Point} */
function placeOf(/** @type {SVGGElement} */ element) {
  const { e: x, f: y } = element.transform.baseVal.getItem(0).matrix;
  return { x, y };
}
