// Games and positions that come into the page: files, pasted texts and links.

/** @import { BoardController, Game, ReadOptions, Rules } from "../package/types.js" */
/** @import { NewGames } from "../play/new_games.js" */
/** @import { Collection } from "./collection.js" */
/** @import { Addresses } from "../state/address.js" */
/** @import { Transitions } from "../state/transitions.js" */

import { ask } from "../common/dialogs.js";
import { announce, hideError, refusalOf, showError } from "../common/messages.js";
import { on } from "../common/page_elements.js";
import { Part } from "../common/part.js";
import {
  boardChoiceWords,
  button,
  ConnectionLost,
  find,
  gameTitle,
  pageText,
  recordErrorWords,
  refusalWords,
  Refused,
  replaceButtons,
  sourceWords,
  text,
} from "../package/luctor.js";
import { placeOf } from "../state/address.js";
import { NO_ENGINE } from "../state/transitions.js";
import { MAX_TEXT_SIZE, readGames } from "./collection.js";
import { chooseGame } from "./games_dialog.js";
import { decode, isPositionText } from "./incoming.js";
import { askText, wrongPart } from "./paste_dialog.js";
import { gameOfRecord } from "./record.js";
import { gameOfFragment, isLink } from "./share.js";

/** Characters of a text whose reading shows a dialog. */
const LARGE = 1 << 18;

/** @typedef {{ content: string, name?: string }} Source A text to open. `name` is that of a file; other texts were pasted or dropped. */
/** @typedef {Source & { collection: Collection }} ReadSource A text with its games. */

const nameOf = (/** @type {Source} */ { name }) => name ?? pageText("The text");

/** How the games of a text were read. */
const noteOf = (/** @type {ReadSource} */ source) =>
  [sourceWords(nameOf(source), source.collection), boardChoiceWords(source.collection.board)].filter(Boolean).join(" ");

/** Reads the games of a text. A large one shows a dialog. If it is cancelled, the answer is null. */
async function readLarge(/** @type {string} */ name, /** @type {Promise<Collection>} */ games) {
  const dialog = find("dialog#reading-dialog");
  find("#reading-dialog h2").textContent = text.record.reading(name);
  try {
    return await Promise.race([games, ask(dialog).then(() => null)]);
  } finally {
    dialog.close();
  }
}

/** @extends {Part<{ controller: BoardController, rules: Rules, addresses: Addresses, transitions: Transitions, newGames: NewGames }>} */
export class GameLoader extends Part {
  /** @type {{ source: ReadSource, game: Game } | null} The text of the person's game, if it has one. */
  #opened = null;

  constructor(/** @type {GameLoader["parts"]} */ parts) {
    super(parts, "#source");
    this.store.listen(["position"], () => this.#draw());
    on("#load", "click", () => find("#file").click());
    on("#paste", "click", () => this.#paste());
    on("input#file", "change", async ({ target }) => {
      const [file] = target.files ?? [];
      // The same file can be chosen again.
      target.value = "";
      if (file) await this.openFile(file);
    });
  }

  /** Opens a position text, game records or a link. A pasted text that cannot be read comes into the field for texts. */
  async open(/** @type {Source} */ { content, name }) {
    hideError();
    content = content.replace(/^\ufeff/, "");
    const source = { content, name };
    const [, fragment = ""] = /^[^\s#]*(#\S+)$/.exec(content.trim()) ?? [];
    try {
      if (content.length > MAX_TEXT_SIZE) this.#tooLarge(nameOf(source), content.length);
      else if (isLink(fragment) || placeOf(fragment).mode !== "play") {
        // The page opens its new address. It may be there already, after an error.
        this.parts.addresses.settle();
        location.hash = fragment;
      } else if (isPositionText(content)) await this.#openPosition({ ...source, content: content.trim() });
      else await this.#openRecords(source);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      await this.#refuse(source, { fault: error.message });
    }
  }

  /** Opens a file that was chosen or dropped. */
  async openFile(/** @type {File} */ file) {
    if (file.size > MAX_TEXT_SIZE) this.#tooLarge(file.name, file.size);
    else await this.open({ content: decode(await file.arrayBuffer()), name: file.name });
  }

  #tooLarge(/** @type {string} */ name, /** @type {number} */ size) {
    const megabytes = (/** @type {number} */ bytes) => Math.ceil(bytes / (1 << 20));
    showError(text.record.tooLarge(name, megabytes(size), megabytes(MAX_TEXT_SIZE)));
  }

  /** Tells why a text cannot be opened. A pasted text can be corrected. Returns whether the legal moves are wanted. */
  async #refuse(/** @type {Source} */ source, /** @type {{ fault: string, wrong?: number[], hasMoves?: boolean }} */ how) {
    if (source.name !== undefined) {
      showError(how.fault);
      return how.hasMoves ?? false;
    }
    const answer = await askText(source.content, how);
    if (answer.choice === "set" && answer.text.trim() !== "") await this.open({ content: answer.text });
    return answer.choice === "moves";
  }

  async #openPosition(/** @type {Source} */ source) {
    const { variant: ownVariant, blocked } = this.store.ownGame;
    try {
      const { variant, text: start } = await this.parts.rules.readPosition(source.content, ownVariant, { anyBoard: true });
      if (await this.parts.transitions.mayReplace()) await this.parts.newGames.from(start, { variant, blocked });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { refusal } = error;
      const fault = refusal.kind === "position" ? refusal.fault : null;
      const wrong = fault?.kind === "cell" ? [fault.at - 1, fault.at] : undefined;
      await this.#refuse(source, { fault: text.messages.positionRefused(refusalWords(refusal)), wrong });
    }
  }

  /** Reads game records and shows one of them. `options` name the board of games that do not name theirs. */
  async #openRecords(/** @type {Source} */ source, /** @type {ReadOptions} */ options = {}) {
    const { content } = source;
    const name = nameOf(source);
    const reading = readGames(content, options, this.parts.rules);
    const collection = content.length < LARGE ? await reading : await readLarge(name, reading);
    if (collection === null) return;
    if (collection.games.every(({ error, length }) => error && length === 0)) {
      const error = collection.games[0]?.error;
      const how = error
        ? { fault: text.record.cannotRead(name, recordErrorWords(error)), wrong: wrongPart(content, error) }
        : { fault: text.record.noGame(name) };
      await this.#refuse(source, how);
      return;
    }
    await this.#chooseFrom({ ...source, collection });
  }

  /** Shows the only game of a text, or the one that is chosen. */
  async #chooseFrom(/** @type {ReadSource} */ source) {
    const { games } = source.collection;
    const index = games.length === 1 ? 0 : await chooseGame(games, noteOf(source));
    if (index !== null) await this.#show(source, index);
  }

  async #show(/** @type {ReadSource} */ source, /** @type {number} */ index) {
    const { games } = source.collection;
    const summary = games[index];
    const { entry, error } = summary;
    const where = games.length === 1 ? nameOf(source) : text.record.gameOf(nameOf(source), index + 1);
    if (error && (source.name === undefined || summary.length === 0)) {
      const fault = text.record.cannotRead(where, recordErrorWords(error));
      if (!(await this.#refuse(source, { fault, wrong: wrongPart(source.content, error), hasMoves: summary.length > 0 }))) return;
    }
    if (entry === null || !(await this.parts.transitions.mayReplace())) return;
    const game = gameOfRecord(entry);
    await this.parts.transitions.begin(game, NO_ENGINE);
    if (error) showError(text.record.legalPart(where, recordErrorWords(error)));
    this.#opened = { source, game };
    this.#draw();
    announce(text.record.loaded(gameTitle(summary, index), noteOf(source)));
  }

  /** Shows how the games were read, a button for each other board, and one for the list of the games. */
  #draw() {
    // The text may be large. It is not kept for a game that was replaced.
    if (this.#opened?.game !== this.store.ownGame) this.#opened = null;
    this.element.hidden = this.#opened === null;
    if (this.#opened === null) return;
    const { source } = this.#opened;
    const { games, board } = source.collection;
    this.find(".sentence").textContent = noteOf(source);
    const others = "others" in board ? board.others : [];
    const buttons = others.map((other) => button(text.record.readAs(other), { click: () => this.#openRecords(source, other) }));
    if (games.length > 1) buttons.unshift(button(text.record.list(games.length), { click: () => this.#chooseFrom(source) }));
    replaceButtons(this.find(".others"), buttons);
  }

  async #paste() {
    const { choice, text: content } = await askText();
    if (choice === "set" && content.trim() !== "") await this.open({ content });
  }

  /** Opens the game of the link in the address, in Analysis. */
  async openLink() {
    const fragment = location.hash;
    const game = await gameOfFragment(fragment, this.parts.rules);
    // Another call may have opened it in the meantime.
    if (location.hash !== fragment) return;
    // A reload does not open the link again.
    this.parts.addresses.settle();
    if (game && !(await this.parts.transitions.mayReplace())) return;
    const { names } = this.controller.board;
    const begin = (/** @type {Game} */ game) => refusalOf(this.parts.transitions.begin(game, NO_ENGINE, "analyse"), names);
    const fault = game ? await begin(game) : text.messages.damagedLink;
    if (fault !== null) showError(text.messages.badLink(fault));
  }
}
