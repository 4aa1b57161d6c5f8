// The addresses of modes, lessons and puzzles.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Addresses, addressOf, placeOf } from "../../src/page/state/address.js";
import { checkTable } from "./support.js";

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
  checkTable(placeOf, [
    ["#learn", { mode: "learn" }],
    ["#learn/unknown", { mode: "learn" }],
    ["#puzzles", { mode: "puzzles" }],
    ["#puzzles/chess/3", { mode: "puzzles" }],
    ["#puzzles/emergo/-1", { mode: "puzzles" }],
    ["#puzzles/emergo/1e99", { mode: "puzzles" }],
    ["#nothing", { mode: "play" }],
    ["#constructor", { mode: "play" }],
  ]);
});

/** A browser at an address. */
function browserAt(hash) {
  const at = { hash, pathname: "/", search: "" };
  const change = (_state, _title, address) => (at.hash = address.startsWith("#") ? address : "");
  Object.assign(globalThis, { location: at, history: { pushState: change, replaceState: change } });
  return at;
}

test("an opened address is completed, but not if the person has opened another one meanwhile", async () => {
  const at = browserAt("");
  for (const [asked, meanwhile, after] of [
    ["#learn", "#learn", "#learn/capture"],
    ["#learn", "", ""],
    ["#learn", "#puzzles", "#puzzles"],
  ]) {
    const addresses = new Addresses();
    at.hash = asked;
    await addresses.follow(async () => {
      addresses.show({ mode: "learn", lesson: "capture" });
      at.hash = meanwhile;
    });
    assert.equal(at.hash, after);
  }
});

test("an address that cannot be opened stays", async () => {
  const at = browserAt("#g=packed");
  const addresses = new Addresses();
  const lost = async () => {
    throw new Error("lost");
  };
  await assert.rejects(addresses.follow(lost), /lost/);
  assert.equal(at.hash, "#g=packed");
  addresses.show({ mode: "analyse" });
  assert.equal(at.hash, "#analyse");
});

test("a place that is shown does not replace an address that the person has just opened", async () => {
  const at = browserAt("");
  const addresses = new Addresses();
  addresses.show({ mode: "learn", lesson: "capture" });
  assert.equal(at.hash, "#learn/capture");
  at.hash = "#v=emergo7";
  addresses.show({ mode: "learn", lesson: "entering" });
  assert.equal(at.hash, "#v=emergo7");
  await addresses.follow(async () => {});
  addresses.show({ mode: "analyse" });
  assert.equal(at.hash, "#analyse");
});
