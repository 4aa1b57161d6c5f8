// Games and positions that leave the page: files, links, copied texts and pictures.

import { ask } from "../common/dialogs.js";
import { notice, trouble } from "../common/messages.js";
import { find, on } from "../common/page_elements.js";
import { isPublic, text } from "../package/luctor.js";
import { download } from "./download.js";
import { dateText, recordOfGame } from "./record.js";
import { fragmentOfGame, fragmentOfPosition } from "./share.js";

const FORMATS = { pgn: { extension: "pgn", type: "application/x-chess-pgn" }, json: { extension: "jsonl", type: "application/jsonl" } };

/** The HTML that shows a game in another page. */
const frameOf = (fragment) =>
  `<iframe src="${`${location.origin}${location.pathname}?embed${fragment}`.replaceAll("&", "&amp;")}" width="480" height="660" style="border: 0" title="Emergo" loading="lazy"></iframe>`;

export class GameSaver {
  #page;

  /** `page` has parts of the page. `position` returns the position on the board. */
  constructor(page, { position }) {
    this.#page = page;
    this.position = position;
    on("#save", "click", () => this.#save());
    on("#copy", "click", () => this.#copyText(position().text, text.messages.copied, text.messages.cannotCopy));
    on("#share", "click", () => this.#share());
    on("#picture", "click", () => this.#savePicture());
  }

  async #save() {
    const { game } = this.#page.controller;
    const format = await ask(find("#save-dialog"));
    if (format === "") return;
    const nameOf = (side) => (this.#page.store.isEngine(side) ? this.#page.play.engineName : text.play.person);
    const named = game.named(game.white || nameOf("w"), game.black || nameOf("b"));
    const record = await this.#page.rules.writeRecord(recordOfGame(named, dateText(new Date())), format);
    const { extension, type } = FORMATS[format];
    download(`${game.variant}.${extension}`, new Blob([record], { type }));
    game.isUnsaved = false;
    this.#page.store.changed("moves");
  }

  async #share() {
    const { game, state } = this.#page.controller;
    const address = (fragment) => location.href.split("#")[0] + fragment;
    const fragment = await fragmentOfGame(game, state.cells.map(({ cell }) => cell));
    const links = { game: address(fragment), position: address(fragmentOfPosition(state)), embed: frameOf(fragment) };
    const dialog = find("#share-dialog");
    // Other sites cannot show the page of a server on this machine.
    for (const part of dialog.querySelectorAll(".embedding")) part.hidden = !isPublic;
    for (const [name, link] of Object.entries(links)) dialog.querySelector(`[name=${name}]`).value = link;
    const choice = await ask(dialog);
    if (choice === "picture") await this.#savePicture();
    else if (choice === "file") await this.#save();
    else if (choice === "embed") await this.#copyText(links.embed, text.messages.htmlCopied, text.messages.cannotCopyHtml);
    else if (choice in links) await this.#copyText(links[choice], text.messages.linkCopied, text.messages.cannotCopyLink);
  }

  /** Copies a text. Without access to the clipboard it can be copied by hand. */
  async #copyText(content, done, failed) {
    try {
      await navigator.clipboard.writeText(content);
      notice(done);
    } catch {
      trouble(failed(content));
    }
  }

  async #savePicture() {
    const { savePicture } = await import("./pictures.js");
    const position = this.position();
    const { game, state, view } = this.#page.controller;
    // A position that is set up is not one of the game.
    return savePicture(this.#page.rules, position, { game: position === state ? game : null, view });
  }
}
