// A game: its start, its moves, how it ended, and the position that is shown. No rules, no drawing.

/** @import { GameText } from "./types.js" */

export class Game {
  /**
   * `start` is a position text, or null for the start of the variant; `firstSide` and `firstTurn` are its side to move
   * and its turn.
   */
  constructor({
    variant = "emergo",
    blocked = "draw",
    repetition = "draw",
    start = null,
    firstSide = "w",
    firstTurn = 1,
    moves = [],
    white = "",
    black = "",
    outcome = null,
    date = "",
    limits = null,
    source = null,
  } = {}) {
    this.variant = variant;
    this.blocked = blocked;
    this.repetition = repetition;
    this.start = start;
    this.firstSide = firstSide;
    this.firstTurn = firstTurn;
    /** {text, score, depth, nodes, ms, notes}: the mover's evaluation as a score from White's view */
    this.moves = moves.map((move) => (typeof move === "string" ? { text: move } : move));
    this.white = white;
    this.black = black;
    /** {result, reason, detail} of a game that was ended by a player, a clock or a record; or null */
    this.outcome = outcome;
    /** The date of a loaded game as `YYYY.MM.DD`, or "" */
    this.date = date;
    /** The limits of White and Black for their moves, as records write them; or null */
    this.limits = limits;
    /** The record of a loaded game that was not changed, or null */
    this.source = source;
    this.cursor = this.moves.length;
    /** {result, reason} by the rules, known when the last position was described; or null */
    this.ended = null;
    /** Evaluations by an analysis, by the number of moves before: {score, depth, best}, the score from White's view */
    this.evaluations = [];
  }

  get length() {
    return this.moves.length;
  }

  get isAtEnd() {
    return this.cursor === this.moves.length;
  }

  /**
   * The position after so many moves, for the rules and for engines.
   *
   * @returns {GameText}
   */
  at(ply = this.cursor) {
    const moves = this.moves.slice(0, ply).map((move) => move.text);
    const { variant, blocked, repetition, start } = this;
    return { variant, blocked, repetition, start, moves };
  }

  /** The moves up to a ply in one text, to compare positions of the game. */
  lineTo(ply) {
    return this.moves
      .slice(0, ply)
      .map((move) => move.text)
      .join(" ");
  }

  /** How the game ended, or null. */
  get end() {
    return this.outcome ?? this.ended;
  }

  /** The side to move after so many moves. */
  sideAt(ply) {
    return (ply % 2 === 0) === (this.firstSide === "w") ? "w" : "b";
  }

  /** The turn and the side of the move after so many moves. */
  numberOf(ply) {
    const plies = ply + (this.firstSide === "b" ? 1 : 0);
    return { turn: this.firstTurn + Math.floor(plies / 2), side: this.sideAt(ply) };
  }

  /** Adds a move at the end. The cursor stays. */
  append(move) {
    this.moves.push(move);
    this.#changed();
  }

  /** Plays a move at the cursor and removes the moves after it. */
  play(move) {
    this.moves.length = this.cursor;
    this.evaluations.length = Math.min(this.evaluations.length, this.cursor + 1);
    this.moves.push(move);
    this.cursor += 1;
    this.#changed();
  }

  /** Takes back the last moves. */
  takeBack(plies) {
    this.moves.length = Math.max(0, this.moves.length - plies);
    this.evaluations.length = Math.min(this.evaluations.length, this.moves.length + 1);
    this.cursor = this.moves.length;
    this.#changed();
  }

  /** A changed game has no end and no date yet, and is not the one of a file. */
  #changed() {
    this.outcome = this.ended = this.source = null;
    this.date = "";
  }

  /** A copy with other names. */
  named(white, black) {
    return Object.assign(new Game(), this, { white, black });
  }

  goTo(ply) {
    this.cursor = Math.min(Math.max(ply, 0), this.moves.length);
  }

  /** Keeps an evaluation of a position, unless a deeper one is known. */
  note(ply, evaluation) {
    if ((this.evaluations[ply]?.depth ?? -1) <= evaluation.depth) this.evaluations[ply] = evaluation;
  }

  /** The score after so many moves: of an analysis, or of the engine that moves next. */
  scoreAt(ply) {
    return this.evaluations[ply]?.score ?? this.moves[ply]?.score ?? null;
  }
}
