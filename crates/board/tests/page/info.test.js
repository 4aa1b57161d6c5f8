import assert from "node:assert/strict";
import { test } from "node:test";
import { expectation, forWhite, parseInfo, scoreText, shortNumber } from "../../src/page/info.js";

test("an info line is read into its values", () => {
  for (const [line, info] of [
    ["info string depth 3", null],
    ["bestmove e4", null],
    [
      "info depth 8 seldepth 15 multipv 2 score cp -74 nodes 43711 nps 2449756 hashfull 30 time 17 pv c5 g5",
      { depth: 8, seldepth: 15, multipv: 2, score: { cp: -74 }, nodes: 43711, nps: 2449756, hashfull: 30, time: 17, pv: ["c5", "g5"] },
    ],
    [
      " info  depth 3 score mate -2 upperbound nodes 5",
      { depth: 3, multipv: 1, score: { mate: -2 }, bound: "upperbound", nodes: 5, pv: [] },
    ],
    // Numbers are limited, and what is not a number is 0 or 1.
    [
      "info depth Infinity seldepth -3 multipv 4294967295 score mate -1e300 nodes x hashfull 2.5 pv e4",
      { depth: 1000, seldepth: 0, multipv: 256, score: { mate: -10000 }, nodes: 0, hashfull: 2, pv: ["e4"] },
    ],
    ["info multipv 0 score cp NaN", { multipv: 1, score: { cp: 0 }, pv: [] }],
    ["info score constructor 7 __proto__ 5", { multipv: 1, pv: [] }],
    // Unknown words are ignored.
    ["info depth 3 tbhits 7 score cp 5 pv e4", { depth: 3, multipv: 1, score: { cp: 5 }, pv: ["e4"] }],
  ]) {
    assert.deepEqual(parseInfo(line), info, line);
  }
});

test("a score is turned to White's view", () => {
  assert.deepEqual(forWhite({ cp: 30 }, "w"), { cp: 30 });
  assert.deepEqual(forWhite({ cp: 30 }, "b"), { cp: -30 });
  assert.equal(forWhite({ mate: 3 }, "b").mate, -3);
});

test("the expected result follows from the score", () => {
  // A side that has lost already reports mate 0.
  assert.equal(expectation(forWhite({ mate: 0 }, "b")), 1);
  assert.equal(expectation(forWhite({ mate: 0 }, "w")), 0);
  assert.equal(expectation({ cp: 0 }), 0.5);
  assert.equal(expectation({ cp: 200 }).toFixed(3), "0.667");
});

test("scores and large numbers are written shortly", () => {
  const scores = [{ cp: 35 }, { cp: -120 }, { cp: 0 }, { mate: 3 }, { mate: -2 }];
  assert.deepEqual(scores.map(scoreText), ["+0.35", "−1.20", "+0.00", "#3", "−#2"]);
  const numbers = [0, 950, 1000, 12345, 999999, 3141592, 5e9];
  assert.deepEqual(numbers.map(shortNumber), ["0", "950", "1K", "12.3K", "1M", "3.14M", "5B"]);
});
