import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame } from "../../src/page/package/game.js";
import { Engine, EngineUnfit, positionLine } from "../../src/page/package/engine.js";
import { checkTable } from "./support.js";

test("a position is sent to an engine by its start and its moves", () => {
  checkTable(positionLine, [
    [null, [], "position startpos"],
    [null, ["e4", "e6"], "position startpos moves e4 e6"],
    ["1/3 w 5,5", ["e4"], "position fen 1/3 w 5,5 moves e4"],
  ]);
});

const OPTIONS = [
  "option name UCI_LimitStrength type check default true",
  "option name UCI_Elo type spin default 1853 min 175 max 1853",
];

/** An engine behind a WebSocket, in the place of the browser's. It searches until the test sends the best move. */
class Socket extends EventTarget {
  static OPEN = 1;
  static CLOSED = 3;
  readyState = 0;
  sent = [];
  constructor() {
    super();
    Socket.onNew(this);
  }
  open() {
    this.readyState = Socket.OPEN;
    this.dispatchEvent(new Event("open"));
  }
  tell(...lines) {
    for (const data of lines) this.dispatchEvent(new MessageEvent("message", { data }));
  }
  send(line) {
    this.sent.push(line);
    if (line === "ugi") queueMicrotask(() => this.tell(...OPTIONS, "ugiok"));
    if (line === "isready") queueMicrotask(() => this.tell("readyok"));
    this.onSend?.(line);
  }
  close() {
    this.readyState = Socket.CLOSED;
  }
}
Object.assign(globalThis, { WebSocket: Socket, document: { baseURI: "http://localhost/" } });

/** Begins a search. Returns its answer, and the socket of the engine that it starts. */
async function search(engine) {
  const started = new Promise((resolve) => (Socket.onNew = resolve));
  const answer = engine.search(
    newGame(),
    () => "infinite",
    () => {},
  );
  return { answer, socket: await started };
}

/** Searches to the end. Returns what the engine was sent. */
async function linesOfSearch(engine) {
  const { answer, socket } = await search(engine);
  socket.onSend = (line) => line.startsWith("go ") && queueMicrotask(() => socket.tell("bestmove e4"));
  socket.open();
  assert.equal(await answer, "e4");
  return socket.sent;
}

test("a closed engine has no answer and does not run: closed while it starts, while it searches and before it starts", async () => {
  const engine = new Engine();
  const early = await search(engine);
  engine.close();
  early.socket.open();
  assert.equal(await early.answer, null);
  assert.equal(early.socket.readyState, Socket.CLOSED);

  const searching = new Engine();
  const { answer, socket } = await search(searching);
  const begun = new Promise((resolve) => (socket.onSend = (line) => line.startsWith("go ") && resolve()));
  socket.open();
  await begun;
  searching.close();
  assert.equal(await answer, null);
  assert.equal(socket.readyState, Socket.CLOSED);

  Socket.onNew = () => assert.fail("started again");
  assert.equal(
    await searching.search(
      newGame(),
      () => "infinite",
      () => {},
    ),
    null,
  );
});

test("a limit that is not a whole number is refused", async () => {
  for (const limits of [{ movetime: 33.4 }, { movetime: -1 }, { nodes: 1000.5 }, { nodes: 1e21 }, { nodes: NaN }, { nodes: "9" }]) {
    await assert.rejects(new Engine().bestMove(newGame(), limits), RangeError);
  }
});

test("an Elo that the engine does not have is refused with its range", async () => {
  for (const elo of [174, 1854, 1500.5]) {
    const { answer, socket } = await search(new Engine({ elo }));
    socket.open();
    await assert.rejects(answer, new EngineUnfit("The engine plays at an Elo from 175 to 1853, a whole number."));
  }
  assert.ok((await linesOfSearch(new Engine({ elo: 175 }))).includes("setoption name UCI_Elo value 175"));
});

test("an engine without a strength keeps its own", async () => {
  const lines = await linesOfSearch(new Engine());
  assert.deepEqual(
    lines.filter((line) => line.includes("UCI_")),
    [],
  );
});
