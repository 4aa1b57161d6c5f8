//! The text of the end of a game: `REASON`, `REASON: DETAIL` or free text.

use emergo::EndReason;

/// Also accepted: further spellings, such as those of the PGN standard.
const ALIASES: [(&str, EndReason); 9] = [
    ("repetition", EndReason::Repetition),
    ("too long", EndReason::MoveLimit),
    ("no start", EndReason::EngineFailedToStart),
    ("White resigned", EndReason::Resignation),
    ("Black resigned", EndReason::Resignation),
    ("White's time is up", EndReason::TimeLoss),
    ("Black's time is up", EndReason::TimeLoss),
    ("time forfeit", EndReason::TimeLoss),
    ("rules infraction", EndReason::IllegalMove),
];

/// Reads the text of an end. Free text is all detail.
pub(crate) fn read(text: &str) -> (Option<EndReason>, String) {
    let (head, detail) = text.split_once(": ").unwrap_or((text, ""));
    let names = EndReason::ALL.into_iter().map(|reason| (reason.name(), reason));
    match names.chain(ALIASES).find(|(name, _)| name.eq_ignore_ascii_case(head)) {
        Some((_, reason)) => (Some(reason), detail.to_owned()),
        None => (None, text.to_owned()),
    }
}

/// Writes the text of an end; empty if nothing is known.
pub(crate) fn write(reason: Option<EndReason>, detail: &str) -> String {
    match reason {
        None => detail.to_owned(),
        Some(reason) if detail.is_empty() => reason.name().to_owned(),
        Some(reason) => format!("{reason}: {detail}"),
    }
}
