//! A player who solves a puzzle: judges moves, plays the answers and the forced moves, and gives hints.

use super::Puzzle;
use emergo::{Game, Move, MoveKind, Square};

/// A puzzle that is being solved. Forced moves are played by themselves.
pub struct Attempt {
    puzzle: Puzzle,
    game: Game,
    /// Moves of the solution that were played.
    played: usize,
    hints: usize,
}

/// A hint to the next move. Each one tells more than the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// The piece that moves.
    Piece(Square),
    /// The cell on which the move ends.
    Target(Square),
}

impl Attempt {
    /// Begins with a puzzle.
    pub fn new(puzzle: Puzzle) -> Attempt {
        Attempt { game: puzzle.game(), puzzle, played: 0, hints: 0 }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The game so far. The solver is to move, unless the puzzle is solved.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Is the solution complete?
    pub fn is_solved(&self) -> bool {
        self.played == self.puzzle.solution.len()
    }

    /// Unforced moves that the solver still has to find.
    pub fn moves_left(&self) -> usize {
        let rest = self.puzzle.plies().skip(self.played);
        rest.filter(|ply| ply.is_unforced_move_of(self.puzzle.solver())).count()
    }

    /// Is a legal move of the solver the solution, or another route with the same result? Then plays it and what follows it:
    /// answers of the opponent, and forced moves of the solver.
    pub fn play(&mut self, mv: Move) -> bool {
        let next = self.puzzle.solution.get(self.played).copied();
        let Some(next) = next.filter(|next| self.game.position().have_same_result(*next, mv))
        else {
            return false;
        };
        self.add(next);
        while let Some(&next) = self.puzzle.solution.get(self.played) {
            let position = self.game.position();
            if position.side() == self.puzzle.solver() && position.forced_move().is_none() {
                break;
            }
            self.add(next);
        }
        true
    }

    /// The next hint: first the piece, or the cell of an entry, then the target. `None` if the puzzle is solved.
    pub fn hint(&mut self) -> Option<Hint> {
        let next = self.puzzle.solution.get(self.played)?;
        self.hints += 1;
        Some(if self.hints > 1 || next.kind() == MoveKind::Entry {
            Hint::Target(next.to())
        } else {
            Hint::Piece(next.from())
        })
    }

    fn add(&mut self, mv: Move) {
        self.game.play(mv);
        self.played += 1;
        self.hints = 0;
    }
}
