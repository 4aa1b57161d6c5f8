import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { LANGUAGES, languageFor } from "../../src/page/text.js";

const page = new URL("../../src/page/", import.meta.url);
const read = (name) => readFileSync(new URL(name, page), "utf8");

/** The keys of a table, with the kind of each text. */
function keys(table, path = "") {
  return Object.entries(table).flatMap(([key, value]) =>
    typeof value === "object" ? keys(value, `${path}${key}.`) : [`${path}${key}: ${typeof value}`],
  );
}

test("all languages have the same texts", () => {
  for (const [code, table] of Object.entries(LANGUAGES)) {
    assert.deepEqual(keys(table).sort(), keys(LANGUAGES.en).sort(), code);
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

test("index.html contains no text outside of the table", () => {
  const body = read("index.html").split(/<body[^>]*>/)[1].replace(/<noscript.*?<\/noscript>/s, "");
  const words = body.replace(/<[^>]*>/g, " ").match(/[A-Za-z]{2,}/g) ?? [];
  assert.deepEqual([...new Set(words)], ["Emergo", "Luctor"]);
  assert.doesNotMatch(body, / (title|aria-label|alt)="/);
  for (const [, key] of body.matchAll(/data-(?:text|label|title)="(\w+)"/g)) {
    assert.equal(typeof LANGUAGES.en.page[key], "string", key);
  }
});

/** Texts that records contain in all languages. */
const IN_RECORDS = ["${seconds} s a move"];

test("the modules contain no sentence outside of the table", () => {
  const tables = ["english.js", "dutch.js", "types.js"];
  for (const name of readdirSync(page).filter((file) => file.endsWith(".js") && !tables.includes(file))) {
    const code = read(name).replace(/^\s*(\/\/|\/?\*).*$/gm, "").replace(/\s\/\/ .*$/gm, "");
    // A capital letter or a value, and a second word.
    const sentences = [...code.matchAll(/(["`])((?:[A-Z]|[^"`\n]*\$\{[^}]*\} )[^"`\n]*[a-z] [a-z][^"`\n]*)\1/g)].map((match) => match[2]);
    assert.deepEqual(sentences.filter((sentence) => !IN_RECORDS.includes(sentence)), [], name);
  }
});
