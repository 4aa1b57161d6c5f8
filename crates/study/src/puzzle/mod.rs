//! Puzzles: positions with exactly one winning or one saving move at every turn of the solver.
//!
//! | file | contents |
//! |---|---|
//! | `json` | puzzles as lines of JSON |
//! | `difficulty`, `themes` | difficulty by the nodes of a search; themes by the moves of the solution |
//! | `verifier` | whether a position is a puzzle, and whether a puzzle holds in a deeper search |
//! | `finder` | candidates in a recorded game |
//! | `workers` | many puzzles, found and checked on several threads |
//! | `set` | symmetric duplicates; a selection of many puzzles |
//! | `attempt` | a player who solves a puzzle: judges moves, plays the answers, gives hints |
//! | `page` | a printable page with diagrams and solutions |
//! | `shipped` | the puzzles of the program |
//!
//! The rule for a blocked side is always a draw.

// CITE: the criteria follow lichess. https://github.com/ornicar/lichess-puzzler

mod attempt;
mod difficulty;
mod finder;
mod json;
mod page;
mod set;
mod shipped;
mod themes;
mod verifier;
mod workers;

pub use attempt::{Attempt, Hint};
pub use difficulty::{Difficulty, UnknownDifficulty};
pub use finder::{Finder, FinderSettings};
pub use json::{PuzzleLineError, read_puzzles};
pub use page::puzzle_page;
pub use set::PuzzleSet;
pub use shipped::{shipped_puzzle, shipped_puzzles};
pub use themes::{Theme, UnknownTheme};
pub use verifier::{CheckFailure, Flaw, MARGIN, Verifier, WON};
pub use workers::PuzzleWorkers;

use crate::report_text::numbered;
use emergo::notation::PositionText;
use emergo::{Blocked, Coordinates, Game, Move, Side, Variant, write_move};
use json::PuzzleLine;
use serde::{Deserialize, Serialize};

/// The game in which a puzzle was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzleSource {
    /// The name of the file.
    pub file: String,
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The moves played before the position of the puzzle.
    pub ply: usize,
}

/// What the solver must reach.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Goal {
    /// A won game.
    Win,
    /// A game that is not lost.
    Save,
}

/// A puzzle. All moves of its solution are legal, and the first one is not forced.
///
/// ```
/// use luctor_study::puzzle::{Goal, Puzzle};
///
/// let line = r#"{"version":1,"variant":"emergo7","position":"1/2b/5/2w4/2w2/3/1 w 0,0 1","goal":"win",
///     "solution":["d3-d4"],"length":1,"win_in":null,"margin":0.5,"themes":["quiet-win"],"difficulty":2,"nodes":300,
///     "source":null}"#;
/// let puzzle: Puzzle = serde_json::from_str(&line)?;
/// assert_eq!(puzzle.goal, Goal::Win);
/// assert_eq!(puzzle.length(), 1);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "PuzzleLine", into = "PuzzleLine")]
pub struct Puzzle {
    /// The position. The solver is the side to move.
    pub start: PositionText,
    /// What the solver must reach.
    pub goal: Goal,
    /// The moves of the solver and of the opponent by turns. The first and the last one are the solver's.
    pub solution: Vec<Move>,
    /// Moves of the solver until the end of the game, if the search proved the win. `None` otherwise.
    pub win_in: Option<u32>,
    /// The least difference in expected points between the solution and the second best move, 0.0..=1.0.
    pub margin: f64,
    /// The themes.
    pub themes: Vec<Theme>,
    /// Nodes that the engine needs to find the unforced moves.
    pub nodes: u64,
    /// Where the puzzle was found.
    pub source: Option<PuzzleSource>,
}

impl Puzzle {
    /// The board.
    pub fn variant(&self) -> Variant {
        self.start.position.variant()
    }

    /// The side that solves the puzzle.
    pub fn solver(&self) -> Side {
        self.start.position.side()
    }

    /// The estimated difficulty.
    pub fn difficulty(&self) -> Difficulty {
        Difficulty::of_nodes(self.nodes)
    }

    /// The game at the position of the puzzle. A blocked side draws.
    pub fn game(&self) -> Game {
        self.start.game(Blocked::Draw)
    }

    /// The unforced moves of the solver.
    pub fn length(&self) -> usize {
        self.plies().filter(|ply| ply.is_unforced_move_of(self.solver())).count()
    }

    /// The moves of the solution, each with the game before it.
    fn plies(&self) -> impl Iterator<Item = SolutionPly> {
        let mut game = self.game();
        self.solution.iter().map(move |mv| {
            let before = game.clone();
            game.play(*mv);
            SolutionPly { before, mv: *mv }
        })
    }

    /// What the solver has to do, such as `White to move and win`.
    pub fn task(&self) -> String {
        let task = match self.goal {
            Goal::Win => "win",
            Goal::Save => "save the game",
        };
        format!("{} to move and {task}", self.solver())
    }

    /// The solution with turn numbers and a `!` after each unforced move of the solver, such as `4. e4-e5! d6xd4 5. c4xe4`.
    pub fn solution_text(&self, coordinates: Coordinates) -> String {
        let moves = self.plies().map(|ply| {
            let mark = if ply.is_unforced_move_of(self.solver()) { "!" } else { "" };
            write_move(self.variant(), coordinates, ply.mv) + mark
        });
        numbered(self.start.turn, self.solver(), moves)
    }
}

struct SolutionPly {
    before: Game,
    mv: Move,
}

impl SolutionPly {
    fn is_unforced_move_of(&self, side: Side) -> bool {
        let position = self.before.position();
        position.side() == side && position.forced_move().is_none()
    }
}
