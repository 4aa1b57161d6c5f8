// The key under which each tab keeps its game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keyOfTab } from "../../src/page/state/tabs.js";

/** The locks of a browser, of which one tab takes `held`. */
const browser = (held = []) => ({
  query: async () => ({ held: held.map((name) => ({ name })) }),
  request: (name, options, use) => {
    if (!held.includes(name)) {
      held.push(name);
      return use({});
    }
    return options.ifAvailable ? use(null) : Promise.reject(new Error("the time is up"));
  },
});

function memory(key = null) {
  let value = key && JSON.stringify({ version: 1, value: key });
  return { getItem: () => value, setItem: (_, next) => (value = next) };
}

test("each tab has a key of its own, and keeps it", async () => {
  const held = [];
  const locks = browser(held);
  const [first, second] = [memory(), memory()];
  assert.deepEqual(await keyOfTab([], { locks, memory: first }), { key: "game", hasOthers: false });
  assert.deepEqual(await keyOfTab(["game"], { locks, memory: second }), { key: "game.2", hasOthers: true });
  assert.deepEqual(await keyOfTab(["game.2", "game"], { locks, memory: memory() }), { key: "game.3", hasOthers: true });
  // The second tab is loaded again.
  held.splice(held.indexOf("luctor.game.2"), 1);
  assert.deepEqual(await keyOfTab(["game.3", "game"], { locks, memory: second }), { key: "game.2", hasOthers: true });
});

test("a new tab continues the game that was stored last and is not open", async () => {
  const choose = (held, own) => keyOfTab(["game.3", "game", "game.2"], { locks: browser(held), memory: memory(own) });
  assert.equal((await choose([], null)).key, "game.3");
  assert.equal((await choose(["luctor.game.3"], null)).key, "game");
  // A copy of a tab has its memory, too.
  assert.equal((await choose(["luctor.game.3"], "game.3")).key, "game");
});

test("without locks there is one key", async () => {
  for (const locks of [undefined, { query: () => Promise.reject(new Error("blocked")) }]) {
    assert.deepEqual(await keyOfTab(["game.2"], { locks, memory: memory() }), { key: "game.2", hasOthers: false });
  }
});
