//! The JSON interface between the page and the rules: one request, one response.
//!
//! [`crate::answer`] answers a request without input or output, so that a server and a WebAssembly module can offer the
//! same interface. Cells and moves are in oblique coordinates. Errors are data: the page chooses the words.
//! A request that takes a search is a [`StudyRequest`]; see [`mod@crate::study`].
//! A type with the name `XData` is the JSON form of the type `X` of `emergo`. `page/types.js` describes the same types for JavaScript.

use emergo::diagram::BoardLayout;
use emergo::notation::PositionField;
use emergo::{Blocked, EndReason, Ending, GameResult, MoveKind, Repetition, Side, Variant};
use emergo_records::{BoardChoice, Format, GameRecord, ReadOptions};
#[cfg(feature = "server")]
pub use luctor_explorer::ExplorerAnswer;
use luctor_study::judgement::Mark;
use luctor_study::puzzle::{Difficulty, Goal, Theme};
use luctor_study::report::{GameReport, PositionLimit};
use serde::{Deserialize, Serialize};

/// The version of the interface. It changes when a field or a kind gets another meaning.
pub const VERSION: u32 = 1;

/// A request to the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The version that the client was written for: [`VERSION`].
    pub version: u32,
    /// The question.
    pub question: Question,
}

/// Without the server there is no index of games, and so no answer from one.
#[cfg(not(feature = "server"))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub enum ExplorerAnswer {}

/// The answer to a request.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Response {
    /// [`VERSION`].
    pub version: u32,
    /// The answer.
    pub answer: Answer,
}

/// A question about the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
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
        #[serde(with = "emergo_records::as_text")]
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
        #[serde(with = "emergo_records::as_text")]
        variant: Variant,
    },
    /// What follows a step of a player who solves a puzzle? The answer is [`Answer::Attempt`].
    SolvePuzzle {
        /// The puzzle and the moves that the player found.
        attempt: PuzzleAttempt,
        /// The step.
        step: PuzzleStep,
    },
    /// What was played in a position, by the index of games? The answer is [`Answer::Explorer`].
    Explore {
        /// The game up to the position.
        game: GameText,
    },
}

/// A puzzle of the program that is being solved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzleAttempt {
    /// The board.
    #[serde(with = "emergo_records::as_text")]
    pub variant: Variant,
    /// The number of the puzzle, from 1.
    pub number: usize,
    /// The right moves of the player so far, without forced moves.
    pub found: Vec<String>,
}

/// A step of a player who solves a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
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
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StudyRequest {
    /// The version that the client was written for: [`VERSION`].
    pub version: u32,
    /// The task.
    pub task: StudyTask,
}

/// A task of a [`StudyRequest`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
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
}

/// A message about a [`StudyRequest`]. The last message is not [`StudyMessage::Progress`].
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
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
        ending: Option<EndingData>,
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
        ending: Option<EndingData>,
    },
    /// The request cannot be answered.
    Refused {
        /// Why.
        refusal: Refusal,
    },
}

/// A position of a game, by the start of the game and its moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameText {
    /// The board.
    #[serde(with = "emergo_records::as_text")]
    pub variant: Variant,
    /// The result for a blocked side.
    #[serde(with = "emergo_records::as_text")]
    pub blocked: Blocked,
    /// The rule for the third occurrence of a position.
    #[serde(with = "emergo_records::as_text", default)]
    pub repetition: Repetition,
    /// The position text of the start. `None` is the start of the variant.
    pub start: Option<String>,
    /// The moves up to the position, in any form that a reader accepts.
    pub moves: Vec<String>,
}

/// How a picture is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PictureView {
    /// `diamond` or `checkerboard`.
    #[serde(with = "emergo_records::as_text")]
    pub layout: BoardLayout,
    /// Black's side is at the bottom.
    pub turned: bool,
}

/// A position that was put together by hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Composition {
    /// The board.
    #[serde(with = "emergo_records::as_text")]
    pub variant: Variant,
    /// The side to move.
    #[serde(with = "SideLetter")]
    pub side: Side,
    /// The men in hand.
    pub hands: Hands,
    /// The number of the turn, from 1.
    pub turn: u32,
    /// The columns. All other cells are vacant.
    pub columns: Vec<ColumnOnCell>,
}

/// A column and its cell, in a [`Composition`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ColumnOnCell {
    /// The cell in oblique coordinates.
    pub cell: String,
    /// The column.
    pub column: ColumnData,
}

/// A column of men.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ColumnData {
    /// The side that owns the column.
    #[serde(with = "SideLetter")]
    pub owner: Side,
    /// The owner's men, from 1.
    pub cap: u32,
    /// The men of the other side.
    pub prisoners: u32,
}

/// Men in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hands {
    /// White's men.
    pub w: u32,
    /// Black's men.
    pub b: u32,
}

/// The answer to a question.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
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
    /// The parts of a move.
    PartialMoves {
        /// The board after each part: after each jump of a capture, or after the entry or step.
        parts: Vec<PartialMove>,
    },
    /// A valid position.
    PositionText {
        /// The board.
        #[serde(with = "emergo_records::as_text")]
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
    /// What was played in a position.
    Explorer {
        /// `None` without an index of games.
        found: Option<ExplorerAnswer>,
    },
    /// The request cannot be answered.
    Refused {
        /// Why.
        refusal: Refusal,
    },
}

/// A puzzle in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PuzzleSummary {
    /// The side that solves the puzzle.
    #[serde(with = "SideLetter")]
    pub side: Side,
    /// What it must reach.
    pub goal: Goal,
    /// The unforced moves of the solution.
    pub length: usize,
    /// The estimated difficulty.
    pub difficulty: Difficulty,
    /// The themes.
    pub themes: Vec<Theme>,
}

/// The state of a puzzle that is being solved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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
pub struct PuzzleSolution {
    /// The moves of both sides, from the position of the puzzle.
    pub moves: Vec<String>,
    /// Moves of the solver until the end of the game, if the win is proved.
    pub win_in: Option<u32>,
}

/// The reply to a step of a player who solves a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
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

/// The names of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CellNames {
    /// Oblique: the name in requests and answers.
    pub cell: String,
    /// Checkerboard; on the hexagonal board the oblique name.
    pub checkerboard: String,
}

/// A position of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PositionData {
    /// The board.
    #[serde(with = "emergo_records::as_text")]
    pub variant: Variant,
    /// The position text.
    pub text: String,
    /// The number of the turn, from 1.
    pub turn: u32,
    /// The side to move.
    #[serde(with = "SideLetter")]
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
    pub ending: Option<EndingData>,
    /// The picture as SVG, for display and download only. Cells and pieces have the attribute `data-cell`.
    pub picture: String,
}

/// The kind of move that the rules require.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Required {
    /// The kind.
    #[serde(serialize_with = "MoveKindName::serialize")]
    pub kind: MoveKind,
    /// Men that are captured, or that enter; 0 for a step.
    pub men: u32,
    /// All remaining men enter as one piece.
    pub shadowpiece: bool,
}

/// A cell of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CellState {
    /// The names.
    #[serde(flatten)]
    pub names: CellNames,
    /// The column, or `None` on a vacant cell.
    pub column: Option<ColumnData>,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LegalMove {
    /// The move in its strict form.
    pub text: String,
    /// The kind.
    #[serde(serialize_with = "MoveKindName::serialize")]
    pub kind: MoveKind,
    /// The cell of an entry, or the cells from the origin to the end.
    pub path: Vec<String>,
    /// The cells of the captured men, one for each jump.
    pub captured: Vec<String>,
}

/// A vacant cell that the side to move may not enter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ForbiddenEntry {
    /// The cell.
    pub cell: String,
    /// The rule that forbids the entry.
    pub fault: IllegalMove,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct EndingData {
    /// `1-0`, `0-1` or `1/2-1/2`.
    #[serde(with = "emergo_records::as_text")]
    pub result: GameResult,
    /// The reason, as records write it.
    #[serde(with = "emergo_records::as_text")]
    pub reason: EndReason,
}

impl From<Ending> for EndingData {
    fn from(ending: Ending) -> EndingData {
        EndingData { result: ending.result(), reason: ending.reason }
    }
}

/// The board after a part of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PartialMove {
    /// The cells of the position text.
    pub cells: String,
    /// The picture as SVG.
    pub picture: String,
}

/// A format of game records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordFormat {
    /// PGN.
    Pgn,
    /// One line of JSON, as `luctor match` writes it.
    Json,
}

/// A game of a file.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RecordEntry {
    /// A game that was read, or its moves before an error. All its moves are legal.
    Game {
        /// The game, as a match line has it.
        record: Box<GameRecord>,
        /// The side that moves first.
        #[serde(with = "SideLetter")]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RecordError {
    /// The line of the text, from 1.
    pub line: usize,
    /// What is wrong. Cells have the names that the text uses.
    pub fault: RecordFault,
}

/// Why a game of a file cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RecordFault {
    /// The line is not JSON with the keys of a game.
    Json,
    /// A tag, a comment or a variation is not closed.
    Unclosed {
        /// The opening bracket.
        bracket: char,
    },
    /// A character has no meaning here.
    Unexpected {
        /// The character.
        character: char,
    },
    /// Variations are nested too deep.
    Nesting,
    /// There is no such board.
    Variant,
    /// The start is not a position of the board.
    Start {
        /// What is wrong.
        fault: PositionFault,
    },
    /// There are no such coordinates.
    Coordinates,
    /// There is no such rule for a blocked side.
    Blocked,
    /// There is no such rule for repetition.
    Repetition,
    /// The result is not one of `1-0`, `0-1`, `1/2-1/2` and `*`.
    Result,
    /// A move is not legal.
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// What is wrong.
        fault: IllegalMove,
    },
}

/// Why a request cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Refusal {
    /// The request is not JSON of this interface. This is a defect of the client.
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
        fault: PositionFault,
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

/// Why a move is not legal: the forms of [`MoveTextError`](emergo::notation::MoveTextError) and
/// [`IllegalReason`](emergo::notation::IllegalReason), and the end of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum IllegalMove {
    /// The text has not the form of a move.
    Unreadable,
    /// The board has no such cell.
    UnknownSquare {
        /// The name that was read.
        name: String,
    },
    /// More than one legal move fits.
    Ambiguous {
        /// Two of the moves that fit.
        candidates: Vec<String>,
    },
    /// A capture is mandatory.
    MustCapture {
        /// A legal capture.
        example: String,
    },
    /// The capture with the most men is mandatory.
    NotLongest {
        /// The number of men that must be captured.
        men: usize,
        /// A legal capture.
        example: String,
    },
    /// Men in hand must enter.
    MustEnter,
    /// There are no men in hand.
    EmptyHand,
    /// The cell is not vacant.
    Occupied {
        /// The cell.
        cell: String,
    },
    /// White's first entry may not be on the centre.
    Centre {
        /// The cell.
        cell: String,
    },
    /// The opponent could jump the entering piece, and has no other capture.
    Feeding {
        /// The cell.
        cell: String,
    },
    /// There is no piece of the side to move on the cell.
    NotYours {
        /// The cell.
        cell: String,
    },
    /// There is no legal move.
    NoMoves,
    /// No piece moves like that.
    NoSuchMove,
    /// The game has ended.
    GameEnded {
        /// How.
        ending: EndingData,
    },
}

/// Why a text or a composition is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PositionFault {
    /// The text ends before this field.
    Missing {
        /// The field.
        #[serde(serialize_with = "PositionFieldName::serialize")]
        field: PositionField,
    },
    /// There is text after the last field.
    Surplus,
    /// The cells have the wrong number of lines.
    Lines {
        /// Lines that were read.
        found: usize,
        /// Lines of the board.
        expected: usize,
    },
    /// A line of cells is too long or too short.
    Line {
        /// The digit of the line.
        digit: u8,
        /// Cells that were read, counted to one beyond the end.
        found: usize,
        /// Cells of the line.
        expected: usize,
    },
    /// A cell cannot be read.
    Cell {
        /// The digit of the line.
        digit: u8,
        /// The character, from 1, in the text of the cells.
        at: usize,
        /// What is wrong.
        fault: CellFaultData,
    },
    /// The side to move is not `w` or `b`.
    Side,
    /// The men in hand are not two numbers with a comma between.
    Hands,
    /// The turn is not a number from 1.
    Turn,
    /// The board has no such cell.
    UnknownSquare {
        /// The name that was read.
        name: String,
    },
    /// A side has more men than the game has.
    TooManyMen {
        /// The side.
        #[serde(with = "SideLetter")]
        side: Side,
        /// Its men on the board.
        on_board: u32,
        /// Its men in hand.
        in_hand: u32,
        /// Men of each side in the game.
        limit: u32,
    },
    /// The columns contradict each other. This is a defect of the program.
    Inconsistent,
}

/// Why a cell of a position text cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CellFaultData {
    /// The character has no meaning here.
    Character {
        /// The character.
        character: char,
    },
    /// A bracket is not closed.
    Unclosed,
    /// A number is 0, or a column has no men.
    Nothing,
    /// The cap and the prisoners have the same colour.
    SameSide,
    /// A column has more men of one colour than the game has.
    TooTall {
        /// Men in the column.
        men: u32,
        /// Men of each side in the game.
        limit: u32,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Side")]
enum SideLetter {
    #[serde(rename = "w")]
    White,
    #[serde(rename = "b")]
    Black,
}

#[derive(Serialize)]
#[serde(remote = "MoveKind", rename_all = "snake_case")]
enum MoveKindName {
    Entry,
    Step,
    Capture,
}

#[derive(Serialize)]
#[serde(remote = "PositionField", rename_all = "snake_case")]
enum PositionFieldName {
    Cells,
    Side,
    Hands,
}
