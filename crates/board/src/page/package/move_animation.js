// Shows a move on the picture of a board: a piece slides, takes a man along, turns over, or comes from the hand.

/** @typedef {{ x: number, y: number }} Point in units of the picture */
/** @typedef {Point & { cell: string }} Centre the centre of a cell */

import { svg } from "./elements.js";

/** Milliseconds of a jump, and of the pause after it. */
const SLIDE = 220;
const PAUSE = 130;
/** Milliseconds in which a column turns over, and in which a man comes from the hand. */
const TURN = 350;
const DROP = 140;
/** Of a jump and its pause when stepping is fast. */
const FAST = { slide: 70, pause: 20 };
/** Milliseconds after which the next part is shown without the end of the animation: a hidden page animates nothing. */
const ANIMATION_TIMEOUT = 2_000;
/** How far a man that is carried along lies below the piece, in units of the picture. */
const CARRIED_OFFSET = 9;
/** How far the middle of a jump may be from the centre of the jumped cell, in units of the picture. */
const JUMP_TOLERANCE = 15;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

export class MoveAnimation {
  #picture;
  #cells;
  #draw;
  /** The picture of the position, and the cells of the parts of a move that are shown. */
  #position = "";
  /** @type {string[]} */
  #path = [];
  isFast = false;

  /**
   * @param {Element} picture the element with the picture
   * @param {Map<string, Point>} cells the centres of the cells
   * @param {(picture: string) => void} draw shows another picture
   */
  constructor(picture, cells, draw) {
    this.#picture = picture;
    this.#cells = cells;
    this.#draw = draw;
  }

  /** Shows the picture of a position. */
  setPosition(/** @type {string} */ picture) {
    [this.#position, this.#path] = [picture, []];
    this.#draw(picture);
  }

  /** Shows the position without the parts of a move. */
  takeBack() {
    if (this.#path.length > 0) this.setPosition(this.#position);
  }

  /**
   * Shows a move part by part while `isWanted` returns true. `pictures` has one picture for each part. The parts that are
   * shown already are not repeated; those of another move are taken back. A jump takes the top man of the jumped column
   * along, under the piece that jumps. A column that is free turns over to its new owner.
   */
  async show(/** @type {string[]} */ path, /** @type {string[]} */ pictures, /** @type {() => boolean} */ isWanted) {
    if (this.#path.some((cell, index) => cell !== path[index])) this.takeBack();
    const parts = [...pictures.entries()].slice(Math.max(this.#path.length - 1, 0));
    for (const [part, picture] of parts) {
      const isShown = !reducedMotion.matches && !document.hidden;
      const [from, to] = [this.#cells.get(path[part]), this.#cells.get(path[part + 1])];
      const jumped = from && to ? this.#between(from, to) : null;
      const wasWhite = jumped && this.#isWhite(jumped.cell);
      if (isShown && from && to) await this.#slide(path[part], from, to, jumped);
      if (!isWanted()) return;
      this.#draw(picture);
      this.#path = path.slice(0, part + 2);
      if (isShown && !this.isFast) {
        if (jumped && wasWhite !== this.#isWhite(jumped.cell)) await this.#turn(jumped);
        else if (from && !to) await this.#drop(path[part], from);
        if (!isWanted()) return;
      }
      if (parts.length > 1 && !reducedMotion.matches)
        await new Promise((resolve) => setTimeout(resolve, this.isFast ? FAST.pause : PAUSE));
    }
  }

  /** The element of a piece, or null on a vacant cell. @returns {SVGElement | null} */
  pieceOn(/** @type {string} */ cell) {
    return this.#picture.querySelector(`g.piece[data-cell="${cell}"]`);
  }

  /** Is the piece on a cell White's in the picture? Null on a vacant cell. */
  #isWhite(/** @type {string} */ cell) {
    return this.pieceOn(cell)?.querySelector(".face")?.classList.contains("white") ?? null;
  }

  /** The cell in the middle between two others, or null: a step passes none. @returns {Centre | null} */
  #between(/** @type {Point} */ from, /** @type {Point} */ to) {
    const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
    for (const [cell, at] of this.#cells) if (Math.hypot(at.x - x, at.y - y) < JUMP_TOLERANCE) return { cell, ...at };
    return null;
  }

  async #play(/** @type {Element | null} */ element, /** @type {string[]} */ transforms, /** @type {number} */ duration) {
    if (!element) return;
    const frames = transforms.map((transform) => ({ transform }));
    const animation = element.animate(frames, { duration, easing: "ease-in-out" });
    const late = new Promise((resolve) => setTimeout(resolve, ANIMATION_TIMEOUT));
    await Promise.race([animation.finished.catch(() => {}), late]);
  }

  /** Moves a piece to another cell, over the jumped one if there is one. */
  async #slide(/** @type {string} */ cell, /** @type {Point} */ from, /** @type {Point} */ to, /** @type {?Centre} */ jumped) {
    const piece = this.pieceOn(cell);
    if (!piece) return;
    const duration = this.isFast ? FAST.slide : SLIDE;
    const taken = jumped && this.#topManOn(jumped.cell);
    piece.parentNode?.append(...(taken ? [taken] : []), piece);
    const over = jumped ? [place(jumped, 1.12)] : [];
    const moves = [this.#play(piece, [place(from), ...over, place(to)], duration)];
    if (taken)
      moves.push(this.#play(taken, [place(jumped), place(jumped), place({ x: to.x, y: to.y + CARRIED_OFFSET })], duration));
    await Promise.all(moves);
  }

  /** Takes the top man off a column of the picture, as an element of its own. */
  #topManOn(/** @type {string} */ cell) {
    const piece = this.pieceOn(cell);
    const face = piece?.querySelector(".face");
    if (!piece || !face) return null;
    /** @type {NodeListOf<SVGPathElement>} */
    const men = piece.querySelectorAll(".man");
    const [man, below] = [...men].reverse();
    piece.querySelector(".cap")?.remove();
    if (below) {
      // The man below has the next face, on the lower edge of the man that is taken.
      const box = man.getBBox();
      const next = /** @type {SVGElement} */ (face.cloneNode());
      next.setAttribute("class", below.getAttribute("class")?.replace("man", "face") ?? "face");
      next.setAttribute("cy", String(box.y + box.height - Number(face.getAttribute("ry"))));
      next.setAttribute("fill", below.getAttribute("fill") ?? "");
      below.after(next);
    }
    return svg("g", { class: "taken" }, man, face);
  }

  #turn(/** @type {Centre} */ at) {
    return this.#play(this.pieceOn(at.cell), [`${place(at)} scaleY(-1)`, place(at, 1.12), place(at)], TURN);
  }

  /** A man comes from the hand. */
  #drop(/** @type {string} */ cell, /** @type {Point} */ at) {
    return this.#play(this.pieceOn(cell), [place(at, 1.4), place(at)], DROP);
  }
}

/** The transformation of a piece on a place of the picture. */
const place = (/** @type {Point} */ { x, y }, scale = 1) => `translate(${x}px, ${y}px) scale(${scale})`;
