//! Self-play games as game records, and the other way round.

use emergo::{Coordinates, GameResult, Variant};
use emergo_records::{Evaluation, GameRecord, MoveInfo, RecordedMove};
use luctor_engine::score::Score;
use luctor_trainer::game_file::{PlySearch, SelfPlayGame, SelfPlayPly};

/// The record of a self-play game. A best move that was not played is a variation.
pub fn record_of(variant: Variant, game: &SelfPlayGame) -> GameRecord {
    let recorded = |ply: &SelfPlayPly| {
        let mut recorded = RecordedMove::from(ply.played);
        if let Some(PlySearch { best_move, score }) = ply.search {
            let evaluation = match score.moves_to_end() {
                Some(moves) => Evaluation::Mate(moves),
                None => Evaluation::Centimen(score.value()),
            };
            recorded.info = MoveInfo { evaluation: Some(evaluation), ..MoveInfo::default() };
            if best_move != ply.played {
                recorded.variations = vec![vec![best_move.into()]];
            }
        }
        recorded
    };
    let mut record = GameRecord {
        variant,
        coordinates: Coordinates::Oblique,
        moves: game.plies.iter().map(recorded).collect(),
        result: Some(game.result),
        ..GameRecord::default()
    };
    let ending = record.game().ending();
    record.reason = ending.filter(|end| end.result() == game.result).map(|end| end.reason);
    record
}

/// The self-play game of a record. `None` if it has no result. A position has a search if the move has an evaluation.
pub fn self_play_of(record: &GameRecord) -> Option<SelfPlayGame> {
    let result: GameResult = record.result?;
    let ply = |recorded: &RecordedMove| SelfPlayPly {
        played: recorded.mv,
        search: recorded
            .info
            .evaluation
            .map(|evaluation| PlySearch { best_move: recorded.mv, score: score_of(evaluation) }),
    };
    Some(SelfPlayGame { plies: record.moves.iter().map(ply).collect(), result })
}

fn score_of(evaluation: Evaluation) -> Score {
    // Wins that are farther away than a search sees.
    const MOST_MOVES: u32 = 100;
    match evaluation {
        Evaluation::Centimen(score) => Score::centimen(score),
        Evaluation::Mate(moves) => {
            let plies = 2 * moves.unsigned_abs().min(MOST_MOVES) as usize;
            if moves > 0 { Score::win_in(plies - 1) } else { Score::loss_in(plies) }
        }
    }
}
