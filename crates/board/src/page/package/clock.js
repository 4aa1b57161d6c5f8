// The clocks of a game. All times are in milliseconds.

/** @import { Side, TimeControl } from "./types.js" */

export class Clocks {
  #since = 0;
  #timer = 0;

  /**
   * @param {Extract<TimeControl, { base: number }>} control
   * @param {(side: Side) => void} onFlag called with the side whose time is up
   */
  constructor({ base, increment }, onFlag) {
    this.increment = increment;
    this.onFlag = onFlag;
    this.left = { white: base, black: base };
    /** @type {Side | null} */
    this.running = null;
  }

  /** The time that a side has left now. */
  now(/** @type {Side} */ side) {
    const spent = this.running === side ? performance.now() - this.#since : 0;
    return Math.max(0, this.left[side] - spent);
  }

  /** Lets a side's clock run, and stops the other's. */
  run(/** @type {Side} */ side) {
    if (this.running === side) return;
    this.pause();
    this.running = side;
    this.#since = performance.now();
    this.#timer = setTimeout(() => {
      this.pause();
      this.left[side] = 0;
      this.onFlag(side);
    }, this.left[side]);
  }

  /** The side whose clock runs has moved: its clock stops and gets the increment. */
  press() {
    const side = this.running;
    this.pause();
    if (side) this.left[side] += this.increment;
  }

  pause() {
    if (!this.running) return;
    // Only the timer ends the time of a side.
    this.left[this.running] = Math.max(1, this.now(this.running));
    clearTimeout(this.#timer);
    this.running = null;
  }

  get isUp() {
    return this.left.white === 0 || this.left.black === 0;
  }

  get limits() {
    const [white, black] = [this.now("white"), this.now("black")].map(Math.round);
    return `p1time ${white} p2time ${black} p1inc ${this.increment} p2inc ${this.increment}`;
  }
}

/** `4:07`, or `9.3` below ten seconds. */
export function clockText(/** @type {number} */ ms) {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
