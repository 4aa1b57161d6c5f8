//! Verifies puzzles by search: at each unforced turn of the solver one search finds the best move, and a second one the
//! best of all others. Every turn begins with an empty table and one thread, so the result depends only on the position,
//! the nodes and the network.

use super::themes::themes_of;
use super::{Difficulty, Goal, Puzzle, PuzzleSource};
use emergo::notation::PositionText;
use emergo::{Blocked, Game, Key, Move};
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_engine::score::Score;
use luctor_engine::search::{Bound, Limits, SearchInfo, SearchSettings, Searcher};
use luctor_system::resources::ResourceError;
use std::collections::HashSet;
use thiserror::Error;

/// Least expected points of a won position.
pub const WON: f64 = 0.90;
/// Greatest expected points of a second move that does not win.
const NOT_WON: f64 = 0.60;
/// Least and greatest expected points of a saved position.
const SAVED: std::ops::RangeInclusive<f64> = 0.40..=0.60;
/// Greatest expected points of a second move that loses.
const LOST: f64 = 0.10;
/// Least difference in expected points between the best move and the second.
pub const MARGIN: f64 = 0.35;
/// A search of the other moves ends early from this depth on if one of them exceeds its limit by [`CLEAR`].
const EARLY_DEPTH: u32 = 10;
const CLEAR: f64 = 0.05;
const MAX_PLIES: usize = 61;

impl Goal {
    /// The goal that a side with these expected points has, if any.
    fn of(expected: f64) -> Option<Goal> {
        if expected >= WON {
            Some(Goal::Win)
        } else if SAVED.contains(&expected) {
            Some(Goal::Save)
        } else {
            None
        }
    }

    /// Are these expected points of the solver enough for the goal?
    pub fn is_reached(self, expected: f64) -> bool {
        match self {
            Goal::Win => expected >= WON,
            Goal::Save => expected >= *SAVED.start(),
        }
    }

    /// The greatest expected points of the second move if the best one is unique.
    fn second_limit(self, best: f64) -> f64 {
        match self {
            Goal::Win => (best - MARGIN).min(NOT_WON),
            Goal::Save => (best - MARGIN).min(LOST),
        }
    }
}

/// What a deeper search found wrong with a puzzle.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
#[error("move {ply} of the solution: {flaw}")]
pub struct CheckFailure {
    /// The number of the move in the solution, from 1.
    pub ply: usize,
    /// What is wrong.
    pub flaw: Flaw,
}

/// What is wrong with a move of a solution. All numbers are expected points of the solver.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum Flaw {
    /// The search prefers another move.
    #[error("another move is better, with {0:.2} expected points")]
    OtherMove(f64),
    /// The move does not reach the goal.
    #[error("it has only {0:.2} expected points")]
    GoalMissed(f64),
    /// A second move is as good, or nearly.
    #[error("it has {best:.2} expected points, but another move has {second:.2}")]
    NotUnique {
        /// Of the move.
        best: f64,
        /// Of the second move.
        second: f64,
    },
}

struct BestMove {
    mv: Move,
    score: Score,
    /// Of the side to move.
    expected: f64,
    /// Nodes until the search found the move and kept it.
    nodes_to_find: u64,
}

/// A solution under construction.
#[derive(Default)]
struct Solution {
    moves: Vec<Move>,
    /// Moves up to the last unforced one of the solver.
    unforced_end: usize,
    /// Unforced moves of the solver.
    length: usize,
    /// Nodes to find the unforced moves.
    nodes: u64,
    /// The least difference in expected points to a second move.
    margin: f64,
    /// The score of the last unforced move.
    last_score: Score,
}

/// Searches positions to decide whether they are puzzles.
pub struct Verifier {
    searcher: Searcher,
    nodes: u64,
    interrupt: Interrupt,
}

impl Verifier {
    /// A verifier that spends this number of nodes on each search. After the second step of `interrupt` its searches end
    /// at once, and what it answers is meaningless.
    ///
    /// # Errors
    ///
    /// No memory for the table of the search.
    pub fn new(
        networks: Networks,
        nodes: u64,
        interrupt: &Interrupt,
    ) -> Result<Verifier, ResourceError> {
        let mebibytes = (nodes >> 15).clamp(1, 1 << 10);
        let searcher = Searcher::with_networks(mebibytes, 1, networks)?;
        Ok(Verifier { searcher, nodes, interrupt: interrupt.clone() })
    }

    /// The puzzle that begins with this position, if it is one. The solution ends where a second move is as good, where
    /// the game ends, or after the captures that are forced then.
    pub fn puzzle(&mut self, start: PositionText, source: Option<PuzzleSource>) -> Option<Puzzle> {
        let game = start.game(Blocked::Draw);
        if self.interrupt.is_aborted()
            || game.ending().is_some()
            || start.position.forced_move().is_some()
            || self.clearly_has_two_winning_moves(&game)
        {
            return None;
        }
        let first = self.best_move(&game, self.nodes);
        let goal = Goal::of(first.expected)?;
        let win_in = first.score.moves_to_end().and_then(|moves| u32::try_from(moves).ok());
        let solution = self.solution(game.clone(), goal, first)?;
        if solution.is_trivial(&start) {
            return None;
        }
        let Solution { margin, nodes, last_score, .. } = solution;
        let moves = solution.into_moves();
        let themes = themes_of(&game, &moves, goal, last_score);
        Some(Puzzle { start, goal, solution: moves, win_in, margin, themes, nodes, source })
    }

    /// The moves from a position whose best move is `first` to where a second move is as good, or the game ends. `None` if
    /// the solver misses the goal.
    fn solution(&mut self, mut game: Game, goal: Goal, first: BestMove) -> Option<Solution> {
        let solver = game.position().side();
        let mut solution = Solution { margin: 1.0, last_score: first.score, ..Solution::default() };
        let mut first = Some(first);
        while solution.moves.len() < MAX_PLIES && game.ending().is_none() {
            let mv = if let Some(forced) = game.position().forced_move() {
                forced
            } else if game.position().side() != solver {
                self.reply(&game)
            } else {
                let best = first.take().unwrap_or_else(|| self.best_move(&game, self.nodes));
                match self.second_if_unique(&game, goal, &best) {
                    Ok(second) => solution.add_unforced(&best, second),
                    Err(Flaw::NotUnique { .. }) => break,
                    Err(Flaw::GoalMissed(_) | Flaw::OtherMove(_)) => return None,
                }
                best.mv
            };
            game.play(mv);
            solution.moves.push(mv);
        }
        Some(solution)
    }

    /// Does the puzzle hold: is every unforced move of the solver still the only one that reaches the goal?
    ///
    /// # Errors
    ///
    /// The first move that does not hold.
    pub fn check(&mut self, puzzle: &Puzzle) -> Result<(), CheckFailure> {
        for (index, ply) in puzzle.plies().enumerate() {
            if ply.is_unforced_move_of(puzzle.solver()) {
                self.check_move(&ply.before, puzzle.goal, ply.mv)
                    .map_err(|flaw| CheckFailure { ply: index + 1, flaw })?;
            }
        }
        Ok(())
    }

    fn check_move(&mut self, game: &Game, goal: Goal, expected: Move) -> Result<(), Flaw> {
        let best = self.best_move(game, self.nodes);
        if !game.position().have_same_result(best.mv, expected) {
            return Err(Flaw::OtherMove(best.expected));
        }
        self.second_if_unique(game, goal, &best).map(drop)
    }

    /// A short search that rejects most candidates.
    fn clearly_has_two_winning_moves(&mut self, game: &Game) -> bool {
        let nodes = self.nodes / 10;
        let best = self.best_move(game, nodes);
        best.expected >= WON && self.second(game, best.mv, WON, nodes) >= WON
    }

    /// The expected points of the second move, if the best one is the only one that reaches the goal.
    fn second_if_unique(
        &mut self,
        game: &Game,
        goal: Goal,
        &BestMove { mv, expected: best, .. }: &BestMove,
    ) -> Result<f64, Flaw> {
        if !goal.is_reached(best) {
            return Err(Flaw::GoalMissed(best));
        }
        let limit = goal.second_limit(best);
        let second = self.second(game, mv, limit, self.nodes);
        (second <= limit).then_some(second).ok_or(Flaw::NotUnique { best, second })
    }

    /// Searches a position with an empty table.
    fn best_move(&mut self, game: &Game, nodes: u64) -> BestMove {
        self.searcher.clear();
        let mut found: Option<(Move, u64)> = None;
        let position = *game.position();
        let limits = Limits::to_nodes(nodes);
        let control = self.interrupt.new_search();
        let mut on_info = |info: &SearchInfo| {
            let Some(&mv) = info.line.moves.first() else { return };
            if found.is_none_or(|(kept, _)| !position.have_same_result(kept, mv)) {
                found = Some((mv, info.nodes));
            }
        };
        let settings = SearchSettings::default();
        let result = self.searcher.search(game, &limits, settings, &control, &mut on_info);
        let mv = result.best_move().expect("the game has not ended");
        let expected = result.line.score.expected_points();
        let nodes_to_find = found.map_or(result.nodes, |(_, nodes)| nodes);
        BestMove { mv, score: result.line.score, expected, nodes_to_find }
    }

    /// The expected points of the best of all moves that do not have the result of `best`. The search ends early if they
    /// exceed `limit`.
    fn second(&mut self, game: &Game, best: Move, limit: f64, nodes: u64) -> f64 {
        let position = game.position();
        let mut others = position.legal_moves().to_vec();
        others.retain(|mv| !position.have_same_result(*mv, best));
        let limits = Limits { search_moves: others, ..Limits::to_nodes(nodes) };
        let control = self.interrupt.new_search();
        let mut on_info = |info: &SearchInfo| {
            let exceeds = info.line.score.expected_points() > limit + CLEAR;
            if info.depth >= EARLY_DEPTH && info.line.bound != Bound::Upper && exceeds {
                control.stop();
            }
        };
        let settings = SearchSettings::default();
        let result = self.searcher.search(game, &limits, settings, &control, &mut on_info);
        result.line.score.expected_points()
    }

    /// The best answer of the opponent, searched with the table of the solver's turn.
    fn reply(&mut self, game: &Game) -> Move {
        let control = self.interrupt.new_search();
        let result = self.searcher.search_nodes(game, self.nodes, &control);
        result.best_move().expect("the game has not ended")
    }
}

impl Solution {
    /// Counts an unforced move that is going to be added.
    fn add_unforced(&mut self, best: &BestMove, second: f64) {
        self.margin = self.margin.min(best.expected - second);
        self.last_score = best.score;
        self.nodes += best.nodes_to_find;
        self.length += 1;
        self.unforced_end = self.moves.len() + 1;
    }

    /// Is there no unforced move, or a single one that is seen at once or is one of two?
    fn is_trivial(&self, start: &PositionText) -> bool {
        let legal = start.position.legal_moves();
        let results: HashSet<Key> =
            legal.iter().map(|mv| start.position.after(*mv).key()).collect();
        let is_easy = u8::from(Difficulty::of_nodes(self.nodes)) == 1 || results.len() <= 2;
        self.length == 0 || self.length == 1 && is_easy
    }

    /// The moves up to the last unforced one of the solver, and the forced captures of the solver that follow.
    fn into_moves(mut self) -> Vec<Move> {
        let mut end = self.unforced_end;
        while self.moves.get(end + 1).is_some_and(|mv| mv.is_capture()) {
            end += 2;
        }
        self.moves.truncate(end);
        self.moves
    }
}
