import assert from "node:assert/strict";
import { test } from "node:test";
import { pathOf, shownMove } from "../../src/page/package/move_text.js";
import { checkTable } from "./support.js";

test("a move text is split into its cells", () => {
  checkTable(pathOf, [
    ["e4", ["e4"]],
    ["e4*7", ["e4"]],
    ["f4-e4", ["f4", "e4"]],
    ["h4xf4xd4", ["h4", "f4", "d4"]],
  ]);
});

test("a move is shown with the names of the board", () => {
  const names = new Map([
    ["h4", "d8"],
    ["f4", "e9"],
  ]);
  for (const [text, shown] of [
    ["h4xf4", "d8xe9"],
    ["f4-h4", "e9-d8"],
    ["h4", "d8"],
    ["e4", "e4"],
  ]) {
    assert.equal(shownMove(text, names), shown, text);
  }
  assert.equal(shownMove("e4", new Map()), "e4");
});
