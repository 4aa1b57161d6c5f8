// The game that the browser keeps.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Game } from "../../src/page/package/game.js";
import { ConnectionLost } from "../../src/page/package/rules_client.js";
import { Session } from "../../src/page/state/session.js";
import { storage } from "./support.js";

const players = { engineSides: ["black"], control: { seconds: 1 }, level: 3, ownTurned: true, clocks: null };

/** A session whose rules answer with `answer`. */
const sessionWith = (answer, place) => new Session({ writeRecord: answer }, place);

test("a game is restored with its players", async () => {
  const place = storage();
  const session = sessionWith(async () => "", place);
  session.keep({ ownGame: new Game({ variant: "emergo7" }), ...players });
  const { session: restored, isBad } = await session.restore();
  assert.equal(isBad, false);
  assert.equal(restored.game.variant, "emergo7");
  assert.deepEqual(restored.engineSides, ["black"]);
  assert.deepEqual([restored.level, restored.turned], [3, true]);
  place.setItem("luctor.game", place.getItem("luctor.game").replace('["black"]', '"b"'));
  assert.deepEqual(await session.restore(), { session: null, isBad: true, hasOthers: false });
});

test("a lost connection is not taken for a bad game", async () => {
  const place = storage();
  sessionWith(async () => "", place).keep({ ownGame: new Game(), ...players });
  const lost = async () => {
    throw new ConnectionLost("no answer");
  };
  await assert.rejects(sessionWith(lost, place).restore(), ConnectionLost);
  const refused = async () => {
    throw new Error("illegal move");
  };
  assert.deepEqual(await sessionWith(refused, place).restore(), { session: null, isBad: true, hasOthers: false });
  assert.equal((await sessionWith(lost, { ...place, getItem: () => "x" }).restore()).isBad, true);
});

test("a full storage is reported once, until there is space again", () => {
  const place = storage();
  let isFull = false;
  const full = {
    ...place,
    setItem: (key, value) => {
      if (isFull) throw new Error("QuotaExceededError");
      place.setItem(key, value);
    },
  };
  const session = sessionWith(async () => "", full);
  for (const [next, isReported] of [
    [false, false],
    [true, true],
    [true, false],
    [false, false],
    [true, true],
  ]) {
    isFull = next;
    assert.equal(session.keep({ ownGame: new Game(), ...players }), isReported);
    assert.equal(session.isKept, !next);
  }
});
