// Games and positions that come into the page or leave it: files, pasted texts, links and pictures.

import { ask, choose } from "./dialogs.js";
import { copy, download } from "./files.js";
import { Game } from "./game.js";
import { isPositionText, textOfFile } from "./incoming.js";
import { dateText, gameOfRecord, recordOfGame } from "./record.js";
import { Refused } from "./rules_client.js";
import { fragmentOfGame, fragmentOfPosition, gameOfFragment } from "./share.js";
import { text } from "./text.js";
import { boardChoiceWords, errorOf, readAsWords, recordErrorWords, recordTitle, refusalWords, sourceWords } from "./words.js";

const MEDIA_TYPES = { pgn: "application/x-chess-pgn", json: "application/jsonl" };
const EXTENSIONS = { pgn: "pgn", json: "jsonl" };
/** The players of a game that was loaded. */
const NO_ENGINE = { engineSides: "", control: { seconds: 1 } };

const find = (selector) => document.querySelector(selector);
const cellNames = ({ cells }) => cells.map(({ cell }) => cell);

export class GameFiles {
  #rules;
  #controller;
  #store;
  #play;
  #messages;

  /**
   * `begin` and `startFrom` start another game, `mayReplace` asks whether the game of the person may be replaced, `position`
   * returns the position on the board, `onSaved` is called when the game was saved, `onLinkRead` when the link in the address
   * was read.
   */
  constructor({ store, rules, controller, play, messages }, { begin, startFrom, mayReplace, position, onSaved, onLinkRead }) {
    this.#rules = rules;
    this.#controller = controller;
    this.#store = store;
    this.#play = play;
    this.#messages = messages;
    this.begin = begin;
    this.startFrom = startFrom;
    this.mayReplace = mayReplace;
    this.position = position;
    this.onSaved = onSaved;
    this.onLinkRead = onLinkRead;
    const on = (selector, act) => find(selector).addEventListener("click", act);
    on("#load", () => find("#file").click());
    on("#save", () => this.#save());
    on("#paste", () => this.#paste());
    on("#copy", () => this.#copyPosition());
    on("#share", () => this.#share());
    on("#picture", () => this.#downloadPicture());
    find("#file").addEventListener("change", async ({ target }) => {
      const [file] = target.files;
      if (file) await this.open(await textOfFile(file));
      target.value = "";
    });
  }

  /** Opens a position text or game records. `name` is the name of the file. */
  async open({ text: content, name }) {
    this.#messages.hideTrouble();
    if (isPositionText(content)) await this.#openPosition(content.trim());
    else await this.#openRecords(content, name);
  }

  async #openPosition(position) {
    const { variant: ownVariant, blocked } = this.#store.ownGame;
    try {
      const { variant, text: start } = await this.#rules.readPosition(position, ownVariant, { anyBoard: true });
      if (await this.mayReplace()) await this.startFrom(start, { variant, blocked });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#messages.trouble(text.messages.positionRefused(refusalWords(error.refusal)));
    }
  }

  /** Reads game records and shows one of them. `options` name the board of games that do not name theirs. */
  async #openRecords(content, name, options = {}) {
    const { trouble } = this.#messages;
    const read = await this.#rules.readRecords(content, options);
    const { records } = read;
    if (records.length === 0) {
      trouble(text.record.noGame(name));
      return;
    }
    const note = [sourceWords(name, read), boardChoiceWords(read.board)].filter(Boolean).join(" ");
    const index = records.length === 1 ? 0 : await choose(text.record.chooseOne(records.length), records.map(recordTitle), { note });
    if (index === null) return;
    const entry = records[index];
    const error = errorOf(entry);
    const where = records.length === 1 ? name : text.record.gameOf(name, index + 1);
    if (entry.kind === "unreadable" || (error && entry.record.moves.length === 0)) {
      trouble(text.record.cannotRead(where, recordErrorWords(error)));
      return;
    }
    if (!(await this.mayReplace())) return;
    const fault = await this.begin(gameOfRecord(entry), NO_ENGINE);
    if (fault !== null) {
      trouble(text.record.cannotShow(where, fault));
      return;
    }
    if (error) trouble(text.record.legalPart(where, recordErrorWords(error)));
    this.#drawSource(note, "others" in read.board ? read.board.others : [], (other) => this.#openRecords(content, name, other));
    this.#messages.say(text.record.loaded(recordTitle(entry, index), note));
  }

  /** Shows how the games were read, and a button for each other board. */
  #drawSource(note, others, onRead) {
    find("#source .sentence").textContent = note;
    const buttons = others.map((other) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = readAsWords(other);
      button.addEventListener("click", () => onRead(other));
      return button;
    });
    find("#source .others").replaceChildren(...buttons);
    find("#source").hidden = false;
  }

  /** The game on the board is another one. */
  forgetSource() {
    find("#source").hidden = true;
  }

  async #save() {
    const { game } = this.#controller;
    const format = await ask(find("#save-dialog"));
    if (format === "") return;
    const nameOf = (side) => (this.#store.isEngine(side) ? this.#play.engineName : text.play.person);
    const named = game.named(game.white || nameOf("w"), game.black || nameOf("b"));
    const record = await this.#rules.writeRecord(recordOfGame(named, dateText(new Date())), format);
    download(`${game.variant}.${EXTENSIONS[format]}`, MEDIA_TYPES[format], record);
    game.isUnsaved = false;
    this.onSaved();
  }

  async #paste() {
    const dialog = find("#paste-dialog");
    const field = dialog.querySelector("textarea");
    field.value = "";
    if ((await ask(dialog)) === "set" && field.value.trim() !== "") await this.open({ text: field.value, name: text.record.theText });
  }

  /** Opens the game of the link in the address, if there is one. Returns whether the game was opened. */
  async openLink() {
    const fragment = location.hash;
    const cellsOf = async (variant) => cellNames(await this.#rules.describe(new Game({ variant }).at(), this.#controller.view));
    const link = await gameOfFragment(fragment, { cellsOf, readRecords: (content) => this.#rules.readRecords(content) });
    // Another call may have opened it in the meantime.
    if (!link || location.hash !== fragment) return false;
    // A reload does not open the link again.
    this.onLinkRead();
    if (link.game && !(await this.mayReplace())) return false;
    const fault = link.game ? await this.begin(link.game, NO_ENGINE) : text.messages.damagedLink;
    if (fault !== null) this.#messages.trouble(text.messages.badLink(fault));
    return fault === null;
  }

  async #share() {
    const { game, state } = this.#controller;
    const address = (fragment) => location.href.split("#")[0] + fragment;
    const links = { game: address(await fragmentOfGame(game, cellNames(state))), position: address(fragmentOfPosition(state)) };
    const dialog = find("#share-dialog");
    for (const [name, link] of Object.entries(links)) dialog.querySelector(`[name=${name}]`).value = link;
    const choice = await ask(dialog);
    if (choice === "picture") this.#downloadPicture();
    else if (choice === "file") await this.#save();
    else if (choice in links) await this.#copyText(links[choice], text.messages.linkCopied, text.messages.cannotCopyLink);
  }

  /** Copies a text. Without access to the clipboard it can be copied by hand. */
  async #copyText(content, done, failed) {
    if (await copy(content)) this.#messages.notice(done);
    else this.#messages.trouble(failed(content));
  }

  #copyPosition() {
    return this.#copyText(this.position().text, text.messages.copied, text.messages.cannotCopy);
  }

  #downloadPicture() {
    const { variant, picture } = this.position();
    download(`${variant}.svg`, "image/svg+xml", picture);
  }
}
