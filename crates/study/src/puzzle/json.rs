//! Puzzles as lines of JSON.

use super::{Goal, Puzzle, PuzzleSource, Theme};
use emergo::notation::{GameMoveError, PositionTextError};
use emergo::{Blocked, Coordinates, Move, Variant, read_position, write_move, write_position};
use emergo_records::JsonError;
use serde::{Deserialize, Deserializer, Serialize, de};
use thiserror::Error;

/// The version of the lines.
const VERSION: u32 = 1;

/// A puzzle as it is written. What follows from the solution and the nodes is not read.
#[derive(Serialize, Deserialize)]
pub(super) struct PuzzleLine {
    #[serde(deserialize_with = "read_version")]
    version: u32,
    variant: Variant,
    position: String,
    goal: Goal,
    solution: Vec<String>,
    #[serde(skip_deserializing)]
    length: usize,
    win_in: Option<u32>,
    margin: f64,
    themes: Vec<Theme>,
    #[serde(skip_deserializing)]
    difficulty: u8,
    nodes: u64,
    source: Option<PuzzleSource>,
}

/// In lines of this program the version is the first key, so this error precedes those of other keys.
fn read_version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let version = u32::deserialize(deserializer)?;
    match version {
        VERSION => Ok(version),
        _ => Err(de::Error::custom(format!(
            "this program reads version {VERSION} of the format, the line has version {version}"
        ))),
    }
}

/// Why a line is not a puzzle.
#[derive(Debug, Error)]
pub(super) enum PuzzleError {
    #[error("position: {0:#}")]
    Position(PositionTextError),
    #[error("solution: {0}")]
    Move(#[from] GameMoveError),
    #[error(
        "solution: it does not begin with an unforced move or does not end with a move of the solver"
    )]
    Solution,
}

impl TryFrom<PuzzleLine> for Puzzle {
    type Error = PuzzleError;

    fn try_from(line: PuzzleLine) -> Result<Puzzle, PuzzleError> {
        let start = read_position(line.variant, &line.position).map_err(PuzzleError::Position)?;
        let mut game = start.game(Blocked::Draw);
        let mut solution = Vec::with_capacity(line.solution.len());
        for text in line.solution {
            let mv = game.read_move(Coordinates::Oblique, &text)?;
            game.play(mv);
            solution.push(mv);
        }
        if solution.len() % 2 == 0 || start.position.forced_move().is_some() {
            return Err(PuzzleError::Solution);
        }
        Ok(Puzzle {
            start,
            goal: line.goal,
            solution,
            win_in: line.win_in,
            margin: line.margin,
            themes: line.themes,
            nodes: line.nodes,
            source: line.source,
        })
    }
}

impl From<Puzzle> for PuzzleLine {
    fn from(puzzle: Puzzle) -> PuzzleLine {
        let variant = puzzle.variant();
        let write = |mv: &Move| write_move(variant, Coordinates::Oblique, *mv);
        PuzzleLine {
            version: VERSION,
            variant,
            position: write_position(&puzzle.start.position, puzzle.start.turn),
            goal: puzzle.goal,
            solution: puzzle.solution.iter().map(write).collect(),
            length: puzzle.length(),
            win_in: puzzle.win_in,
            margin: (puzzle.margin * 1_000.0).round() / 1_000.0,
            difficulty: puzzle.difficulty().into(),
            themes: puzzle.themes,
            nodes: puzzle.nodes,
            source: puzzle.source,
        }
    }
}

/// A line of a file is not a puzzle.
#[derive(Debug, Error)]
#[error("line {line}: not a puzzle: {error}")]
pub struct PuzzleLineError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong.
    pub error: JsonError,
}

/// Reads puzzles, one per line. Empty lines are skipped.
///
/// # Errors
///
/// A line is not a puzzle.
pub fn read_puzzles(text: &str) -> Result<Vec<Puzzle>, PuzzleLineError> {
    let lines = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty());
    lines
        .map(|(line, text)| {
            let read = serde_json::from_str(text);
            read.map_err(|error| PuzzleLineError { line, error: JsonError(error) })
        })
        .collect()
}
