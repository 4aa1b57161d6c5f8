import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../../src/page/package/game.js";
import { betterLine, evaluationsOf, isError, missedWins, mistakesOf } from "../../src/page/package/report_data.js";
import { checkTable } from "./support.js";

/** A move with this line as the best one. */
const judged = (mark, moves, rest = {}) => ({
  turn: 1,
  side: "white",
  played: "e4",
  mark,
  missed_win: null,
  best: { moves, evaluation: { centimen: 40 }, expected: 0.6, depth: 9 },
  shows_best: isError(mark),
  ...rest,
});

test("the best line is shown where the report says so", () => {
  checkTable(betterLine, [
    [judged("blunder", ["e5", "d5"]), ["e5", "d5"]],
    [judged(null, ["e5"], { missed_win: 3, shows_best: true }), ["e5"]],
    [judged("good", ["e4"]), null],
    [judged(null, [], { best: null }), null],
  ]);
});

test("three of the marks are those of errors", () => {
  assert.deepEqual(["good", "inaccuracy", "mistake", "blunder", null].map(isError), [false, true, true, true, false]);
});

test("the mistakes of a side are its errors on the main line with a better line", () => {
  const game = new Game({ moves: ["e4", "e6", "d4", "d6", "c4"] });
  const black = { side: "black", played: "e6" };
  const reports = [
    judged("mistake", ["e5"]),
    judged("blunder", ["f6"], black),
    judged(null, ["e5"], { missed_win: 3, shows_best: true }),
    null,
    judged("blunder", ["e5"], { shows_best: false }),
  ];
  for (const [index, node] of game.moves.entries()) node.report = reports[index];
  game.goTo(1);
  game.play({ text: "g5" });
  game.node.report = judged("blunder", ["f6"], black);
  const [start, first] = game.mainLine;
  assert.deepEqual(mistakesOf(game, "white"), [{ before: start, turn: 1, played: "e4", mark: "mistake", best: ["e5"] }]);
  assert.deepEqual(mistakesOf(game, "black"), [{ before: first, turn: 1, played: "e6", mark: "blunder", best: ["f6"] }]);
});

test("each position has the score of its best move, and the last one that of the last move", () => {
  const moves = [
    { ...judged(null, ["e4", "d5"]), side: "white", evaluation: { centimen: 10 } },
    { ...judged("mistake", ["f5"]), side: "black", evaluation: { centimen: -20 }, best: null },
  ];
  const [start, middle, end] = evaluationsOf({ moves });
  assert.deepEqual(start, { score: { centimen: 40 }, depth: 9 });
  // A forced move has no best line.
  assert.deepEqual(middle, { score: { centimen: 20 }, depth: 0 });
  assert.deepEqual(end, { score: { centimen: 20 }, depth: 0 });
  assert.deepEqual(evaluationsOf({ moves: [] }), [null]);
});

test("missed wins are listed", () => {
  const game = new Game({ moves: ["d4", "d6"] });
  game.line[1].report = judged(null, ["e4"]);
  game.line[2].report = judged("blunder", ["e5"], { missed_win: 2 });
  assert.deepEqual(
    missedWins(game).map(({ node, missed_win: moves }) => [node, moves]),
    [[game.line[2], 2]],
  );
});
