// The client of the JSON interface to the rules. It sends requests and returns the answers; see interface.d.ts.

/** @import { Answer, Composition, Format, GameRecord, GameText, PictureView, PuzzleAttempt, PuzzleStep, ReadOptions, Refusal, Request, Variant } from "./types.js" */

import { askRules } from "./transport.js";

/** The request cannot be answered. `words.js` has the sentence for a refusal. */
export class Refused extends Error {
  constructor(/** @type {Refusal} */ refusal) {
    super(refusal.kind === "bad_request" ? `bad request: ${refusal.message}` : refusal.kind);
    this.refusal = refusal;
  }
}

/** The rules do not answer. `message` is a sentence. */
export class ConnectionLost extends Error {}

export class Rules {
  #send;

  /** @param {(request: Request) => Promise<string>} send passes a request to the rules and returns the answer in JSON */
  constructor(send = askRules) {
    this.#send = send;
  }

  /**
   * Sends a request. Its answer has this kind, unless it is refused.
   *
   * @template {Answer["kind"]} Kind
   * @param {Request} request
   * @param {Kind} kind
   * @returns {Promise<Extract<Answer, { kind: Kind }>>}
   */
  async #ask(request, kind) {
    let response;
    try {
      response = await this.#send(request);
    } catch (error) {
      throw new ConnectionLost(error.message);
    }
    const answer = JSON.parse(response);
    if (answer.kind === "refused") throw new Refused(answer.refusal);
    if (answer.kind !== kind) throw new Error(`unexpected answer: ${answer.kind}`);
    return answer;
  }

  /** The position of a game. */
  async describe(/** @type {GameText} */ game, /** @type {PictureView} */ view = { layout: "diamond", turned: false }) {
    return (await this.#ask({ rules: { kind: "describe", game, view } }, "position")).position;
  }

  /**
   * The game for an engine, which ends games at the third repetition: if this game has no such rule, a game from the last
   * position.
   *
   * @returns {Promise<GameText>}
   */
  async forEngine(/** @type {GameText} */ game) {
    if (game.repetition !== "unlimited") return game;
    const position = await this.describe(game);
    return { ...game, start: position.text, moves: [] };
  }

  /** The legal move that a text means. */
  async readMove(/** @type {GameText} */ game, /** @type {string} */ text) {
    return (await this.#ask({ rules: { kind: "read_move", game, text } }, "move")).move;
  }

  /** Why a click on a cell continues no legal move that begins with the cells of `path`, or null if it continues one. */
  async whyNot(/** @type {GameText} */ game, /** @type {string[]} */ path, /** @type {string} */ cell) {
    return (await this.#ask({ rules: { kind: "why_not", game, path, cell } }, "click_refusal")).refusal;
  }

  /** The pictures of the board after each part of a move. */
  async partialMoves(/** @type {GameText} */ game, /** @type {string} */ text, /** @type {PictureView} */ view) {
    return (await this.#ask({ rules: { kind: "partial_moves", game, text, view } }, "partial_moves")).pictures;
  }

  /**
   * The position that a text means, on this board or on any board.
   *
   * @param {string} text
   * @param {Variant} variant the board that is tried first
   * @param {{ anyBoard: boolean }} options
   */
  readPosition(text, variant, { anyBoard }) {
    return this.#ask({ rules: { kind: "read_position", text, variant, any_board: anyBoard } }, "position_text");
  }

  /** The text of a position that was put together. */
  composePosition(/** @type {Composition} */ composition) {
    return this.#ask({ rules: { kind: "compose_position", ...composition } }, "position_text");
  }

  /** All games of a text in any format. */
  readRecords(/** @type {string} */ text, /** @type {ReadOptions} */ options = {}) {
    return this.#ask({ library: { kind: "read_records", text, options } }, "records");
  }

  /** The text of a record. @param {GameRecord} record @param {Format} format one in which games are written */
  async writeRecord(record, format) {
    return (await this.#ask({ rules: { kind: "write_record", record, format } }, "record_text")).text;
  }

  /** The puzzles of a board. The first one has the number 1. */
  async listPuzzles(/** @type {Variant} */ variant) {
    return (await this.#ask({ library: { kind: "list_puzzles", variant } }, "puzzles")).puzzles;
  }

  /** A step of a player who solves a puzzle. */
  solvePuzzle(/** @type {PuzzleAttempt} */ attempt, /** @type {PuzzleStep} */ step) {
    return this.#ask({ library: { kind: "solve_puzzle", attempt, step } }, "attempt");
  }

  /** What is known about a position: played games, the opening book and the exact ending. */
  explore(/** @type {GameText} */ game) {
    return this.#ask({ library: { kind: "explore", game } }, "explorer");
  }

  /** The position texts of the balanced openings of a board. */
  async listFairStarts(/** @type {Variant} */ variant) {
    return (await this.#ask({ library: { kind: "list_fair_starts", variant } }, "fair_starts")).starts;
  }
}
