import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../../src/page/game.js";
import { fragmentOfGame, fragmentOfPosition, gameOfFragment, packMoves, unpackMoves } from "../../src/page/share.js";

const cells = [..."abcdefghi"].flatMap((letter) => [1, 2, 3, 4].map((digit) => letter + digit));
const cellsOf = async () => cells;
const MOVES = ["e4", "a1-a2", "h4xf4xd4", "i4", "b1xd1"];

test("moves are packed into few characters and read again", () => {
  const packed = packMoves(MOVES, cells);
  assert.ok(packed.length < MOVES.join(" ").length, packed);
  assert.deepEqual(unpackMoves(packed, cells), MOVES);
  for (const damaged of ["~", "~C", ".A", "~DAB", "*", "_"]) assert.equal(unpackMoves(damaged, cells), null, damaged);
});

test("a link contains the game and the position that is shown", async () => {
  const game = new Game({ variant: "hexemergo", blocked: "loss", repetition: "unlimited", start: "4/5 b 0,0 3", moves: MOVES });
  game.goTo(2);
  const read = (await gameOfFragment(fragmentOfGame(game, cells), cellsOf)).game;
  assert.deepEqual([read.at(9), read.cursor], [game.at(9), 2]);
  const position = (await gameOfFragment(fragmentOfPosition({ variant: "emergo7", text: "1/3 w 0,0 1" }), cellsOf)).game;
  assert.deepEqual([position.variant, position.start, position.length], ["emergo7", "1/3 w 0,0 1", 0]);
});

test("another fragment is no link, and a damaged link has no game", async () => {
  assert.equal(await gameOfFragment("", cellsOf), null);
  assert.equal(await gameOfFragment("#top", cellsOf), null);
  assert.deepEqual(await gameOfFragment("#v=chess", cellsOf), { game: null });
  assert.deepEqual(await gameOfFragment("#v=emergo&m=~", cellsOf), { game: null });
});
