// The clocks of a game. Milliseconds.

export class Clocks {
  #since = null;
  #timer = null;

  /** @param control {base, increment}  @param onFlag called with the side whose time is up */
  constructor({ base, increment }, onFlag) {
    this.increment = increment;
    this.onFlag = onFlag;
    this.left = { w: base, b: base };
    this.running = null;
  }

  /** What a side has left at this moment. */
  now(side) {
    const spent = this.running === side ? performance.now() - this.#since : 0;
    return Math.max(0, this.left[side] - spent);
  }

  /** Lets a side's clock run, and stops the other's. */
  run(side) {
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

  /** The side whose clock runs has moved. */
  punch() {
    const side = this.running;
    this.pause();
    if (side) this.left[side] += this.increment;
  }

  pause() {
    if (!this.running) return;
    this.left[this.running] = this.now(this.running);
    clearTimeout(this.#timer);
    this.running = null;
  }

  /** Has a side no time left? */
  get isUp() {
    return this.left.w === 0 || this.left.b === 0;
  }

  /** What `go` is told. */
  get limits() {
    const [white, black] = ["w", "b"].map((side) => Math.round(this.now(side)));
    return `p1time ${white} p2time ${black} p1inc ${this.increment} p2inc ${this.increment}`;
  }
}

/** `4:07`, or `9.3` below ten seconds. */
export function clockText(ms) {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
