// The games of a large text, read part by part.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Collection, partsOf } from "../../src/page/files/collection.js";
import { searchGames } from "../../src/page/files/games_dialog.js";
import { wrongPart } from "../../src/page/files/paste_dialog.js";

const joined = (parts) => parts.map(({ text }) => text).join("");

test("PGN and match lines are divided between games, and other texts are not", () => {
  const pgn = Array.from({ length: 5 }, (_, index) => `[Event "${index}"]\n\n1. e4 *\n`).join("\n");
  const parts = partsOf(pgn, 30);
  assert.equal(joined(parts), pgn);
  assert.ok(parts.length > 1 && parts.every(({ text }) => text.startsWith("[Event ")));
  const lines = pgn.split("\n");
  for (const { text, line } of parts) assert.equal(text.split("\n")[0], lines[line]);

  const json = '{"moves":[]}\n{"moves":[],\n "white":"A"}\n{"moves":[]}';
  assert.deepEqual(partsOf(json, 1).map(({ text, line }) => [text, line]), [
    ['{"moves":[]}\n', 0],
    ['{"moves":[],\n "white":"A"}\n', 1],
    ['{"moves":[]}', 3],
  ]);
  for (const text of ["1. e4 e6\n2. d4 d6\n".repeat(9), "{a comment}\n{another} 1. e4\n{x}\n", "", "e4"]) assert.deepEqual(partsOf(text, 5), [{ text, line: 0 }]);
});

test("an array of AbstractPlay is divided into arrays", () => {
  const games = Array.from({ length: 7 }, (_, index) => ({ header: { note: `"],{ \\ ${index}` }, moves: [["e4", "e6"], ["d4"]] }));
  const text = `\n${JSON.stringify(games, null, 1)}\n`;
  const parts = partsOf(text, 60);
  assert.ok(parts.length > 2);
  assert.deepEqual(parts.flatMap((part) => JSON.parse(part.text)), games);
  assert.equal(text.split("\n")[parts.at(-1).line], " },");
});

/** Reads each line with a bracket as a game; `bad` is an error. */
async function ask(text) {
  const lines = text.split("\n");
  const records = [...lines.entries()].filter(([, line]) => line.startsWith("[Event")).map(([index, line]) => {
    const [, name] = /"(.*)"/.exec(line);
    if (name === "bad") return { kind: "unreadable", line: index + 1, fault: { kind: "json" } };
    return { kind: "game", record: { white: name, moves: [{ move: "e4" }] }, error: null };
  });
  return { format: "pgn", board: { kind: "given" }, records };
}

/** A text with many games. */
const manyGames = (names) => names.map((name) => `[Event "${name}"]\n\n${"1. e4 ".repeat(2000)}*\n\n`).join("");

test("a large text is read with its progress, and a game is read again when it is chosen", async () => {
  const names = Array.from({ length: 100 }, (_, index) => (index === 70 ? "bad" : `player ${index}`));
  const text = manyGames(names);
  const progress = [];
  const collection = new Collection(text, {}, ask);
  assert.ok(collection.isLarge);
  assert.equal(await collection.read({ onProgress: (done, games) => progress.push([done, games]) }), collection);
  assert.ok(progress.length > 3 && progress[0].join() === "0,0");
  assert.deepEqual([collection.games.length, collection.readable.length, collection.format], [100, 99, "pgn"]);
  assert.equal(text.split("\n")[collection.games[70].error.line - 1], '[Event "bad"]');
  assert.equal((await collection.entry(collection.games[85])).record.white, "player 85");
});

test("an illegal move has the number of its turn and its text", async () => {
  const error = (columns) => ({ line: 2, fault: { kind: "move", number: 2, columns } });
  const read = (first) => async () => ({ format: "pgn", board: { kind: "given" }, records: [{ kind: "game", record: { moves: [{}] }, ...first }] });
  for (const [first, expected] of [
    [{ first_side: "w", first_turn: 1, error: error([6, 8]) }, { turn: 1, side: "b", text: "f9" }],
    [{ first_side: "b", first_turn: 7, error: error(null) }, { turn: 8, side: "w", text: "" }],
  ]) {
    const collection = new Collection("{a}\n1. e4 f9 *", {}, read(first));
    await collection.read();
    assert.deepEqual(collection.games[0].error.move, expected);
  }
});

test("reading ends when it is cancelled", async () => {
  const ending = new AbortController();
  let asked = 0;
  const collection = new Collection(manyGames(Array(100).fill("A")), {}, (text) => {
    asked += 1;
    if (asked === 2) ending.abort();
    return ask(text);
  });
  assert.equal(await collection.read({ signal: ending.signal }), null);
  assert.equal(asked, 2);
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
