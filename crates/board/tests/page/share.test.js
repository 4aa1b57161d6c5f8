import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../../src/page/package/game.js";
import { gameOfRecord, recordOfGame } from "../../src/page/files/record.js";
import { fragmentOfGame, fragmentOfPosition, gameOfFragment, isLink, packMoves, unpackMoves } from "../../src/page/files/share.js";
import { plain } from "./support.js";

const cells = [..."abcdefghi"].flatMap((letter) => [1, 2, 3, 4].map((digit) => letter + digit));
/** Rules that believe every record. */
const rules = {
  describe: async () => ({ cells: cells.map((cell) => ({ cell })) }),
  readRecords: async (text) => ({
    records: [{ kind: "game", record: JSON.parse(text), first_side: "white", first_turn: 1, error: null }],
  }),
};
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
  const read = await gameOfFragment(await fragmentOfGame(game, cells), rules);
  assert.deepEqual([read.at(9), read.cursor], [game.at(9), 2]);
  const position = await gameOfFragment(fragmentOfPosition({ variant: "emergo7", text: "1/3 w 0,0 1" }), rules);
  assert.deepEqual([position.variant, position.start, position.length], ["emergo7", "1/3 w 0,0 1", 0]);
});

test("a damaged link has no game", async () => {
  assert.equal(await gameOfFragment("#v=chess", rules), null);
  assert.equal(await gameOfFragment("#v=emergo&m=~", rules), null);
});

test("a link of a game with notes keeps names, comments, marks, variations and the position that is shown", async () => {
  const moves = ["e4", { text: "e6", nags: [4], comment: "Grüße, 你好", score: { centimen: 12 }, depth: 9 }, "d4", "d6"];
  const game = new Game({ white: "Ann", black: "Bob", date: "2024.05.06", moves });
  game.root.comment = "first";
  game.goTo(2);
  game.play({ text: "c4" });
  game.play({ text: "g6" });
  game.goTo(3);
  game.play({ text: "f6" });
  const fragment = await fragmentOfGame(game, cells);
  assert.match(fragment, /^#g=[A-Za-z0-9_-]+&p=\d+$/);
  const read = await gameOfFragment(fragment, rules);
  assert.deepEqual([read.white, read.black, read.date, read.root.comment], ["Ann", "Bob", "2024.05.06", "first"]);
  assert.deepEqual([read.at(9).moves.join(" "), read.cursor], ["e4 e6 c4 f6", 4]);
  const withoutSearch = recordOfGame(game, "");
  for (const key of ["score", "depth"]) delete withoutSearch.moves[1][key];
  assert.deepEqual(plain(recordOfGame(read, "")).moves, plain(withoutSearch).moves);
  assert.deepEqual(
    plain(recordOfGame(gameOfRecord({ record: plain(withoutSearch), first_side: "white", first_turn: 1, error: null }), "")).moves,
    plain(withoutSearch).moves,
  );
});

test("a link opens the second of two lines after a resignation, and a game without the moves that were taken back", async () => {
  const game = new Game({ moves: ["e4", "e6"], outcome: { result: "0-1", reason: "resignation" } });
  for (const line of [
    ["d4", "d6"],
    ["c4", "c6"],
  ]) {
    game.goTo(2);
    for (const text of line) game.play({ text });
  }
  assert.equal((await gameOfFragment(await fragmentOfGame(game, cells), rules)).at().moves.join(" "), "e4 e6 c4 c6");
  const back = new Game({ moves: MOVES });
  back.takeBack(2);
  const read = await gameOfFragment(await fragmentOfGame(back, cells), rules);
  assert.deepEqual([read.at(9), read.cursor], [back.at(9), 3]);
});

test("a link keeps a resignation before an analysis", async () => {
  const game = new Game({ moves: ["e4", "e6"], outcome: { result: "0-1", reason: "resignation" } });
  game.play({ text: "d4" });
  const read = await gameOfFragment(await fragmentOfGame(game, cells), rules);
  assert.deepEqual(plain([read.cursor, read.line[2].outcome]), [3, game.line[2].outcome]);
});

test("a long game is compressed", async () => {
  const game = new Game({
    repetition: "unlimited",
    moves: Array.from({ length: 4000 }, (_, index) => ["a1-a2", "i4-i3", "a2-a1", "i3-i4"][index % 4]),
  });
  game.goTo(1234);
  const fragment = await fragmentOfGame(game, cells);
  assert.ok(fragment.length < 1000, String(fragment.length));
  const read = await gameOfFragment(fragment, rules);
  assert.deepEqual([read.length, read.cursor, read.repetition], [4000, 1234, "unlimited"]);
});

test("a damaged link with notes has no game, and one that grows without limit is not read", async () => {
  const whole = await fragmentOfGame(new Game({ white: "Ann", moves: MOVES }), cells);
  const refusing = { ...rules, readRecords: async () => ({ records: [{ kind: "unreadable", line: 1, fault: { kind: "json" } }] }) };
  for (const damaged of [whole.slice(0, 40), "#g=", "#g=!!", "#g=AAAA&p=0"])
    assert.equal(await gameOfFragment(damaged, rules), null, damaged);
  assert.equal(await gameOfFragment(whole, refusing), null);
  const bomb = new Blob([" ".repeat(5 << 20)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = Buffer.from(await new Response(bomb).arrayBuffer()).toString("base64url");
  assert.equal(await gameOfFragment(`#g=${packed}&p=0`, rules), null);
});

test("a link with the number of another position opens the game", async () => {
  const games = [new Game({ white: "Ann", moves: MOVES }), new Game({ moves: MOVES })];
  for (const whole of await Promise.all(games.map((game) => fragmentOfGame(game, cells)))) {
    for (const number of ["99999999999", "x", "-5", "", "1.5", "0x1"]) {
      const game = await gameOfFragment(whole.replace(/p=.*/, `p=${number}`), rules);
      assert.deepEqual([game.length, game.cursor], [MOVES.length, MOVES.length], `${whole} ${number}`);
    }
  }
});

test("links are told from other addresses", () => {
  for (const fragment of ["", "#", "#puzzles/emergo/3", "#learn", "#x=1"]) assert.ok(!isLink(fragment), fragment);
  for (const fragment of ["#v=emergo&m=", "#m=A&v=emergo", "#g=abc&p=1"]) assert.ok(isLink(fragment), fragment);
});
