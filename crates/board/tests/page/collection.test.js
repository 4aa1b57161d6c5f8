// The games of a text.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readGames } from "../../src/page/files/collection.js";
import { searchGames } from "../../src/page/files/games_dialog.js";
import { wrongPart } from "../../src/page/files/paste_dialog.js";

test("an illegal move has the number of its turn and its text", async () => {
  const error = (columns) => ({ line: 2, fault: { kind: "move", number: 2, columns } });
  const read = (first) => async () => ({
    format: "pgn",
    board: { kind: "given" },
    records: [{ kind: "game", record: { moves: [{}] }, ...first }],
  });
  for (const [first, expected] of [
    [
      { first_side: "white", first_turn: 1, error: error([6, 8]) },
      { turn: 1, side: "black", text: "f9" },
    ],
    [
      { first_side: "black", first_turn: 7, error: error(null) },
      { turn: 8, side: "white", text: "" },
    ],
  ]) {
    const { games } = await readGames("{a}\n1. e4 f9 *", {}, { readRecords: read(first) });
    assert.deepEqual(games[0].error.move, expected);
  }
});

test("games are searched by player, date and result", () => {
  const games = [
    { white: "Ann Lee", black: "Bob", date: "2024.05.06", result: "1-0" },
    { white: "Bob", black: "Änne", date: "2023.01.02", result: "1/2-1/2" },
    {},
  ];
  for (const [wanted, found] of [
    [{}, [0, 1, 2]],
    [{ words: "bob" }, [0, 1]],
    [{ words: " LEE ann" }, [0]],
    [{ words: "änne" }, [1]],
    [{ words: "bob 2023" }, [1]],
    [{ words: "2024-05" }, [0]],
    [{ result: "1-0" }, [0]],
    [{ result: "*" }, [2]],
    [{ words: "bob", result: "0-1" }, []],
  ]) {
    assert.deepEqual(searchGames(games, wanted), found, JSON.stringify(wanted));
  }
});

test("the wrong part of a text is some characters of its line, or the line", () => {
  const text = "1. e4 e6\n{👍} 2. f9 d6\n";
  const selected = (error) => text.slice(...wrongPart(text, error));
  assert.equal(selected({ line: 1, fault: { kind: "json" } }), "1. e4 e6");
  assert.equal(selected({ line: 2, fault: { kind: "move", columns: [8, 10] } }), "f9");
  assert.equal(selected({ line: 9, fault: { kind: "move", columns: null } }), "");
});
