import assert from "node:assert/strict";
import { test } from "node:test";
import { nextPuzzle, selectPuzzles } from "../../src/page/exercises/puzzle_filter.js";

const PUZZLES = [
  { difficulty: 1, themes: ["feeder"] },
  { difficulty: 2, themes: [] },
  { difficulty: 2, themes: ["feeder", "entering"] },
];

test("puzzles are selected by theme and difficulty", () => {
  for (const [theme, difficulty, numbers] of [
    ["", 0, [1, 2, 3]],
    ["feeder", 0, [1, 3]],
    ["", 2, [2, 3]],
    ["entering", 2, [3]],
    ["entering", 1, []],
  ]) {
    assert.deepEqual(selectPuzzles(PUZZLES, { theme, difficulty }), numbers, `${theme} ${difficulty}`);
  }
});

test("the next puzzle was not seen, if there is such a one", () => {
  const none = () => false;
  assert.equal(nextPuzzle([], none, 0.5), null);
  assert.deepEqual(
    [0, 0.4, 0.99].map((random) => nextPuzzle([4, 5, 6], none, random)),
    [4, 5, 6],
  );
  assert.deepEqual(
    [0, 0.99].map((random) => nextPuzzle([4, 5, 6], (number) => number !== 5, random)),
    [5, 5],
  );
  assert.equal(
    nextPuzzle([4, 5], () => true, 0),
    4,
  );
});
