import assert from "node:assert/strict";
import { test } from "node:test";
import { Selection } from "../../src/page/package/selection.js";

const entry = (cell) => ({ text: cell, kind: "entry", path: [cell], captured: [] });
const step = (text) => ({ text, kind: "step", path: text.split("-"), captured: [] });
const capture = (text) => ({ text, kind: "capture", path: text.split("x"), captured: [] });

const entries = ["e4", "e5"].map(entry);
const steps = ["e4-e5", "e4-d4", "g4-g5"].map(step);
// Two routes end on e3, one on g7.
const forced = [capture("a5xc5xe5")];
const several = [...forced, capture("h4xf4")];
const captures = ["e7xc5xe3", "e7xg5xe3", "e7xg5xg7"].map(capture);

test("a click plays a move, asks for a route, selects cells or is refused", () => {
  for (const [moves, path, cell, expected] of [
    [entries, [], "e4", { play: "e4" }],
    [entries, [], "a1", {}],
    [steps, [], "e4", { select: ["e4"] }],
    [steps, ["e4"], "d4", { play: "e4-d4" }],
    [steps, ["e4"], "e4", { select: [] }],
    [steps, ["e4"], "g4", { select: ["g4"] }],
    [steps, ["e4"], "a1", {}],
    [captures, [], "e7", { select: ["e7"] }],
    [captures, ["e7"], "g5", { select: ["e7", "g5"] }],
    [captures, ["e7"], "e3", { ask: ["e7xc5xe3", "e7xg5xe3"] }],
    [captures, ["e7", "g5"], "e3", { play: "e7xg5xe3" }],
    [captures, ["e7"], "g7", { play: "e7xg5xg7" }],
    [captures, ["e7", "g5"], "c5", {}],
    // One capture is left: it is played to its end.
    [captures, ["e7"], "c5", { play: "e7xc5xe3" }],
    [several, [], "a5", { play: "a5xc5xe5" }],
    // A single forced capture is played by a click on any of its cells.
    [forced, [], "a5", { play: "a5xc5xe5" }],
    [forced, [], "c5", { play: "a5xc5xe5" }],
    [forced, [], "g5", {}],
  ]) {
    const { play, ask, select } = new Selection(moves, path).click(cell, moves);
    const found = { play: play?.text, ask: ask?.map(({ text }) => text), select: select?.path };
    const defined = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
    assert.deepEqual(defined, expected, `${path} ${cell}`);
  }
});
