//! Words in place of a last move that end a game: `resign`, `timeout`, `draw`, `abandoned`.

use crate::{GameRecord, Termination};
use emergo::{GameResult, Side};

/// The words that are read. The first one of a reason is written.
const WORDS: [(&str, Termination); 6] = [
    ("resign", Termination::Resignation),
    ("resigns", Termination::Resignation),
    ("resigned", Termination::Resignation),
    ("timeout", Termination::TimeLoss),
    ("draw", Termination::Agreement),
    ("abandoned", Termination::Abandoned),
];

/// Reads a word in either letter case.
pub(crate) fn read_end_word(word: &str) -> Option<Termination> {
    let found = WORDS.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
    found.map(|(_, reason)| reason)
}

/// The word for a reason, if there is one.
pub(crate) fn end_word(reason: Termination) -> Option<&'static str> {
    WORDS.into_iter().find(|(_, known)| *known == reason).map(|(word, _)| word)
}

/// Sets result and reason where they are missing. `side` ended the game with the word of `reason`. A draw does not end by
/// resignation. A decided game does not end by agreement.
pub(crate) fn end_by_word(record: &mut GameRecord, reason: Termination, side: Side) {
    let result = match reason {
        Termination::Abandoned => None,
        Termination::Agreement => Some(GameResult::Draw),
        _ => Some(GameResult::from_winner(Some(side.other()))),
    };
    record.result = record.result.or(result);
    let is_draw = |result| result == Some(GameResult::Draw);
    if result.is_none() || is_draw(record.result) == is_draw(result) {
        record.reason = record.reason.or(Some(reason));
    }
}
