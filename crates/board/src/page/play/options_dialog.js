// The dialog for the options that the engine declares.

/** @import { Engine, EngineOption } from "../package/types.js" */

import { ask } from "../common/dialogs.js";
import { find, html, pageText, text } from "../package/luctor.js";

/** Options that the page sets itself, and options for programs instead of players. */
const HIDDEN = /^(uci_(?!showwdl).*|coordinates|blocked|multipv|ponder|skill|move overhead|debug log file)$/;

/** The label and the field of an option. */
function field(/** @type {EngineOption} */ { name, type, min, max, values }, /** @type {string} */ value) {
  /** @type {Record<string, () => HTMLElement>} */
  const kinds = {
    combo: () => html("select", { name }, ...values.map((word) => new Option(word, word, false, word === value))),
    spin: () => html("input", { name, type: "number", min, max, required: true, value }),
    check: () => html("input", { name, type: "checkbox", checked: value === "true" }),
  };
  const input = (kinds[type] ?? (() => html("input", { name, value })))();
  return html("label", {}, `${text.engineOptions[name.toLowerCase()] ?? name} `, input);
}

/** Asks for values, and sets them in all of these engines, which are the same program. Returns whether one was changed. */
export async function askOptions(/** @type {Engine[]} */ engines) {
  const [engine] = engines;
  await engine.start();
  const dialog = find("dialog#options-dialog");
  find(".engine-name", dialog).textContent = engine.name;
  const options = [...engine.options.values()].filter(({ name, type }) => type !== "button" && !HIDDEN.test(name.toLowerCase()));
  const current = (/** @type {EngineOption} */ option) => {
    const value = engine.chosen.get(option.name) ?? option.default;
    return value === "<empty>" ? "" : value;
  };
  const fields = options.map((option) => field(option, current(option)));
  find(".fields", dialog).replaceChildren(...(fields.length > 0 ? fields : [pageText("This engine has no options.")]));
  if ((await ask(dialog)) !== "set") return false;
  let isChanged = false;
  for (const [index, option] of options.entries()) {
    const input = /** @type {HTMLInputElement} */ (fields[index].querySelector("input, select"));
    const value = option.type === "check" ? String(input.checked) : input.value;
    if (value === current(option)) continue;
    // UGI writes an empty text like this.
    for (const { chosen } of engines) chosen.set(option.name, value === "" ? "<empty>" : value);
    isChanged = true;
  }
  return isChanged;
}
