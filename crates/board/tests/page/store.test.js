// The state of the page: answers after a change, games and modes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Game } from "../../src/page/package/game.js";
import { Revision, Store } from "../../src/page/package/store.js";

/** A request that is answered later: {request, answer, fail}. */
function later() {
  let answer, fail;
  const request = new Promise((resolve, reject) => {
    answer = resolve;
    fail = reject;
  });
  return { request, answer, fail };
}

test("an answer or an error is dropped if what was asked about has changed", async () => {
  let value = 1;
  const revision = new Revision(() => [value]);
  const [kept, dropped, failed, lost] = [later(), later(), later(), later()];
  const answers = [kept, failed].map(({ request }) => revision.answer(request));
  kept.answer("kept");
  failed.fail(new Error("failed"));
  assert.equal(await answers[0], "kept");
  await assert.rejects(answers[1], /failed/);
  const late = [dropped, lost].map(({ request }) => revision.answer(request));
  value = 2;
  dropped.answer("dropped");
  lost.fail(new Error("lost"));
  assert.deepEqual(await Promise.all(late), [null, null]);
});

test("each change of the board makes answers about it out of date", async () => {
  const moves = [{ text: "e4" }, { text: "e6" }];
  const changes = {
    "a step back": (store) => store.game.goTo(1),
    "a move": (store) => store.game.play({ text: "d4" }),
    "another game": (store) => store.take(new Game()),
    "a preview": (store) => (store.preview = ["d4"]),
    "the other layout": (store) => (store.layout = "checkerboard"),
    "the other side below": (store) => (store.turned = true),
  };
  for (const [name, change] of Object.entries(changes)) {
    const store = new Store();
    store.take(new Game({ moves }));
    const { request, answer } = later();
    const answered = store.boardRevision.answer(request);
    change(store);
    answer("position");
    assert.equal(await answered, null, name);
  }
});

test("a search of the end of the game goes on while an earlier position is shown", async () => {
  const store = new Store();
  store.take(new Game({ moves: [{ text: "e4" }, { text: "e6" }] }));
  const { request, answer } = later();
  const answered = store.ownEndRevision.answer(request);
  store.game.goTo(0);
  answer("d4");
  assert.equal(await answered, "d4");
});

test("an exercise leaves the game of the person in the background", () => {
  const store = new Store();
  const [own, lesson] = [new Game({ variant: "emergo7" }), new Game()];
  store.engineSides = ["black"];
  store.take(own);
  store.enter("learn", "exercise");
  assert.equal(store.game, own);
  assert.equal(store.isEngine("black"), false);
  store.take(lesson, true);
  assert.equal(store.game, lesson);
  assert.equal(store.ownGame, own);
  assert.deepEqual([store.turned, store.ownTurned], [true, false]);
  store.enter("analyse", "study");
  assert.equal(store.game, own);
  assert.equal(store.turned, false);
  assert.equal(store.isEngine("black"), false, "the engine rests in Analysis");
  store.enter("play", "play");
  assert.equal(store.isEngine("black"), true);
});

test("an end of the game by the rules is noted and told once", () => {
  const store = new Store();
  const told = [];
  store.listen(["ending"], () => told.push(store.game.end));
  store.take(new Game({ moves: ["e4", "e6"] }));
  const ending = { result: "0-1", reason: "blocked" };
  for (const position of [{ ending: null }, { ending }, { ending: { ...ending } }]) store.noteEnding(2, position);
  assert.deepEqual(told, [ending]);
  assert.deepEqual(store.game.scoreAt(2), { mate: -1 });
});

test("parts are told about their topics only", () => {
  const store = new Store();
  const told = [];
  store.listen(["position", "moves"], () => told.push("list"));
  store.listen(["players"], () => told.push("players"));
  store.changed("moves");
  store.changed("mode");
  store.changed("players");
  assert.deepEqual(told, ["list", "players"]);
});
