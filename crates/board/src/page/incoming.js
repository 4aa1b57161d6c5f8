// Texts from outside: files that are chosen, dropped or pasted, and text that is dropped or pasted.

import { text } from "./text.js";

/**
 * The text of a file: UTF-8, or Latin-1 if it is not valid UTF-8.
 *
 * @param {ArrayBuffer | Uint8Array} bytes
 */
export function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

/** Is this a position text, and not a game? It has one line, and slashes between the lines of cells. */
export const isPositionText = (text) => /^[^\s/"]+(\/[^\s/"]*){2,}( [^\n\r]*)?$/.test(text.trim());

/** The text of a file and its name. */
export async function textOfFile(file) {
  return { text: decode(await file.arrayBuffer()), name: file.name };
}

/** The first file or the text of a drop or a paste, or null if there is none. */
async function textOf(data) {
  const [file] = data.files;
  const content = data.getData("text/plain");
  if (file) return textOfFile(file);
  return content.trim() === "" ? null : { text: content, name: text.record.theText };
}

/**
 * Takes what is dropped on a page or pasted outside of its fields. `isOpen` returns whether the page takes texts now;
 * `onText` is called with the text and its name.
 *
 * @param {Document} page
 */
export function takeTexts(page, { isOpen, onText }) {
  const isField = (target) => target.matches?.("input:not([type=checkbox]), textarea") ?? false;
  const isForField = ({ target, dataTransfer }) => isField(target) && !dataTransfer.types.includes("Files");
  const mark = (isOver) => page.body.classList.toggle("dropping", isOver);
  page.addEventListener("dragover", (event) => {
    if (isForField(event)) return;
    // Without this the browser would show a dropped file in place of the page.
    event.preventDefault();
    event.dataTransfer.dropEffect = isOpen() ? "copy" : "none";
    mark(isOpen());
  });
  page.addEventListener("dragleave", (event) => event.relatedTarget === null && mark(false));
  page.addEventListener("drop", async (event) => {
    mark(false);
    if (isForField(event)) return;
    event.preventDefault();
    const dropped = isOpen() ? await textOf(event.dataTransfer) : null;
    if (dropped) await onText(dropped);
  });
  page.addEventListener("paste", async (event) => {
    if (isField(event.target) || !isOpen()) return;
    event.preventDefault();
    const pasted = await textOf(event.clipboardData);
    if (pasted) await onText(pasted);
  });
}
