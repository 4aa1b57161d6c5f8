import assert from "node:assert/strict";
import { test } from "node:test";
import { expectation, forWhite, scoreText, shortNumber } from "../../src/page/package/score.js";
import { checkTable } from "./support.js";

test("the expected result follows from the score", () => {
  // A side that has lost already reports mate 0.
  assert.equal(expectation(forWhite({ mate: 0 }, "black")), 1);
  assert.equal(expectation(forWhite({ mate: 0 }, "white")), 0);
  assert.equal(expectation({ centimen: 0 }), 0.5);
  assert.equal(expectation({ centimen: 200 }).toFixed(3), "0.667");
});

test("scores and large numbers are written shortly", () => {
  const scores = [{ centimen: 35 }, { centimen: -120 }, { centimen: 0 }, { mate: 3 }, { mate: -2 }];
  assert.deepEqual(scores.map(scoreText), ["+0.35", "−1.20", "+0.00", "#3", "−#2"]);
  const numbers = [0, 950, 1000, 12345, 999999, 3141592, 5e9];
  assert.deepEqual(numbers.map(shortNumber), ["0", "950", "1K", "12.3K", "1M", "3.14M", "5B"]);
});

test("scores of both players are from White's view", () => {
  checkTable(forWhite, [
    [{ centimen: 35 }, "white", { centimen: 35 }],
    [{ centimen: 35 }, "black", { centimen: -35 }],
    [{ centimen: 0 }, "black", { centimen: 0 }],
    [{ mate: 3 }, "black", { mate: -3 }],
    [{ mate: -2 }, "black", { mate: 2 }],
    [{ mate: 0 }, "black", { mate: 0, lost: "black" }],
  ]);
});
