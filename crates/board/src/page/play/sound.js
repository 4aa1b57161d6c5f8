// Short sounds for moves, made by WebAudio without files.

/** Frequencies in hertz of the tones of each sound. */
const TONES = { entry: [330], step: [260], capture: [390, 520], end: [390, 330, 260] };
const LENGTH = 0.09;

export class Sounds {
  /** @type {AudioContext | null} */
  #context = null;
  /** The number of tones that have not ended. */
  #tones = 0;
  isOn = true;

  play(/** @type {keyof typeof TONES} */ name) {
    if (!this.isOn || document.hidden) return;
    // A browser allows sounds after the first click or key only.
    if (!navigator.userActivation?.hasBeenActive) return;
    const context = (this.#context ??= new AudioContext());
    void context.resume();
    const { currentTime, destination } = context;
    for (const [index, frequency] of TONES[name].entries()) {
      const [tone, volume] = [context.createOscillator(), context.createGain()];
      const start = currentTime + index * LENGTH;
      tone.type = "triangle";
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0.15, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
      tone.connect(volume).connect(destination);
      tone.start(start);
      tone.stop(start + LENGTH);
      this.#tones += 1;
      tone.onended = () => this.#endTone(context);
    }
  }

  /** Suspends the context after the last tone: it takes processor time also when it is silent. */
  #endTone(/** @type {AudioContext} */ context) {
    this.#tones -= 1;
    if (this.#tones === 0) void context.suspend();
  }
}
