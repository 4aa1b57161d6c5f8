// A game: its start, the tree of its moves, and the line and the position that are shown. No rules, no drawing.
//
// The first child of a node continues the main line; the others are variations. `line` is the path from the root to the
// end of the line that is shown, and `cursor` is the position on the board.

/** @import { GameHeader, GameReportData, GameText, MoveNode, RecordEnd, ReportTable, ScoreAtDepth } from "./types.js" */
/** @import { Side, StoredGame, Variant } from "./types.js" */
/** @typedef {Partial<MoveNode> & { text: string }} KnownMove a move, and what is known about it */

import { expectation } from "./score.js";
import { other } from "./sides.js";

/** @returns {MoveNode} */
function newNode(
  /** @type {MoveNode | null} */ parent,
  /** @type {Partial<MoveNode>} */ { text = "", score, depth, nodes, ms, nags = [], comment = "" } = {},
) {
  const known = { text, score, depth, nodes, ms, nags, comment };
  return { ...known, parent, children: [], evaluation: null, report: null, ending: null, outcome: null };
}

/** The nodes from the root to a node; none for null. */
function pathTo(/** @type {MoveNode | null} */ node) {
  /** @type {MoveNode[]} */
  const path = [];
  for (let at = node; at; at = at.parent) path.push(at);
  return path.reverse();
}

/** The line through a node: behind it, the first child of each node follows. */
function lineThrough(/** @type {MoveNode} */ node) {
  const line = pathTo(node);
  for (let [at] = node.children; at; [at] = at.children) line.push(at);
  return line;
}

/** A game without moves. Each request about a game has the moves up to its position. */
export const newGame = (/** @type {Variant} */ variant = "emergo") => new Game({ variant }).at();

/** What a game has besides its moves. @implements {GameHeader} */
class Header {
  /** @type {GameText["variant"]} */
  variant = "emergo";
  /** @type {GameText["blocked"]} */
  blocked = "draw";
  /** @type {GameText["repetition"]} */
  repetition = "draw";
  /** @type {string | null} A position text, or null for the start of the variant. */
  start = null;
  /** @type {Side} The side to move at the start, and its turn. */
  firstSide = "white";
  firstTurn = 1;
  white = "";
  black = "";
  /** The date of a loaded game as `YYYY.MM.DD`, or "" */
  date = "";
  /** @type {[string, string] | null} The limits of White and Black for their moves, as records write them. */
  limits = null;
  /** @type {GameHeader["source"]} */
  source = null;
}

const KEYS = /** @type {(keyof GameHeader)[]} */ (Object.keys(new Header()));
/** What is known of the header of a game. @returns {Partial<GameHeader>} */
const headerOf = (/** @type {Partial<GameHeader>} */ game) =>
  Object.fromEntries(KEYS.filter((key) => game[key] !== undefined).map((key) => [key, game[key]]));

export class Game extends Header {
  /**
   * `outcome` is the end of the main line.
   *
   * @param {Partial<GameHeader> & { moves?: (string | KnownMove)[], outcome?: RecordEnd | null }} header
   */
  constructor({ moves = [], outcome = null, ...header } = {}) {
    super();
    Object.assign(this, headerOf(header));
    this.root = newNode(null);
    this.line = [this.root];
    this.cursor = 0;
    /** @type {MoveNode[][]} Moves that were taken back, for `redo`. */
    this.undone = [];
    /** @type {MoveNode | null} Where the game ends before moves that were taken back. Null: at the end of the main line. */
    this.takenBackTo = null;
    /** @type {ReportTable | null} The last report on the game. */
    this.report = null;
    /** Was the game changed since it was saved or loaded? */
    this.isUnsaved = false;
    for (const move of moves) this.#extend(typeof move === "string" ? { text: move } : move);
    this.cursor = this.length;
    this.outcome = outcome;
  }

  /** The moves of the line. @returns {MoveNode[]} */
  get moves() {
    return this.line.slice(1);
  }

  get length() {
    return this.line.length - 1;
  }

  get isAtEnd() {
    return this.cursor === this.length;
  }

  /** The node of the position on the board. */
  get node() {
    return this.line[this.cursor];
  }

  /** The nodes of the main line, from the root. */
  get mainLine() {
    return lineThrough(this.root);
  }

  /** The position after so many moves of the line, for the rules and for engines. @returns {GameText} */
  at(ply = this.cursor) {
    const moves = this.moves.slice(0, ply).map((move) => move.text);
    const { variant, blocked, repetition, start } = this;
    return { variant, blocked, repetition, start, moves };
  }

  /** A new game of the moves up to a node, without the names of the players. */
  upTo(/** @type {MoveNode} */ node) {
    const { firstSide, firstTurn } = this;
    const [, ...moves] = pathTo(node).map(({ text }) => text);
    return new Game({ ...this.at(0), firstSide, firstTurn, moves });
  }

  /**
   * How a player, a clock or a record ended the line, or null. The moves behind this end are an analysis.
   *
   * @returns {RecordEnd | null}
   */
  get outcome() {
    return this.line.find((node) => node.outcome !== null)?.outcome ?? null;
  }

  set outcome(outcome) {
    this.line[this.length].outcome = outcome;
  }

  /** How the line ended, or null. @returns {RecordEnd | null} */
  get end() {
    return this.outcome ?? this.line[this.length].ending;
  }

  /** The side to move after so many moves. @returns {Side} */
  sideAt(/** @type {number} */ ply) {
    return ply % 2 === 0 ? this.firstSide : other(this.firstSide);
  }

  /** The turn and the side of the move after so many moves. */
  numberOf(/** @type {number} */ ply) {
    const plies = ply + (this.firstSide === "black" ? 1 : 0);
    return { turn: this.firstTurn + Math.floor(plies / 2), side: this.sideAt(ply) };
  }

  /** Adds a move at the end of the line. The cursor stays. */
  append(/** @type {KnownMove} */ move) {
    this.#extend(move);
    this.undone = [];
    this.isUnsaved = true;
    this.#noteEnd();
  }

  /** The game ends with the line that is shown. Keeps its last move if there are moves behind it that were taken back. */
  #noteEnd() {
    const last = this.line[this.length];
    this.takenBackTo = last.children.length > 0 ? last : null;
  }

  /** Lengthens the line. A known move is not added again, and the game no longer ends there. A new move continues the main line. */
  #extend(/** @type {KnownMove} */ move) {
    const parent = this.line[this.length];
    let node = parent.children.find(({ text }) => text === move.text);
    if (node) node.outcome = null;
    else {
      node = newNode(parent, move);
      // The game goes on here. Moves that were taken back stay as a variation.
      parent.children.unshift(node);
    }
    this.line.push(node);
  }

  /** Plays a move at the cursor: a move of the tree, or a new variation. */
  play(/** @type {KnownMove} */ move) {
    if (this.isAtEnd) {
      this.append(move);
      this.cursor = this.length;
      return;
    }
    this.select(this.addTo(this.node, move));
  }

  /** The node after a move from a node. A new one comes behind the others. */
  addTo(/** @type {MoveNode} */ parent, /** @type {KnownMove} */ move) {
    let node = parent.children.find(({ text }) => text === move.text);
    if (!node) {
      node = newNode(parent, move);
      parent.children.push(node);
      this.isUnsaved = true;
    }
    return node;
  }

  /** Takes back the last moves of the line. They stay in the tree. */
  takeBack(/** @type {number} */ plies) {
    const kept = Math.max(0, this.length - plies);
    if (kept < this.length) {
      this.undone.push(this.line.splice(kept + 1));
      this.isUnsaved = true;
      this.#noteEnd();
    }
    this.cursor = this.length;
  }

  /** Plays again what was taken back last. */
  redo() {
    const moves = this.undone.pop();
    if (moves) {
      this.line.push(...moves);
      this.isUnsaved = true;
      this.#noteEnd();
    }
    this.cursor = this.length;
  }

  goTo(/** @type {number} */ ply) {
    this.cursor = Math.min(Math.max(ply, 0), this.length);
  }

  /** Shows a node, and the line through it. */
  select(/** @type {MoveNode} */ node) {
    if (!this.line.includes(node)) {
      const line = lineThrough(node);
      // A node of another game, or one that was deleted, cannot be shown.
      if (line[0] !== this.root) return;
      [this.line, this.undone] = [line, []];
    }
    this.goTo(this.line.indexOf(node));
  }

  /** The node where the line of a node leaves the main line: its variation starts there. Null on the main line. */
  variationOf(/** @type {MoveNode} */ node) {
    for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return at;
    return null;
  }

  /** Makes the variation of a node the main line at its branch. */
  promote(/** @type {MoveNode} */ node) {
    const start = this.variationOf(node);
    if (!start?.parent) return;
    const { children } = start.parent;
    children.splice(children.indexOf(start), 1);
    children.unshift(start);
    this.isUnsaved = true;
  }

  /** The line shown is the game: it becomes the main line. */
  keepLine() {
    const last = this.line[this.length];
    while (this.variationOf(last)) this.promote(last);
    this.#noteEnd();
  }

  /** Shows the end of the game in place of a variation. */
  leaveVariation() {
    if (!this.variationOf(this.line[this.length])) return;
    const kept = this.takenBackTo && pathTo(this.takenBackTo);
    [this.line, this.undone] = [kept?.[0] === this.root ? kept : this.mainLine, []];
    this.cursor = this.length;
  }

  /** Deletes a move and all that follows it. */
  remove(/** @type {MoveNode} */ node) {
    const { parent } = node;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(node), 1);
    node.parent = null;
    this.undone = [];
    const ply = this.line.indexOf(node);
    if (ply >= 0) {
      this.line = lineThrough(parent);
      this.goTo(Math.min(this.cursor, ply - 1));
    }
    this.isUnsaved = true;
  }

  get isEvaluated() {
    return this.line.some(({ evaluation }) => evaluation !== null);
  }

  /** Keeps an evaluation of a position of the line, unless a deeper one is known. */
  keepEvaluation(/** @type {number} */ ply, /** @type {ScoreAtDepth} */ evaluation) {
    keepDeeper(this.line[ply], evaluation);
  }

  /**
   * Keeps a report: the parts about the moves of the main line with the moves, and the evaluations of their positions. Stops
   * where the tree has another move.
   *
   * @param {Pick<GameReportData, "moves" | keyof ReportTable>} report
   * @param {(ScoreAtDepth | null)[]} evaluations one more than moves
   */
  takeReport({ moves: reports, engine, limit, players }, evaluations) {
    this.report = { engine, limit, players };
    /** @type {MoveNode | undefined} */
    let node = this.root;
    for (const [ply, evaluation] of evaluations.entries()) {
      if (evaluation) keepDeeper(node, evaluation);
      const report = reports[ply];
      node = report && node.children.find(({ text }) => text === report.played);
      if (!node) return;
      node.report = report;
    }
  }

  /** White's expected points after so many moves, 0 to 1, or null. */
  expectedAt(/** @type {number} */ ply) {
    const score = this.scoreAt(ply);
    return score && expectation(score);
  }

  /** The score after so many moves: of an analysis, or of the engine that moves next. */
  scoreAt(/** @type {number} */ ply) {
    return this.line[ply]?.evaluation?.score ?? this.line[ply + 1]?.score ?? null;
  }

  /** All of the game as plain data. @returns {StoredGame} */
  get data() {
    // The nodes in a list, because JSON cannot be nested as deep as a game is long.
    const nodes = [];
    /** @type {Map<MoveNode | null, number>} */
    const indices = new Map();
    for (const node of this.nodes()) indices.set(node, nodes.push({ ...knownOf(node), parent: indices.get(node.parent) }) - 1);
    const { cursor, isUnsaved, report } = this;
    const last = indices.get(this.line[this.length]) ?? 0;
    return { header: headerOf(this), nodes, last, takenBackTo: indices.get(this.takenBackTo), cursor, isUnsaved, report };
  }

  /** All nodes: each one before its children, and the children in their order. */
  *nodes(root = this.root) {
    const open = [root];
    for (let node = open.pop(); node; node = open.pop()) {
      yield node;
      open.push(...[...node.children].reverse());
    }
  }

  /** The game of `data`. Throws an error if the data have another form. */
  static fromData(/** @type {StoredGame} */ { header, nodes: stored, last, takenBackTo, cursor, isUnsaved, report = null }) {
    const game = new Game(header);
    /** @type {MoveNode[]} */
    const nodes = [];
    for (const [index, { parent, ...known }] of stored.entries()) {
      const above = nodes[parent ?? -1] ?? null;
      if ((above === null) !== (index === 0)) throw new RangeError("parent");
      const node = { ...newNode(above, known), ...known };
      above?.children.push(node);
      nodes.push(node);
    }
    game.root = nodes[0];
    game.line = pathTo(nodes[last]);
    if (game.line.length === 0) throw new RangeError("last");
    game.takenBackTo = nodes[takenBackTo ?? -1] ?? null;
    game.goTo(cursor);
    game.isUnsaved = isUnsaved;
    game.report = report;
    return game;
  }
}

/** Keeps an evaluation of a position, unless a deeper one is known. */
function keepDeeper(/** @type {MoveNode} */ node, /** @type {ScoreAtDepth} */ evaluation) {
  if ((node.evaluation?.depth ?? -1) <= evaluation.depth) node.evaluation = evaluation;
}

/** What is known about a node, without empty values. */
function knownOf(/** @type {MoveNode} */ { parent, children, ...known }) {
  const isEmpty = (/** @type {unknown} */ value) => (value ?? "") === "" || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(known).filter(([, value]) => !isEmpty(value)));
}
