// The entry of the package: its public names. It takes the place of crates/board/src/page/package/luctor.js. It runs in Node.js,
// too. The entries with the board are emergo_board.js and board_controller.js.

export { EngineStopped } from "./connection.js";
export { Engine, EngineUnfit } from "./engine.js";
export { Game, newGame } from "./game.js";
export { setLanguage } from "./languages.js";
export { ConnectionLost, Refused, Rules } from "./rules_client.js";
export { Store } from "./store.js";
export { Study } from "./study_client.js";
export { refusalWords } from "./words.js";
