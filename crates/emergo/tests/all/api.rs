//! Properties of the public types that the compiler checks.

use emergo::notation::{MoveTextError, PositionTextError};
use emergo::{Game, Key, Move, MoveList, PackedPosition, PackedPositionError, Position, Symmetry};
use std::error::Error;
use std::fmt::Debug;

#[test]
fn values_can_be_printed_and_sent_to_other_threads() {
    fn check<T: Debug + Send + Sync + 'static>() {}
    check::<(Game, Key, Move, MoveList, PackedPosition, Position, Symmetry)>();
}

#[test]
fn errors_can_be_sent_to_other_threads() {
    fn check<T: Error + Send + Sync + 'static>() {}
    check::<MoveTextError>();
    check::<PositionTextError>();
    check::<PackedPositionError>();
}
