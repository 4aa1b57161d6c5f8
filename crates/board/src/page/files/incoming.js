// Texts from outside: files that are chosen, dropped or pasted, and text that is dropped or pasted.

/** Characters of the longest position text. */
const MAX_POSITION_LENGTH = 1000;

/** The text of a file: UTF-8, or Latin-1 if it is not valid UTF-8. */
export function decode(/** @type {ArrayBuffer | Uint8Array} */ bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

/**
 * Is this a position text, and not a game or a web address? It has one line, and slashes between at least seven lines of cells.
 */
export const isPositionText = (/** @type {string} */ text) =>
  text.length < MAX_POSITION_LENGTH && /^[^\s/":.]+(\/[^\s/":.]*){6,}( [^\n\r]*)?$/.test(text.trim());

/**
 * Takes what is dropped on a page or pasted outside of its fields. `isOpen` returns whether the page takes texts now; `onFile` is
 * called with a file, `onText` with a text.
 *
 * @param {Document} page
 * @param {{ isOpen: () => boolean, onFile: (file: File) => unknown, onText: (content: string) => unknown }} events
 */
export function takeTexts(page, { isOpen, onFile, onText }) {
  const isField = (/** @type {Partial<Element> | null} */ target) =>
    target?.matches?.("input:not([type=checkbox]), textarea") ?? false;
  const isForField = (/** @type {DragEvent} */ { target, dataTransfer }) =>
    isField(target) && !dataTransfer?.types.includes("Files");
  const mark = (/** @type {boolean} */ isOver) => page.body.classList.toggle("dropping", isOver);
  /** The first file or the text of a drop or a paste. */
  const take = (/** @type {DataTransfer | null} */ data) => {
    const [file] = data?.files ?? [];
    // With the line ends of a field for texts.
    const content = data?.getData("text/plain").replace(/\r\n?/g, "\n") ?? "";
    if (file) return onFile(file);
    return content.trim() === "" ? undefined : onText(content);
  };
  page.addEventListener("dragover", (event) => {
    if (isForField(event)) return;
    // Without this the browser would show a dropped file in place of the page.
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = isOpen() ? "copy" : "none";
    mark(isOpen());
  });
  page.addEventListener("dragleave", (event) => event.relatedTarget === null && mark(false));
  page.addEventListener("drop", async (event) => {
    mark(false);
    if (isForField(event)) return;
    event.preventDefault();
    if (isOpen()) await take(event.dataTransfer);
  });
  page.addEventListener("paste", async (event) => {
    if (isField(event.target) || !isOpen()) return;
    event.preventDefault();
    await take(event.clipboardData);
  });
}
