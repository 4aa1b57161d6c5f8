import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const page = new URL("../../src/page/", import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL("../../../web/npm/package.json", import.meta.url), "utf8"));
const modules = readdirSync(page, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
const isInside = (name) => name.startsWith("package/");

/** The modules that a module imports, as paths in the folder of the page. */
function importsOf(name) {
  const imported = readFileSync(new URL(name, page), "utf8").matchAll(
    /^(?:import|export) .*from "(.+)";|(?:=>|await) import\("(.+)"\)/gm,
  );
  return [...imported].map(([, fixed, later]) => new URL(fixed ?? later, new URL(name, page)).href.slice(page.href.length));
}

test("the page imports what is in the package from its entries only, as other sites do", () => {
  const inside = modules.filter(isInside);
  const entries = Object.values(exports)
    .map((path) => `package/${String(path).slice(2)}`)
    .filter((name) => inside.includes(name));
  assert.deepEqual(entries, ["package/luctor.js", "package/board_controller.js"]);
  for (const name of inside)
    assert.deepEqual(
      importsOf(name).filter((imported) => !isInside(imported)),
      [],
      name,
    );
  for (const name of modules.filter((one) => !isInside(one))) {
    assert.deepEqual(
      importsOf(name).filter((imported) => isInside(imported) && !entries.includes(imported)),
      [],
      name,
    );
  }
});
