import assert from "node:assert/strict";
import { test } from "node:test";
import { meanScore, shares } from "../../src/page/analysis/explorer.js";
import { checkTable } from "./support.js";

test("the shares of the results are percentages of the finished games", () => {
  assert.deepEqual(shares({ white: 1, draws: 2, black: 1 }), [25, 50, 25]);
  assert.equal(shares({ white: 0, draws: 0, black: 0 }), null);
});

test("a mean score is for White and in men", () => {
  checkTable(meanScore, [
    [35, "white", "+0.35"],
    [35, "black", "−0.35"],
    [0, "black", "+0.00"],
    [-120.4, "white", "−1.20"],
    [null, "white", "–"],
  ]);
});
