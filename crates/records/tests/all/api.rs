//! Properties of the public types that the compiler checks.

use emergo::notation::{MoveTextError, PositionTextError};
use emergo::{
    Game, Key, Move, MoveList, PackedPosition, PackedPositionError, Position, Symmetry, Variant,
};
use emergo_records::convert::{Converter, OutputError, TextOutput};
use emergo_records::{
    BoardChoice, CanonicalGame, Evaluation, GameError, GameRecord, ReadError, ReadReport,
    RecordedMove, WriteError, Writer,
};
use std::error::Error;
use std::fmt::Debug;

#[test]
fn values_can_be_printed_and_sent_to_other_threads() {
    fn check<T: Debug + Send + Sync + 'static>() {}
    check::<(Game, Key, Move, MoveList, PackedPosition, Position, Symmetry)>();
    check::<(BoardChoice, CanonicalGame, GameRecord, ReadReport, Writer)>();
    check::<Converter<TextOutput<Vec<u8>>, fn(&str)>>();
}

#[test]
fn errors_can_be_sent_to_other_threads() {
    fn check<T: Error + Send + Sync + 'static>() {}
    check::<MoveTextError>();
    check::<PositionTextError>();
    check::<PackedPositionError>();
    check::<GameError>();
    check::<ReadError>();
    check::<WriteError>();
    check::<OutputError>();
}

#[test]
fn the_preferred_move_is_the_one_with_an_evaluation() {
    let moves = Position::start(Variant::Emergo).legal_moves();
    let recorded = |index: usize, score: Option<i32>| {
        let mut recorded = RecordedMove::from(moves[index]);
        recorded.info.evaluation = score.map(Evaluation::Centimen);
        recorded
    };
    let table = [
        (Some(5), vec![], 0),
        (None, vec![Some(7)], 1),
        (Some(5), vec![Some(7)], 0),
        (None, vec![], 0),
        // With two variations the preferred move is unknown.
        (None, vec![Some(7), Some(8)], 0),
        (None, vec![None], 1),
    ];
    for (played, variations, preferred) in table {
        let mut mv = recorded(0, played);
        let others = (1..).zip(&variations).map(|(index, score)| vec![recorded(index, *score)]);
        mv.variations = others.collect();
        assert_eq!(mv.preferred().mv, moves[preferred], "{played:?}, {variations:?}");
    }
}
