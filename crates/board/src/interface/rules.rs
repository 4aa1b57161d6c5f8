//! Questions that the rules alone can answer, and the games, positions and moves in questions and answers.

use emergo::diagram::BoardLayout;
use emergo::notation::IllegalReason;
use emergo::{Blocked, Ending, MoveKind, Repetition, Side, Variant};
use emergo_records::{Format, GameRecord};
use luctor_study::BySide;
use serde::{Deserialize, Serialize};

/// A question that the rules alone can answer.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum RulesQuestion {
    /// What is the position of a game? The answer is [`RulesAnswer::Position`].
    Describe {
        /// The game up to the position.
        game: GameText,
        /// How the picture is drawn.
        view: PictureView,
    },
    /// Which legal move does a text mean? The answer is [`RulesAnswer::Move`], or [`Refusal::Move`](super::Refusal::Move)
    /// with the rule that forbids the move.
    ReadMove {
        /// The game up to the position.
        game: GameText,
        /// The move in any form that a reader accepts.
        text: String,
    },
    /// Why does a click on a cell continue no legal move? The answer is [`RulesAnswer::ClickRefusal`].
    WhyNot {
        /// The game up to the position.
        game: GameText,
        /// The cells that were clicked before: the beginning of a move.
        path: Vec<String>,
        /// The cell.
        cell: String,
    },
    /// How does the board look after each part of a move? The answer is [`RulesAnswer::PartialMoves`].
    PartialMoves {
        /// The game up to the position.
        game: GameText,
        /// The move.
        text: String,
        /// How the pictures are drawn.
        view: PictureView,
    },
    /// Which position does a text mean? The answer is [`RulesAnswer::PositionText`].
    ReadPosition {
        /// The board that is tried first.
        variant: Variant,
        /// The other boards are tried, too.
        any_board: bool,
        /// The text.
        text: String,
    },
    /// Is a position that was put together valid? The answer is [`RulesAnswer::PositionText`].
    ComposePosition(Composition),
    /// How is a game written in a file? The answer is [`RulesAnswer::RecordText`].
    WriteRecord {
        /// The game, as a match line has it.
        record: Box<GameRecord>,
        /// The format.
        format: Format,
    },
}

/// The answer to a [`RulesQuestion`].
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum RulesAnswer {
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
    /// The text of a game.
    RecordText {
        /// The text.
        text: String,
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
    pub hands: BySide<u8>,
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
    pub cap: u8,
    /// The men of the other side.
    pub prisoners: u8,
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
    pub men: u8,
    /// The men in hand.
    pub hands: BySide<u8>,
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
