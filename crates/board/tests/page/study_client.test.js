import assert from "node:assert/strict";
import { test } from "node:test";
import { ConnectionLost, Refused } from "../../src/page/package/rules_client.js";
import { Study } from "../../src/page/package/study_client.js";

/** A channel whose messages the test sends. */
function channel() {
  const one = { closed: 0 };
  one.open = (request, events) => {
    Object.assign(one, { request, ...events });
    return () => (one.closed += 1);
  };
  one.send = (message) => one.onMessage(JSON.stringify(message));
  return one;
}

test("a report comes after its progress, and the channel is closed", async () => {
  const one = channel();
  const progress = [];
  const options = { nodes: 500, onProgress: (done, total) => progress.push([done, total]) };
  const report = new Study(one.open).annotate({ moves: [] }, options);
  assert.deepEqual(one.request, { kind: "annotate", record: { moves: [] }, limit: { nodes: 500 } });
  one.send({ kind: "progress", done: 1, total: 2 });
  one.send({ kind: "progress", done: 2, total: 2 });
  one.send({ kind: "report", report: { moves: [7] } });
  assert.deepEqual(await report, { moves: [7] });
  assert.deepEqual(progress, [
    [1, 2],
    [2, 2],
  ]);
  assert.equal(one.closed, 1);
});

test("a cancelled request closes its channel and has no answer", async () => {
  const one = channel();
  const cancel = new AbortController();
  const attempt = { variant: "emergo", number: 1, found: [] };
  const refutation = new Study(one.open).refute(attempt, "e4", { signal: cancel.signal });
  cancel.abort();
  assert.equal(await refutation, null);
  assert.equal(one.closed, 1);
  one.onEnd("The connection is lost.");
});

test("a refusal and a lost channel are errors", async () => {
  for (const [end, error] of [
    [(one) => one.send({ kind: "refused", refusal: { kind: "resources", message: "none" } }), Refused],
    [(one) => one.onEnd("The connection is lost."), ConnectionLost],
  ]) {
    const one = channel();
    const refutation = new Study(one.open).refute({ variant: "emergo", number: 1, found: [] }, "e4");
    end(one);
    await assert.rejects(refutation, error);
  }
});
