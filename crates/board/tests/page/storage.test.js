import assert from "node:assert/strict";
import { test } from "node:test";
import { Settings, Stored } from "../../src/page/state/storage.js";
import { storage } from "./support.js";

test("bad data, data of another version and a browser without storage are ignored", () => {
  const full = {
    getItem: () => {
      throw new Error("no");
    },
    setItem: () => {
      throw new Error("full");
    },
  };
  for (const [texts, isValid] of [
    [storage({ "luctor.x": "{" }), true],
    [storage({ "luctor.x": '{"version":99,"value":1}' }), true],
    [storage({ "luctor.x": '{"version":1,"value":1}' }), false],
    [full, true],
  ]) {
    assert.deepEqual(new Stored("x", () => isValid, texts).read(), { value: null, isBad: true });
  }
  assert.equal(new Stored("x", () => true, full).write(1), false);
});

test("a browser that blocks its storage has no stored values", () => {
  const get = () => {
    throw new Error("blocked");
  };
  Object.defineProperty(globalThis, "localStorage", { get, configurable: true });
  assert.equal(new Settings().isBad, false);
  const stored = new Stored("x", () => true);
  assert.deepEqual([stored.write(1), stored.read()], [false, { value: null, isBad: false }]);
});

test("settings are kept, and a value of another type is ignored", () => {
  const kept = storage();
  new Settings(kept).set("fast", true);
  assert.equal(new Settings(kept).values.fast, true);
  const bad = storage({ "luctor.settings": '{"version":1,"value":{"fast":7,"layout":"checkerboard"}}' });
  const { values, isBad } = new Settings(bad);
  assert.deepEqual([values.fast, values.layout, isBad], [false, "checkerboard", false]);
  assert.equal(new Settings(storage({ "luctor.settings": "x" })).isBad, true);
});
