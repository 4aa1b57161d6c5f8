import assert from "node:assert/strict";
import { test } from "node:test";
import { nextStep, PuzzleResults, withResult } from "../../src/page/exercises/puzzle_results.js";
import { storage } from "./support.js";

test("two puzzles at once are a step up, a failure is a step down", () => {
  let step = { level: 1, row: 0 };
  const levels = [];
  for (const result of ["at once", "at once", "at once", "with help", "at once", "failed", "failed"]) {
    step = nextStep(step, /** @type {any} */ (result));
    levels.push(step.level);
  }
  assert.deepEqual(levels, [1, 2, 2, 2, 2, 1, 1]);
  assert.deepEqual(nextStep({ level: 5, row: 1 }, "at once"), { level: 5, row: 0 });
});

test("a failed puzzle that is solved later is a solved one", () => {
  const failed = withResult({ solved: [4], failed: [] }, 7, "failed");
  assert.deepEqual(failed, { solved: [4], failed: [7] });
  assert.deepEqual(withResult(failed, 7, "with help"), { solved: [4, 7], failed: [] });
});

test("results are kept, and bad data are ignored", () => {
  const kept = storage();
  const results = new PuzzleResults(kept);
  assert.deepEqual([results.add("emergo7", 3, "at once"), results.add("emergo7", 4, "at once")], [0, 1]);
  results.add("emergo", 3, "failed");
  const read = new PuzzleResults(kept);
  assert.deepEqual(
    [read.of("emergo7"), read.of("emergo"), read.of("hexemergo")],
    [
      { solved: [3, 4], failed: [] },
      { solved: [], failed: [3] },
      { solved: [], failed: [] },
    ],
  );
  assert.equal(read.difficulty, 1);
  for (const value of [{ level: 9, row: 0, boards: {} }, { level: 1, row: 0, boards: { emergo: 1 } }, 3]) {
    kept.setItem("luctor.puzzles", JSON.stringify({ version: 1, value }));
    assert.deepEqual(new PuzzleResults(kept).of("emergo"), { solved: [], failed: [] });
  }
});
