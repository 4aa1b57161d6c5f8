import assert from "node:assert/strict";
import { test } from "node:test";
import { marksOf } from "../../src/page/package/marks.js";
import { Selection } from "../../src/page/package/selection.js";

const moves = ["e7xc5xe3", "e7xg5xg7"].map((text) => ({ text, kind: "capture", path: text.split("x"), captured: [] }));
const cells = [
  ["e7", "white"],
  ["d6", "black"],
  ["a1", null],
].map(([cell, owner]) => ({ cell, column: owner && { owner } }));
const position = { side: "white", required: { kind: "capture" }, moves, cells, threatened: ["e7"], forbidden: [] };
const entry = { ...position, required: { kind: "entry" }, moves: [{ path: ["d4"] }], forbidden: [{ cell: "e5" }] };

test("marks show what the person may do", () => {
  for (const [shown, path, person, marks] of [
    [position, [], { mayMove: true, showsThreats: true }, { e7: "threatened movable" }],
    [position, ["e7"], { mayMove: true }, { e7: "origin", c5: "next", g5: "next", e3: "end", g7: "end" }],
    [position, ["e7", "c5"], { mayMove: true }, { e7: "passed", c5: "origin", e3: "next end" }],
    [position, [], { mayPremove: true }, { d6: "own" }],
    [position, ["e7"], {}, {}],
    [entry, [], { mayMove: true, mayPremove: true }, { d4: "legal", e5: "forbidden" }],
  ]) {
    const found = marksOf(shown, new Selection(shown.moves, path), person);
    assert.deepEqual(Object.fromEntries([...found].map(([cell, words]) => [cell, words.join(" ")])), marks);
  }
});
