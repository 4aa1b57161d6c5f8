import assert from "node:assert/strict";
import { test } from "node:test";
import { Draft } from "../../src/page/play/setup.js";

test("a change of a draft makes another draft", () => {
  const column = { owner: "w", cap: 3, prisoners: 2 };
  const position = {
    variant: "emergo",
    side: "b",
    hands: { w: 1, b: 2 },
    turn: 9,
    text: "text",
    cells: [
      { cell: "e5", checkerboard: "e5", column },
      { cell: "e4", checkerboard: "d5", column: null },
    ],
  };
  const draft = new Draft(position);
  const composition = { variant: "emergo", side: "b", hands: { w: 1, b: 2 }, turn: 9, columns: [{ cell: "e5", column }] };
  assert.deepEqual(draft.composition, composition);
  const changed = draft.with((copy) => {
    copy.columns.clear();
    copy.hands.w = 7;
  });
  assert.deepEqual(changed.composition, { ...composition, hands: { w: 7, b: 2 }, columns: [] });
  assert.deepEqual(draft.composition, composition);
});
