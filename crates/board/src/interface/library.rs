//! Questions for a library: files of games, puzzles, balanced openings, and what is known about positions.

use super::{AttemptState, GameText, PuzzleAttempt, PuzzleReply, PuzzleStep, PuzzleSummary};
use emergo::{Side, Variant};
use emergo_records::{BoardChoice, Evaluation, Format, GameError, GameRecord, ReadOptions};
use luctor_explorer::ExplorerAnswer;
use luctor_findings::endings::PositionReport;
use serde::{Deserialize, Serialize};

/// A question that only a library can answer.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum LibraryQuestion {
    /// Which games does a text contain? The answer is [`LibraryAnswer::Records`].
    ReadRecords {
        /// Game records in any format.
        text: String,
        /// What is known about games that do not name it.
        #[serde(default)]
        options: ReadOptions,
    },
    /// Which puzzles of a board does the program have? The answer is [`LibraryAnswer::Puzzles`].
    ListPuzzles {
        /// The board.
        variant: Variant,
    },
    /// What follows a step of a player who solves a puzzle? The answer is [`LibraryAnswer::Attempt`].
    SolvePuzzle {
        /// The puzzle and the moves that the player found.
        attempt: PuzzleAttempt,
        /// The step.
        step: PuzzleStep,
    },
    /// What is known about a position: played games, the opening book, the exact ending? The answer is
    /// [`LibraryAnswer::Explorer`].
    Explore {
        /// The game up to the position.
        game: GameText,
    },
    /// Which balanced openings does the program have for a board? The answer is [`LibraryAnswer::FairStarts`].
    ListFairStarts {
        /// The board.
        variant: Variant,
    },
}

/// The answer to a [`LibraryQuestion`].
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum LibraryAnswer {
    /// The games of a text.
    Records {
        /// The format.
        format: Format,
        /// How the board and the coordinates of games that do not name them were found.
        board: BoardChoice,
        /// The games in their order.
        records: Vec<RecordEntry>,
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
        ending: Option<PositionReport>,
    },
    /// Balanced openings.
    FairStarts {
        /// Their position texts.
        starts: Vec<String>,
    },
}

/// A game of a file.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum RecordEntry {
    /// A game that was read, or its legal part.
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
