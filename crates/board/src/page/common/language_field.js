// The language of the page, and the field that chooses it.

/** @import { Settings } from "../state/storage.js" */

import { fillTexts, find, languageFor, LANGUAGES, setLanguage } from "../package/luctor.js";
import { on } from "./page_elements.js";

/** Writes the texts of the page in a language, or in that of the person if `wanted` is null. */
export async function showLanguage(/** @type {string | null} */ wanted) {
  const language = languageFor(wanted, navigator.languages);
  await setLanguage(language);
  document.documentElement.lang = language;
  fillTexts(document);
  return language;
}

/** Fills the field and shows the stored language. `onChange` is called after a change by the person. */
export async function offerLanguages(/** @type {Settings} */ settings, /** @type {{ onChange: () => void }} */ { onChange }) {
  const field = find("select#language");
  field.append(...Object.entries(LANGUAGES).map(([code, { name }]) => new Option(name, code)));
  field.value = await showLanguage(settings.values.language);
  on("#language", "change", async () => {
    settings.set("language", field.value);
    await showLanguage(field.value);
    onChange();
  });
}
