import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const page = new URL("../../src/page/", import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL("../../../web/npm/package.json", import.meta.url), "utf8"));
const modules = readdirSync(page).filter((name) => name.endsWith(".js"));
const importsOf = (name) => [...readFileSync(new URL(name, page), "utf8").matchAll(/\b(?:from|import)[ (]+"\.\/(\w+\.js)"/g)].map(([, imported]) => imported);

/** The modules that a site imports from the package. */
const entries = Object.values(exports).filter((path) => typeof path === "string").map((path) => path.slice(2)).filter((name) => modules.includes(name));

/** The entries and all that they import. */
function insideOf(names) {
  const inside = new Set(names);
  // The comments name types.js, which is no module.
  for (const name of inside) for (const imported of importsOf(name)) if (modules.includes(imported)) inside.add(imported);
  return inside;
}

test("the page imports what is in the package from its entries only, as other sites do", () => {
  assert.deepEqual(entries, ["luctor.js", "board_controller.js"]);
  const inside = insideOf(entries);
  assert.ok(inside.has("board.js") && inside.has("dutch.js") && !inside.has("main.js"));
  for (const name of modules.filter((one) => !inside.has(one))) {
    assert.deepEqual(importsOf(name).filter((imported) => inside.has(imported) && !entries.includes(imported)), [], name);
  }
});
