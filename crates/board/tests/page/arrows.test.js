import assert from "node:assert/strict";
import { test } from "node:test";
import { Arrows } from "../../src/page/package/arrows.js";
import { Game } from "../../src/page/package/game.js";
import { Premove } from "../../src/page/package/premove.js";
import { Selection } from "../../src/page/package/selection.js";

const [first, second] = new Game({ moves: ["e4", "e6"] }).line;
const captures = ["e7xc5xe3", "h4xf4"].map((text) => ({ text, kind: "capture", path: text.split("x"), captured: [] }));

function shown(arrows, node, selection = new Selection(captures), premove = new Premove()) {
  return arrows.list(node, premove, selection).map(({ path, className }) => `${className} ${path.join("-")}`);
}

test("what the person draws stays with its position, is removed by a second drawing, and is not kept on a preview", () => {
  const arrows = new Arrows();
  arrows.toggle(first, "e4", "e5");
  arrows.toggle(first, "d4", "d4");
  arrows.toggle(second, "a1", "a1");
  arrows.toggle(second, "a1", "a1");
  arrows.toggle(null, "b1", "b1");
  assert.deepEqual(
    [first, second, null].map((node) => shown(arrows, node)),
    [["drawn e4-e5", "drawn d4"], [], []],
  );
  arrows.erase(first);
  assert.deepEqual(shown(arrows, first), []);
});

test("the first moves of a line take the place of the selected captures", () => {
  const arrows = new Arrows();
  const selection = new Selection(captures, ["e7"]);
  const premove = new Premove();
  premove.path = ["a1"];
  assert.deepEqual(shown(arrows, first, selection, premove), ["premove a1", "third e7-c5-e3"]);
  arrows.line = ["e4", "e5-e6", "h4xf4", "d4"];
  assert.deepEqual(shown(arrows, first, selection), ["first e4", "second e5-e6", "third h4-f4"]);
});
