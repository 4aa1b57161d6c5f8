// The fields of the settings: each one shows its setting, stores a change and applies it to the page.

/** @import { Settings, Values } from "../state/storage.js" */

import { find } from "./page_elements.js";

/**
 * `effects` has for each setting a function that applies its value. `onChange` is called after a change by the person.
 *
 * @template {keyof Values} Name
 * @param {Settings} settings
 * @param {{ [Key in Name]: (value: Values[Key]) => unknown }} effects
 * @param {{ onChange: () => void }} events
 */
export function connectSettings(settings, effects, { onChange }) {
  for (const name of /** @type {Name[]} */ (Object.keys(effects))) {
    const value = settings.values[name];
    const field = typeof value === "boolean" ? find(`input#${name}`) : find(`select#${name}`);
    if (field instanceof HTMLInputElement) field.checked = Boolean(value);
    else field.value = String(value);
    effects[name](value);
    field.addEventListener("change", () => {
      const chosen = /** @type {Values[Name]} */ (field instanceof HTMLInputElement ? field.checked : field.value);
      settings.set(name, chosen);
      effects[name](chosen);
      onChange();
    });
  }
}
