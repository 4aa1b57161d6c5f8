import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../../src/page/package/game.js";
import { Premove } from "../../src/page/package/premove.js";

const columns = { a1: "white", b1: "white", c1: "black", d1: null };
const cells = Object.entries(columns).map(([cell, owner]) => ({ cell, column: owner && { owner } }));
/** White chooses while Black is to move. */
const position = (men) => ({ side: "black", hands: { white: men, black: 0 }, cells });
const [start, answered, later] = new Game({ moves: ["c1", "d1"] }).line;

test("a premove is an empty cell with men in hand, and else an own piece and another cell", () => {
  for (const [men, choices, isTaken, path] of [
    [1, ["d1"], true, "d1"],
    [1, ["a1"], false, ""],
    [1, ["d1", "c1"], false, "d1"],
    [0, ["a1"], true, "a1"],
    [0, ["a1", "d1"], true, "a1 d1"],
    [0, ["a1", "a1"], true, ""],
    [0, ["a1", "d1", "b1"], true, "b1"],
    [0, ["c1"], false, ""],
    [0, ["d1"], false, ""],
    // A drag.
    [0, ["a1 d1"], true, "a1 d1"],
  ]) {
    const premove = new Premove();
    const taken = choices.map((choice) => premove.choose(position(men), start, ...choice.split(" ")));
    assert.deepEqual([taken.at(-1), premove.path.join(" ")], [isTaken, path], `${men} ${choices}`);
  }
});

const moves = ["e4", "e4-e5", "e4-d4", "e7xc5xe3", "e7xg5xe3", "e7xg5xg7"].map((text) => ({ text, path: text.split(/[-x]/) }));

test("a premove is the only legal move between its cells after the answer", () => {
  for (const [path, node, text, kept] of [
    ["e4", answered, "e4", ""],
    ["a5", answered, undefined, ""],
    ["e4 d4", answered, "e4-d4", ""],
    ["e4 e3", answered, undefined, ""],
    ["e7 g7", answered, "e7xg5xg7", ""],
    // Two routes end there.
    ["e7 e3", answered, undefined, ""],
    ["e4", start, undefined, "e4"],
    ["e4", later, undefined, ""],
  ]) {
    const premove = new Premove();
    premove.choose(position(1), start, ...path.split(" "));
    assert.deepEqual([premove.moveIn({ moves }, node)?.text, premove.path.join(" ")], [text, kept], path);
  }
});
