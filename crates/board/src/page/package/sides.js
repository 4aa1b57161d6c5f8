// The two players.

/** @import { Side } from "./types.js" */

/** Both sides, White first. @type {Side[]} */
export const SIDES = ["white", "black"];

/** @returns {Side} */
export const other = (/** @type {Side} */ side) => (side === "white" ? "black" : "white");
