import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, Clocks } from "../../src/page/package/clock.js";

/** Replaces the time. Returns a function that lets milliseconds pass. */
function mockTime(t) {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  return (milliseconds) => {
    now += milliseconds;
    t.mock.timers.tick(milliseconds);
  };
}

test("a time is shown in minutes, below ten seconds with tenths", () => {
  const times = [600000, 247000, 59999, 9999, 300, 0];
  assert.deepEqual(times.map(clockText), ["10:00", "4:07", "0:59", "9.9", "0.3", "0.0"]);
});

test("only the clock of the side to move runs, and a move adds the increment", (t) => {
  const pass = mockTime(t);
  const clocks = new Clocks({ base: 60000, increment: 2000 }, () => assert.fail("no time is up"));
  clocks.run("white");
  pass(1500);
  assert.deepEqual([clocks.now("white"), clocks.now("black"), clocks.running], [58500, 60000, "white"]);
  clocks.press();
  pass(1000);
  assert.deepEqual([clocks.left, clocks.running, clocks.isUp], [{ white: 60500, black: 60000 }, null, false]);
});

test("the engine gets both clocks", (t) => {
  const pass = mockTime(t);
  const clocks = new Clocks({ base: 60000, increment: 500 }, () => {});
  clocks.run("black");
  pass(250);
  assert.equal(clocks.limits, "p1time 60000 p2time 59750 p1inc 500 p2inc 500");
  clocks.pause();
});

test("a side whose time is up is reported once", (t) => {
  const pass = mockTime(t);
  const flags = [];
  const clocks = new Clocks({ base: 20, increment: 5 }, (side) => flags.push(side));
  clocks.run("black");
  pass(19);
  assert.deepEqual(flags, []);
  pass(1);
  pass(100);
  assert.deepEqual([flags, clocks.left, clocks.running, clocks.isUp], [["black"], { white: 20, black: 0 }, null, true]);
});
