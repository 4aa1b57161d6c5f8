import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../../src/page/package/game.js";
import { plain, tree } from "./support.js";

const blackFirst = () => new Game({ start: "1/3 b 5,5 7", firstSide: "black", firstTurn: 7 });

test("sides alternate from the first side, and turns are numbered from the first turn", () => {
  const numbers = (game, plies) => plies.map((ply) => game.numberOf(ply));
  assert.deepEqual(numbers(new Game(), [0, 1, 2]), [
    { turn: 1, side: "white" },
    { turn: 1, side: "black" },
    { turn: 2, side: "white" },
  ]);
  assert.deepEqual(numbers(blackFirst(), [0, 1]), [
    { turn: 7, side: "black" },
    { turn: 8, side: "white" },
  ]);
});

test("the rules get the start and the moves up to a ply", () => {
  const game = new Game({ moves: ["e4", "e6", "d4"] });
  assert.deepEqual(game.at(2), {
    variant: "emergo",
    blocked: "draw",
    repetition: "draw",
    start: null,
    moves: ["e4", "e6"],
  });
});

test("a move from an earlier position creates a variation, and the main line stays", () => {
  const game = new Game({ moves: ["e4", "e6", "d4"], outcome: { result: "1-0" } });
  game.goTo(1);
  game.play({ text: "g5" });
  assert.deepEqual([game.at(9).moves.join(" "), game.cursor, game.outcome, game.isUnsaved], ["e4 g5", 2, null, true]);
  assert.deepEqual(tree(game.root), [["e4", ["e6", ["d4"]], ["g5"]]]);
  game.select(game.root.children[0]);
  assert.equal(game.at(9).moves.join(" "), "e4 g5", "the line is kept while its moves are shown");
  game.play({ text: "e6" });
  assert.deepEqual([game.at(9).moves.join(" "), game.cursor, game.outcome.result], ["e4 e6 d4", 2, "1-0"]);
  assert.deepEqual(tree(game.root), [["e4", ["e6", ["d4"]], ["g5"]]], "a known move is not added again");
});

test("a variation is promoted, and a move is deleted with all that follows it", () => {
  const game = new Game({ moves: ["e4", "e6", "d4"] });
  game.goTo(1);
  game.play({ text: "g5" });
  game.play({ text: "d3" });
  assert.equal(game.variationOf(game.node).text, "g5");
  game.promote(game.node);
  assert.deepEqual(tree(game.root), [["e4", ["g5", ["d3"]], ["e6", ["d4"]]]]);
  assert.equal(game.variationOf(game.node), null);
  const deleted = game.node;
  game.remove(deleted.parent);
  assert.deepEqual(tree(game.root), [["e4", ["e6", ["d4"]]]]);
  game.select(deleted);
  assert.deepEqual([game.at(9).moves.join(" "), game.cursor], ["e4 e6 d4", 1]);
});

test("the line of the game becomes the main line, and its end is shown in place of a variation", () => {
  const game = new Game({ moves: ["e4", "e6", "d4"] });
  for (const [ply, text] of [
    [1, "g5"],
    [2, "d4"],
    [2, "e3"],
  ]) {
    game.goTo(ply);
    game.play({ text });
  }
  game.keepLine();
  assert.deepEqual(tree(game.root), [["e4", ["g5", ["e3"], ["d4"]], ["e6", ["d4"]]]]);
  game.select(game.root.children[0].children[1]);
  game.leaveVariation();
  assert.deepEqual([game.at().moves.join(" "), game.isAtEnd], ["e4 g5 e3", true]);
  game.takeBack(1);
  game.leaveVariation();
  assert.equal(game.length, 2, "a move that is taken back stays so");
  // Also if a variation is tried meanwhile, and after the game was stored.
  game.goTo(0);
  game.play({ text: "c4" });
  const stored = Game.fromData(JSON.parse(JSON.stringify(game.data)));
  for (const one of [game, stored]) {
    one.leaveVariation();
    assert.deepEqual([one.at().moves.join(" "), one.isAtEnd], ["e4 g5", true]);
  }
  game.play({ text: "e3" });
  game.goTo(0);
  game.play({ text: "c6" });
  game.leaveVariation();
  assert.equal(game.at().moves.join(" "), "e4 g5 e3", "a move that is played again is the game");
});

test("moves that are taken back can be played again, or stay as a variation", () => {
  const game = new Game({ moves: ["e4", "e6", "d4"] });
  game.takeBack(2);
  assert.deepEqual([game.at(9).moves.join(" "), game.cursor], ["e4", 1]);
  game.redo();
  assert.deepEqual([game.at(9).moves.join(" "), game.undone.length], ["e4 e6 d4", 0]);
  game.takeBack(2);
  game.play({ text: "g5" });
  assert.deepEqual(tree(game.root), [["e4", ["g5"], ["e6", ["d4"]]]], "the game goes on with the new move");
  assert.equal(game.undone.length, 0);
});

test("a game is unsaved after a move is taken back or played again", () => {
  const game = new Game({ moves: ["e4"] });
  game.redo();
  assert.equal(game.isUnsaved, false, "no move to play again");
  game.takeBack(1);
  assert.equal(game.isUnsaved, true);
  game.isUnsaved = false;
  game.takeBack(1);
  assert.equal(game.isUnsaved, false, "no move to take back");
  game.redo();
  assert.equal(game.isUnsaved, true);
});

test("a game that ended by resignation goes on if its last move is taken back and played again", () => {
  const game = new Game({ moves: ["e4", "e6"], outcome: { result: "0-1", reason: "resignation", detail: "" } });
  game.takeBack(1);
  game.play({ text: "e6" });
  assert.deepEqual([game.length, game.outcome], [2, null]);
});

test("a game is the same after it was stored", () => {
  const game = new Game({ variant: "emergo7", moves: ["d3", "d5"], white: "A" });
  game.goTo(1);
  game.play({ text: "e4", score: { centimen: 3 } });
  game.node.comment = "why not";
  game.keepEvaluation(2, { depth: 3, score: { centimen: 5 } });
  const report = { engine: "Luctor", limit: { nodes: 9 }, players: {} };
  game.takeReport({ ...report, nodes: 99, moves: [{ played: "d3" }] }, []);
  const data = plain(game.data);
  const copy = Game.fromData(data);
  assert.deepEqual(plain(copy.data), data);
  assert.deepEqual(copy.report, report);
  assert.deepEqual(
    [copy.at(9).moves.join(" "), copy.cursor, copy.node.comment, copy.scoreAt(2)],
    ["d3 e4", 2, "why not", { centimen: 5 }],
  );
  for (const bad of [{ last: 7 }, { nodes: [] }, { nodes: [{}, { text: "d3", parent: 5 }] }]) {
    assert.throws(() => Game.fromData({ ...data, ...bad }), JSON.stringify(bad));
  }
});

test("a game of 20,000 moves is stored, with its variations in their order", () => {
  const game = new Game({ moves: Array.from({ length: 20_000 }, (_, index) => `m${index}`) });
  game.goTo(3);
  for (const text of ["a", "b"]) {
    game.select(game.line[3]);
    game.play({ text });
  }
  const copy = Game.fromData(plain(game.data));
  assert.deepEqual(
    copy.line[3].children.map(({ text }) => text),
    ["m3", "a", "b"],
  );
  assert.equal([...copy.nodes()].length, 20_003);
  assert.deepEqual([copy.length, copy.node.text], [4, "b"]);
});

test("a move at the end leaves the cursor in its place", () => {
  const game = new Game({ moves: ["e4", "e6"] });
  game.goTo(0);
  game.append({ text: "g5" });
  assert.deepEqual([game.at(9).moves.join(" "), game.cursor, game.isAtEnd], ["e4 e6 g5", 0, false]);
});

test("the cursor and the number of moves stay in range", () => {
  const game = new Game();
  game.takeBack(2);
  game.goTo(7);
  assert.deepEqual([game.length, game.cursor], [0, 0]);
});

test("the deepest and latest evaluation of a position is kept", () => {
  const game = new Game();
  for (const [depth, centimen] of [
    [5, 1],
    [3, 2],
    [5, 3],
    [4, 4],
  ])
    game.keepEvaluation(0, { depth, score: { centimen } });
  assert.deepEqual(game.scoreAt(0), { centimen: 3 });
});

test("the score of a position is the analysis or else the mover's evaluation", () => {
  const game = new Game({ moves: [{ text: "e4", score: { centimen: 7 } }] });
  assert.deepEqual([game.scoreAt(0), game.scoreAt(1)], [{ centimen: 7 }, null]);
  game.keepEvaluation(0, { depth: 1, score: { centimen: 9 } });
  assert.deepEqual(game.scoreAt(0), { centimen: 9 });
});
