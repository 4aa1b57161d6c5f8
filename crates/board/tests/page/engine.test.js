import assert from "node:assert/strict";
import { test } from "node:test";
import { Crashes } from "../../src/page/package/connection.js";
import { positionLine } from "../../src/page/package/engine.js";
import { checkTable } from "./support.js";

test("a position is sent to an engine by its start and its moves", () => {
  checkTable(positionLine, [
    [null, [], "position startpos"],
    [null, ["e4", "e6"], "position startpos moves e4 e6"],
    ["1/3 w 5,5", ["e4"], "position fen 1/3 w 5,5 moves e4"],
  ]);
});

test("three crashes within a minute are too many", (t) => {
  t.mock.timers.enable({ apis: ["Date"] });
  const crashes = new Crashes();
  assert.deepEqual([crashes.count(), crashes.count()], [false, false]);
  t.mock.timers.tick(60_000);
  assert.deepEqual([crashes.count(), crashes.count(), crashes.count()], [false, false, true]);
  crashes.reset();
  assert.equal(crashes.count(), false);
});
