// The entry of the package `luctor` (scripts/npm): the rules of Emergo with records and puzzles, an engine, requests that take a
// search, games, and the sentences for people. It runs in Node.js, too. The entry with the board is board_controller.js. The page
// imports what is behind these two modules from them only, as any other site does.

export * from "./clock.js";
export { EngineStopped } from "./connection.js";
export * from "./elements.js";
export { Engine, EngineUnfit } from "./engine.js";
export { Game, newGame, VARIANTS } from "./game.js";
export * from "./info.js";
export { fillTexts, LANGUAGES, languageFor, pageText, setLanguage, text } from "./languages.js";
export * from "./move_text.js";
export * from "./report_data.js";
export { ConnectionLost, Refused, Rules } from "./rules_client.js";
export * from "./score.js";
export { Revision, Store } from "./store.js";
export { Study } from "./study_client.js";
export { isPublic } from "./transport.js";
export * from "./words.js";
