//! Requests that take a search; see [`mod@crate::study`].

use super::{GameText, PuzzleAttempt, Refusal};
use emergo::Ending;
use emergo_records::GameRecord;
use luctor_study::{GameReport, Mark, PositionLimit};
use serde::{Deserialize, Serialize};

/// A request that takes a search. The messages that follow are [`StudyMessage`]s.
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

/// A message about a [`StudyTask`]. The last message is not [`StudyMessage::Progress`].
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
