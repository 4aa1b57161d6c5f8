// The sentences of the page: cells, moves, faults, ends. Typed data in, text out. No module parses these texts.

/** @import { BoardAndCoordinates, BoardChoice, CellFaultData, ColumnData, LegalMove, IllegalMove, PositionData, PositionFault, ReadReport, RecordEntry, RecordError, RecordFault, Refusal } from "./types.js" */

import { shownMove } from "./move_text.js";

export const SIDES = { w: "White", b: "Black" };

export const other = (side) => (side === "w" ? "b" : "w");

const men = (number) => (number === 1 ? "1 man" : `${number} men`);

/** A text with a capital letter at the start. */
export const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The piece on a cell.
 *
 * @param {ColumnData | null | undefined} column
 */
export function columnWords(column) {
  if (!column) return "vacant";
  const { owner, cap, prisoners } = column;
  if (prisoners > 0) {
    return `${SIDES[owner]}, cap of ${cap} over ${prisoners} ${SIDES[other(owner)]} ${prisoners === 1 ? "prisoner" : "prisoners"}`;
  }
  return cap === 1 ? `${SIDES[owner]}, a man` : `${SIDES[owner]}, a column of ${cap}`;
}

/**
 * A move, with the names of the cells that the board shows.
 *
 * @param {"w" | "b"} side
 * @param {LegalMove} move
 * @param {Map<string, string>} names
 */
export function moveWords(side, { kind, path, captured }, names) {
  const cells = path.map((cell) => names.get(cell) ?? cell);
  if (kind === "entry") return `${SIDES[side]} enters ${cells[0]}`;
  if (kind === "capture") return `${SIDES[side]} captures ${men(captured.length)}: ${cells.join(", ")}`;
  return `${SIDES[side]} steps ${cells[0]} to ${cells[1]}`;
}

/**
 * The kind of move that the rules require, or the end of the game.
 *
 * @param {PositionData} position
 */
export function requiredWords({ side, required, ending }) {
  if (!required) return ending ? endWords(ending) : "";
  if (required.kind === "capture") return `${SIDES[side]} must capture ${men(required.men)}`;
  if (required.shadowpiece) return `${SIDES[side]} enters its shadowpiece of ${required.men}`;
  return required.kind === "entry" ? `${SIDES[side]} enters a man` : `${SIDES[side]} steps`;
}

const LOSERS = { "1-0": "Black", "0-1": "White" };

/**
 * Why a game ended. The reasons of records are the texts of `EndReason`.
 *
 * @param {{ result: string, reason?: string | null, detail?: string }} end
 */
export function reasonWords({ result, reason, detail }) {
  const loser = LOSERS[result];
  let words = reason ?? "";
  if (reason === "resignation" && loser) words = `${loser} resigned`;
  if (reason === "time loss" && loser) words = `${loser}'s time is up`;
  return [words, detail].filter(Boolean).join(": ");
}

const WINNERS = { "1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "Draw" };

/**
 * How a game ended: `White wins (no men left)`.
 *
 * @param {{ result: string, reason?: string | null, detail?: string }} end
 */
export function endWords(end) {
  const reason = reasonWords(end);
  return reason ? `${WINNERS[end.result]} (${reason})` : WINNERS[end.result];
}

/**
 * Why a move is not legal.
 *
 * @param {IllegalMove} fault
 * @param {Map<string, string>} names
 */
export function illegalMoveWords(fault, names = new Map()) {
  const shown = (text) => shownMove(text, names);
  switch (fault.kind) {
    case "unreadable":
      return "This is not a move. Moves look like e4, f4-e4 or h4xf4xd4.";
    case "unknown_square":
      return `The board has no square ${fault.name}.`;
    case "ambiguous":
      return `The move is ambiguous: ${fault.candidates.map(shown).join(" or ")}.`;
    case "must_capture":
      return `A capture is mandatory, such as ${shown(fault.example)}.`;
    case "not_longest":
      return `A capture of ${men(fault.men)} is mandatory, such as ${shown(fault.example)}.`;
    case "must_enter":
      return "Men in hand must enter first.";
    case "empty_hand":
      return "There are no men in hand.";
    case "occupied":
      return `${shown(fault.cell)} is not vacant.`;
    case "centre":
      return `White's first entry may not be on the centre ${shown(fault.cell)}.`;
    case "feeding":
      return `The opponent could jump a piece entering on ${shown(fault.cell)}, and has no other capture.`;
    case "not_yours":
      return `The side to move has no piece on ${shown(fault.cell)}.`;
    case "no_moves":
      return "There is no legal move.";
    case "no_such_move":
      return "No piece moves like that.";
    case "game_ended":
      return `The game has ended: ${endWords(fault.ending)}.`;
  }
}

/** The refused clicks that are not moves. */
export const CLICK_WORDS = {
  gameEnded: "The game has ended.",
  engineToMove: (side) => `${SIDES[side]} is played by the engine.`,
  otherSide: (cell, owner) => `The piece on ${cell} is ${SIDES[owner]}'s.`,
  noPiece: (cell, side) => `There is no piece on ${cell}: choose one of ${SIDES[side]}'s.`,
  noStep: (cell) => `The piece on ${cell} has no step.`,
};

const FIELDS = { cells: "text of the cells", side: "side to move", hands: "number of men in hand" };

/**
 * Why a text or a composition is not a position.
 *
 * @param {PositionFault} fault
 */
export function positionFaultWords(fault) {
  switch (fault.kind) {
    case "missing":
      return `The ${FIELDS[fault.field]} is missing.`;
    case "surplus":
      return "There is text after the number of the turn.";
    case "lines":
      return `The text has ${fault.found} lines of cells, the board has ${fault.expected}.`;
    case "line":
      return fault.found > fault.expected
        ? `Line ${fault.digit} of the cells has more than its ${fault.expected} cells.`
        : `Line ${fault.digit} of the cells has ${fault.found} of its ${fault.expected} cells.`;
    case "cell":
      return `Line ${fault.digit} of the cells, character ${fault.at}: ${cellFaultWords(fault.fault)}.`;
    case "side":
      return "The side to move must be w or b.";
    case "hands":
      return "The men in hand must be two numbers such as 12,12.";
    case "turn":
      return "The turn must be a number from 1.";
    case "unknown_square":
      return `The board has no square ${fault.name}.`;
    case "too_many_men":
      return `${SIDES[fault.side]} has ${fault.on_board} on the board and ${fault.in_hand} in hand, but each side has ${men(fault.limit)}.`;
    case "inconsistent":
      return "The columns contradict each other.";
  }
}

/** @param {CellFaultData} fault */
function cellFaultWords(fault) {
  switch (fault.kind) {
    case "character":
      return `unexpected “${fault.character}”`;
    case "unclosed":
      return "a column without its closing bracket";
    case "nothing":
      return "a number that is 0, or a column without men";
    case "same_side":
      return "cap and prisoners of the same side";
    case "too_tall":
      return `a column with ${fault.men} men of one side, but each side has ${fault.limit}`;
  }
}

const FORMATS = {
  pgn: "PGN",
  json: "match lines",
  abstractplay: "AbstractPlay",
  mindsports: "MindSports",
  tutor: "shorthand of the Emergo Tutor",
  zillions: "Zillions of Games",
  moves: "list of moves",
};

/** The error of a game of a file, or null. */
export const errorOf = (entry) => (entry.kind === "unreadable" ? entry : entry.error);

/**
 * The format of a text, and its games.
 *
 * @param {string} name the name of the text
 * @param {ReadReport} report
 */
export function sourceWords(name, { format, records }) {
  const errors = records.filter(errorOf).length;
  const games = records.length === 1 ? "1 game" : `${records.length} games`;
  return `${name}: ${FORMATS[format]}, ${games}${errors > 0 ? `, ${errors} with an error` : ""}.`;
}

/** @param {BoardAndCoordinates} board */
export const boardWords = ({ variant, coordinates }) => `${variant} in ${coordinates} coordinates`;

/**
 * How the board of games that do not name it was found.
 *
 * @param {BoardChoice} choice
 */
export function boardChoiceWords(choice) {
  switch (choice.kind) {
    case "given":
      return "";
    case "only_legal":
      return `Read as ${boardWords(choice.used)}: all moves are legal there only.`;
    case "ambiguous":
      return `Read as ${boardWords(choice.used)}. The moves are also legal as ${choice.others.map(boardWords).join(" and as ")}.`;
    case "none_legal":
      return `Read as ${boardWords(choice.used)}. No board makes all moves legal.`;
  }
}

/**
 * The title of a game in a list.
 *
 * @param {RecordEntry} entry
 * @param {number} index from 0
 */
export function recordTitle(entry, index) {
  const error = errorOf(entry);
  if (entry.kind === "unreadable") return `${index + 1}. (cannot be read) ${recordErrorWords(error)}`;
  const { white = "?", black = "?", result = "*", moves } = entry.record;
  const length = moves.length === 1 ? "1 move" : `${moves.length} moves`;
  return `${index + 1}. ${white} – ${black}, ${result}, ${length}${error ? `, then an error. ${recordErrorWords(error)}` : ""}`;
}

/**
 * Why a game of a file cannot be read. Cells have the names that the file uses.
 *
 * @param {RecordError} error
 */
export function recordErrorWords({ line, fault }) {
  return `Line ${line}: ${recordFaultWords(fault)}`;
}

/** @param {RecordFault} fault */
function recordFaultWords(fault) {
  switch (fault.kind) {
    case "json":
      return "This is not a game in JSON.";
    case "unclosed":
      return `A “${fault.bracket}” is not closed.`;
    case "unexpected":
      return `Unexpected “${fault.character}”.`;
    case "nesting":
      return "Variations are nested too deep.";
    case "variant":
      return "There is no such board.";
    case "start":
      return `The start is not a position of the board. ${positionFaultWords(fault.fault)}`;
    case "coordinates":
      return "The coordinates must be oblique or checkerboard.";
    case "blocked":
      return "A blocked side must be draw or loss.";
    case "repetition":
      return "Repetition must be draw or unlimited.";
    case "result":
      return "The result must be 1-0, 0-1, 1/2-1/2 or *.";
    case "move":
      return `Move ${fault.number}: ${illegalMoveWords(fault.fault)}`;
  }
}

/**
 * Why the rules refuse a request.
 *
 * @param {Refusal} refusal
 * @param {Map<string, string>} names
 */
export function refusalWords(refusal, names = new Map()) {
  switch (refusal.kind) {
    case "position":
      return positionFaultWords(refusal.fault);
    case "move":
      return `Move ${refusal.number}, ${shownMove(refusal.text, names)}: ${illegalMoveWords(refusal.fault, names)}`;
    case "other_version":
      return "The page and the program have different versions. Load the page again.";
    case "bad_request":
      return `The page sent a bad request: ${refusal.message}`;
  }
}
