// The progress of reading a large text.

import { ask } from "../common/dialogs.js";
import { find } from "../common/page_elements.js";
import { text } from "../package/luctor.js";

/** Reads a collection of games. A large one shows its progress and can be cancelled; then the answer is null. */
export async function readWithProgress(collection, name) {
  if (!collection.isLarge) return collection.read();
  const dialog = find("#reading-dialog");
  const ending = new AbortController();
  dialog.querySelector("h2").textContent = text.record.reading(name);
  const onProgress = (done, games) => {
    dialog.querySelector("progress").value = done;
    dialog.querySelector(".games-read").textContent = text.record.gamesRead(games);
  };
  ask(dialog).then(() => ending.abort());
  try {
    return await collection.read({ signal: ending.signal, onProgress });
  } finally {
    dialog.close();
  }
}
