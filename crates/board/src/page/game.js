// A game: where it began, its moves, how it ended, and which position is looked at. No rules, no drawing.

import { readPosition } from "./position.js";

export class Game {
  /** @param start a position text, or null for the start of the variant */
  constructor({ variant = "emergo", blocked = "draw", start = null, moves = [], white = "", black = "", outcome = null, date = "", limits = null } = {}) {
    this.variant = variant;
    this.blocked = blocked;
    this.start = start;
    /** {text, score, depth, nodes, ms}: the score from White's view, as the mover saw it */
    this.moves = moves.map((move) => (typeof move === "string" ? { text: move } : move));
    this.white = white;
    this.black = black;
    /** {result: "1-0" | "0-1" | "1/2-1/2", reason} of a game that was ended by more than the rules, or null */
    this.outcome = outcome;
    /** The day, `YYYY.MM.DD`, of a game that was loaded; otherwise "" */
    this.date = date;
    /** What each side has for its moves, in words, White first; or null */
    this.limits = limits;
    this.cursor = this.moves.length;
    /** How the rules ended it, {result, reason}, once its last position was shown; or null */
    this.ended = null;
    /** What an analysis thinks of the position after so many moves, from White's view: {score, depth, best} */
    this.opinions = [];
  }

  get length() {
    return this.moves.length;
  }

  get isAtEnd() {
    return this.cursor === this.moves.length;
  }

  /** What a referee or an engine is told of the position after so many moves. */
  at(ply = this.cursor) {
    const moves = this.moves.slice(0, ply).map((move) => move.text);
    return { variant: this.variant, blocked: this.blocked, start: this.start, moves };
  }

  /** The moves up to there in one text, to tell positions of the game apart. */
  lineTo(ply) {
    return this.moves
      .slice(0, ply)
      .map((move) => move.text)
      .join(" ");
  }

  /** How it ended, or null. */
  get end() {
    return this.outcome ?? this.ended;
  }

  /** The side to move first. */
  get firstSide() {
    return this.start !== null && readPosition(this.start).side === "b" ? "b" : "w";
  }

  /** The side to move after so many moves. */
  sideAt(ply) {
    return (ply % 2 === 0) === (this.firstSide === "w") ? "w" : "b";
  }

  /** The number of the turn in which the move after so many moves is played, and its side. */
  numberOf(ply) {
    const first = (this.start !== null && Number(readPosition(this.start).turn)) || 1;
    const plies = ply + (this.firstSide === "b" ? 1 : 0);
    return { turn: first + Math.floor(plies / 2), side: this.sideAt(ply) };
  }

  /** Plays a move at the end, wherever the cursor is. */
  append(move) {
    this.moves.push(move);
    this.#change();
  }

  /** Plays a move at the cursor; what came after it is given up. */
  play(move) {
    this.moves.length = this.cursor;
    this.opinions.length = Math.min(this.opinions.length, this.cursor + 1);
    this.moves.push(move);
    this.cursor += 1;
    this.#change();
  }

  /** Takes back the last moves. */
  takeBack(plies) {
    this.moves.length = Math.max(0, this.moves.length - plies);
    this.opinions.length = Math.min(this.opinions.length, this.moves.length + 1);
    this.cursor = this.moves.length;
    this.#change();
  }

  /** It goes on today. */
  #change() {
    this.outcome = this.ended = null;
    this.date = "";
  }

  /** The same game with names. */
  named(white, black) {
    return Object.assign(new Game(), this, { white, black });
  }

  goTo(ply) {
    this.cursor = Math.min(Math.max(ply, 0), this.moves.length);
  }

  /** Keeps an opinion of a position, unless a deeper one is known. */
  note(ply, opinion) {
    if ((this.opinions[ply]?.depth ?? -1) <= opinion.depth) this.opinions[ply] = opinion;
  }

  /** What is known of the position after so many moves: an analysis, or what its mover saw. */
  scoreAt(ply) {
    return this.opinions[ply]?.score ?? this.moves[ply]?.score ?? null;
  }
}
