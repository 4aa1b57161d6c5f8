// The addresses of modes, lessons and puzzles.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, placeOf } from "../../src/page/address.js";

test("each place has an address that leads to it", () => {
  for (const [place, address] of [
    [{ mode: "play" }, ""],
    [{ mode: "analyse" }, "#analyse"],
    [{ mode: "mistakes" }, "#mistakes"],
    [{ mode: "learn", lesson: "capture" }, "#learn/capture"],
    [{ mode: "puzzles", puzzle: { variant: "emergo7", number: 12 } }, "#puzzles/emergo7/12"],
  ]) {
    assert.equal(addressOf(place), address);
    assert.deepEqual(placeOf(address), place);
  }
});

test("an address that is not complete or not known leads to a mode", () => {
  for (const [address, place] of [
    ["#learn", { mode: "learn" }],
    ["#learn/unknown", { mode: "learn" }],
    ["#puzzles", { mode: "puzzles" }],
    ["#puzzles/chess/3", { mode: "puzzles" }],
    ["#puzzles/emergo/-1", { mode: "puzzles" }],
    ["#puzzles/emergo/1e99", { mode: "puzzles" }],
    ["#nothing", { mode: "play" }],
    ["#constructor", { mode: "play" }],
  ]) {
    assert.deepEqual(placeOf(address), place, address);
  }
});
