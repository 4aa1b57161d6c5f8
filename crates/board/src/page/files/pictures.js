// The position as SVG or PNG, and the line of a game as an animation. The animation is a GIF, because forums show it in posts:
// they refuse SVG, and do not show the videos that a browser can record.

/** @import { Game, GameText, PictureView, Rules } from "../package/types.js" */

import { choose } from "../common/dialogs.js";
import { announce } from "../common/messages.js";
import { pageText } from "../package/luctor.js";
import { Gif, Palette } from "./gif.js";

/** Pixels of the width. */
const WIDTH = { png: 1024, gif: 480 };
/** Milliseconds: a position, a jump within a capture, the last position. */
const STAY = { position: 1_000, jump: 400, last: 3_000 };
/** The most moves of an animation. */
const MAX_MOVES = 400;
/** The background of an animation. GIF has no half transparent colours. */
const BACKGROUND = "#fff";

/** Draws an SVG picture on a canvas. @param {string} picture @param {number} width @param {string} [background] */
async function contextOf(picture, width, background) {
  const svg = /** @type {SVGSVGElement} */ (new DOMParser().parseFromString(picture, "image/svg+xml").querySelector("svg"));
  const { baseVal: box } = svg.viewBox;
  const height = Math.round((width * box.height) / box.width);
  // Without a size some browsers draw nothing.
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }));
  await image.decode();
  URL.revokeObjectURL(image.src);
  const canvas = new OffscreenCanvas(width, height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  if (background) {
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
  }
  context.drawImage(image, 0, 0, width, height);
  return context;
}

/** @typedef {{ rules: Rules, line: GameText, first: number, view: PictureView }} Animation A line after its first moves. */

/** The pictures of an animation, each with its time. A capture of several men is shown jump by jump. */
async function* framesOf(/** @type {Animation} */ { rules, line: { moves, ...game }, first, view }) {
  for (let ply = first; ply <= moves.length; ply += 1) {
    const before = { ...game, moves: moves.slice(0, Math.max(ply - 1, 0)) };
    const jumps = ply > first ? await rules.partialMoves(before, moves[ply - 1], view) : [];
    for (const picture of jumps.slice(0, -1)) yield { picture, stay: STAY.jump };
    const { picture } = await rules.describe({ ...game, moves: moves.slice(0, ply) }, view);
    yield { picture, stay: ply === moves.length ? STAY.last : STAY.position };
  }
}

async function gifOf(/** @type {Animation} */ animation) {
  const { rules, line, first, view } = animation;
  const dataOf = async (/** @type {string} */ picture) => {
    const context = await contextOf(picture, WIDTH.gif, BACKGROUND);
    return context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  };
  // Between them the first and the last position have all colours.
  const ends = [line.moves.slice(0, first), line.moves].map((moves) => rules.describe({ ...line, moves }, view));
  const pictures = await Promise.all(ends.map(async (position) => dataOf((await position).picture)));
  const [{ width, height }] = pictures;
  const gif = new Gif(width, height, new Palette(pictures.map(({ data }) => data)));
  for await (const { picture, stay } of framesOf(animation)) gif.add((await dataOf(picture)).data, stay);
  return new Blob(gif.parts, { type: "image/gif" });
}

/**
 * Asks for a kind of picture, and makes its file. Returns null without a choice.
 *
 * @param {Rules} rules
 * @param {{ variant: string, picture: string }} position
 * @param {{ game: Game | null, view: PictureView }} shown the game, if the position is one of it
 */
export async function choosePicture(rules, { variant, picture }, { game, view }) {
  const animation = async (/** @type {GameText} */ line, /** @type {number} */ first) => {
    announce(pageText("The animation is being made."));
    return { blob: await gifOf({ rules, line, first, view }), extension: "gif" };
  };
  const png = async () => (await contextOf(picture, WIDTH.png)).canvas.convertToBlob({ type: "image/png" });
  const kinds = [
    {
      words: pageText("The position as SVG, for print and web pages"),
      make: async () => ({ blob: new Blob([picture], { type: "image/svg+xml" }), extension: "svg" }),
    },
    { words: pageText("The position as PNG"), make: async () => ({ blob: await png(), extension: "png" }) },
  ];
  if (game) {
    const { cursor, length } = game;
    const line = game.at(length);
    const fits = (/** @type {number} */ moves) => moves > 0 && moves <= MAX_MOVES;
    if (fits(length)) kinds.push({ words: pageText("The game as an animation (GIF)"), make: () => animation(line, 0) });
    if (cursor > 0 && fits(length - cursor))
      kinds.push({ words: pageText("The moves from here as an animation (GIF)"), make: () => animation(line, cursor) });
  }
  const names = kinds.map(({ words }) => words);
  const index = await choose(pageText("Picture"), names);
  if (index === null) return null;
  const { blob, extension } = await kinds[index].make();
  return { name: `${variant}.${extension}`, content: blob };
}
