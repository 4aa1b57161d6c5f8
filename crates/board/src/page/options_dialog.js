// The dialog for the options that the engine declares.

import { ask } from "./dialogs.js";
import { text } from "./luctor.js";

/** Options that the page sets itself, and options for programs instead of players. */
const HIDDEN = /^(uci_(?!showwdl).*|coordinates|blocked|multipv|ponder|skill|move overhead|debug log file)$/;

function field(option, value) {
  const label = document.createElement("label");
  let input;
  if (option.type === "combo") {
    input = document.createElement("select");
    input.append(...option.values.map((word) => new Option(word, word)));
    input.value = value;
  } else {
    input = document.createElement("input");
    input.type = { spin: "number", check: "checkbox" }[option.type] ?? "text";
    if (option.type === "spin") Object.assign(input, { min: option.min, max: option.max, required: true });
    if (option.type === "check") input.checked = value === "true";
    else input.value = value;
  }
  input.name = option.name;
  label.append(`${text.engineOptions[option.name.toLowerCase()] ?? option.name} `, input);
  return label;
}

/** Asks for values. Returns a map of the changed ones, or null. */
export async function askOptions(engine) {
  const dialog = document.querySelector("#options-dialog");
  dialog.querySelector(".engine-name").textContent = engine.name;
  const options = [...engine.options.values()].filter(({ name, type }) => type !== "button" && !HIDDEN.test(name.toLowerCase()));
  const current = (option) => {
    const value = engine.chosen.get(option.name) ?? option.default;
    return value === "<empty>" ? "" : value;
  };
  const fields = options.map((option) => field(option, current(option)));
  dialog.querySelector(".fields").replaceChildren(...(fields.length > 0 ? fields : [text.engine.noOptions]));
  if ((await ask(dialog)) !== "set") return null;
  const changed = new Map();
  for (const [index, option] of options.entries()) {
    const input = /** @type {HTMLInputElement} */ (fields[index].querySelector("input, select"));
    const value = option.type === "check" ? String(input.checked) : input.value;
    // UGI writes an empty text like this.
    if (value !== current(option)) changed.set(option.name, value === "" ? "<empty>" : value);
  }
  return changed;
}
