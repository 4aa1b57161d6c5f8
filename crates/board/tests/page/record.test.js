import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../../src/page/package/game.js";
import { dateText, gameOfRecord, recordOfGame } from "../../src/page/files/record.js";
import { plain, tree } from "./support.js";

const record = () => ({
  variant: "emergo",
  blocked: "loss",
  repetition: "unlimited",
  white: "A",
  black: "C",
  event: "x",
  limits: ["10+0.1", "10+0.1"],
  opening: "1/3/5/7/9/7/5/3/1 b 12,12 4",
  moves: [
    { move: "e4", score: 35, depth: 12, ms: 100, comment: "good", nags: [1] },
    { move: "e6", mate: -3, depth: 7, nodes: 9, ms: 1250 },
    { move: "d4", ms: 0 },
  ],
  result: "0-1",
  reason: "resignation",
  date: "2020.02.03",
});

const entry = (changes = {}) => ({ kind: "game", record: { ...record(), ...changes }, first_side: "black", first_turn: 4 });

test("scores of a record are turned to White's view", () => {
  const game = gameOfRecord(entry());
  assert.deepEqual([game.firstSide, game.firstTurn, game.at(9).moves.join(" ")], ["black", 4, "e4 e6 d4"]);
  assert.deepEqual(
    game.moves.map(({ score }) => score),
    [{ centimen: -35 }, { mate: -3 }, undefined],
  );
  assert.deepEqual(
    game.moves.map(({ ms }) => ms),
    [100, 1250, undefined],
  );
});

test("a game that is read and written is the same record", () => {
  const expected = record();
  delete expected.moves[2].ms;
  assert.deepEqual(plain(recordOfGame(gameOfRecord(entry()), "2026.01.01")), expected);
});

test("a game without a result has no outcome, and is written as unfinished, with its reason until it goes on", () => {
  for (const result of ["*", undefined]) {
    const game = gameOfRecord(entry({ result, reason: "abandoned", detail: "rain" }));
    const written = () => {
      const { result, reason, detail } = recordOfGame(game, "2026.01.01");
      return [result, reason, detail];
    };
    assert.equal(game.outcome, null);
    assert.deepEqual(written(), ["*", "abandoned", "rain"]);
    game.play({ text: "d6" });
    assert.deepEqual(written(), ["*", undefined, undefined]);
  }
});

test("a game that is cut can be continued as another game, and one with a wrong variation is the same", () => {
  for (const [is_complete, result, expected] of [
    [false, "*", ["*", undefined]],
    [true, "0-1", ["0-1", "x"]],
  ]) {
    const error = { line: 3, fault: { kind: "move", is_complete } };
    const written = recordOfGame(gameOfRecord({ ...entry({ result }), error }), "2026.01.01");
    assert.deepEqual([written.result, written.event], expected);
  }
});

test("a new game is written with the date of today and the end by the rules", () => {
  const game = new Game({ variant: "emergo7", blocked: "loss", moves: [{ text: "d3", score: { centimen: -0 } }] });
  game.line[1].ending = { result: "1-0", reason: "blocked" };
  assert.deepEqual(plain(recordOfGame(game, "2026.01.01")), {
    variant: "emergo7",
    blocked: "loss",
    moves: [{ move: "d3", score: 0 }],
    result: "1-0",
    reason: "blocked",
    date: "2026.01.01",
  });
  assert.ok(!Object.is(recordOfGame(game, "").moves[0].score, -0));
});

test("a changed game keeps the tags of its file, and forgets its match", () => {
  const game = gameOfRecord(entry({ match: "m", game: 3, pair: 1, tags: [["Annotator", "B"]] }));
  assert.equal(recordOfGame(game, "").match, "m");
  game.root.children[0].children[0].children.pop();
  const { event, tags, match, pair } = recordOfGame(game, "");
  assert.deepEqual([event, tags, match, pair], ["x", [["Annotator", "B"]], undefined, undefined]);
});

test("comments, marks and variations inside variations are read and written", () => {
  const moves = [
    {
      move: "e4",
      comment: "start",
      variations: [[{ move: "d4" }, { move: "e6", variations: [[{ move: "d6", nags: [5] }]] }], [{ move: "c4" }]],
    },
    { move: "e6", nags: [1, 14] },
    { move: "d4", variations: [[{ move: "f4", comment: "or" }]] },
  ];
  const game = gameOfRecord(entry({ moves, comment: "first" }));
  assert.deepEqual([game.at(9).moves.join(" "), game.isUnsaved], ["e4 e6 d4", false]);
  const written = plain(recordOfGame(game, ""));
  assert.deepEqual([written.comment, written.moves], ["first", moves]);
});

test("variations that begin with one move are joined, with their comments and marks and the deeper evaluation", () => {
  const [first, second] = [
    { move: "d4", score: 5, depth: 9, comment: "a" },
    { move: "d4", score: 7, depth: 8, nags: [1, 1], comment: "b" },
  ];
  const deeper = { move: "e4", score: 3, depth: 7, nodes: 4, nags: [5], comment: "good" };
  const moves = [
    { move: "e4", ms: 10, nags: [1], comment: "good", variations: [[first, { move: "e6" }], [second, { move: "d6" }], [deeper]] },
  ];
  assert.deepEqual(plain(recordOfGame(gameOfRecord(entry({ moves })), "")).moves, [
    {
      ...deeper,
      ms: 10,
      nags: [1, 5],
      variations: [
        [
          { ...first, nags: [1], comment: "a b" },
          { move: "e6", variations: [[{ move: "d6" }]] },
        ],
      ],
    },
  ]);
});

test("a game ends with a resignation, and what follows in the tree is a variation of the last move", () => {
  const game = new Game({ moves: ["e4", "e6", "d4"] });
  game.takeBack(1);
  game.outcome = { result: "0-1", reason: "resignation" };
  const { moves, result, reason } = plain(recordOfGame(game, ""));
  assert.deepEqual([moves.map(({ move }) => move), result, reason], [["e4", "e6"], "0-1", "resignation"]);
  game.redo();
  game.play({ text: "d6" });
  assert.deepEqual([game.outcome, game.node.outcome], [{ result: "0-1", reason: "resignation" }, null]);
  game.goTo(2);
  game.play({ text: "c4" });
  game.play({ text: "c6" });
  const written = plain(recordOfGame(game, ""));
  assert.deepEqual(
    [written.moves[1], written.result],
    [
      {
        move: "e6",
        variations: [
          [{ move: "e6" }, { move: "d4" }, { move: "d6" }],
          [{ move: "e6" }, { move: "c4" }, { move: "c6" }],
        ],
      },
      "0-1",
    ],
  );
  const read = gameOfRecord({ kind: "game", record: written, first_side: "white", first_turn: 1, error: null });
  const all = [["e4", ["e6", ["d4", ["d6"]], ["c4", ["c6"]]]]];
  assert.deepEqual([read.at(9).moves.join(" "), read.node.outcome.result, tree(read.root)], ["e4 e6", "0-1", all]);
  assert.deepEqual(plain(recordOfGame(read, "")), { ...written, blocked: "draw" });
});

test("moves that were taken back are variations of a record, and other moves stay in the main line", () => {
  const played = () => {
    const game = new Game({ moves: ["e4", "e6", "d4"] });
    game.line[3].ending = { result: "1-0", reason: "no men left" };
    return game;
  };
  const changes = {
    none: (game) => game.goTo(1),
    "another variation": (game) => {
      game.goTo(1);
      game.play({ text: "g5" });
    },
    "one move back": (game) => game.takeBack(1),
    "back, and the game ends": (game) => {
      game.takeBack(1);
      game.outcome = { result: "0-1", reason: "resignation" };
    },
    "the end back": (game) => {
      game.takeBack(1);
      game.outcome = { result: "0-1", reason: "resignation" };
      game.takeBack(1);
    },
    "all moves back": (game) => game.takeBack(3),
  };
  const written = Object.fromEntries(
    Object.entries(changes).map(([name, change]) => {
      const game = played();
      change(game);
      const record = plain(recordOfGame(game, ""));
      const read = gameOfRecord({ kind: "game", record, first_side: "white", first_turn: 1, error: null });
      assert.deepEqual(tree(read.root), tree(game.root), name);
      return [name, [record.moves.map(({ move }) => move).join(" "), record.result, read.at(9).moves.join(" ")]];
    }),
  );
  assert.deepEqual(written, {
    none: ["e4 e6 d4", "1-0", "e4 e6 d4"],
    "another variation": ["e4 e6 d4", "1-0", "e4 e6 d4"],
    "one move back": ["e4 e6", "*", "e4 e6"],
    "back, and the game ends": ["e4 e6", "0-1", "e4 e6"],
    "the end back": ["e4", "*", "e4"],
    "all moves back": ["e4 e6 d4", "1-0", "e4 e6 d4"],
  });
});

test("a date is written with four, two and two digits", () => {
  assert.equal(dateText(new Date(2026, 0, 5)), "2026.01.05");
});
