// The cells that the person has clicked so far: the beginning of the paths of some legal moves. Pure.

/** @import { LegalMove } from "./types.js" */

export class Selection {
  /** @param {LegalMove[]} moves the legal moves @param {string[]} path the cells clicked so far */
  constructor(moves, path = []) {
    this.path = path;
    this.candidates = moves.filter((move) => path.every((cell, index) => move.path[index] === cell));
  }

  get isEmpty() {
    return this.path.length === 0;
  }

  /** The cells that may be clicked next. */
  get next() {
    return new Set(this.candidates.map((move) => move.path[this.path.length]).filter(Boolean));
  }

  /** The cells where a candidate ends. */
  get ends() {
    return new Set(this.isEmpty ? [] : this.candidates.flatMap(({ path }) => path.slice(-1)));
  }

  /**
   * The meaning of a click on a cell, where `moves` are all legal moves: `{play: move}`, `{ask: moves}` if several
   * routes end there, `{select: Selection}`, or nothing. If one capture is left, it is played to its end. A
   * single forced capture is played by a click on any of its cells.
   *
   * @returns {{ play?: LegalMove, ask?: LegalMove[], select?: Selection }}
   */
  click(/** @type {string} */ cell, /** @type {LegalMove[]} */ moves) {
    if (this.path.at(-1) === cell && this.path.length === 1 && !this.next.has(cell)) {
      return { select: new Selection(moves) };
    }
    const [forced] = moves;
    if (moves.length === 1 && forced.kind === "capture" && forced.path.includes(cell)) return { play: forced };
    if (this.next.has(cell)) {
      const longer = new Selection(moves, [...this.path, cell]);
      const [only] = longer.candidates;
      const isWhole = longer.candidates.length === 1 && (only.kind === "capture" || only.path.length === longer.path.length);
      return isWhole ? { play: only } : { select: longer };
    }
    const ending = this.isEmpty ? [] : this.candidates.filter((move) => move.path.at(-1) === cell);
    if (ending.length === 1) return { play: ending[0] };
    if (ending.length > 1) return { ask: ending };
    const restarted = new Selection(moves, [cell]);
    if (restarted.candidates.length > 0 && !restarted.candidates.every(({ kind }) => kind === "entry")) {
      return { select: restarted };
    }
    return {};
  }
}
