// The modes of the page. What differs between them is in this table.

/**
 * `tab` is the button that is marked: the mistakes of a game belong to Analysis. An exercise puts a game of its own on the board.
 * `place` tells what an address names in this mode. `scores` tells when the person sees scores. With `goesOnAfterEnd` moves may
 * follow an end that is not one of the rules, such as a resignation. `shows` has the parts of the page that only some modes show.
 */
export const MODES = {
  play: { tab: "play", isExercise: false, place: null, scores: "if wanted", goesOnAfterEnd: false, shows: ["#play", "#moves", "#tools > .row", "#welcome", "#end"] },
  learn: { tab: "learn", isExercise: true, place: "lesson", scores: "never", goesOnAfterEnd: false, shows: ["#learn"] },
  analyse: { tab: "analyse", isExercise: false, place: null, scores: "always", goesOnAfterEnd: true, shows: ["#analysis", "#moves", "#report", "#tools > .row", "#explorer"] },
  puzzles: { tab: "puzzles", isExercise: true, place: "puzzle", scores: "never", goesOnAfterEnd: false, shows: ["#puzzles"] },
  mistakes: { tab: "analyse", isExercise: true, place: null, scores: "never", goesOnAfterEnd: false, shows: ["#mistakes"] },
};
