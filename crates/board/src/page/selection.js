// What the person has clicked of a move so far: a prefix of the paths of some legal moves. Pure.

import { isEntry, pathOf } from "./moves.js";

export class Selection {
  /** @param moves the legal moves  @param path the cells clicked so far */
  constructor(moves, path = []) {
    this.path = path;
    this.candidates = moves.filter((move) => {
      const cells = pathOf(move);
      return path.every((cell, index) => cells[index] === cell);
    });
  }

  get isEmpty() {
    return this.path.length === 0;
  }

  /** The cells that go on from here. */
  get next() {
    return new Set(this.candidates.map((move) => pathOf(move)[this.path.length]).filter(Boolean));
  }

  /** The cells where a move may end whose way there was not clicked. */
  get ends() {
    return this.isEmpty ? new Set() : new Set(this.candidates.map((move) => pathOf(move).at(-1)));
  }

  /**
   * What a click on a cell means, `moves` being all legal moves:
   * {play: move}, {ask: moves} where several routes end there, {select: Selection}, or {refuse: cell}.
   */
  click(cell, moves) {
    if (this.path.at(-1) === cell && this.path.length === 1 && !this.next.has(cell)) {
      return { select: new Selection(moves) };
    }
    if (this.next.has(cell)) {
      const longer = new Selection(moves, [...this.path, cell]);
      const [only] = longer.candidates;
      const isWhole = pathOf(only).length === longer.path.length;
      // A last jump without a choice is still clicked: the person sees what is taken.
      return longer.candidates.length === 1 && isWhole ? { play: only } : { select: longer };
    }
    const ending = this.isEmpty ? [] : this.candidates.filter((move) => pathOf(move).at(-1) === cell);
    if (ending.length === 1) return { play: ending[0] };
    if (ending.length > 1) return { ask: ending };
    const afresh = new Selection(moves, [cell]);
    if (afresh.candidates.length > 0 && !afresh.candidates.every(isEntry)) return { select: afresh };
    return { refuse: cell };
  }
}
