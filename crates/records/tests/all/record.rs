//! Games and moves as values.

use emergo::{Position, Variant};
use emergo_records::{Evaluation, RecordedMove};

#[test]
fn the_preferred_move_is_the_one_with_the_best_evaluation() {
    let moves = Position::start(Variant::Emergo).legal_moves();
    let recorded = |index: usize, score: Option<i32>| {
        let mut recorded = RecordedMove::from(moves[index]);
        recorded.info.evaluation = score.map(Evaluation::Centimen);
        recorded
    };
    let table = [
        (Some(5), vec![], 0),
        (None, vec![Some(7)], 1),
        (Some(5), vec![Some(7)], 1),
        (Some(7), vec![None, Some(7), Some(5)], 0),
        (None, vec![], 0),
        (None, vec![Some(7), Some(8)], 2),
        (None, vec![None, None], 0),
    ];
    for (played, variations, preferred) in table {
        let mut mv = recorded(0, played);
        let others = (1..).zip(&variations).map(|(index, score)| vec![recorded(index, *score)]);
        mv.variations = others.collect();
        assert_eq!(mv.preferred().mv, moves[preferred], "{played:?}, {variations:?}");
    }
}
