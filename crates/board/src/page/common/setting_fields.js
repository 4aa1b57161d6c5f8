// The fields of the settings: each one shows its setting, stores a change and applies it to the page.

/** @import { Settings, Values } from "../state/storage.js" */

import { find } from "./page_elements.js";

/**
 * `effects` has for each setting a function that applies its value. `onChange` is called after a change, here or in another tab.
 *
 * @template {keyof Values} Name
 * @param {Settings} settings
 * @param {{ [Key in Name]: (value: Values[Key]) => unknown }} effects
 * @param {{ onChange: () => void }} events
 */
export function connectSettings(settings, effects, { onChange }) {
  const fields = /** @type {Name[]} */ (Object.keys(effects)).map((name) => ({
    name,
    field: typeof settings.values[name] === "boolean" ? find(`input#${name}`) : find(`select#${name}`),
  }));
  const apply = () => {
    for (const { name, field } of fields) {
      const value = settings.values[name];
      if (field instanceof HTMLInputElement) field.checked = Boolean(value);
      else field.value = String(value);
      effects[name](value);
    }
  };
  apply();
  settings.onChange = () => {
    apply();
    onChange();
  };
  for (const { name, field } of fields) {
    field.addEventListener("change", () => {
      settings.set(name, /** @type {Values[Name]} */ (field instanceof HTMLInputElement ? field.checked : field.value));
      settings.onChange();
    });
  }
}
