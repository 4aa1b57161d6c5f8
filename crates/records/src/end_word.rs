//! Words in place of a last move that end a game: `resign`, `timeout`, `draw`, `abandoned`.

use crate::{GameRecord, Termination};
use emergo::{GameResult, Side};

/// Reads a word in either letter case.
pub(crate) fn read_end_word(word: &str) -> Option<Termination> {
    match &*word.to_ascii_lowercase() {
        "resign" | "resigns" | "resigned" => Some(Termination::Resignation),
        "timeout" => Some(Termination::TimeLoss),
        "draw" => Some(Termination::Agreement),
        "abandoned" => Some(Termination::Abandoned),
        _ => None,
    }
}

/// The word for a reason, if there is one.
pub(crate) fn end_word(reason: Termination) -> Option<&'static str> {
    match reason {
        Termination::Resignation => Some("resign"),
        Termination::TimeLoss => Some("timeout"),
        Termination::Agreement => Some("draw"),
        Termination::Abandoned => Some("abandoned"),
        _ => None,
    }
}

/// Sets result and reason where they are missing. `reason` has a word, which `side` wrote.
pub(crate) fn end_by_word(record: &mut GameRecord, reason: Termination, side: Side) {
    let result = match reason {
        Termination::Abandoned => None,
        Termination::Agreement => Some(GameResult::Draw),
        _ => Some(GameResult::from_winner(Some(side.other()))),
    };
    record.result = record.result.or(result);
    record.reason = record.reason.or(Some(reason));
}
