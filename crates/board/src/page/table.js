// The table: the game, the position that is shown, and the person's clicks on it.

import { Board } from "./board.js";
import { Game } from "./game.js";
import { isCapture, isEntry, pathOf, shownMove } from "./moves.js";
import { Selection } from "./selection.js";
import { readColumn } from "./position.js";
import { moveWords, SIDES } from "./words.js";
import { choose } from "./dialogs.js";

export class Table {
  #referee;
  #ticket = 0;
  /** How many things are under way during which clicks mean nothing: the position shown is not the game's. */
  #underWay = 0;
  #lines = null;

  game = new Game();
  /** Which position `state` is of. */
  #shown = { game: null, ply: -1 };
  /** What the referee said of the position that is shown. */
  state = null;
  view = { layout: "diamond", turned: false };
  showsThreats = true;
  selection = null;
  /** May the person move this side now? */
  mayMove = () => true;

  /** Is what is shown the position at the cursor of the game? */
  get isShown() {
    return this.#shown.game === this.game && this.#shown.ply === this.game.cursor;
  }

  get isBusy() {
    return this.#underWay > 0;
  }

  /** Has the game ended with the position that is shown? From earlier ones of it, play goes on. */
  get isOver() {
    return this.state.ending !== "none" || (this.game.outcome !== null && this.game.isAtEnd);
  }

  /**
   * @param onPlay called with the move that the person chose
   * @param onShown called when a position is shown  @param onMove when a move was played, before it is shown
   * @param onReply called with the state of the game's end, and the move in words, after a move that is not shown
   * @param onSay called with a sentence for all  @param onReason with one about the cell looked at or clicked, or ""
   */
  constructor(element, referee, { onPlay, onShown, onMove, onReply, onSay, onReason }) {
    this.#referee = referee;
    Object.assign(this, { onPlay, onShown, onMove, onReply, onSay, onReason });
    this.board = new Board(element, { onCell: (cell) => this.#click(cell), onLook: (cell) => this.#look(cell) });
  }

  get referee() {
    return this.#referee;
  }

  /** Where clicks go instead while a position is set up. */
  clickElsewhere = null;

  /** Does something during which clicks mean nothing. */
  async during(work) {
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** What is wrong with a game, or null. Its start is brought into the strict form of a position text. */
  async judge(game) {
    const start = await this.#referee.describe(game.at(0), this.view);
    if (start.wrong !== null) return start.wrong;
    if (game.start !== null) game.start = start.text;
    return (await this.#referee.describe(game.at(game.length), this.view)).wrong;
  }

  /** Takes a game that was judged to be good. */
  async take(game) {
    this.game = game;
    await this.refresh();
  }

  /** Asks about the position at the cursor, and shows it. */
  async refresh() {
    const ticket = ++this.#ticket;
    const { game } = this;
    const ply = game.cursor;
    const state = await this.during(() => this.#referee.describe(game.at(ply), this.view));
    if (ticket !== this.#ticket) return;
    this.state = state;
    this.#shown = { game, ply };
    this.selection = new Selection(state.moves);
    this.board.draw(state.picture);
    state.forbidden = new Map([...state.forbidden].map(([cell, reason]) => [cell, this.#inNames(reason)]));
    this.mark();
    this.onShown(state);
  }

  async goTo(ply) {
    this.game.goTo(ply);
    await this.refresh();
  }

  /** Plays the person's move at the cursor. */
  play(move) {
    return this.#play(this.game.cursor, move, {}, () => true);
  }

  /**
   * Plays the engine's move at the end of the game; `known` is what the engine thought. Whoever looks at an earlier
   * position goes on looking at it.
   */
  reply(move, known) {
    const { game } = this;
    return this.#play(game.length, move, known, () => game.isAtEnd);
  }

  /**
   * Plays a move after so many, and shows it stage by stage if that is followed. Nothing happens if the move is not
   * legal, or the game has become another one before the rules have answered.
   */
  async #play(ply, move, known, isFollowed) {
    const { game } = this;
    const line = game.lineTo(ply);
    if (isFollowed()) {
      // A picture on its way is of the past.
      this.#ticket += 1;
      this.lines(null);
    }
    await this.during(async () => {
      const pictures = await this.#referee.stages(game.at(ply), move, this.view);
      const isSame = this.game === game && game.length >= ply && game.lineTo(ply) === line;
      if (!isSame || pictures.length === 0 || (game.outcome !== null && ply === game.length)) {
        await this.refresh();
        return;
      }
      const words = moveWords(game.sideAt(ply), move, this.board.names);
      if (!isFollowed()) {
        await this.#append({ text: move, ...known }, words);
        return;
      }
      // Whoever came to the end of the game in the meantime may have asked for a picture of it.
      this.#ticket += 1;
      game.goTo(ply);
      game.play({ text: move, ...known });
      this.onMove();
      this.onSay(words);
      this.board.mark(new Map(), new Map());
      // Whoever looks elsewhere in the meantime does not wait for the end of it.
      await this.board.animate(move, pictures, () => this.game === game && game.cursor === ply + 1);
      await this.refresh();
    });
  }

  /** Plays a move at the end of the game, which is not shown. */
  async #append(move, words) {
    const { game } = this;
    game.append(move);
    this.onMove();
    this.onSay(words);
    const line = game.lineTo(game.length);
    const state = await this.#referee.describe(game.at(game.length), this.view);
    if (this.game === game && game.lineTo(game.length) === line) this.onReply(state, words);
  }

  /** Marks what may be done, and what not. */
  mark() {
    const { state, selection } = this;
    const marks = new Map();
    const add = (cell, word) => marks.set(cell, [...(marks.get(cell) ?? []), word]);
    if (this.showsThreats) state.threats.forEach((cell) => add(cell, "threatened"));
    const open = !this.clickElsewhere && this.mayMove(state.side) && !this.isOver;
    if (open && selection.isEmpty) {
      for (const move of state.moves) if (isEntry(move)) add(move, "legal");
      const origins = new Set(state.moves.filter((move) => !isEntry(move)).map((move) => pathOf(move)[0]));
      origins.forEach((cell) => add(cell, "movable"));
      state.forbidden.forEach((_, cell) => add(cell, "forbidden"));
    } else if (open) {
      selection.path.forEach((cell, index) => add(cell, index === selection.path.length - 1 ? "origin" : "passed"));
      selection.next.forEach((cell) => add(cell, "next"));
      selection.ends.forEach((cell) => add(cell, "end"));
    }
    this.board.mark(marks, open && selection.isEmpty ? state.forbidden : new Map());
    this.#drawArrows();
  }

  /** Shows the moves of a line as arrows, or none. */
  lines(moves) {
    this.#lines = moves;
    this.#drawArrows();
  }

  #drawArrows() {
    if (this.#lines) {
      const classes = ["first", "second", "third"];
      this.board.arrows(this.#lines.slice(0, 3).map((move, index) => ({ move, className: classes[index] })));
    } else if (this.selection && !this.selection.isEmpty && this.selection.candidates.some(isCapture)) {
      this.board.arrows(this.selection.candidates.map((move) => ({ move, className: "third" })));
    } else {
      this.board.arrows([]);
    }
  }

  #look(cell) {
    const isOpen = this.selection?.isEmpty && this.mayMove(this.state?.side) && !this.clickElsewhere;
    this.onReason((cell && isOpen && this.state.forbidden.get(cell)) || "");
  }

  async #click(cell) {
    if (this.clickElsewhere) {
      this.clickElsewhere(cell);
      return;
    }
    const { state } = this;
    if (this.isBusy || !this.isShown) return;
    if (this.isOver) {
      this.onReason("The game has ended.");
      return;
    }
    if (!this.mayMove(state.side)) {
      this.onReason(`${SIDES[state.side]} is the engine's.`);
      return;
    }
    const { play, ask, select, refuse } = this.selection.click(cell, state.moves);
    this.onReason("");
    if (play) await this.onPlay(play);
    else if (ask) await this.#askRoute(ask);
    else if (select) {
      this.selection = select;
      this.mark();
      if (!select.isEmpty) this.#tellNext(select);
    } else await this.#refuse(refuse);
  }

  #tellNext(selection) {
    const names = [...selection.next].map((cell) => this.board.names.get(cell));
    this.onSay(`From ${this.board.names.get(selection.path.at(-1))} to ${names.join(" or ")}`);
  }

  /** Several routes end on the cell: which is meant? */
  async #askRoute(moves) {
    const shown = moves.map((move) => shownMove(move, this.board.names));
    const index = await choose("Which way?", shown, (at) => this.lines(at === null ? null : [moves[at]]));
    if (index !== null && this.isShown && !this.isBusy && !this.isOver) await this.onPlay(moves[index]);
  }

  async #refuse(cell) {
    const reason = this.#inNames(await this.#reasonAgainst(cell));
    this.onReason(reason);
    this.onSay(reason);
  }

  /** A sentence of the rules in the names that the board shows. */
  #inNames(sentence) {
    return shownMove(sentence, this.board.names);
  }

  /** In the names of the protocol. */
  #reasonAgainst(cell) {
    const { state, selection, board } = this;
    const game = this.game.at();
    if (!selection.isEmpty) return this.#referee.why(game, `${selection.path[0]}-${cell}`);
    const piece = readColumn(board.columns.get(cell));
    if (state.moves.every(isEntry)) return this.#referee.why(game, cell);
    if (piece && piece.owner !== state.side) return `The piece on ${cell} is ${SIDES[piece.owner]}'s.`;
    if (!piece && state.moves.some(isCapture)) return this.#referee.why(game, cell);
    if (!piece) return `There is no piece on ${cell}: choose one of ${SIDES[state.side]}'s.`;
    const vacant = [...board.cells.keys()].find((other) => !board.columns.has(other));
    return state.moves.some(isCapture) ? this.#referee.why(game, `${cell}-${vacant}`) : `The piece on ${cell} has no step.`;
  }

  /** Forgets what was clicked of a move. */
  forget() {
    if (!this.state || !this.selection || this.selection.isEmpty) return;
    this.selection = new Selection(this.state.moves);
    this.mark();
  }
}
