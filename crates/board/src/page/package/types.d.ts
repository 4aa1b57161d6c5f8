// The types of the package: those of the JSON interface, of the classes, and of their data. Other modules import all of them from
// this file, as `types.js`. Cells and moves are in oblique coordinates.

import type { BoardController } from "./board_controller.js";
import type { Ending, GameRecord, GameReportData, GameResult, GameText, LegalMove, MoveReport, RecordEntry, RecordError, Side, Variant } from "./interface.js";

export type * from "./interface.js";
export type { BoardController };
export type { Found } from "./elements.js";
export type { Engine } from "./engine.js";
export type { Game } from "./game.js";
export type { Rules } from "./rules_client.js";
export type { Store } from "./store.js";
export type { Study } from "./study_client.js";

/** A game, or its moves before an error. */
export type GameEntry = Extract<RecordEntry, { kind: "game" }>;

/** A sentence for each kind of a fault. A kind without one is an error of the type check. */
export type Words<Fault extends { kind: string }> = {
  [Kind in Fault["kind"]]: (values: InWords<Extract<Fault, { kind: Kind }>>) => string;
};

/** The values of a fault, with words in the place of an inner fault, an ending or a board. */
export type InWords<Fault> = {
  [Key in keyof Fault]: Fault[Key] extends string | number | string[] ? Fault[Key] : Fault[Key] extends unknown[] ? string[] : string;
};

/** From White's view: centimen, or moves to the end. */
export type Score = { centimen: number; mate?: undefined } | { centimen?: undefined; mate: number; lost?: Side };
/** A line `info` of an engine. `score` is from the view of the side to move, `wdl` are thousandths, `time` is in milliseconds. */
export type SearchInfo = { multipv: number; pv: string[]; score?: Score; bound?: "lowerbound" | "upperbound"; wdl?: number[] }
  & Partial<Record<"depth" | "seldepth" | "nodes" | "nps" | "time" | "hashfull", number>>;
/** Of a position by an analysis. */
export type ScoreAtDepth = { score: Score; depth: number };
/** How a game ended. */
export type RecordEnd = { result: GameResult; reason?: string | null; detail?: string };
/** `seconds` for each move of the engine, or `base` and `increment` in milliseconds for both sides. */
export type TimeControl = { seconds: number; base?: undefined; increment?: undefined } | { seconds?: undefined; base: number; increment: number };

/** A position in the tree of a game, after the move `text`. */
export interface MoveNode {
  /** Empty at the root. */
  text: string;
  /** The mover's evaluation, from White's view. */
  score?: Score;
  depth?: number;
  nodes?: number;
  ms?: number;
  nags: number[];
  comment: string;
  parent: MoveNode | null;
  /** The first one continues the main line. */
  children: MoveNode[];
  /** By an analysis. */
  evaluation: ScoreAtDepth | null;
  /** The judgement of a report, or null. */
  report: MoveReport | null;
  /** By the rules, if it is known. */
  ending: Ending | null;
  /** By a player, a clock or a record. */
  outcome: RecordEnd | null;
}

export interface GameHeader extends Omit<GameText, "moves"> {
  firstSide: Side;
  firstTurn: number;
  white: string;
  black: string;
  date: string;
  limits: [string, string] | null;
  /** The keys of the record of a loaded game, with the texts of its moves; or null. */
  source: Omit<GameRecord, "moves"> & { moves: string[] } | null;
}

/** With the index of its parent. */
export type StoredNode = Partial<Omit<MoveNode, "parent" | "children">> & { parent?: number };
/** `last` is the index of the end of the line that is shown. */
export interface StoredGame {
  header: Partial<GameHeader>;
  nodes: StoredNode[];
  last: number;
  takenBackTo?: number;
  cursor: number;
  isUnsaved: boolean;
  report?: ReportTable | null;
}

/** The parts of a report that are not about one move. The nodes of the moves have the others. */
export type ReportTable = Pick<GameReportData, "engine" | "limit" | "players">;

/** A game in the list of the games of a text. */
export interface GameSummary extends Pick<GameRecord, "white" | "black" | "date" | "result"> {
  /** Null if nothing of it can be read. */
  entry: GameEntry | null;
  /** Moves that can be shown. */
  length: number;
  error: WrittenError | null;
}

/** An error, and the illegal move: the number of its turn, and its text, which is "" if its columns are not known. */
export type WrittenError = RecordError & { move?: { turn: number; side: Side; text: string } };

/**
 * What the person does: plays the game; studies it, so that the engine and the clocks rest and moves may follow an end that is not
 * one of the rules; or does an exercise, which has a game of its own on the board.
 */
export type Activity = "play" | "study" | "exercise";

/** What the person can do on a board: in a game, in an exercise, or while a position is set up. */
export interface BoardUser {
  /** May the person move this side now? */
  mayMove(side: Side): boolean;
  /** Why not, as a sentence. */
  whyNot(side: Side): string;
  /** The person plays a legal move. */
  play(move: LegalMove): unknown;
  /** Is no legal move shown as an example, because it could be the solution? */
  hidesMoves?: boolean;
  /** Takes the clicks on cells, if they are not moves. */
  click?: ((cell: string) => void) | null;
}
/** The fields of a `BoardController` that its owner replaces. */
export type BoardHost = Pick<BoardController, "user" | "onMove" | "onReply" | "onSay" | "onReason" | "onRefuse" | "choose">;

export interface EngineEvents {
  /** Called with each line of the engine. */
  onLine: (line: string) => void;
  /** Called with a sentence when the engine ends by itself. */
  onEnd: (sentence: string) => void;
}

export interface StudyEvents {
  /** Called with each `StudyMessage` in JSON. */
  onMessage: (message: string) => void;
  /** Called with a sentence when the channel ends; after the last message it has no meaning. */
  onEnd: (sentence: string) => void;
}

/** An option that an engine declares. `min` and `max` are NaN if it has none, `value` was sent last. */
export type EngineOption = { name: string; type: string; default: string; min: number; max: number; values: string[]; value?: string };

/** A running engine that speaks UGI. */
export interface EngineLink {
  isOpen: boolean;
  /** Loads what the engine needs for a board; the message of an error is a sentence. */
  prepare: (variant: Variant) => Promise<void>;
  send: (line: string) => void;
  close: () => void;
}
