//! Words in place of a last move that end a game: `resign`, `timeout`, `draw`, `abandoned`.

use crate::{GameRecord, Termination};
use emergo::{GameResult, Side};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndWord {
    Resign,
    Timeout,
    Draw,
    Abandoned,
}

impl EndWord {
    /// Reads a word in either letter case.
    pub(crate) fn read(word: &str) -> Option<EndWord> {
        match &*word.to_ascii_lowercase() {
            "resign" | "resigns" | "resigned" => Some(EndWord::Resign),
            "timeout" => Some(EndWord::Timeout),
            "draw" => Some(EndWord::Draw),
            "abandoned" => Some(EndWord::Abandoned),
            _ => None,
        }
    }

    /// The word for a reason, if there is one.
    pub(crate) fn of(reason: Termination) -> Option<&'static str> {
        match reason {
            Termination::Resignation => Some("resign"),
            Termination::TimeLoss => Some("timeout"),
            Termination::Agreement => Some("draw"),
            Termination::Abandoned => Some("abandoned"),
            _ => None,
        }
    }

    /// Ends a game that has no result yet. `side` wrote the word.
    pub(crate) fn finish(self, record: &mut GameRecord, side: Side) {
        let (result, reason) = match self {
            EndWord::Resign => {
                (Some(GameResult::from_winner(Some(side.other()))), Termination::Resignation)
            }
            EndWord::Timeout => {
                (Some(GameResult::from_winner(Some(side.other()))), Termination::TimeLoss)
            }
            EndWord::Draw => (Some(GameResult::Draw), Termination::Agreement),
            EndWord::Abandoned => (None, Termination::Abandoned),
        };
        if record.result.is_none() {
            record.result = result;
        }
        if record.reason.is_none() {
            record.reason = Some(reason);
        }
    }
}
