// The fields of the settings: each one shows its setting, stores a change and applies it to the page.

/** @import { Settings, Values } from "../state/storage.js" */

import { find } from "../package/luctor.js";

/**
 * `effects` has for each setting a function that applies its value. `onChange` is called after a change of one of them, here or in
 * another tab.
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
  let shown = /** @type {Partial<Values>} */ ({});
  /** Returns whether a field has changed. */
  const update = () => {
    const changed = fields.filter(({ name }) => settings.values[name] !== shown[name]);
    for (const { name, field } of changed) {
      const value = settings.values[name];
      if (field instanceof HTMLInputElement) field.checked = Boolean(value);
      else field.value = String(value);
      effects[name](value);
    }
    shown = { ...settings.values };
    return changed.length > 0;
  };
  update();
  settings.onChange = () => {
    if (update()) onChange();
  };
  for (const { name, field } of fields) {
    field.addEventListener("change", () => {
      settings.set(name, /** @type {Values[Name]} */ (field instanceof HTMLInputElement ? field.checked : field.value));
      settings.onChange();
    });
  }
}
