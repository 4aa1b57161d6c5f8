// Games and positions that leave the page: files, links, copied texts and pictures.

/** @import { BoardController, Rules, Side } from "../package/types.js" */
/** @import { Play } from "../play/play.js" */
/** @import { SetUp } from "../play/setup.js" */

import { ask } from "../common/dialogs.js";
import { announce, showError, showNotice } from "../common/messages.js";
import { Part } from "../common/part.js";
import { find, isPublic, pageText, text } from "../package/luctor.js";
import { dateText, recordOfGame } from "./record.js";
import { fragmentOfGame, fragmentOfPosition } from "./share.js";

const FORMATS = {
  pgn: { extension: "pgn", type: "application/x-chess-pgn" },
  json: { extension: "jsonl", type: "application/jsonl" },
};

/** The HTML that shows a game in another page. */
const frameOf = (/** @type {string} */ fragment) =>
  `<iframe src="${`${location.origin}${location.pathname}?embed${fragment}`.replaceAll("&", "&amp;")}" width="480" height="660" style="border: 0" title="Emergo" loading="lazy"></iframe>`;

/** Downloads a file. */
function download(/** @type {string} */ name, /** @type {Blob} */ content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @extends {Part<{ controller: BoardController, rules: Rules, play: Play, setUp: SetUp }>} */
export class GameSaver extends Part {
  constructor(/** @type {GameSaver["parts"]} */ parts) {
    super(parts, "#tools");
    const actions = {
      save: () => this.#save(),
      copy: () => this.#copyText(this.parts.setUp.position.text),
      share: () => this.#share(),
      picture: () => this.#savePicture(),
    };
    for (const [name, act] of Object.entries(actions)) {
      // There is no position until the stored game is read.
      this.on(`#${name}`, "click", () => this.store.position && act());
    }
  }

  async #save() {
    const { store } = this;
    const { game } = store;
    const format = await ask(find("dialog#save-dialog"));
    if (format !== "pgn" && format !== "json") return;
    const nameOf = (/** @type {Side} */ side) =>
      store.engineSides.includes(side) ? this.parts.play.engineName : pageText("Person");
    const record = recordOfGame(game, dateText(new Date()));
    // The players of a loaded game are not known.
    if (game.source === null) {
      record.white ||= nameOf("white");
      record.black ||= nameOf("black");
    }
    const content = await this.parts.rules.writeRecord(record, format);
    const { extension, type } = FORMATS[format];
    download(`${game.variant}.${extension}`, new Blob([content], { type }));
    game.isUnsaved = false;
    store.changed("moves");
  }

  async #share() {
    const { game } = this.store;
    const { position } = this.parts.setUp;
    const address = (/** @type {string} */ fragment) => location.href.split("#")[0] + fragment;
    const fragment = await fragmentOfGame(
      game,
      position.cells.map(({ cell }) => cell),
    );
    /** @type {Record<string, string>} */
    const links = { game: address(fragment), position: address(fragmentOfPosition(position)), embed: frameOf(fragment) };
    // Other sites cannot show the page of a server on this machine.
    find("#share-dialog .embedding").hidden = !isPublic;
    find("#share-dialog .local").hidden = isPublic;
    for (const [name, link] of Object.entries(links)) find(`#share-dialog [name=${name}]`).value = link;
    const choice = await ask(find("dialog#share-dialog"));
    if (choice === "picture") await this.#savePicture();
    else if (choice === "file") await this.#save();
    else if (choice in links) await this.#copyText(links[choice]);
  }

  /** Copies a text. Without access to the clipboard it can be copied by hand. */
  async #copyText(/** @type {string} */ content) {
    try {
      await navigator.clipboard.writeText(content);
      showNotice(pageText("Copied"));
    } catch {
      showError(text.messages.cannotCopy(content));
    }
  }

  async #savePicture() {
    const { choosePicture } = await import("./pictures.js");
    const shown = this.parts.setUp.position;
    const { game, position, view } = this.store;
    // A position that is set up, or behind the moves of a line, is not one of the game.
    const file = await choosePicture(this.parts.rules, shown, { game: shown === position ? game : null, view });
    if (file === null) return;
    download(file.name, file.content);
    announce(text.messages.saved(file.name));
  }
}
