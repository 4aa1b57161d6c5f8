//! The JSON interface between the page and the rules: one request, one response.
//!
//! [`crate::answer`] and [`crate::Library`] answer a request without input or output, so that a server and WebAssembly
//! modules can offer the same interface. Cells and moves are in oblique coordinates. Errors are data: the page chooses the words.
//! A request that takes a search is a [`StudyRequest`]; see [`mod@crate::study`].
//! A type with the name `XData` is the JSON form of the type `X` of `emergo`. `page/interface.d.ts`, the same types for
//! TypeScript, is generated: see the test `the_types_of_the_page_are_those_of_the_interface`.

use emergo::diagram::BoardLayout;
use emergo::notation::{IllegalReason, MoveTextError, PositionTextError};
use emergo::{Blocked, Ending, MoveKind, Repetition, Side, Variant};
use emergo_records::{BoardChoice, Evaluation, Format, GameError, GameRecord, ReadOptions};
pub use luctor_explorer::ExplorerAnswer;
use luctor_study::judgement::Mark;
use luctor_study::puzzle::{Difficulty, Goal, Theme};
use luctor_study::report::{GameReport, PositionLimit};
use serde::{Deserialize, Serialize};

/// The version of the interface. It changes when a field or a kind gets another meaning.
pub const VERSION: u32 = 3;

/// A request to the rules.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Request {
    /// The version that the client was written for: [`VERSION`].
    pub version: u32,
    /// The question.
    pub question: Question,
}

/// The answer to a request.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Response {
    /// [`VERSION`].
    pub version: u32,
    /// The answer.
    pub answer: Answer,
}

/// A question that takes no search.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Question {
    /// What is the position of a game? The answer is [`Answer::Position`].
    Describe {
        /// The game up to the position.
        game: GameText,
        /// How the picture is drawn.
        view: PictureView,
    },
    /// Which legal move does a text mean? The answer is [`Answer::Move`], or [`Refusal::Move`] with the rule that
    /// forbids the move.
    ReadMove {
        /// The game up to the position.
        game: GameText,
        /// The move in any form that a reader accepts.
        text: String,
    },
    /// Why does a click on a cell continue no legal move? The answer is [`Answer::ClickRefusal`].
    WhyNot {
        /// The game up to the position.
        game: GameText,
        /// The cells that were clicked before: the beginning of a move.
        path: Vec<String>,
        /// The cell.
        cell: String,
    },
    /// How does the board look after each part of a move? The answer is [`Answer::PartialMoves`].
    PartialMoves {
        /// The game up to the position.
        game: GameText,
        /// The move.
        text: String,
        /// How the pictures are drawn.
        view: PictureView,
    },
    /// Which position does a text mean? The answer is [`Answer::PositionText`].
    ReadPosition {
        /// The board that is tried first.
        variant: Variant,
        /// The other boards are tried, too.
        any_board: bool,
        /// The text.
        text: String,
    },
    /// Is a position that was put together valid? The answer is [`Answer::PositionText`].
    ComposePosition(Composition),
    /// Which games does a text contain? The answer is [`Answer::Records`].
    ReadRecords {
        /// Game records in any format.
        text: String,
        /// What is known about games that do not name it.
        #[serde(default)]
        options: ReadOptions,
    },
    /// How is a game written in a file? The answer is [`Answer::RecordText`].
    WriteRecord {
        /// The game, as a match line has it.
        record: Box<GameRecord>,
        /// The format.
        format: RecordFormat,
    },
    /// Which puzzles of a board does the program have? The answer is [`Answer::Puzzles`].
    ListPuzzles {
        /// The board.
        variant: Variant,
    },
    /// What follows a step of a player who solves a puzzle? The answer is [`Answer::Attempt`].
    SolvePuzzle {
        /// The puzzle and the moves that the player found.
        attempt: PuzzleAttempt,
        /// The step.
        step: PuzzleStep,
    },
    /// What is known about a position: played games, the opening book, the exact ending? The answer is
    /// [`Answer::Explorer`].
    Explore {
        /// The game up to the position.
        game: GameText,
    },
    /// Which balanced openings does the program have for a board? The answer is [`Answer::FairStarts`].
    ListFairStarts {
        /// The board.
        variant: Variant,
    },
}

/// A puzzle of the program that is being solved.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleAttempt {
    /// The board.
    pub variant: Variant,
    /// The number of the puzzle, from 1.
    pub number: usize,
    /// The right moves of the player so far, without forced moves.
    pub found: Vec<String>,
}

/// A step of a player who solves a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PuzzleStep {
    /// Shows the position.
    Show,
    /// Plays a move.
    Move {
        /// The move.
        text: String,
    },
    /// Asks for a hint.
    Hint {
        /// The number of the hint to this move, from 1. Each one tells more.
        number: u8,
    },
    /// Asks for the solution.
    GiveUp,
}

/// A request that takes a search. The messages that follow are [`StudyMessage`]s.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StudyRequest {
    /// The version that the client was written for: [`VERSION`].
    pub version: u32,
    /// The task.
    pub task: StudyTask,
}

/// A task of a [`StudyRequest`].
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum StudyTask {
    /// Where did the players lose points? The answer is [`StudyMessage::Report`], after [`StudyMessage::Progress`].
    Annotate {
        /// The game, as a match line has it.
        record: Box<GameRecord>,
        /// The limit of the search of each position.
        limit: PositionLimit,
    },
    /// Why is a move not the solution of a puzzle? The answer is [`StudyMessage::Refutation`].
    Refute {
        /// The puzzle and the moves that the player found.
        attempt: PuzzleAttempt,
        /// The wrong move.
        text: String,
    },
    /// Is a move as good as the best one? The answer is [`StudyMessage::Comparison`].
    Compare {
        /// The game up to the position.
        game: GameText,
        /// The move.
        text: String,
        /// The best move.
        best: String,
    },
    /// How does a position go on, until one sees why a side is better? The answer is [`StudyMessage::Playout`].
    PlayOut {
        /// The game up to the position.
        game: GameText,
    },
}

/// A message about a [`StudyRequest`]. The last message is not [`StudyMessage::Progress`].
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum StudyMessage {
    /// Positions were searched.
    Progress {
        /// Positions that are done.
        done: usize,
        /// All positions.
        total: usize,
    },
    /// The report on a game.
    Report {
        /// The report.
        report: Box<GameReport>,
    },
    /// The refutation of a move.
    Refutation {
        /// The best line after the move. It begins with the answer of the opponent, and is empty if the game has ended.
        line: Vec<String>,
        /// Expected points of the player after the move, 0.0..=1.0.
        expected: f64,
        /// Does the move reach the goal after all? Then there is no refutation.
        reaches_goal: bool,
        /// How the move ends the game.
        ending: Option<Ending>,
    },
    /// The comparison of a move with the best one.
    Comparison {
        /// The best line after the move. It begins with the answer of the opponent, and is empty if the game has ended.
        line: Vec<String>,
        /// Expected points of the player after the move, 0.0..=1.0.
        expected: f64,
        /// Expected points of the player after the best move, 0.0..=1.0.
        best_expected: f64,
        /// The judgement of the loss. `None` if the move is as good.
        mark: Option<Mark>,
        /// How the move ends the game.
        ending: Option<Ending>,
    },
    /// How a position goes on when both sides play well.
    Playout {
        /// The moves: to the end of the game if a side wins by force, or else to the last capture of the best line.
        line: Vec<String>,
        /// Expected points of the side that made the last move before the line, 0.0..=1.0.
        expected: f64,
        /// How the game ends with the line.
        ending: Option<Ending>,
    },
    /// The request cannot be answered.
    Refused {
        /// Why.
        refusal: Refusal,
    },
}

/// A position of a game, by the start of the game and its moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameText {
    /// The board.
    pub variant: Variant,
    /// The result for a blocked side.
    pub blocked: Blocked,
    /// The rule for the third occurrence of a position.
    #[serde(default)]
    pub repetition: Repetition,
    /// The position text of the start. `None` is the start of the variant.
    pub start: Option<String>,
    /// The moves up to the position, in any form that a reader accepts.
    pub moves: Vec<String>,
}

/// How a picture is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PictureView {
    /// `diamond` or `checkerboard`.
    pub layout: BoardLayout,
    /// Black's side is at the bottom.
    pub turned: bool,
}

/// A position that was put together by hand.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Composition {
    /// The board.
    pub variant: Variant,
    /// The side to move.
    pub side: Side,
    /// The men in hand.
    pub hands: Hands,
    /// The number of the turn, from 1.
    pub turn: u32,
    /// The columns. All other cells are vacant.
    pub columns: Vec<ColumnOnCell>,
}

/// A column and its cell, in a [`Composition`].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ColumnOnCell {
    /// The cell in oblique coordinates.
    pub cell: String,
    /// The column.
    pub column: ColumnData,
}

/// A column of men.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ColumnData {
    /// The side that owns the column.
    pub owner: Side,
    /// The owner's men, from 1.
    pub cap: u32,
    /// The men of the other side.
    pub prisoners: u32,
}

/// Men in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Hands {
    /// White's men.
    pub w: u32,
    /// Black's men.
    pub b: u32,
}

/// The answer to a question.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Answer {
    /// A position of a game.
    Position {
        /// The position.
        position: Box<PositionData>,
    },
    /// A legal move.
    Move {
        /// The move.
        #[serde(rename = "move")]
        legal: LegalMove,
    },
    /// Why a click on a cell continues no legal move.
    ClickRefusal {
        /// `None` if the click continues a legal move, or if the game has ended.
        refusal: Option<ClickRefusal>,
    },
    /// Pictures of the parts of a move.
    PartialMoves {
        /// The board as SVG after each part: after each jump of a capture, or after the entry or step.
        pictures: Vec<String>,
    },
    /// A valid position.
    PositionText {
        /// The board.
        variant: Variant,
        /// The position text in its strict form.
        text: String,
    },
    /// The games of a text.
    Records {
        /// The format.
        format: Format,
        /// How the board and the coordinates of games that do not name them were found.
        board: BoardChoice,
        /// The games in their order.
        records: Vec<RecordEntry>,
    },
    /// The text of a game.
    RecordText {
        /// The text.
        text: String,
    },
    /// The puzzles of a board, from easy to hard.
    Puzzles {
        /// The puzzles. The first one has the number 1.
        puzzles: Vec<PuzzleSummary>,
    },
    /// A puzzle that is being solved.
    Attempt {
        /// The attempt after the step.
        state: AttemptState,
        /// The reply to a move, or a hint.
        reply: Option<PuzzleReply>,
    },
    /// What is known about a position.
    Explorer {
        /// What was played: by the index of games, or else by the games of the program. `None` without games.
        found: Option<ExplorerAnswer>,
        /// The moves of the opening book, the best first.
        book: Vec<BookEntry>,
        /// The exact ending. `None` if it is not known.
        ending: Option<ExactEnding>,
    },
    /// Balanced openings.
    FairStarts {
        /// Their position texts.
        starts: Vec<String>,
    },
    /// The request cannot be answered.
    Refused {
        /// Why.
        refusal: Refusal,
    },
}

/// A move of the opening book.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BookEntry {
    /// The move. It stands for all moves that lead to symmetric positions.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its score from the view of the side to move.
    pub evaluation: Evaluation,
}

/// The exact result of a position with few columns, and of its moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExactEnding {
    /// The result of the position.
    pub result: ExactResult,
    /// The legal moves, the best first.
    pub moves: Vec<ExactMove>,
}

/// A move with its exact result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExactMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The result for the side that makes it.
    pub result: ExactResult,
}

/// An exact result for the side to move. The winner plays the shortest way, the loser the longest one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ExactResult {
    /// The side wins.
    Win {
        /// Its moves to the end of the game.
        moves: u16,
    },
    /// The side loses.
    Loss {
        /// The moves of the other side to the end of the game.
        moves: u16,
    },
    /// Neither side can force a win.
    Draw,
}

/// A puzzle in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleSummary {
    /// The side that solves the puzzle.
    pub side: Side,
    /// What it must reach.
    pub goal: Goal,
    /// The estimated difficulty.
    pub difficulty: Difficulty,
    /// The themes.
    pub themes: Vec<Theme>,
}

/// The state of a puzzle that is being solved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AttemptState {
    /// The position of the puzzle, and all moves so far.
    pub game: GameText,
    /// Unforced moves that the player still has to find.
    pub moves_left: usize,
    /// Is the solution complete?
    pub is_solved: bool,
    /// The solution, if the puzzle is solved or the player gave up.
    pub solution: Option<PuzzleSolution>,
}

/// The solution of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleSolution {
    /// The moves of both sides, from the position of the puzzle.
    pub moves: Vec<String>,
    /// Moves of the solver until the end of the game, if the win is proved.
    pub win_in: Option<u32>,
}

/// The reply to a step of a player who solves a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PuzzleReply {
    /// The move is the solution, or another route with the same result.
    Right {
        /// The move of the solution, and the moves that follow it: answers of the opponent, and forced moves.
        played: Vec<LegalMove>,
    },
    /// The move is not the solution.
    Wrong,
    /// A hint: the piece that moves, or the cell on which the move ends.
    Hint {
        /// The cell of the piece; `None` for an entry.
        piece: Option<String>,
        /// The cell on which the move ends.
        target: Option<String>,
    },
}

/// A position of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PositionData {
    /// The board.
    pub variant: Variant,
    /// The position text.
    pub text: String,
    /// The number of the turn, from 1.
    pub turn: u32,
    /// The side to move.
    pub side: Side,
    /// Men of each side in the game.
    pub men: u32,
    /// The men in hand.
    pub hands: Hands,
    /// The kind of move that the rules require. `None` if the game has ended.
    pub required: Option<Required>,
    /// All cells.
    pub cells: Vec<CellState>,
    /// The legal moves in alphabetical order. There are none if the game has ended.
    pub moves: Vec<LegalMove>,
    /// Vacant cells that the side to move may not enter, if it must enter.
    pub forbidden: Vec<ForbiddenEntry>,
    /// Pieces of the side to move that the opponent could jump if it were the opponent's turn.
    pub threatened: Vec<String>,
    /// How the game ended.
    pub ending: Option<Ending>,
    /// The picture as SVG, for display and download only. Cells and pieces have the attribute `data-cell`.
    pub picture: String,
}

/// The kind of move that the rules require.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Required {
    /// The kind.
    pub kind: MoveKind,
    /// Men that are captured, or that enter; 0 for a step.
    pub men: u32,
    /// All remaining men enter as one piece.
    pub shadowpiece: bool,
}

/// A cell of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CellState {
    /// The column, or `None` on a vacant cell.
    pub column: Option<ColumnData>,
    /// Oblique: the name in requests and answers.
    pub cell: String,
    /// Checkerboard; on the hexagonal board the oblique name.
    pub checkerboard: String,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LegalMove {
    /// The move in its strict form.
    pub text: String,
    /// The kind.
    pub kind: MoveKind,
    /// The cell of an entry, or the cells from the origin to the end.
    pub path: Vec<String>,
    /// The cells of the captured men, one for each jump.
    pub captured: Vec<String>,
}

/// A vacant cell that the side to move may not enter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ForbiddenEntry {
    /// The cell.
    pub cell: String,
    /// The rule that forbids the entry.
    pub fault: IllegalReason,
}

/// A format of game records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum RecordFormat {
    /// PGN.
    Pgn,
    /// One line of JSON, as `luctor match` writes it.
    Json,
}

/// A game of a file.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum RecordEntry {
    /// A game that was read, or its moves before an error. All its moves are legal.
    Game {
        /// The game, as a match line has it.
        record: Box<GameRecord>,
        /// The side that moves first.
        first_side: Side,
        /// The number of the first turn.
        first_turn: u32,
        /// The error after the moves that were read.
        error: Option<RecordError>,
    },
    /// A game that cannot be read.
    Unreadable(RecordError),
}

/// An error in a game of a text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RecordError {
    /// The line of the text, from 1.
    pub line: usize,
    /// What is wrong. Cells have the names that the text uses.
    pub fault: GameError,
}

/// Why a request cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Refusal {
    /// The request is not JSON of this interface, or it names an unknown cell, a question that only a library answers, or a
    /// found move that is not one of the solution. This is a defect of the client.
    BadRequest {
        /// The reader's message, for developers.
        message: String,
    },
    /// The client was written for another version of the interface.
    OtherVersion {
        /// The version that is answered.
        supported: u32,
    },
    /// The start of the game, or the position text, is not valid.
    Position {
        /// What is wrong.
        fault: PositionTextError,
    },
    /// A move is not legal.
    Move {
        /// The number of the move in the game, from 1.
        number: usize,
        /// The move as it was written.
        text: String,
        /// What is wrong.
        fault: IllegalMove,
    },
    /// The board has no puzzle of this number.
    NoPuzzle {
        /// The number of puzzles.
        count: usize,
    },
    /// The index of games cannot be read.
    Index {
        /// The error, for people.
        message: String,
    },
    /// The system refuses memory or threads for the search.
    Resources {
        /// The error, for people.
        message: String,
    },
}

/// Why a click on a cell continues no legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ClickRefusal {
    /// The piece on the cell is the other side's.
    OtherSide {
        /// The cell.
        cell: String,
        /// The owner of the piece.
        owner: Side,
    },
    /// There is no piece on the cell, and the side to move must step.
    NoPiece {
        /// The cell.
        cell: String,
        /// The side to move.
        side: Side,
    },
    /// The piece on the cell has no step.
    NoStep {
        /// The cell.
        cell: String,
    },
    /// A rule forbids the move.
    #[serde(untagged)]
    Rule(IllegalReason),
}

/// Why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum IllegalMove {
    /// The game has ended.
    GameEnded {
        /// How.
        ending: Ending,
    },
    /// The text is not a legal move of the position.
    #[serde(untagged)]
    Text(MoveTextError),
}
