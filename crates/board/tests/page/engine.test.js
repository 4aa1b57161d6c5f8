import { test } from "node:test";
import { positionLine } from "../../src/page/package/engine.js";
import { checkTable } from "./support.js";

test("a position is sent to an engine by its start and its moves", () => {
  checkTable(positionLine, [
    [null, [], "position startpos"],
    [null, ["e4", "e6"], "position startpos moves e4 e6"],
    ["1/3 w 5,5", ["e4"], "position fen 1/3 w 5,5 moves e4"],
  ]);
});
