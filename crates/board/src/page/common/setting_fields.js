// The fields of the settings: each one shows its setting, stores a change and applies it to the page.

import { find } from "./page_elements.js";

export class SettingFields {
  #settings;
  #effects;

  /** `effects` has for each setting a function that applies its value. `onChange` is called after a change by the person. */
  constructor(settings, effects, { onChange }) {
    this.#settings = settings;
    this.#effects = effects;
    for (const name of Object.keys(effects)) {
      this.#apply(name);
      const field = find(`#${name}`);
      field.addEventListener("change", () => {
        this.set(name, field.type === "checkbox" ? field.checked : field.value);
        onChange();
      });
    }
  }

  set(name, value) {
    this.#settings.set(name, value);
    this.#apply(name);
  }

  #apply(name) {
    const field = find(`#${name}`);
    const value = this.#settings.values[name];
    field[field.type === "checkbox" ? "checked" : "value"] = value;
    this.#effects[name](value);
  }
}
