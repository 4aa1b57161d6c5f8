// Modal dialogs.

import { find, html } from "../package/luctor.js";

/** Shows a dialog. Returns the value of the button that closed it, or "" if it was cancelled. @returns {Promise<string>} */
export function ask(/** @type {HTMLDialogElement} */ dialog) {
  return new Promise((resolve) => {
    dialog.returnValue = "";
    dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
    dialog.showModal();
  });
}

/** Asks whether to do something. `yes` is the text of the button. */
export async function confirmed(/** @type {string} */ question, /** @type {string} */ yes) {
  const dialog = find("dialog#confirm");
  find("h2", dialog).textContent = question;
  find("button[value=yes]", dialog).textContent = yes;
  return (await ask(dialog)) === "yes";
}

/**
 * Asks for one of several texts. `onLook` is called with the index of the text under the pointer or focus, or null. Returns an
 * index or null.
 */
export async function choose(
  /** @type {string} */ title,
  /** @type {string[]} */ items,
  { onLook = (/** @type {number | null} */ index) => {} } = {},
) {
  const dialog = find("dialog#choice");
  find("h2", dialog).textContent = title;
  const buttons = items.map((words, index) => {
    const look = () => onLook(index);
    return html("button", { value: index, pointerenter: look, focus: look }, words);
  });
  find(".choices", dialog).replaceChildren(...buttons);
  const answer = await ask(dialog);
  onLook(null);
  return answer === "" ? null : Number(answer);
}
