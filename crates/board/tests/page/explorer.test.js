import assert from "node:assert/strict";
import { test } from "node:test";
import { shares } from "../../src/page/analysis/explorer.js";

test("the shares of the results are percentages of the finished games", () => {
  assert.deepEqual(shares({ white: 1, draws: 2, black: 1 }), [25, 50, 25]);
  assert.equal(shares({ white: 0, draws: 0, black: 0 }), null);
});
