// The keys of the page, and the dialog that lists them.

import { find, html, text } from "../package/luctor.js";
import { ask } from "./dialogs.js";

/** @typedef {keyof typeof text.keys} Action */

/** @type {Record<string, Action>} The action of each key, as `KeyboardEvent.key` names it. */
const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "on",
  Home: "start",
  End: "end",
  ArrowUp: "previousVariation",
  ArrowDown: "nextVariation",
  Escape: "forget",
  u: "takeBack",
  r: "redo",
  f: "flip",
  a: "analyse",
  d: "draw",
  n: "newGame",
  "?": "keys",
};

/**
 * Calls the action of a key that is pressed outside of fields. Ctrl+Z and Ctrl+Y take back and redo. Keys without an action
 * are the browser's.
 */
export function connectKeys(
  /** @type {Partial<Record<Action, () => unknown>>} */ actions,
  /** @type {{ isOpen: () => boolean }} */ { isOpen },
) {
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const target = /** @type {Element} */ (event.target);
    if (altKey || !isOpen() || target.matches("select, textarea, input:not([type=checkbox])")) return;
    // A wide table scrolls.
    if (key.startsWith("Arrow") && target.closest(".scrolled")) return;
    /** @type {typeof KEYS} */
    const control = { z: shiftKey ? "redo" : "takeBack", y: "redo" };
    const act = actions[ctrlKey || metaKey ? control[key.toLowerCase()] : KEYS[key]];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

export async function showKeys() {
  const dialog = find("dialog#keys-dialog");
  /** @type {Record<string, string>} */
  const shown = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc" };
  const rows = Object.entries(KEYS).map(([key, action]) => [html("dt", {}, shown[key] ?? key), html("dd", {}, text.keys[action])]);
  find("dl", dialog).replaceChildren(...rows.flat());
  await ask(dialog);
}
