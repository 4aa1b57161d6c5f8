import { test } from "node:test";
import { parseInfo } from "../../src/page/package/info.js";
import { checkTable } from "./support.js";

test("an info line is read into its values", () => {
  checkTable(parseInfo, [
    ["info string depth 3", null],
    ["info depth 1 string score cp 5 pv e4 and more", { multipv: 1, pv: [], depth: 1 }],
    ["bestmove e4", null],
    [
      "info depth 8 seldepth 15 multipv 2 score cp -74 nodes 43711 nps 2449756 hashfull 30 time 17 pv c5 g5",
      {
        depth: 8,
        seldepth: 15,
        multipv: 2,
        score: { centimen: -74 },
        nodes: 43711,
        nps: 2449756,
        hashfull: 30,
        time: 17,
        pv: ["c5", "g5"],
      },
    ],
    [
      " info  depth 3 score mate -2 upperbound nodes 5",
      { depth: 3, multipv: 1, score: { mate: -2 }, bound: "upperbound", nodes: 5, pv: [] },
    ],
    // Numbers are limited, and what is not a number is 0 or 1.
    [
      "info depth Infinity seldepth -3 multipv 4294967295 score mate -1e300 nodes x hashfull 2.5 pv e4",
      { depth: 1000, seldepth: 0, multipv: 256, score: { mate: -10000 }, nodes: 0, hashfull: 2, pv: ["e4"] },
    ],
    ["info multipv 0 score cp NaN", { multipv: 1, score: { centimen: 0 }, pv: [] }],
    ["info score constructor 7 __proto__ 5", { multipv: 1, pv: [] }],
    // Unknown words are ignored.
    ["info depth 3 tbhits 7 score cp 5 pv e4", { depth: 3, multipv: 1, score: { centimen: 5 }, pv: ["e4"] }],
  ]);
});
