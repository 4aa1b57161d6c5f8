// Games and positions that come into the page or leave it: files, pasted texts, links and pictures.

import { Collection, LARGEST_TEXT } from "./collection.js";
import { ask } from "./dialogs.js";
import { download } from "./download.js";
import { chooseGame } from "./games_dialog.js";
import { decode, isPositionText } from "./incoming.js";
import { boardChoiceWords, button, Game, gameTitle, isPublic, recordErrorWords, refusalWords, Refused, sourceWords, text } from "./luctor.js";
import { hideTrouble, notice, say, trouble } from "./messages.js";
import { find, on } from "./page_elements.js";
import { askText, wrongPart } from "./paste_dialog.js";
import { readWithProgress } from "./reading_dialog.js";
import { dateText, gameOfRecord, recordOfGame } from "./record.js";
import { fragmentOfGame, fragmentOfPosition, gameOfFragment } from "./share.js";

const MEDIA_TYPES = { pgn: "application/x-chess-pgn", json: "application/jsonl" };
const EXTENSIONS = { pgn: "pgn", json: "jsonl" };
/** The players of a game that was loaded, and of a puzzle in Analysis. */
export const NO_ENGINE = { engineSides: "", control: { seconds: 1 } };

const cellNames = ({ cells }) => cells.map(({ cell }) => cell);

/** The HTML that shows a game in another page. */
const frameOf = (fragment) =>
  `<iframe src="${`${location.origin}${location.pathname}?embed${fragment}`.replaceAll("&", "&amp;")}" width="480" height="660" style="border: 0" title="Emergo" loading="lazy"></iframe>`;

export class GameFiles {
  #page;
  #owner;

  /**
   * `page` has parts of the page. Of the owner `position` returns the position on the board, `onLinkRead` is called when the link
   * in the address was read.
   */
  constructor(page, owner) {
    this.#page = page;
    this.#owner = owner;
    on("#load", "click", () => find("#file").click());
    on("#save", "click", () => this.#save());
    on("#paste", "click", () => this.#paste());
    on("#copy", "click", () => this.#copyText(owner.position().text, text.messages.copied, text.messages.cannotCopy));
    on("#share", "click", () => this.#share());
    on("#picture", "click", () => this.#savePicture());
    on("#file", "change", async ({ target }) => {
      const [file] = target.files;
      if (file) await this.openFile(file);
      target.value = "";
    });
  }

  /**
   * Opens a position text or game records. `name` is the name of a file; without it, the text was pasted or dropped, and comes
   * into the field for texts if it has an error.
   */
  async open({ text: content, name = null }) {
    hideTrouble();
    if (content.length > LARGEST_TEXT) this.#tooLarge(name ?? text.record.theText, content.length);
    else if (isPositionText(content)) await this.#openPosition(content.trim(), name);
    else await this.#openRecords(content, name);
  }

  /** Opens a file that was chosen or dropped. @param {File} file */
  async openFile(file) {
    if (file.size > LARGEST_TEXT) this.#tooLarge(file.name, file.size);
    else await this.open({ text: decode(await file.arrayBuffer()), name: file.name });
  }

  #tooLarge(name, size) {
    const megabytes = (bytes) => Math.ceil(bytes / (1 << 20));
    trouble(text.record.tooLarge(name, megabytes(size), megabytes(LARGEST_TEXT)));
  }

  /** Tells why a text cannot be opened. A pasted text can be corrected. Returns whether the moves before the error are wanted. */
  async #refuse(content, name, sentence, { wrong = null, hasMoves = false } = {}) {
    if (name !== null) {
      trouble(sentence);
      return hasMoves;
    }
    const answer = await askText(content, { fault: sentence, wrong, hasMoves });
    if (answer.choice === "set" && answer.text.trim() !== "") await this.open({ text: answer.text });
    return answer.choice === "moves";
  }

  async #openPosition(position, name) {
    const { variant: ownVariant, blocked } = this.#page.store.ownGame;
    try {
      const { variant, text: start } = await this.#page.rules.readPosition(position, ownVariant, { anyBoard: true });
      if (await this.#page.transitions.mayReplace()) await this.#page.newGames.from(start, { variant, blocked });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { fault } = /** @type {any} */ (error.refusal);
      const wrong = fault?.kind === "cell" ? [fault.at - 1, fault.at] : null;
      await this.#refuse(position, name, text.messages.positionRefused(refusalWords(error.refusal)), { wrong });
    }
  }

  /** Reads game records and shows one of them. `options` name the board of games that do not name theirs. */
  async #openRecords(content, name, options = {}) {
    const shownName = name ?? text.record.theText;
    const collection = await readWithProgress(new Collection(content, options, (part, how) => this.#page.rules.readRecords(part, how)), shownName);
    if (collection === null) return;
    const { games } = collection;
    if (collection.readable.length === 0) {
      const [first] = games;
      const sentence = first ? text.record.cannotRead(shownName, recordErrorWords(first.error)) : text.record.noGame(shownName);
      await this.#refuse(content, name, sentence, { wrong: first && wrongPart(content, first.error) });
      return;
    }
    const note = [sourceWords(shownName, collection), boardChoiceWords(collection.board)].filter(Boolean).join(" ");
    await this.#chooseFrom({ collection, content, name, note });
  }

  /** Shows the only game of a text, or the one that is chosen. */
  async #chooseFrom(source) {
    const { games } = source.collection;
    const index = games.length === 1 ? 0 : await chooseGame(games, source.note);
    if (index !== null) await this.#show(source, index);
  }

  async #show({ collection, content, name, note }, index) {
    const { games, board } = collection;
    const summary = games[index];
    const { error } = summary;
    const shownName = name ?? text.record.theText;
    const where = games.length === 1 ? shownName : text.record.gameOf(shownName, index + 1);
    if (error && (name === null || summary.length === 0)) {
      const sentence = text.record.cannotRead(where, recordErrorWords(error));
      const how = { wrong: wrongPart(content, error), hasMoves: summary.length > 0 };
      if (!(await this.#refuse(content, name, sentence, how))) return;
    }
    if (!(await this.#page.transitions.mayReplace())) return;
    const entry = await collection.entry(summary);
    if (entry.kind === "unreadable") return;
    const fault = await this.#page.transitions.begin(gameOfRecord(entry), NO_ENGINE);
    if (fault !== null) {
      trouble(text.record.cannotShow(where, fault));
      return;
    }
    if (error) trouble(text.record.legalPart(where, recordErrorWords(error)));
    this.#drawSource({ collection, content, name, note }, "others" in board ? board.others : []);
    say(text.record.loaded(gameTitle(summary, index), note));
  }

  /** Shows how the games were read, a button for each other board, and one for the list of the games. */
  #drawSource(source, others) {
    find("#source .sentence").textContent = source.note;
    const buttons = others.map((other) => button(text.record.readAs(other), { click: () => this.#openRecords(source.content, source.name, other) }));
    const { length } = source.collection.games;
    if (length > 1) buttons.unshift(button(text.record.list(length), { click: () => this.#chooseFrom(source) }));
    find("#source .others").replaceChildren(...buttons);
    find("#source").hidden = false;
  }

  /** The game on the board is another one. */
  forgetSource() {
    find("#source").hidden = true;
  }

  async #save() {
    const { game } = this.#page.controller;
    const format = await ask(find("#save-dialog"));
    if (format === "") return;
    const nameOf = (side) => (this.#page.store.isEngine(side) ? this.#page.play.engineName : text.play.person);
    const named = game.named(game.white || nameOf("w"), game.black || nameOf("b"));
    const record = await this.#page.rules.writeRecord(recordOfGame(named, dateText(new Date())), format);
    download(`${game.variant}.${EXTENSIONS[format]}`, new Blob([record], { type: MEDIA_TYPES[format] }));
    game.isUnsaved = false;
    this.#page.store.changed("moves");
  }

  async #paste() {
    const { choice, text: content } = await askText();
    if (choice === "set" && content.trim() !== "") await this.open({ text: content });
  }

  /** Opens the game of the link in the address. Returns whether the game was opened. */
  async openLink() {
    const fragment = location.hash;
    const game = await gameOfFragment(fragment, this.#page.rules);
    // Another call may have opened it in the meantime.
    if (location.hash !== fragment) return false;
    // A reload does not open the link again.
    this.#owner.onLinkRead();
    if (game && !(await this.#page.transitions.mayReplace())) return false;
    const fault = game ? await this.#page.transitions.begin(game, NO_ENGINE) : text.messages.damagedLink;
    if (fault !== null) trouble(text.messages.badLink(fault));
    return fault === null;
  }

  async #share() {
    const { game, state } = this.#page.controller;
    const address = (fragment) => location.href.split("#")[0] + fragment;
    const fragment = await fragmentOfGame(game, cellNames(state));
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
    const position = this.#owner.position();
    const { game, state, view } = this.#page.controller;
    // A position that is set up is not one of the game.
    return savePicture(this.#page.rules, position, { game: position === state ? game : null, view });
  }
}
