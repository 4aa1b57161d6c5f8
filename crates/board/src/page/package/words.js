// The sentences of the page for typed data: cells, moves, faults, ends. The words are in the table of `languages.js`. No module
// parses these texts.

/** @import { BoardChoice, ClickRefusal, ColumnData, Format, GameMoveError, GameResult, GameSummary, LegalMove, MoveReport, PositionData, PositionTextError, RecordEnd, Refusal, Side, Words, WrittenError } from "./types.js" */

import { text } from "./languages.js";
import { shownMove } from "./move_text.js";
import { isError } from "./report_data.js";
import { percent } from "./score.js";

/**
 * The sentence for a fault.
 *
 * @template {{ kind: string }} Fault
 * @param {Words<Fault>} table
 * @param {Fault} fault
 * @param {object} [words] the words for values that are no text and no number
 * @returns {string}
 */
const sentence = (table, fault, words) =>
  /** @type {Record<string, (values: object) => string>} */ (table)[fault.kind]({ ...fault, ...words });

/** A text with a capital letter at the start. */
export const capitalised = (/** @type {string} */ sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** A side, and the name of its player if it is known: `White: Anna`. */
export const playerWords = (/** @type {Side} */ side, /** @type {string | null | undefined} */ name) =>
  [text.sides[side], name].filter(Boolean).join(": ");

/** The number before a move: `3.` for White, `3…` for Black. */
export const numberText = (/** @type {{ turn: number, side: Side }} */ { turn, side }) => `${turn}${side === "white" ? "." : "…"}`;

/** The piece on a cell. */
export function columnWords(/** @type {ColumnData | null | undefined} */ column) {
  if (!column) return text.column.vacant;
  const { owner, cap, prisoners } = column;
  if (prisoners > 0) return text.column.prisoners(owner, cap, prisoners);
  return cap === 1 ? text.column.man(owner) : text.column.men(owner, cap);
}

/** A move, with the names of the cells that the board shows. */
export function moveWords(
  /** @type {Side} */ side,
  /** @type {LegalMove} */ { kind, path, captured },
  /** @type {Map<string, string>} */ names,
) {
  return text.move[kind](
    side,
    path.map((cell) => names.get(cell) ?? cell),
    captured.length,
  );
}

/**
 * Whose turn it is and what the rules require, or the end of the game. `isYours` tells whether the person at the page
 * plays this side only.
 *
 * @param {PositionData} position
 * @param {boolean} [isYours]
 */
export function requiredWords({ side, required, ending }, isYours = false) {
  if (!required) return ending ? endWords(ending) : "";
  const task = text.required[required.shadowpiece ? "shadowpiece" : required.kind](required.men);
  return text.required.turn(isYours ? null : side, task);
}

/** The side that lost, by the result. @type {Partial<Record<GameResult, Side>>} */
export const LOSERS = { "1-0": "black", "0-1": "white" };

/** Why a game ended. The reasons of records are the texts of `Termination`. */
export function reasonWords(/** @type {RecordEnd} */ { result, reason, detail }) {
  const loser = LOSERS[result];
  const isKnown = reason && Object.hasOwn(text.reasons, reason);
  const words = isKnown ? ((loser && text.losses[reason]?.(loser)) ?? text.reasons[reason]) : reason;
  return [words, detail].filter(Boolean).join(": ");
}

/** How a game ended: `White wins (no men left)`. */
export function endWords(/** @type {RecordEnd} */ end) {
  const reason = reasonWords(end);
  return reason ? `${text.winners[end.result]} (${reason})` : text.winners[end.result];
}

/** Why a move is not legal. */
export function illegalMoveWords(/** @type {GameMoveError} */ fault, names = new Map()) {
  const shown = (/** @type {string} */ move) => shownMove(move, names);
  const words = {};
  if ("square" in fault) words.square = shown(fault.square);
  if ("example" in fault) words.example = shown(fault.example);
  if ("candidates" in fault) words.candidates = fault.candidates.map(shown);
  if ("ending" in fault) words.ending = endWords(fault.ending);
  return sentence(text.illegalMove, fault, words);
}

/** Why a click on a cell is not a move. */
export function clickRefusalWords(/** @type {ClickRefusal} */ refusal, names = new Map()) {
  switch (refusal.kind) {
    case "other_side":
    case "no_piece":
    case "no_step":
      return sentence(text.clickRefusal, refusal, { cell: names.get(refusal.cell) ?? refusal.cell });
    default:
      return illegalMoveWords(refusal, names);
  }
}

/** Why a text or a composition is not a position. */
export function positionFaultWords(/** @type {PositionTextError} */ fault) {
  return sentence(text.positionFault, fault, fault.kind === "cell" ? { fault: sentence(text.cellFault, fault.fault) } : {});
}

/**
 * The format of a text, and its games.
 *
 * @param {string} name the name of the text
 * @param {{ format: Format, games: GameSummary[] }} collection
 */
export function sourceWords(name, { format, games }) {
  return text.record.source(name, text.formats[format], games.length, games.filter(({ error }) => error).length);
}

/** How the board of games that do not name it was found. */
export function boardChoiceWords(/** @type {BoardChoice} */ choice) {
  const words = {};
  if ("used" in choice) words.used = text.record.boardName(choice.used);
  if ("others" in choice) words.others = choice.others.map(text.record.boardName);
  return sentence(text.record.choice, choice, words);
}

/** The title of a game in a list. @param {GameSummary} game @param {number} index from 0 */
export function gameTitle({ white = "?", black = "?", result = "*", date = "", length, error }, index) {
  const words = error ? recordErrorWords(error) : "";
  if (error && length === 0) return text.record.unreadable(index + 1, words);
  return text.record.title(index + 1, { white, black, result, date, length }, words);
}

/** Why a game of a file cannot be read. Cells have the names that the file uses. */
export function recordErrorWords(/** @type {WrittenError} */ { line, fault, move }) {
  const words = {};
  if (fault.kind === "start") words.fault = positionFaultWords(fault.fault);
  if (fault.kind === "move") words.fault = illegalMoveWords(fault.fault);
  if (move) words.number = [`${move.turn}${move.side === "black" ? "..." : move.text && "."}`, move.text].filter(Boolean).join(" ");
  return text.record.line(line, sentence(text.recordFault, fault, words));
}

/** Why the rules refuse a request. */
export function refusalWords(/** @type {Refusal} */ refusal, names = new Map()) {
  const words = {};
  if (refusal.kind === "position") words.fault = positionFaultWords(refusal.fault);
  if (refusal.kind === "move") {
    words.fault = illegalMoveWords(refusal.fault, names);
    words.text = shownMove(refusal.text, names);
  }
  return sentence(text.refusal, refusal, words);
}

/** The judgement of a move, or "" if there is nothing to tell. */
export function judgementWords(/** @type {MoveReport} */ report, names = new Map()) {
  const { played, mark, expected, loss, next_best: next, missed_win: missed, allowed_win: allowed } = report;
  const move = shownMove(played, names);
  const [before, after] = [percent(expected + loss), percent(expected)];
  const sentences = [];
  if (mark === "good") sentences.push(text.report.good(move, before, percent(next?.expected ?? 0)));
  else if (mark !== null) sentences.push(text.report.error(move, text.report.marks[mark], before, after));
  if (missed !== null) sentences.push(text.report.missedWin(missed));
  if (allowed !== null && isError(mark)) sentences.push(text.report.allowedWin(allowed));
  return sentences.join(" ");
}
