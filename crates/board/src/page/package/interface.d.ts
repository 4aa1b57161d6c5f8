// Generated from the types of Rust by crates/board/tests/all/types.rs.

/** The answer to a [`Request`]. */
export type Answer = { "kind": "refused",
/** Why. */
refusal: Refusal, }
  | RulesAnswer | LibraryAnswer;

/** The state of a puzzle that is being solved. */
export type AttemptState = {
/** The position of the puzzle, and all moves so far. */
game: GameText,
/** Unforced moves that the player still has to find, 0 if the puzzle is solved. */
moves_left: number,
/** The solution, if the puzzle is solved or the player gave up. */
solution: PuzzleSolution | null, };

export type Blocked = "draw" | "loss";

/** A board and a system of coordinates. */
export type Board = {
/** The board. */
variant: Variant,
/** The names of squares. */
coordinates: Coordinates, };

/** How the board and the coordinates of the games were found. */
export type BoardChoice = { "kind": "given" }
  | { "kind": "only_legal",
/** The board. */
used: Board, }
  | { "kind": "ambiguous",
/** The one that was used. */
used: Board,
/** The others on which all moves are legal. */
others: Array<Board>, }
  | { "kind": "none_legal",
/** The one that was used. */
used: Board, };

export type BoardLayout = "diamond" | "checkerboard";

/** A move of the opening book. */
export type BookEntry = {
/** The move. It stands for all moves that lead to symmetric positions. */
move: string,
/** Its score from the view of the side to move. */
evaluation: EvaluationData, };

/** A value for each player. */
export type BySide<T> = {
/** The value for White. */
white: T,
/** The value for Black. */
black: T, };

/** An error in a line of cells. */
export type CellFault = { "kind": "character",
/** The character. */
character: string, }
  | { "kind": "unclosed" }
  | { "kind": "zero" }
  | { "kind": "no_men" }
  | { "kind": "same_side" }
  | { "kind": "too_tall",
/** Men in the column. */
men: number,
/** Men of each side in this variant. */
limit: number, };

/** A cell of a position. */
export type CellState = {
/** The column, or `null` on a vacant cell. */
column: ColumnData | null,
/** Oblique: the name in requests and answers. */
cell: string,
/** Checkerboard; on the hexagonal board the oblique name. */
checkerboard: string, };

/** Why a click on a cell continues no legal move. */
export type ClickRefusal = { "kind": "other_side",
/** The cell. */
cell: string,
/** The owner of the piece. */
owner: Side, }
  | { "kind": "no_piece",
/** The cell. */
cell: string,
/** The side to move. */
side: Side, }
  | { "kind": "no_step",
/** The cell. */
cell: string, }
  | IllegalReason;

/** A column of men. */
export type ColumnData = {
/** The side that owns the column. */
owner: Side,
/** The owner's men, from 1. */
cap: number,
/** The men of the other side. */
prisoners: number, };

/** A column and its cell, in a [`Composition`]. */
export type ColumnOnCell = {
/** The cell in oblique coordinates. */
cell: string,
/** The column. */
column: ColumnData, };

/** A position that was put together by hand. */
export type Composition = {
/** The board. */
variant: Variant,
/** The side to move. */
side: Side,
/** The men in hand. */
hands: BySide<number>,
/** The number of the turn, from 1. */
turn: number,
/** The columns. All other cells are vacant. */
columns: Array<ColumnOnCell>, };

export type Coordinates = "oblique" | "checkerboard";

/** A difficulty, 1..=5. It depends on the nodes until a search with an empty table finds the move of the solution and
 * keeps it, added over the unforced moves. */
export type Difficulty = 1 | 2 | 3 | 4 | 5;

export type EndReason = "no men left" | "blocked" | "third repetition";

/** How a game ended. In JSON: `{"result":"1-0","reason":"blocked"}`. */
export type Ending = {
/** The winner, or `null` if the game is drawn. In JSON: the result. */
result: GameResult,
/** Why the game ended. */
reason: EndReason, };

/** A move and its value for the side that makes it. */
export type EndingMoveReport = {
/** The move. */
move: string, } & ({ "result": "win",
/** Plies to the end, odd. */
plies: number, }
  | { "result": "loss",
/** Plies to the end, even. 0: the game is over. */
plies: number, }
  | { "result": "draw" });

/** An evaluation from the mover's view. In JSON: `{"centimen": 35}` or `{"mate": -3}`. */
export type EvaluationData = { "centimen": number }
  | { "mate": number };

/** A game with the move. */
export type ExampleGame = {
/** The name of its file. */
file?: string,
/** Its number in the file, from 1. */
number: number,
/** White's name. */
white?: string,
/** Black's name. */
black?: string,
/** The date as `YYYY.MM.DD`. */
date?: string,
/** `1-0`, `1/2-1/2`, `0-1`, or `*` of a game that is not finished. */
result: string, };

/** What was played in a position. */
export type ExplorerAnswer = {
/** The board. */
variant: Variant,
/** The position text. */
position: string,
/** The side to move. */
side: Side,
/** The moves that were played, the most frequent first. */
moves: Array<ExplorerMove>,
/** All games. */
games: number,
/** Games that White won. */
white: number,
/** Draws. */
draws: number,
/** Games that Black won. */
black: number,
/** Games without a result. */
unfinished: number,
/** Games with a score of the move. */
scored: number,
/** The mean score with one decimal, in centimen from the view of the side to move. Each score is limited to ±2,000. */
mean_score: number | null, };

/** A move that was played. */
export type ExplorerMove = {
/** The move. Of moves that are symmetric to each other in this position, the first one stands for all. */
move: string,
/** The other moves of the position that are symmetric to it. Their games are counted here. */
symmetric?: Array<string>,
/** The games of each source, in the order in which the sources were added. */
sources: Array<SourceMove>,
/** All games. */
games: number,
/** Games that White won. */
white: number,
/** Draws. */
draws: number,
/** Games that Black won. */
black: number,
/** Games without a result. */
unfinished: number,
/** Games with a score of the move. */
scored: number,
/** The mean score with one decimal, in centimen from the view of the side to move. Each score is limited to ±2,000. */
mean_score: number | null, };

/** A vacant cell that the side to move may not enter. */
export type ForbiddenEntry = {
/** The cell. */
cell: string,
/** The rule that forbids the entry. */
fault: IllegalReason, };

/** A format of game records. All are read: [`read_records`](crate::read_records). Some are written, too:
 * [`Format::writer`]. A `match` lists all formats, so that each has a reader. */
export type Format = "pgn" | "json" | "abstractplay" | "mindsports" | "tutor" | "zillions" | "moves";

/** Why a game cannot be read. */
export type GameError = { "kind": "json" }
  | { "kind": "unclosed",
/** The opening bracket. */
bracket: string, }
  | { "kind": "unexpected",
/** The bracket. */
character: string, }
  | { "kind": "nesting" }
  | { "kind": "not_a_saved_game" }
  | { "kind": "variant" }
  | { "kind": "start",
/** What is wrong. */
fault: PositionTextError, }
  | { "kind": "coordinates" }
  | { "kind": "blocked" }
  | { "kind": "repetition" }
  | { "kind": "result" }
  | { "kind": "move",
/** The number of the ply, from 1. In a variation it counts from the start of the game, too. */
number: number,
/** Where the move begins and ends in its line, in UTF-16 code units from 0, without a byte order mark. Only
 * PGN and lists of moves have it. */
columns: [number, number] | null,
/** The move and the rule that forbids it. */
fault: MoveTextError,
/** Whether the main line is complete: the move is one of a variation. */
is_complete: boolean, };

/** Why a text is not accepted as the next move of a game. */
export type GameMoveError = { "kind": "game_ended",
/** How. */
ending: Ending, }
  | MoveTextError;

/** One game. The readers of this crate check that its moves are legal. */
export type GameRecord = { match?: string, game?: number, pair?: number, variant?: Variant, coordinates?: Coordinates, blocked?: Blocked, repetition?: Repetition, white?: string, black?: string, limits?: [string, string], opening?: string, black_first?: boolean, comment?: string, moves: Array<RecordedMove>, result?: string, reason?: string, detail?: string, end?: string, event?: string, site?: string, date?: string, round?: string, tags?: Array<[string, string]>, wall_ms?: number, };

/** The report on a game. */
export type GameReportData = {
/** [`REPORT_VERSION`]. */
version: number,
/** The name and the version of the engine. */
engine: string,
/** The limit of the search of each position. */
limit: PositionLimit,
/** The nodes of all searches. */
nodes: number,
/** The game, with the keys of a line of `emergo_records::json`. */
game: GameRecord,
/** White's expected points before each move and after the last one. */
graph: Array<number>,
/** A report on each move. */
moves: Array<MoveReport>,
/** A report on each player. */
players: BySide<PlayerReport>, };

export type GameResult = "1-0" | "1/2-1/2" | "0-1";

/** A position of a game, by the start of the game and its moves. */
export type GameText = {
/** The board. */
variant: Variant,
/** The result for a blocked side. */
blocked: Blocked,
/** The rule for the third occurrence of a position. */
repetition: Repetition,
/** The position text of the start. `null` is the start of the variant. */
start: string | null,
/** The moves up to the position, in any form that a reader accepts. */
moves: Array<string>, };

/** What the solver must reach. */
export type Goal = "win" | "save";

/** The rule that forbids a move. */
export type IllegalReason = { "kind": "must_capture",
/** A legal capture. */
example: string, }
  | { "kind": "not_longest",
/** The number of men that a legal capture takes. */
men: number,
/** A legal capture. */
example: string, }
  | { "kind": "no_such_capture",
/** A legal capture. */
example: string, }
  | { "kind": "must_enter" }
  | { "kind": "empty_hand" }
  | { "kind": "occupied",
/** The target. */
square: SquareName, }
  | { "kind": "centre",
/** The centre. */
square: SquareName, }
  | { "kind": "feeding",
/** The target. */
square: SquareName, }
  | { "kind": "not_yours",
/** The origin. */
square: SquareName, }
  | { "kind": "no_moves" }
  | { "kind": "no_such_move" };

/** A legal move. */
export type LegalMove = {
/** The move in its strict form. */
text: string,
/** The kind. */
kind: MoveKind,
/** The cell of an entry, or the cells from the origin to the end. */
path: Array<string>,
/** The cells of the captured men, one for each jump. */
captured: Array<string>, };

/** The answer to a [`LibraryQuestion`]. */
export type LibraryAnswer = { "kind": "records",
/** The format. */
format: Format,
/** How the board and the coordinates of games that do not name them were found. */
board: BoardChoice,
/** The games in their order. */
records: Array<RecordEntry>, }
  | { "kind": "puzzles",
/** The puzzles. The first one has the number 1. */
puzzles: Array<PuzzleSummary>, }
  | { "kind": "attempt",
/** The attempt after the step. */
state: AttemptState,
/** The reply to a move, or a hint. */
reply: PuzzleReply | null, }
  | { "kind": "explorer",
/** What was played: by the index of games, or else by the games of the program. `null` without games. */
found: ExplorerAnswer | null,
/** The moves of the opening book, the best first. */
book: Array<BookEntry>,
/** The exact ending. `null` if it is not known. */
ending: PositionReport | null, }
  | { "kind": "fair_starts",
/** Their position texts. */
starts: Array<string>, };

/** A question that only a library can answer. */
export type LibraryQuestion = { "kind": "read_records",
/** Game records in any format. */
text: string,
/** What is known about games that do not name it. */
options: ReadOptions, }
  | { "kind": "list_puzzles",
/** The board. */
variant: Variant, }
  | { "kind": "solve_puzzle",
/** The puzzle and the moves that the player found. */
attempt: PuzzleAttempt,
/** The step. */
step: PuzzleStep, }
  | { "kind": "explore",
/** The game up to the position. */
game: GameText, }
  | { "kind": "list_fair_starts",
/** The board. */
variant: Variant, };

/** A line of play. */
export type LineReport = {
/** The moves, at least one. */
moves: Array<ReportedMove>,
/** The score. */
evaluation: EvaluationData,
/** The expected points, 0.0..=1.0. */
expected: number,
/** The searched depth in plies. */
depth: number, };

/** The judgement of a move. */
export type Mark = "good" | "inaccuracy" | "mistake" | "blunder";

export type MoveKind = "entry" | "step" | "capture";

/** The report on a move. Scores and expected points are from the view of the player who made it. */
export type MoveReport = {
/** The number of the ply, from 1. */
ply: number,
/** The number of the turn. */
turn: number,
/** The player. */
side: Side,
/** The stage of the game before the move. */
stage: Stage,
/** The move. */
played: ReportedMove,
/** All legal moves have the same result, so the move is not judged. */
forced: boolean,
/** The score of the move. */
evaluation: EvaluationData,
/** The expected points of the move, 0.0..=1.0. */
expected: number,
/** The expected points of the best move minus those of the move, 0.0..=1.0. */
loss: number,
/** The accuracy in percent; `null` for a forced move. */
accuracy: number | null,
/** The judgement, if the move has one. */
mark: Mark | null,
/** The line of the best move, which may be the move itself; `null` for a forced move. */
best: LineReport | null,
/** Does `best` begin with a better move? It does for errors and missed wins. Other moves are shown without it. */
shows_best: boolean,
/** The best line of the other moves; only for a move with the mark `!`. */
next_best: LineReport | null,
/** The number of moves of the forced win that the move missed. */
missed_win: number | null,
/** The number of moves of the opponent's forced win that the move allowed, and that another move avoids. */
allowed_win: number | null, };

/** Why a text is not accepted as a move. */
export type MoveTextError = { "kind": "unreadable", }
  | { "kind": "unknown_square",
/** The name of the cell. */
name: string, }
  | { "kind": "ambiguous",
/** Two of the moves, in full. */
candidates: [string, string], }
  | IllegalReason;

/** How a picture is drawn. */
export type PictureView = {
/** `diamond` or `checkerboard`. */
layout: BoardLayout,
/** Black's side is at the bottom. */
turned: boolean, };

/** The report on a player. */
export type PlayerReport = {
/** The name, if it is known. */
name: string | null,
/** The whole game. */
game: ReportSummary,
/** While men enter. */
entering: ReportSummary,
/** The middle of the game. */
middle: ReportSummary,
/** The end of the game. */
end: ReportSummary, };

/** A position of a game. */
export type PositionData = {
/** The board. */
variant: Variant,
/** The position text. */
text: string,
/** The number of the turn, from 1. */
turn: number,
/** The side to move. */
side: Side,
/** Men of each side in the game. */
men: number,
/** The men in hand. */
hands: BySide<number>,
/** The kind of move that the rules require. `null` if the game has ended. */
required: Required | null,
/** All cells. */
cells: Array<CellState>,
/** The legal moves in alphabetical order. There are none if the game has ended. */
moves: Array<LegalMove>,
/** Vacant cells that the side to move may not enter, if it must enter. */
forbidden: Array<ForbiddenEntry>,
/** Pieces of the side to move that the opponent could jump if it were the opponent's turn. */
threatened: Array<string>,
/** How the game ended. */
ending: Ending | null,
/** The picture as SVG, for display and download only. Cells and pieces have the attribute `data-cell`. */
picture: string, };

/** Why a position is not valid in its variant. */
export type PositionError = { "kind": "too_many_men",
/** The side with too many men. */
side: Side,
/** Men on the board, caps and prisoners. */
on_board: number,
/** Men in hand. */
in_hand: number,
/** Men of each side in this variant, 12 or 8. */
limit: number, }
  | { "kind": "column", };

/** A required field of a position text. */
export type PositionField = "cells" | "side" | "hands";

/** The limit of the search of a position. */
export type PositionLimit = { "nodes": number }
  | { "move_time": number }
  | { "depth": number };

/** A position with the values of its moves. */
export type PositionReport = {
/** The board. */
variant: Variant,
/** The legal moves, best first. */
moves: Array<EndingMoveReport>,
/** The position; its text in JSON. */
position: string,
/** The moves to the end of the game; none in a draw. */
line: Array<string>, } & ({ "result": "win",
/** Plies to the end, odd. */
plies: number, }
  | { "result": "loss",
/** Plies to the end, even. 0: the game is over. */
plies: number, }
  | { "result": "draw" });

/** Why a text is not accepted as a position. The format `{:#}` includes the cause of
 * [`PositionTextError::Position`]; the format `{}` leaves it to `source`. */
export type PositionTextError = { "kind": "missing",
/** The field. */
field: PositionField, }
  | { "kind": "surplus", }
  | { "kind": "lines",
/** The number of lines in the text. */
found: number,
/** The variant. */
expected: number, }
  | { "kind": "line",
/** The digit of the line. */
digit: number,
/** Cells in the text, at most one more than expected. */
found: number,
/** Cells of the line on the board. */
expected: number, }
  | { "kind": "cell",
/** The digit of the line. */
digit: number,
/** The number of the character in the text, from 1. */
at: number,
/** The error. */
fault: CellFault, }
  | { "kind": "side", }
  | { "kind": "hands", }
  | { "kind": "turn", }
  | PositionError;

/** A puzzle of the program that is being solved. */
export type PuzzleAttempt = {
/** The board. */
variant: Variant,
/** The number of the puzzle, from 1. */
number: number,
/** The right moves of the player so far, without forced moves. */
found: Array<string>, };

/** The reply to a step of a player who solves a puzzle. */
export type PuzzleReply = { "kind": "right",
/** The move of the solution, and the moves that follow it: answers of the opponent, and forced moves. */
played: Array<LegalMove>, }
  | { "kind": "wrong" }
  | { "kind": "hint_piece",
/** The cell of the piece. */
cell: string, }
  | { "kind": "hint_target",
/** The cell on which the move ends. */
cell: string, };

/** The solution of a puzzle. */
export type PuzzleSolution = {
/** The moves of both sides, from the position of the puzzle. */
moves: Array<string>,
/** Moves of the solver until the end of the game, if the win is proved. */
win_in: number | null, };

/** A step of a player who solves a puzzle. */
export type PuzzleStep = { "kind": "show" }
  | { "kind": "move",
/** The move. */
text: string, }
  | { "kind": "hint",
/** The number of the hint to this move, from 1. Each one tells more. */
number: number, }
  | { "kind": "give_up" };

/** A puzzle in a list. */
export type PuzzleSummary = {
/** The side that solves the puzzle. */
side: Side,
/** What it must reach. */
goal: Goal,
/** The estimated difficulty. */
difficulty: Difficulty,
/** The themes. */
themes: Array<Theme>, };

/** What the caller knows about a text. Everything is optional. */
export type ReadOptions = {
/** The format. `null` detects it. */
format?: Format | null,
/** The coordinates of games that do not name theirs: PGN without the tag `Coordinates`, lists of moves, and the
 * formats of other programs. */
coordinates?: Coordinates | null,
/** The board of games that do not name theirs. A PGN game with a start position is on this board if the position fits,
 * or else on the first board that it fits. */
variant?: Variant | null,
/** The rule for a blocked side of games that do not name theirs, except JSON. `null` is the rule of the format. */
blocked?: Blocked | null, };

/** A game of a file. */
export type RecordEntry = { "kind": "game",
/** The game, as a match line has it. */
record: GameRecord,
/** The side that moves first. */
first_side: Side,
/** The number of the first turn. */
first_turn: number,
/** The error after the moves that were read. */
error: RecordError | null, }
  | { "kind": "unreadable" } & RecordError;

/** An error in a game of a text. */
export type RecordError = {
/** The line of the text, from 1. */
line: number,
/** What is wrong. Cells have the names that the text uses. */
fault: GameError, };

/** The keys of a move. */
export type RecordedMove = { move: string, score?: number, mate?: number, depth?: number, nodes?: number, ms?: number, nags?: Array<number>, comment?: string, variations?: Array<Array<RecordedMove>>, };

/** Why a request cannot be answered. */
export type Refusal = { "kind": "bad_request",
/** The reader's message, for developers. */
message: string, }
  | { "kind": "position",
/** What is wrong. */
fault: PositionTextError, }
  | { "kind": "move",
/** The number of the move in the game, from 1. */
number: number,
/** The move as it was written. */
text: string,
/** What is wrong. */
fault: GameMoveError, }
  | { "kind": "no_puzzle",
/** The number of puzzles. */
count: number, }
  | { "kind": "index",
/** The error, for people. */
message: string, }
  | { "kind": "resources",
/** The error, for people. */
message: string, };

export type Repetition = "draw" | "unlimited";

/** A summary of moves of a player. */
export type ReportSummary = {
/** Moves that were not forced. */
judged: number,
/** Forced moves. */
forced: number,
/** The accuracy in percent; `null` without judged moves. */
accuracy: number | null,
/** The mean loss of the judged moves in expected points; `null` without judged moves. */
mean_loss: number | null,
/** Moves with `!`. */
good: number,
/** Moves with `?!`. */
inaccuracies: number,
/** Moves with `?`. */
mistakes: number,
/** Moves with `??`. */
blunders: number,
/** Forced wins that were missed. */
missed_wins: number, };

/** A move and its text. JSON has the text only. */
export type ReportedMove = string;

/** A request that takes no search. */
export type Request = { "rules": RulesQuestion }
  | { "library": LibraryQuestion };

/** The kind of move that the rules require. */
export type Required = {
/** The kind. */
kind: MoveKind,
/** Men that are captured, or that enter; 0 for a step. */
men: number,
/** All remaining men enter as one piece. */
shadowpiece: boolean, };

/** The answer to a [`RulesQuestion`]. */
export type RulesAnswer = { "kind": "position",
/** The position. */
position: PositionData, }
  | { "kind": "move",
/** The move. */
move: LegalMove, }
  | { "kind": "click_refusal",
/** `null` if the click continues a legal move, or if the game has ended. */
refusal: ClickRefusal | null, }
  | { "kind": "partial_moves",
/** The board as SVG after each part: after each jump of a capture, or after the entry or step. */
pictures: Array<string>, }
  | { "kind": "position_text",
/** The board. */
variant: Variant,
/** The position text in its strict form. */
text: string, }
  | { "kind": "record_text",
/** The text. */
text: string, };

/** A question that the rules alone can answer. */
export type RulesQuestion = { "kind": "describe",
/** The game up to the position. */
game: GameText,
/** How the picture is drawn. */
view: PictureView, }
  | { "kind": "read_move",
/** The game up to the position. */
game: GameText,
/** The move in any form that a reader accepts. */
text: string, }
  | { "kind": "why_not",
/** The game up to the position. */
game: GameText,
/** The cells that were clicked before: the beginning of a move. */
path: Array<string>,
/** The cell. */
cell: string, }
  | { "kind": "partial_moves",
/** The game up to the position. */
game: GameText,
/** The move. */
text: string,
/** How the pictures are drawn. */
view: PictureView, }
  | { "kind": "read_position",
/** The board that is tried first. */
variant: Variant,
/** The other boards are tried, too. */
any_board: boolean,
/** The text. */
text: string, }
  | { "kind": "compose_position" } & Composition | { "kind": "write_record",
/** The game, as a match line has it. */
record: GameRecord,
/** The format. */
format: Format, };

/** A player. White moves first. */
export type Side = "white" | "black";

/** The games of a source with a move. */
export type SourceMove = {
/** The name of the source. */
source: string,
/** The first games. */
examples: Array<ExampleGame>,
/** All games. */
games: number,
/** Games that White won. */
white: number,
/** Draws. */
draws: number,
/** Games that Black won. */
black: number,
/** Games without a result. */
unfinished: number,
/** Games with a score of the move. */
scored: number,
/** The mean score with one decimal, in centimen from the view of the side to move. Each score is limited to ±2,000. */
mean_score: number | null, };

/** The name of a cell. `Display` writes letter and digit, such as `e4`. */
export type SquareName = string;

export type Stage = "entering" | "middle" | "end";

/** A message about a [`StudyTask`]. The last message is not [`StudyMessage::Progress`]. */
export type StudyMessage = { "kind": "progress",
/** Positions that are done. */
done: number,
/** All positions. */
total: number, }
  | { "kind": "report",
/** The report. */
report: GameReportData, }
  | { "kind": "refutation",
/** The best line after the move. It begins with the answer of the opponent, and is empty if the game has ended. */
line: Array<string>,
/** Expected points of the player after the move, 0.0..=1.0. */
expected: number,
/** Does the move reach the goal after all? Then there is no refutation. */
reaches_goal: boolean,
/** How the move ends the game. */
ending: Ending | null, }
  | { "kind": "comparison",
/** The best line after the move. It begins with the answer of the opponent, and is empty if the game has ended. */
line: Array<string>,
/** Expected points of the player after the move, 0.0..=1.0. */
expected: number,
/** Expected points of the player after the best move, 0.0..=1.0. */
best_expected: number,
/** The judgement of the loss. `null` if the move is as good. */
mark: Mark | null,
/** How the move ends the game. */
ending: Ending | null, }
  | { "kind": "playout",
/** The moves: to the end of the game if a side wins by force, or else to the last capture of the best line. */
line: Array<string>,
/** Expected points of the side that made the last move before the line, 0.0..=1.0. */
expected: number,
/** How the game ends with the line. */
ending: Ending | null, }
  | { "kind": "refused",
/** Why. */
refusal: Refusal, };

/** A request that takes a search. The messages that follow are [`StudyMessage`]s. */
export type StudyTask = { "kind": "annotate",
/** The game, as a match line has it. */
record: GameRecord,
/** The limit of the search of each position. */
limit: PositionLimit, }
  | { "kind": "refute",
/** The puzzle and the moves that the player found. */
attempt: PuzzleAttempt,
/** The wrong move. */
text: string, }
  | { "kind": "compare",
/** The game up to the position. */
game: GameText,
/** The move. */
text: string,
/** The best move. */
best: string, }
  | { "kind": "play_out",
/** The game up to the position. */
game: GameText, };

export type Termination = "no men left" | "blocked" | "third repetition" | "illegal move" | "resignation" | "agreement" | "draw by score" | "move limit" | "time loss" | "crash" | "hang" | "wrong claim" | "abandoned";

/** A theme. */
export type Theme = "feeder" | "decapitation" | "shadowpiece" | "entering" | "longest-capture" | "quiet-win" | "draw-saved";

export type Variant = "emergo" | "emergo7" | "hexemergo";
