import assert from "node:assert/strict";
import { test } from "node:test";
import { compress, Gif, Palette } from "../../src/page/files/gif.js";

/** Reads what `compress` writes, as the format describes it. */
function expand(bytes) {
  let [at, table, width, last] = [0, [], 9, null];
  const reset = () => {
    table = Array.from({ length: 258 }, (_, value) => [value]);
    [width, last] = [9, null];
  };
  const read = () => {
    let code = 0;
    for (let bit = 0; bit < width; bit += 1, at += 1) code |= ((bytes[at >> 3] >> (at & 7)) & 1) << bit;
    return code;
  };
  const pixels = [];
  reset();
  for (;;) {
    const code = read();
    if (code === 257) return pixels;
    if (code === 256) {
      reset();
      continue;
    }
    const entry = code < table.length ? table[code] : [...last, last[0]];
    assert.ok(entry, `code ${code} of ${table.length}`);
    if (last !== null && table.length < 4096) table.push([...last, entry[0]]);
    if (table.length === 1 << width && width < 12) width += 1;
    last = entry;
    for (const pixel of entry) pixels.push(pixel);
  }
}

test("pixels are compressed and read again", () => {
  let seed = 7;
  const random = () => (seed = (seed * 48271) % 2147483647);
  const cases = [
    [5],
    [1, 1, 1, 1, 1, 1, 1],
    Array.from({ length: 30_000 }, () => random() % 256),
    Array.from({ length: 60_000 }, (_, at) => (at >> 5) % 3),
  ];
  for (const pixels of cases) {
    const bytes = compress(Uint8Array.from(pixels));
    assert.deepEqual(expand(bytes), pixels);
  }
});

test("a palette has the colours of flat pictures, and the nearest one for others", () => {
  const palette = new Palette([[255, 0, 0, 255, 255, 0, 0, 255, 0, 0, 255, 255]]);
  assert.equal(palette.size, 2);
  assert.deepEqual([...palette.indicesOf([250, 1, 1, 255, 0, 0, 255, 255, 10, 10, 200, 255])], [0, 1, 1]);
  assert.deepEqual([...palette.bytes].slice(0, 6), [255, 0, 0, 0, 0, 255]);
});

test("a frame contains the part that has changed", () => {
  const [red, blue] = [
    [255, 0, 0, 255],
    [0, 0, 255, 255],
  ];
  const palette = new Palette([[...red, ...blue]]);
  const gif = new Gif(3, 2, palette);
  gif.add([red, red, red, red, red, red].flat(), 1000);
  gif.add([red, red, red, red, blue, blue].flat(), 500);
  const bytes = gif.parts.flatMap((part) => [...part]);
  assert.equal(String.fromCharCode(...bytes.slice(0, 6)), "GIF89a");
  assert.deepEqual(bytes.slice(6, 10), [3, 0, 2, 0]);
  assert.equal(bytes.at(-1), 0x3b);
  const frames = bytes.flatMap((byte, at) => (byte === 0x21 && bytes[at + 1] === 0xf9 ? [at] : []));
  assert.deepEqual(
    frames.map((at) => bytes.slice(at + 4, at + 6)),
    [
      [100, 0],
      [50, 0],
    ],
  );
  assert.deepEqual(
    frames.map((at) => bytes.slice(at + 8, at + 17)),
    [
      [0x2c, 0, 0, 0, 0, 3, 0, 2, 0],
      [0x2c, 1, 0, 1, 0, 2, 0, 1, 0],
    ],
  );
});
