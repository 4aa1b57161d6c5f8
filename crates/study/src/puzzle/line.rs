//! A puzzle, and its form as one line of JSON.

use super::{Difficulty, Goal, Theme};
use emergo::notation::{MoveTextError, PositionText, PositionTextError};
use emergo::{
    Blocked, Coordinates, Game, Move, Side, Variant, read_move, read_position, write_move,
    write_position,
};
use luctor_engine::forced::forced_move;
use serde::{Deserialize, Serialize};
use thiserror::Error;

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
        Game::from_position(self.start.position, self.start.turn, Blocked::Draw)
    }

    /// The unforced moves of the solver.
    pub fn length(&self) -> usize {
        self.plies().filter(|ply| ply.is_unforced_move_of(self.solver())).count()
    }

    /// The moves of the solution, each with the game before it.
    pub(super) fn plies(&self) -> impl Iterator<Item = SolutionPly> {
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
        let mut words = Vec::new();
        for ply in self.plies() {
            let mark = if ply.is_unforced_move_of(self.solver()) { "!" } else { "" };
            let SolutionPly { before, mv } = ply;
            let side = before.position().side();
            let number = match side {
                Side::White => format!("{}. ", before.turn()),
                Side::Black if words.is_empty() => format!("{}... ", before.turn()),
                Side::Black => String::new(),
            };
            words.push(format!("{number}{}{mark}", write_move(self.variant(), coordinates, mv)));
        }
        words.join(" ")
    }
}

/// A move of a solution.
pub(super) struct SolutionPly {
    pub before: Game,
    pub mv: Move,
}

impl SolutionPly {
    pub fn is_unforced_move_of(&self, side: Side) -> bool {
        let position = self.before.position();
        position.side() == side && forced_move(position).is_none()
    }
}

/// The version of the lines.
const VERSION: u32 = 1;

/// A puzzle as it is written.
#[derive(Serialize, Deserialize)]
struct PuzzleLine {
    version: u32,
    variant: Variant,
    position: String,
    goal: Goal,
    solution: Vec<String>,
    length: usize,
    win_in: Option<u32>,
    margin: f64,
    themes: Vec<Theme>,
    difficulty: Difficulty,
    nodes: u64,
    source: Option<PuzzleSource>,
}

/// Why a line is not a puzzle.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum PuzzleError {
    /// The line has another version.
    #[error("a puzzle of version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// The position is not valid.
    #[error("position: {0:#}")]
    Position(PositionTextError),
    /// A move of the solution is not legal.
    #[error("solution: {0}")]
    Move(#[from] MoveTextError),
    /// The solution continues after the end of the game.
    #[error("solution: {0} comes after the end of the game")]
    AfterEnd(String),
    /// The solution is empty, begins with a forced move, or ends with a move of the opponent.
    #[error(
        "solution: it does not begin with an unforced move or does not end with a move of the solver"
    )]
    Solution,
    /// The length or the difficulty does not fit the solution.
    #[error("{0}: it does not fit the solution or the nodes")]
    Derived(&'static str),
}

impl TryFrom<PuzzleLine> for Puzzle {
    type Error = PuzzleError;

    fn try_from(line: PuzzleLine) -> Result<Puzzle, PuzzleError> {
        if line.version != VERSION {
            return Err(PuzzleError::Version(line.version));
        }
        let start = read_position(line.variant, &line.position).map_err(PuzzleError::Position)?;
        let mut game = Game::from_position(start.position, start.turn, Blocked::Draw);
        let mut solution = Vec::with_capacity(line.solution.len());
        for text in line.solution {
            if game.ending().is_some() {
                return Err(PuzzleError::AfterEnd(text));
            }
            let mv = read_move(game.position(), Coordinates::Oblique, &text)?;
            game.play(mv);
            solution.push(mv);
        }
        if solution.len() % 2 == 0 || forced_move(&start.position).is_some() {
            return Err(PuzzleError::Solution);
        }
        let puzzle = Puzzle {
            start,
            goal: line.goal,
            solution,
            win_in: line.win_in,
            margin: line.margin,
            themes: line.themes,
            nodes: line.nodes,
            source: line.source,
        };
        if puzzle.length() != line.length {
            return Err(PuzzleError::Derived("length"));
        }
        if puzzle.difficulty() != line.difficulty {
            return Err(PuzzleError::Derived("difficulty"));
        }
        Ok(puzzle)
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
            difficulty: puzzle.difficulty(),
            themes: puzzle.themes,
            nodes: puzzle.nodes,
            source: puzzle.source,
        }
    }
}

/// A line of a file is not a puzzle.
#[derive(Debug, Error)]
#[error("line {line}: {error}")]
pub struct PuzzleLineError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong.
    pub error: serde_json::Error,
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
            serde_json::from_str(text).map_err(|error| PuzzleLineError { line, error })
        })
        .collect()
}
