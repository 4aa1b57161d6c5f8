//! Forced moves: a move is forced if all legal moves lead to the same position. Several routes of a capture can do so.

use emergo::{Move, Position};

/// Do two legal moves lead to the same position?
pub fn have_same_result(position: &Position, one: Move, other: Move) -> bool {
    one == other || position.after(one) == position.after(other)
}

/// The first legal move of a position, if its move is forced.
pub fn forced_move(position: &Position) -> Option<Move> {
    let legal = position.legal_moves();
    let (first, others) = legal.split_first()?;
    others.iter().all(|mv| have_same_result(position, *first, *mv)).then_some(*first)
}
