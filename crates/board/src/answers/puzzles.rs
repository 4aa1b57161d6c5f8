//! The puzzles of the program, for a player who solves them. The attempt is replayed for each step, so there is no state.

use super::describe::{legal_move, move_text, name};
use super::game_text::next_move;
use crate::interface::{
    AttemptState, GameText, LibraryAnswer, PuzzleAttempt, PuzzleReply, PuzzleSolution, PuzzleStep,
    PuzzleSummary, Refusal,
};
use emergo::{Blocked, Move, Repetition, Variant, write_position};
use luctor_study::puzzle::{Attempt, Hint, Puzzle, shipped_puzzle, shipped_puzzles};

pub(crate) fn list(variant: Variant) -> Vec<PuzzleSummary> {
    let summary = |puzzle: Puzzle| PuzzleSummary {
        side: puzzle.solver(),
        goal: puzzle.goal,
        difficulty: puzzle.difficulty(),
        themes: puzzle.themes,
    };
    shipped_puzzles(variant).into_iter().map(summary).collect()
}

pub(crate) fn solve(attempt: &PuzzleAttempt, step: &PuzzleStep) -> Result<LibraryAnswer, Refusal> {
    let mut attempt = resume(attempt)?;
    let reply = match step {
        PuzzleStep::Show | PuzzleStep::GiveUp => None,
        PuzzleStep::Move { text } => {
            let played = attempt.game().moves().len();
            let mv = next_move(attempt.game(), text)?;
            Some(match attempt.play(mv) {
                true => PuzzleReply::Right {
                    played: attempt.game().moves()[played..]
                        .iter()
                        .map(|mv| legal_move(attempt.puzzle().variant(), *mv))
                        .collect(),
                },
                false => PuzzleReply::Wrong,
            })
        }
        PuzzleStep::Hint { number } => {
            let variant = attempt.puzzle().variant();
            (0..*number).filter_map(|_| attempt.hint()).last().map(|hint| match hint {
                Hint::Piece(square) => PuzzleReply::HintPiece { cell: name(variant, square) },
                Hint::Target(square) => PuzzleReply::HintTarget { cell: name(variant, square) },
            })
        }
    };
    Ok(LibraryAnswer::Attempt { state: state(&attempt, *step == PuzzleStep::GiveUp), reply })
}

/// The attempt after the moves that the player found.
pub(crate) fn resume(attempt: &PuzzleAttempt) -> Result<Attempt, Refusal> {
    let puzzle = shipped_puzzle(attempt.variant, attempt.number)
        .ok_or_else(|| Refusal::NoPuzzle { count: shipped_puzzles(attempt.variant).len() })?;
    let mut resumed = Attempt::new(puzzle);
    for found in &attempt.found {
        let mv = next_move(resumed.game(), found)?;
        if !resumed.play(mv) {
            let message = format!("{found} is not a move of the solution");
            return Err(Refusal::BadRequest { message });
        }
    }
    Ok(resumed)
}

fn state(attempt: &Attempt, shows_solution: bool) -> AttemptState {
    let puzzle = attempt.puzzle();
    let write = |mv: &Move| move_text(puzzle.variant(), *mv);
    AttemptState {
        game: GameText {
            variant: puzzle.variant(),
            blocked: Blocked::Draw,
            repetition: Repetition::Draw,
            start: Some(write_position(&puzzle.start.position, puzzle.start.turn)),
            moves: attempt.game().moves().iter().map(write).collect(),
        },
        moves_left: attempt.moves_left(),
        solution: (shows_solution || attempt.is_solved()).then(|| PuzzleSolution {
            moves: puzzle.solution.iter().map(write).collect(),
            win_in: puzzle.win_in,
        }),
    }
}
