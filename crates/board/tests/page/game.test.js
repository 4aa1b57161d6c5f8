import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../../src/page/game.js";

const blackFirst = () => new Game({ start: "1/3 b 5,5 7", firstSide: "b", firstTurn: 7 });

test("sides alternate from the first side", () => {
  assert.deepEqual([0, 1, 2, 3].map((ply) => new Game().sideAt(ply)), ["w", "b", "w", "b"]);
  assert.deepEqual([0, 1, 2, 3].map((ply) => blackFirst().sideAt(ply)), ["b", "w", "b", "w"]);
});

test("turns are numbered from the first turn", () => {
  const numbers = (game, plies) => plies.map((ply) => game.numberOf(ply));
  assert.deepEqual(numbers(new Game(), [0, 1, 2]), [{ turn: 1, side: "w" }, { turn: 1, side: "b" }, { turn: 2, side: "w" }]);
  assert.deepEqual(numbers(blackFirst(), [0, 1]), [{ turn: 7, side: "b" }, { turn: 8, side: "w" }]);
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

test("a move at the cursor removes the moves after it, their evaluations and the end of the game", () => {
  const game = new Game({ moves: ["e4", "e6", "d4"], outcome: { result: "1-0" }, date: "2020.01.01", source: { moves: [] } });
  for (const ply of [0, 1, 2, 3]) game.note(ply, { depth: 1 });
  game.goTo(1);
  game.play({ text: "g5" });
  assert.deepEqual([game.lineTo(9), game.cursor, game.evaluations.length], ["e4 g5", 2, 2]);
  assert.deepEqual([game.outcome, game.date, game.source], [null, "", null]);
});

test("a move at the end leaves the cursor in its place", () => {
  const game = new Game({ moves: ["e4", "e6"] });
  game.goTo(0);
  game.append({ text: "g5" });
  assert.deepEqual([game.lineTo(9), game.cursor, game.isAtEnd], ["e4 e6 g5", 0, false]);
});

test("moves are taken back from the end", () => {
  const game = new Game({ moves: ["e4", "e6", "d4"] });
  game.takeBack(2);
  assert.deepEqual([game.lineTo(9), game.cursor], ["e4", 1]);
});

test("the cursor and the number of moves stay in range", () => {
  const game = new Game();
  game.takeBack(2);
  game.goTo(7);
  assert.deepEqual([game.length, game.cursor], [0, 0]);
});

test("the deepest and latest evaluation of a position is kept", () => {
  const game = new Game();
  for (const [depth, cp] of [[5, 1], [3, 2], [5, 3], [4, 4]]) game.note(0, { depth, score: { cp } });
  assert.deepEqual(game.scoreAt(0), { cp: 3 });
});

test("the score of a position is the analysis or else the mover's evaluation", () => {
  const game = new Game({ moves: [{ text: "e4", score: { cp: 7 } }] });
  assert.deepEqual([game.scoreAt(0), game.scoreAt(1)], [{ cp: 7 }, null]);
  game.note(0, { depth: 1, score: { cp: 9 } });
  assert.deepEqual(game.scoreAt(0), { cp: 9 });
});
