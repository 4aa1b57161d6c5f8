// Sentences whose words depend on values. The type check finds a kind of fault without a sentence.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  gameTitle,
  boardChoiceWords,
  clickRefusalWords,
  columnWords,
  endWords,
  illegalMoveWords,
  moveWords,
  positionFaultWords,
  reasonWords,
  recordErrorWords,
  refusalWords,
  requiredWords,
  sourceWords,
} from "../../src/page/package/words.js";
import { checkTable } from "./support.js";

test("a column is described by its cap and prisoners", () => {
  checkTable(columnWords, [
    [undefined, "vacant"],
    [null, "vacant"],
    [{ owner: "white", cap: 1, prisoners: 0 }, "White, a man"],
    [{ owner: "black", cap: 7, prisoners: 0 }, "Black, a column of 7"],
    [{ owner: "white", cap: 1, prisoners: 1 }, "White, cap of 1 over 1 Black prisoner"],
    [{ owner: "black", cap: 3, prisoners: 2 }, "Black, cap of 3 over 2 White prisoners"],
  ]);
});

test("a move is described with the names of the board", () => {
  const none = new Map();
  checkTable(moveWords, [
    ["white", { kind: "entry", path: ["e4"], captured: [] }, new Map([["e4", "d5"]]), "White enters d5"],
    ["black", { kind: "step", path: ["f4", "e4"], captured: [] }, none, "Black steps f4 to e4"],
    ["white", { kind: "capture", path: ["h4", "f4"], captured: ["g4"] }, none, "White captures 1 man: h4, f4"],
    ["white", { kind: "capture", path: ["h4", "f4", "d4"], captured: ["g4", "e4"] }, none, "White captures 2 men: h4, f4, d4"],
  ]);
});

test("the required move or the end of the game is described", () => {
  const required = (kind, men, shadowpiece = false) => ({ kind, men, shadowpiece });
  checkTable(requiredWords, [
    [{ side: "black", required: required("entry", 1), ending: null }, "Black's turn: enter a man"],
    [{ side: "white", required: required("entry", 7, true), ending: null }, "White's turn: enter the shadowpiece of 7"],
    [{ side: "white", required: required("step", 0), ending: null }, "White's turn: move a piece"],
    [{ side: "white", required: required("capture", 1), ending: null }, "White's turn: capture 1 man"],
    [{ side: "white", required: required("capture", 2), ending: null }, "White's turn: capture 2 men"],
    [{ side: "white", required: null, ending: { result: "1/2-1/2", reason: "blocked" } }, "Draw (blocked)"],
  ]);
  assert.equal(requiredWords({ side: "white", required: required("step", 0), ending: null }, true), "Your turn: move a piece");
});

test("the end of a game is described by its result and reason", () => {
  for (const [end, words, reason] of [
    [{ result: "1/2-1/2", reason: "blocked" }, "Draw (blocked)", "blocked"],
    [{ result: "0-1", reason: "" }, "Black wins", ""],
    [{ result: "1-0", reason: null }, "White wins", ""],
    [{ result: "0-1", reason: "resignation" }, "Black wins (White resigned)", "White resigned"],
    [{ result: "1-0", reason: "time loss" }, "White wins (Black's time is up)", "Black's time is up"],
    [
      { result: "0-1", reason: "time loss", detail: "12 ms too late" },
      "Black wins (White's time is up: 12 ms too late)",
      "White's time is up: 12 ms too late",
    ],
    [{ result: "1-0", reason: "crash", detail: "signal 9" }, "White wins (crash: signal 9)", "crash: signal 9"],
  ]) {
    assert.equal(endWords(end), words);
    assert.equal(reasonWords(end), reason);
  }
});

test("the sentence for a fault of a move has the names of the board", () => {
  const names = new Map([
    ["e4", "d5"],
    ["f4", "e6"],
  ]);
  for (const [fault, words] of [
    [{ kind: "ambiguous", candidates: ["e4xg4", "e4xe6"] }, "The move is ambiguous: d5xg4 or d5xe6."],
    [{ kind: "not_longest", men: 2, example: "f4xd4xd6" }, "The longest capture is mandatory: 2 men, such as e6xd4xd6."],
    [{ kind: "not_longest", men: 2, example: "" }, "The longest capture is mandatory: 2 men."],
    [{ kind: "occupied", square: "e4" }, "d5 is not vacant."],
    [
      { kind: "game_ended", ending: { result: "1-0", reason: "no men left" } },
      "The game has ended: White wins (Black has no piece left).",
    ],
  ]) {
    assert.equal(illegalMoveWords(fault, names), words);
  }
});

test("the sentence for a refused click has the names of the board", () => {
  const names = new Map([["e4", "d5"]]);
  for (const [refusal, words] of [
    [{ kind: "other_side", cell: "e4", owner: "black" }, "The piece on d5 is Black's."],
    [{ kind: "no_piece", cell: "e4", side: "white" }, "There is no piece on d5: choose one of White's."],
    [{ kind: "no_step", cell: "e4" }, "The piece on d5 has no step."],
    [{ kind: "occupied", square: "e4" }, "d5 is not vacant."],
  ]) {
    assert.equal(clickRefusalWords(refusal, names), words);
  }
});

test("the sentence for a fault of a position has its values", () => {
  const cell = (fault) => ({ kind: "cell", digit: 5, at: 9, fault });
  checkTable(positionFaultWords, [
    [{ kind: "missing", field: "cells" }, "The text of the cells is missing."],
    [{ kind: "lines", found: 7, expected: 9 }, "The text has 7 lines of cells, the board has 9."],
    [{ kind: "line", digit: 3, found: 4, expected: 5 }, "Line 3 of the cells has 4 of its 5 cells."],
    [{ kind: "line", digit: 3, found: 6, expected: 5 }, "Line 3 of the cells has more than its 5 cells."],
    [cell({ kind: "character", character: "q" }), "Line 5 of the cells, character 9 of the text: unexpected “q”."],
    [
      { kind: "too_many_men", side: "white", on_board: 15, in_hand: 0, limit: 12 },
      "White has 15 on the board and 0 in hand, but each side has 12 men.",
    ],
  ]);
});

test("a refused request and an unreadable record have sentences", () => {
  const move = { kind: "move", number: 3, text: "e5", fault: { kind: "centre", square: "e5" } };
  checkTable(refusalWords, [
    [move, "Move 3, e5: White's first entry may not be on the centre e5."],
    [{ kind: "position", fault: { kind: "turn" } }, "The turn must be a whole number from 1 to 4294967295."],
    [
      { kind: "bad_request", message: "missing field `game`" },
      "The page sent a bad request: missing field `game`. Load the page again.",
    ],
  ]);
  for (const [fault, words] of [
    [{ kind: "unclosed", bracket: "{" }, "Line 2: A “{” is not closed."],
    [
      { kind: "start", fault: { kind: "side" } },
      "Line 2: The start is not a position of the board. The side to move must be w or b.",
    ],
    [
      { kind: "move", number: 3, fault: { kind: "must_enter" } },
      "Line 2: Move 2. e4-e5: Men in hand must be entered before a piece may step.",
    ],
  ]) {
    const move = fault.kind === "move" ? { turn: 2, side: "white", text: "e4-e5" } : undefined;
    assert.equal(recordErrorWords({ line: 2, fault, move }), words);
  }
});

const used = { variant: "emergo", coordinates: "oblique" };
const others = [
  { variant: "emergo", coordinates: "checkerboard" },
  { variant: "emergo7", coordinates: "oblique" },
];

test("each way to find the board has a sentence", () => {
  checkTable(boardChoiceWords, [
    [{ kind: "given" }, ""],
    [{ kind: "only_legal", used: others[0] }, "Read as emergo in checkerboard coordinates: all moves are legal there only."],
    [
      { kind: "ambiguous", used, others },
      "Read as emergo in oblique coordinates. The moves are also legal as emergo in checkerboard coordinates and as emergo7 in oblique coordinates.",
    ],
    [{ kind: "none_legal", used }, "Read as emergo in oblique coordinates. No board makes all moves legal."],
  ]);
});

test("the games of a text have titles, and errors are counted", () => {
  const error = {
    line: 9,
    fault: { kind: "move", number: 2, fault: { kind: "occupied", square: "e4" } },
    move: { turn: 1, side: "black", text: "" },
  };
  const games = [
    { white: "A", result: "1-0", date: "2024.05.06", length: 2, error: null },
    { length: 1, error },
    { length: 1, error: { ...error, fault: { ...error.fault, is_complete: true } } },
    { length: 0, error: { line: 12, fault: { kind: "json" } } },
  ];
  assert.deepEqual(games.map(gameTitle), [
    "1. A – ?, 1-0, 2024.05.06, 2 moves",
    "2. ? – ?, *, 1 move, with an error. Line 9: Move 1...: e4 is not vacant.",
    "3. ? – ?, *, 1 move, with an error. Line 9: Move 1..., in a variation: e4 is not vacant.",
    "4. (cannot be read) Line 12: This is not a game in JSON.",
  ]);
  assert.equal(sourceWords("a.json", { format: "abstractplay", games }), "a.json: AbstractPlay, 4 games, 3 with an error.");
  assert.equal(sourceWords("The text", { format: "moves", games: games.slice(0, 1) }), "The text: list of moves, 1 game.");
});
