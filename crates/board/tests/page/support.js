// What several tests of the page use.

import assert from "node:assert/strict";

/** Checks what a function returns. Each row has its arguments, and then the result. */
export function checkTable(act, rows) {
  for (const row of rows) assert.deepEqual(act(...row.slice(0, -1)), row.at(-1), JSON.stringify(row));
}

/** A storage of the browser, with these texts by key. */
export const storage = (texts = {}) => ({ getItem: (key) => texts[key] ?? null, setItem: (key, value) => (texts[key] = value) });

/** The tree of the moves behind a node: `["e4", ["e6"], ["d6"]]` for each move. */
export const tree = (node) => node.children.map((child) => [child.text, ...tree(child)]);

/** Without undefined values, as JSON has them. */
export const plain = (value) => JSON.parse(JSON.stringify(value));
