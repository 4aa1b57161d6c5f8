import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { LANGUAGES, languageFor, setLanguage, text } from "../../src/page/package/languages.js";
import { checkTable } from "./support.js";

/** The keys of a table, with the kind of each text. */
function keys(table, path = "") {
  return Object.entries(table).flatMap(([key, value]) =>
    typeof value === "object" ? keys(value, `${path}${key}.`) : [`${path}${key}: ${typeof value}`],
  );
}

test("all languages have the same texts", async () => {
  const { page: none, ...english } = await LANGUAGES.en.load();
  assert.deepEqual(none, {});
  for (const [code, { load }] of Object.entries(LANGUAGES)) {
    const { page, ...texts } = await load();
    assert.deepEqual(keys(texts).sort(), keys(english).sort(), code);
  }
});

test("all languages have the fixed texts of the page, and no others", async () => {
  const folder = new URL("../../src/page/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(js|html)$/.test(name))
    .map((name) => readFileSync(new URL(name, folder), "utf8"));
  const fixed = files.flatMap((file) => [...file.matchAll(/ data-(?:text|label|title)="([^"]+)"|\bpageText\("([^"]+)"\)/g)]);
  const english = [...new Set(fixed.map(([, inHtml, inModule]) => inHtml ?? inModule))].sort();
  assert.ok(english.length > 150);
  for (const [code, { load }] of Object.entries(LANGUAGES)) {
    if (code !== "en") assert.deepEqual(Object.keys((await load()).page).sort(), english, code);
  }
});

test("the browser's language selects, and the chosen one is first", () => {
  checkTable(languageFor, [
    [null, ["nl-BE", "en"], "nl"],
    [null, ["fr", "NL"], "nl"],
    [null, ["de", "en-GB", "nl"], "en"],
    [null, [], "en"],
    ["nl", ["en"], "nl"],
    ["xx", ["nl"], "nl"],
  ]);
});

test("a tag of the browser chooses the texts, and a language that is missing is English", async () => {
  for (const [tag, name] of [
    ["nl-BE", "Wit"],
    ["de", "White"],
  ]) {
    await setLanguage(tag);
    assert.equal(text.sides.white, name, tag);
  }
});
