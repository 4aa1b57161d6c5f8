import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused, Rules } from "../../src/page/package/rules_client.js";

/** A client with the given answers, and the requests that were sent. */
function rulesWith(...answers) {
  const requests = [];
  const rules = new Rules(async (request) => {
    requests.push(request);
    return JSON.stringify(answers.shift());
  });
  return { rules, requests };
}

test("a question is sent to the rules, and its answer is returned", async () => {
  const { rules, requests } = rulesWith({ kind: "move", move: { text: "e4" } });
  const game = { variant: "emergo", blocked: "draw", start: null, moves: [] };
  assert.deepEqual(await rules.readMove(game, "E4"), { text: "e4" });
  assert.deepEqual(requests, [{ rules: { kind: "read_move", game, text: "E4" } }]);
});

test("an engine gets a game without repetition as its last position", async () => {
  const { rules, requests } = rulesWith({ kind: "position", position: { text: "text" } });
  const game = { variant: "emergo", blocked: "draw", repetition: "draw", start: null, moves: ["e4"] };
  assert.equal(await rules.forEngine(game), game);
  const free = { ...game, repetition: "unlimited" };
  assert.deepEqual(await rules.forEngine(free), { ...free, start: "text", moves: [] });
  assert.equal(requests.length, 1);
});

test("a refusal is an error with typed data", async () => {
  const refusal = { kind: "position", fault: { kind: "turn" } };
  const { rules } = rulesWith({ kind: "refused", refusal });
  await assert.rejects(rules.readPosition("x", "emergo", { anyBoard: true }), (error) => {
    assert.ok(error instanceof Refused);
    assert.deepEqual(error.refusal, refusal);
    return true;
  });
});
