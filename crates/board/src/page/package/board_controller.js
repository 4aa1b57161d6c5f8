// Shows the position of the game, handles clicks on the board, and asks the rules why a click is not a move.
// `clickRefusalWords` in words.js turns the answer into a sentence.

/** @import { BoardUser, Game, LegalMove, MoveNode, PositionData, Rules, Store } from "./types.js" */

import { Arrows } from "./arrows.js";
import { Board } from "./board.js";
import { pageText, text } from "./languages.js";
import { marksOf } from "./marks.js";
import { pathOf, shownMove } from "./move_text.js";
import { Premove } from "./premove.js";
import { Refused } from "./rules_client.js";
import { Selection } from "./selection.js";
import { other } from "./sides.js";
import { clickRefusalWords, illegalMoveWords, moveWords } from "./words.js";

export class BoardController {
  #rules;
  /** Tasks under way during which clicks are ignored, because the position shown is not the game's. */
  #underWay = new Set();
  #arrows = new Arrows();
  #premove = new Premove();
  /** The request for a position that is under way, and the revision that it is about. */
  #asked = { revision: 0, shown: Promise.resolve() };
  showsThreats = true;
  selection = new Selection([]);

  // The owner replaces these fields: `BoardHost`.

  /** @type {BoardUser} */
  user = { mayMove: () => true, whyNot: () => "", play: (move) => this.play(move) };
  /** Called with a move that was played and is not shown yet. @type {(move: LegalMove, node: MoveNode) => void} */
  onMove = () => {};
  /**
   * Called with the last position and a sentence after a move that is not shown.
   *
   * @type {(position: PositionData, words: string) => void}
   */
  onReply = () => {};
  /** Called with an announcement. @type {(sentence: string) => void} */
  onSay = () => {};
  /** Called with a sentence about the cell under the pointer, or "". @type {(sentence: string) => void} */
  onReason = () => {};
  /** Called with the reason why a click is refused. @type {(sentence: string) => void} */
  onRefuse = (sentence) => {
    this.onReason(sentence);
    this.onSay(sentence);
  };
  /**
   * Asks for one of several texts. `onLook` is called with the index of the text under the pointer or focus, or null. Returns
   * an index or null.
   *
   * @type {(question: string, texts: string[], events: { onLook: (index: number | null) => void }) => Promise<number | null>}
   */
  choose = async (question) => {
    this.onRefuse(question);
    return null;
  };

  /** The cells that may not be entered, with sentences. */
  get #forbidden() {
    return new Map(this.store.position?.forbidden.map(({ cell, fault }) => [cell, illegalMoveWords(fault, this.board.names)]));
  }

  get isBusy() {
    return this.#underWay.size > 0;
  }

  constructor(/** @type {HTMLElement} */ element, /** @type {Store} */ store, /** @type {Rules} */ rules) {
    this.store = store;
    this.#rules = rules;
    this.board = new Board(element, {
      onCell: (cell) => this.#click(cell),
      onDrag: (from, to) => this.#drag(from, to),
      onDraw: (from, to) => {
        this.#arrows.toggle(this.store.shownNode, from, to);
        this.#drawArrows();
      },
      onLook: (cell) => this.#look(cell),
    });
  }

  /** Runs a task during which clicks are ignored. @template Result @param {() => Promise<Result>} work */
  async during(work) {
    const task = Symbol();
    this.#underWay.add(task);
    try {
      return await work();
    } finally {
      this.#underWay.delete(task);
    }
  }

  /** Checks a game and writes its start in strict form. Throws `Refused` if the rules refuse it. */
  async verify(/** @type {Game} */ game) {
    const start = await this.#rules.describe(game.at(0), this.store.view);
    if (game.start !== null) game.start = start.text;
    [game.firstSide, game.firstTurn] = [start.side, start.turn];
    await this.#rules.describe(game.at(game.length), this.store.view);
    return game;
  }

  /** Takes a game that was verified: `Store.take`. @param {Game} game @param {boolean} [turned] */
  async take(game, turned) {
    this.store.take(game, turned);
    // The end of an animation of another game is not waited for.
    this.#underWay.clear();
    this.dropPremove();
    await this.refresh();
  }

  /** Puts the other side at the bottom. */
  flip() {
    this.store.turned = !this.store.turned;
    return this.refresh();
  }

  /** Asks about the position at the cursor, and shows it. Two requests for the same position are one. */
  refresh() {
    this.store.preview = [];
    const revision = this.store.boardRevision.update();
    if (revision !== this.#asked.revision) {
      const shown = this.#showPosition().finally(() => {
        if (this.#asked.shown === shown) this.#asked = { revision: 0, shown: Promise.resolve() };
      });
      this.#asked = { revision, shown };
    }
    return this.#asked.shown;
  }

  async #showPosition() {
    const { game } = this.store;
    const { node } = game;
    const { view } = this.store;
    const describe = () => this.store.boardRevision.answer(this.#rules.describe(game.at(), view));
    // Clicks are taken while the position that is shown is drawn again, as after a change of a setting.
    const position = await (this.store.isShown ? describe() : this.during(describe));
    if (position === null) return;
    Object.assign(this.store, { position, shownPosition: position, shownNode: node });
    this.selection = new Selection(position.moves);
    // A sentence about the position before is out of date.
    this.onReason("");
    this.board.show(position, view);
    if (!game.isAtEnd) this.dropPremove();
    const premove = this.#premove.moveIn(position, node);
    this.#arrows.line = null;
    this.mark();
    this.store.noteEnding(game.cursor, position);
    this.store.changed("position");
    if (premove && this.user.mayMove(position.side) && !this.store.isOver) this.user.play(premove);
  }

  /** Forgets the premove. The next refresh removes its arrow. */
  dropPremove() {
    this.#premove.drop();
  }

  /**
   * Goes to a position of the line, and shows the one after more moves. The game does not change. A click on the board
   * shows the position of the game again, as a call without moves does.
   */
  async preview(/** @type {string[]} */ moves, ply = this.store.game.cursor) {
    if (moves.length === 0) return this.refresh();
    const node = this.store.game.line[ply];
    if (this.store.game.node !== node) await this.goTo(ply);
    // Another position was chosen meanwhile.
    if (this.store.game.node !== node) return;
    this.store.preview = moves;
    const game = this.store.game.at();
    const { view } = this.store;
    const position = await this.store.boardRevision.answer(
      this.#rules.describe({ ...game, moves: [...game.moves, ...moves] }, view),
    );
    if (position === null) return;
    Object.assign(this.store, { shownPosition: position, shownNode: null });
    this.board.show(position, view);
    this.board.mark();
    this.showArrows(null);
    this.store.changed("preview");
  }

  /** Goes to a position of the line. The next move is shown part by part. */
  async goTo(/** @type {number} */ ply) {
    const { game } = this.store;
    const isNextMove = this.store.isShown && ply === game.cursor + 1 && ply <= game.length;
    game.goTo(ply);
    if (isNextMove) await this.#showMove(game.node);
    if (this.store.game === game) await this.refresh();
  }

  /** Shows the move of a node, from the position before it. */
  async #showMove(/** @type {MoveNode} */ node) {
    const { game } = this.store;
    this.showArrows(null);
    await this.during(async () => {
      const isWanted = () => this.store.game === game && game.node === node;
      const pictures = await this.#rules.partialMoves(game.at(game.cursor - 1), node.text, this.store.view);
      if (!isWanted()) return;
      this.board.mark();
      await this.board.animation.show(pathOf(node.text), pictures, isWanted);
    });
  }

  async select(/** @type {MoveNode} */ node) {
    this.store.game.select(node);
    await this.refresh();
  }

  /** The moves of a line from the position shown, up to the first one that is not legal. */
  async findLine(/** @type {string[]} */ texts) {
    const game = this.store.game.at();
    /** @type {LegalMove[]} */
    const line = [];
    try {
      for (const text of texts) {
        line.push(await this.#rules.readMove({ ...game, moves: [...game.moves, ...line.map((move) => move.text)] }, text));
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    return line;
  }

  /** Plays the person's move at the cursor. */
  play(/** @type {LegalMove} */ move) {
    return this.#play(this.store.game.cursor, move, {}, () => true);
  }

  /**
   * Plays the engine's move at the end of the game; `known` is the engine's evaluation. If an earlier position is shown,
   * it stays.
   */
  reply(/** @type {LegalMove} */ move, /** @type {Partial<MoveNode>} */ known) {
    const { game } = this.store;
    return this.#play(game.length, move, known, () => game.isAtEnd);
  }

  /**
   * Plays a move after so many moves, and shows it part by part if `isFollowed` returns true. Nothing happens if the
   * game changes before the rules have answered.
   */
  async #play(
    /** @type {number} */ ply,
    /** @type {LegalMove} */ move,
    /** @type {Partial<MoveNode>} */ known,
    /** @type {() => boolean} */ isFollowed,
  ) {
    const { game } = this.store;
    const before = game.line[ply];
    if (isFollowed()) this.showArrows(null);
    await this.during(async () => {
      const pictures = await this.#rules.partialMoves(game.at(ply), move.text, this.store.view);
      const isSame = this.store.game === game && game.line[ply] === before;
      if (!isSame || (ply === game.length && this.store.isEnded)) return this.refresh();
      const words = moveWords(game.sideAt(ply), move, this.board.names);
      const isShown = isFollowed();
      if (isShown) {
        game.goTo(ply);
        game.play({ text: move.text, ...known });
      } else game.append({ text: move.text, ...known });
      const node = isShown ? game.node : game.line[game.length];
      this.onMove(move, node);
      this.onSay(words);
      if (isShown) {
        this.board.mark();
        // The animation ends early if another position is chosen.
        const isWanted = () => this.store.game === game && game.node === node;
        await this.board.animation.show(move.path, pictures, isWanted);
        if (isWanted()) await this.refresh();
      }
      if (this.store.game === game && game.node !== node && game.line.at(-1) === node) await this.#tellEnd(words);
    });
  }

  /** Tells of the last move while an earlier position is shown. The game of an exercise does not go on by itself. */
  async #tellEnd(/** @type {string} */ words) {
    const { game, isExercise } = this.store;
    if (isExercise) return this.store.changed("moves");
    const position = await this.store.ownEndRevision.answer(this.#rules.describe(game.at(game.length), this.store.view));
    if (position === null || this.store.game !== game) return;
    this.store.noteEnding(game.length, position);
    this.onReply(position, words);
  }

  /** Marks the cells that may be clicked, the forbidden ones and the threatened pieces. */
  mark() {
    const { selection, showsThreats } = this;
    const { position } = this.store;
    if (!position) return;
    const mayMove = !this.store.isOver && this.user.mayMove(position.side);
    const mayPremove = !this.store.isOver && this.user.mayMove(other(position.side));
    const marks = marksOf(position, selection, { mayMove, mayPremove, showsThreats });
    this.board.mark(marks, mayMove && selection.isEmpty ? this.#forbidden : undefined);
    this.#drawArrows();
  }

  /** Shows the first moves of a line as arrows until a position is shown, or none. @param {string[] | null} moves their texts */
  showArrows(moves) {
    this.#arrows.line = moves;
    this.#drawArrows();
  }

  #drawArrows() {
    this.board.drawArrows(this.#arrows.list(this.store.shownNode, this.#premove, this.selection));
  }

  async #drag(/** @type {string} */ from, /** @type {string} */ to) {
    const { position } = this.store;
    if (this.isBusy || !this.store.isShown || !position) return;
    if (!this.user.mayMove(position.side)) {
      this.#choosePremove(position, from, to);
      return;
    }
    if (this.selection.path.at(-1) !== from) {
      this.selection = new Selection(position.moves);
      await this.#click(from);
    }
    // A single capture is played by the first click.
    if (this.selection.path.at(-1) === from && !this.isBusy) await this.#click(to);
  }

  /** The person's next move, while the other side is to move. */
  #choosePremove(/** @type {PositionData} */ position, /** @type {string} */ from, /** @type {string} */ to = "") {
    const { game } = this.store;
    const isChosen = this.user.mayMove(other(position.side)) && game.isAtEnd && this.#premove.choose(position, game.node, from, to);
    if (isChosen) this.#drawArrows();
    return isChosen;
  }

  #look(/** @type {string | null} */ cell) {
    const { position } = this.store;
    const isOpen = this.store.isShown && position && this.selection.isEmpty && this.user.mayMove(position.side);
    this.onReason((cell && isOpen && this.#forbidden.get(cell)) || "");
  }

  async #click(/** @type {string} */ cell) {
    if (this.user.click) return this.user.click(cell);
    const { position } = this.store;
    if (this.isBusy) return;
    if (!this.store.isShown || !position) return this.refresh();
    if (this.store.isOver) return this.onRefuse(pageText("The game has ended."));
    if (!this.user.mayMove(position.side)) {
      if (this.#choosePremove(position, cell)) return;
      this.#erase();
      this.onRefuse(this.user.whyNot(position.side));
      return;
    }
    const { play, ask, select } = this.selection.click(cell, position.moves);
    this.onReason("");
    if (play) await this.user.play(play);
    else if (ask) await this.#askRoute(ask);
    else if (select) {
      this.selection = select;
      this.mark();
      const name = (/** @type {string} */ cell) => this.board.names.get(cell) ?? cell;
      if (!select.isEmpty) this.onSay(text.click.next(name(cell), [...select.next].map(name)));
      await this.#follow(select);
    } else {
      this.#erase();
      await this.#refuse(cell);
    }
  }

  /** A click that is not part of a move removes the person's arrows. */
  #erase() {
    this.#arrows.erase(this.store.shownNode);
    this.#drawArrows();
  }

  /** Moves the piece along with the selected jumps of a capture. */
  async #follow(/** @type {Selection} */ selection) {
    const jumps = selection.path.length - 1;
    const [move] = selection.candidates;
    if (jumps < 1 || move.kind !== "capture") return this.board.animation.takeBack();
    await this.during(async () => {
      const pictures = await this.#rules.partialMoves(this.store.game.at(), move.text, this.store.view);
      const isWanted = () => this.selection === selection && this.store.isShown;
      if (isWanted()) await this.board.animation.show(selection.path, pictures.slice(0, jumps), isWanted);
    });
  }

  /** Asks for one of several routes that end on the clicked cell. */
  async #askRoute(/** @type {LegalMove[]} */ moves) {
    const shown = moves.map(({ text }) => shownMove(text, this.board.names));
    const onLook = (/** @type {number | null} */ at) => this.showArrows(at === null ? null : [moves[at].text]);
    const index = await this.choose(pageText("Which route?"), shown, { onLook });
    if (index !== null && this.store.isShown && !this.isBusy && !this.store.isOver) await this.user.play(moves[index]);
  }

  async #refuse(/** @type {string} */ cell) {
    const { node } = this.store.game;
    const refusal = await this.#rules.whyNot(this.store.game.at(), this.selection.path, cell);
    if (this.user.hidesMoves && refusal && "example" in refusal) refusal.example = "";
    if (this.store.game.node === node) this.onRefuse(refusal ? clickRefusalWords(refusal, this.board.names) : "");
  }

  /** Forgets the clicked cells, the premove, the person's arrows and a line on the board. */
  forget() {
    if (!this.store.position || this.isBusy) return;
    // A line is on the board.
    if (!this.store.isShown) return this.refresh();
    this.selection = new Selection(this.store.position.moves);
    this.#premove.drop();
    this.#arrows.erase(this.store.shownNode);
    this.board.animation.takeBack();
    this.mark();
  }
}
