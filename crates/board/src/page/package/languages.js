// The texts of the page in the chosen language. `text` is the table; modules read it when they show something.

import english from "./english.js";

/** @typedef {"en" | "nl"} Language */

/**
 * The names of the languages in themselves, and their tables. Another language than English is loaded when it is chosen.
 *
 * @type {Record<Language, { name: string, load: () => Promise<typeof english> }>}
 */
export const LANGUAGES = {
  en: { name: "English", load: async () => english },
  nl: { name: "Nederlands", load: () => import("./dutch.js").then((module) => module.default) },
};

export let text = english;

/** Chooses the language of a tag such as `nl-BE`, or English. If its table cannot be loaded, the texts stay. */
export async function setLanguage(/** @type {string} */ language) {
  text = await LANGUAGES[languageFor(language, [])].load().catch(() => text);
}

/**
 * The language of a person: the chosen one, or the first language of the browser that the page has, or English.
 *
 * @param {string | null} chosen
 * @param {readonly string[]} preferred language tags such as `nl-BE`
 * @returns {Language}
 */
export function languageFor(chosen, preferred) {
  const codes = [chosen ?? "", ...preferred].map((tag) => tag.toLowerCase().split("-")[0]);
  return codes.find((code) => Object.hasOwn(LANGUAGES, code)) ?? "en";
}

/** A fixed text in the chosen language. */
export const pageText = (/** @type {string} */ english) => text.page[english] ?? english;

/**
 * Writes the fixed texts into a document: `data-text` is the English text of an element, `data-label` and `data-title` those of
 * its attributes aria-label and title.
 */
export function fillTexts(/** @type {ParentNode} */ root) {
  /** @type {(name: string, write: (element: HTMLElement, words: string) => void) => void} */
  const each = (name, write) => {
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(`[data-${name}]`)))
      write(element, pageText(element.dataset[name] ?? ""));
  };
  each("text", (element, words) => (element.textContent = words));
  each("label", (element, words) => element.setAttribute("aria-label", words));
  each("title", (element, words) => (element.title = words));
}
