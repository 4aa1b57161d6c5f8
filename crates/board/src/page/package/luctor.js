// All that the page uses of this folder, except for board_controller.js. The package of npm has another file in the place of this
// one, with the names for other sites: crates/web/npm/luctor.js.

export * from "./clock.js";
export { EngineStopped } from "./connection.js";
export * from "./elements.js";
export { Engine, EngineUnfit } from "./engine.js";
export { Game, newGame } from "./game.js";
export * from "./info.js";
export { fillTexts, LANGUAGES, languageFor, pageText, setLanguage, text } from "./languages.js";
export * from "./move_text.js";
export * from "./report_data.js";
export { ConnectionLost, Refused, Rules } from "./rules_client.js";
export * from "./score.js";
export * from "./sides.js";
export { DEFAULT_CONTROL, Revision, Store } from "./store.js";
export { Study } from "./study_client.js";
export { isPublic } from "./transport.js";
export * from "./words.js";
