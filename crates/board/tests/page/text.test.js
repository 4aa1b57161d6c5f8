import assert from "node:assert/strict";
import { test } from "node:test";
import { LANGUAGES, languageFor } from "../../src/page/text.js";

/** The keys of a table, with the kind of each text. */
function keys(table, path = "") {
  return Object.entries(table).flatMap(([key, value]) =>
    typeof value === "object" ? keys(value, `${path}${key}.`) : [`${path}${key}: ${typeof value}`],
  );
}

test("all languages have the same texts", async () => {
  const english = keys(await LANGUAGES.en.load()).sort();
  for (const [code, { load }] of Object.entries(LANGUAGES)) {
    assert.deepEqual(keys(await load()).sort(), english, code);
  }
});

test("the browser's language selects, and the chosen one is first", () => {
  for (const [chosen, preferred, language] of [
    [null, ["nl-BE", "en"], "nl"],
    [null, ["fr", "NL"], "nl"],
    [null, ["de", "en-GB", "nl"], "en"],
    [null, [], "en"],
    ["nl", ["en"], "nl"],
    ["xx", ["nl"], "nl"],
  ]) {
    assert.equal(languageFor(chosen, preferred), language);
  }
});
