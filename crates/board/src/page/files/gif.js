// Animated GIF (GIF89a): forums show it everywhere, and a picture of a board has few colours. Pure.
//
// A frame contains the part of the picture that has changed.
// CITE: https://www.w3.org/Graphics/GIF/spec-gif89a.txt

/** Codes of LZW for pixels of 8 bits. */
const CLEAR = 256;
const END = 257;
const MAX_CODES = 4096;
/** The longest block of data. */
const BLOCK = 255;

/** The two bytes of a number. */
const word = (/** @type {number} */ number) => [number & 255, number >> 8];

/** Compresses pixels: their codes in bits from the lowest one. */
export function compress(/** @type {Uint8Array} */ pixels) {
  /** @type {number[]} */
  const bytes = [];
  /** The code of a longer sequence by the code of its beginning and its last pixel; 0 is none. */
  const longer = new Uint16Array(MAX_CODES * 256);
  let [next, width, buffer, bits] = [END + 1, 9, 0, 0];
  const write = (/** @type {number} */ code) => {
    buffer |= code << bits;
    for (bits += width; bits >= 8; bits -= 8) {
      bytes.push(buffer & 255);
      buffer >>= 8;
    }
  };
  write(CLEAR);
  let code = pixels[0];
  for (const pixel of pixels.subarray(1)) {
    const key = code * 256 + pixel;
    if (longer[key] > 0) {
      code = longer[key];
      continue;
    }
    write(code);
    code = pixel;
    if (next === MAX_CODES) {
      write(CLEAR);
      longer.fill(0);
      [next, width] = [END + 1, 9];
    } else {
      // The reader knows this code one step later.
      if (next === 1 << width) width += 1;
      longer[key] = next++;
    }
  }
  write(code);
  write(END);
  if (bits > 0) bytes.push(buffer & 255);
  return bytes;
}

/** Colours in groups of 32 values of red, green and blue. */
const groupOf = (/** @type {number[]} */ [red, green, blue]) => ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);

/** At most 256 colours, and the nearest of them for each other colour. */
export class Palette {
  /** The colours as bytes: red, green, blue. */
  bytes = new Uint8Array(3 * 256);
  /** The index of each group of colours, or -1. */
  #indices = new Int16Array(1 << 15).fill(-1);

  /** The most frequent colours of pictures. @param {ArrayLike<number>[]} pictures bytes: red, green, blue, alpha */
  constructor(pictures) {
    /** @type {Map<number, { count: number, colour: number[] }>} */
    const groups = new Map();
    for (const data of pictures) {
      for (let at = 0; at < data.length; at += 4) {
        const colour = [data[at], data[at + 1], data[at + 2]];
        const group = groupOf(colour);
        const known = groups.get(group);
        if (known) known.count += 1;
        else groups.set(group, { count: 1, colour });
      }
    }
    const frequent = [...groups].sort(([, a], [, b]) => b.count - a.count).slice(0, 256);
    for (const [index, [group, { colour }]] of frequent.entries()) {
      this.bytes.set(colour, 3 * index);
      this.#indices[group] = index;
    }
    this.size = frequent.length;
  }

  /** The indices of the colours of a picture. */
  indicesOf(/** @type {ArrayLike<number>} */ data) {
    const pixels = new Uint8Array(data.length / 4);
    for (let at = 0; at < data.length; at += 4) {
      const colour = [data[at], data[at + 1], data[at + 2]];
      const group = groupOf(colour);
      if (this.#indices[group] < 0) this.#indices[group] = this.#nearest(colour);
      pixels[at / 4] = this.#indices[group];
    }
    return pixels;
  }

  #nearest(/** @type {number[]} */ [red, green, blue]) {
    let [best, least] = [0, Infinity];
    for (let index = 0; index < this.size; index += 1) {
      const [r, g, b] = this.bytes.subarray(3 * index, 3 * index + 3);
      const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
      if (distance < least) [best, least] = [index, distance];
    }
    return best;
  }
}

/** An animation that begins again at its end. */
export class Gif {
  #palette;
  /** @type {Uint8Array<ArrayBuffer>[]} */
  #parts = [];
  /** @type {Uint8Array | null} The pixels of the last picture. */
  #last = null;

  constructor(/** @type {number} */ width, /** @type {number} */ height, /** @type {Palette} */ palette) {
    this.width = width;
    this.height = height;
    this.#palette = palette;
    const loop = [0x21, 0xff, 11, ...new TextEncoder().encode("NETSCAPE2.0"), 3, 1, 0, 0, 0];
    this.#write(new TextEncoder().encode("GIF89a"), [...word(width), ...word(height), 0xf7, 0, 0], palette.bytes, loop);
  }

  #write(/** @type {ArrayLike<number>[]} */ ...parts) {
    this.#parts.push(...parts.map((part) => Uint8Array.from(part)));
  }

  /** The box around the pixels that differ; one pixel if none does. Without an earlier frame it is the whole picture. */
  #changedBox(/** @type {Uint8Array} */ pixels) {
    const { width, height } = this;
    const earlier = this.#last;
    if (earlier === null) return { x: 0, y: 0, width, height };
    let [left, top, right, bottom] = [width, height, -1, -1];
    for (let at = 0; at < pixels.length; at += 1) {
      if (pixels[at] === earlier[at]) continue;
      const [x, y] = [at % width, Math.floor(at / width)];
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
    return right < 0 ? { x: 0, y: 0, width: 1, height: 1 } : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
  }

  /** Adds a picture. @param {ArrayLike<number>} data red, green, blue, alpha @param {number} milliseconds it is shown */
  add(data, milliseconds) {
    const pixels = this.#palette.indicesOf(data);
    const { x, y, width, height } = this.#changedBox(pixels);
    this.#last = pixels;
    const changed = new Uint8Array(width * height);
    for (let row = 0; row < height; row += 1) {
      const start = (y + row) * this.width + x;
      changed.set(pixels.subarray(start, start + width), row * width);
    }
    // The picture before stays below.
    this.#write([0x21, 0xf9, 4, 0x04, ...word(Math.round(milliseconds / 10)), 0, 0]);
    this.#write([0x2c, ...word(x), ...word(y), ...word(width), ...word(height), 0, 8]);
    const bytes = compress(changed);
    for (let at = 0; at < bytes.length; at += BLOCK) {
      const block = bytes.slice(at, at + BLOCK);
      this.#write([block.length], block);
    }
    this.#write([0]);
  }

  get parts() {
    return [...this.#parts, Uint8Array.of(0x3b)];
  }
}
