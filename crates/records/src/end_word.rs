//! Words in place of a last move that end a game: `resign`, `timeout`, `draw`, `abandoned`.

use crate::GameRecord;
use emergo::{EndReason, GameResult, Side};

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
    pub(crate) fn of(reason: EndReason) -> Option<&'static str> {
        match reason {
            EndReason::Resignation => Some("resign"),
            EndReason::TimeLoss => Some("timeout"),
            EndReason::Agreement => Some("draw"),
            EndReason::Abandoned => Some("abandoned"),
            _ => None,
        }
    }

    /// Ends a game that has no result yet. `side` wrote the word.
    pub(crate) fn finish(self, record: &mut GameRecord, side: Side) {
        let (result, reason) = match self {
            EndWord::Resign => {
                (Some(GameResult::from_winner(Some(side.other()))), EndReason::Resignation)
            }
            EndWord::Timeout => {
                (Some(GameResult::from_winner(Some(side.other()))), EndReason::TimeLoss)
            }
            EndWord::Draw => (Some(GameResult::Draw), EndReason::Agreement),
            EndWord::Abandoned => (None, EndReason::Abandoned),
        };
        if record.result.is_none() {
            record.result = result;
        }
        if record.reason.is_none() {
            record.reason = Some(reason);
        }
    }
}
