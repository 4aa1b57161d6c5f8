import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, isPositionText, takeTexts } from "../../src/page/files/incoming.js";

test("a text is read as UTF-8, or else as Latin-1, without a byte order mark", () => {
  assert.equal(decode(new TextEncoder().encode("\u{feff}Perlkönig")), "Perlkönig");
  assert.equal(decode(new Uint8Array([0x50, 0xf6])), "Pö");
});

test("a position text has one line with slashes between at least seven lines of cells", () => {
  for (const text of ["1/3/5/7/9/7/5/3/1 w 12,12", " 1/3/5/7/5/3/1 w 8,8 1\r\n", "1/3/5/x/5/3/1", "w/3/5/(w3b)/5/3/1 b"]) {
    assert.ok(isPositionText(text), text);
  }
  for (const text of [
    "",
    "e4 e6",
    "2026/11/28",
    "1. e4 e6 1/2-1/2",
    "1/3/5/7/5/3/1 w 8,8\ne4 e6",
    '[FEN "1/3/5/7/5/3/1 w 8,8"]',
    '{"a":"1/2/3"}',
    "https://a/b/c/d/e/f",
    "a.org/b/c/d/e/f/g",
    "1/".repeat(1 << 20),
  ]) {
    assert.ok(!isPositionText(text), text.slice(0, 99));
  }
});

/** A page whose listeners are called with `send`. */
function page(isOpen = true) {
  const listeners = new Map();
  const classes = new Set();
  const document = {
    addEventListener: (event, listener) => listeners.set(event, listener),
    body: { classList: { toggle: (name, on) => (on ? classes.add(name) : classes.delete(name)) } },
  };
  const received = [];
  takeTexts(document, {
    isOpen: () => isOpen,
    onFile: async ({ name }) => received.push({ name }),
    onText: async (text) => received.push(text),
  });
  const send = async (name, event) => {
    let prevented = false;
    await listeners.get(name)({ target: {}, relatedTarget: null, preventDefault: () => (prevented = true), ...event });
    return prevented;
  };
  return { send, received, classes };
}

/** What is dropped or pasted. */
const data = ({ text = "", files = [] }) => ({
  files,
  types: [text && "text/plain", files.length > 0 && "Files"].filter(Boolean),
  getData: () => text,
});

test("a dropped file and a dropped text are taken", async () => {
  const { send, received, classes } = page();
  const dropped = data({ files: [{ name: "a.pgn" }] });
  assert.ok(await send("dragover", { dataTransfer: dropped }));
  assert.equal(dropped.dropEffect, "copy");
  assert.ok(classes.has("dropping"));
  assert.ok(await send("drop", { dataTransfer: dropped }));
  assert.ok(!classes.has("dropping"));
  await send("drop", { dataTransfer: data({ text: "e4\r\ne6\r" }) });
  await send("drop", { dataTransfer: data({ text: " " }) });
  assert.deepEqual(received, [{ name: "a.pgn" }, "e4\ne6\n"]);
});

test("a file that is dropped while the page takes none does not replace the page", async () => {
  const { send, received } = page(false);
  const dropped = data({ files: [{ name: "a.pgn" }] });
  assert.ok(await send("dragover", { dataTransfer: dropped }));
  assert.equal(dropped.dropEffect, "none");
  assert.ok(await send("drop", { dataTransfer: dropped }));
  assert.deepEqual(received, []);
});
