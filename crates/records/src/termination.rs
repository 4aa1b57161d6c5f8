//! Why a game ended: a reason of the rules, or one that players, clocks and match managers decide. Its text is
//! `REASON`, `REASON: DETAIL` or free text.

use emergo::EndReason;
use std::fmt;

macro_rules! termination {
    ($($(#[$about:meta])* $value:ident = $name:literal,)*) => {
        /// Why a game ended. Each reason has one spelling in game records, on the page and in reports of matches.
        ///
        /// ```
        /// use emergo::EndReason;
        /// use emergo_records::Termination;
        ///
        /// assert_eq!(Termination::TimeLoss.to_string(), "time loss");
        /// assert_eq!(Termination::from(EndReason::Repetition).to_string(), "third repetition");
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Termination {
            /// The rules ended the game.
            Rules(EndReason),
            $($(#[$about])* $value,)*
        }

        impl Termination {
            /// All reasons.
            pub fn all() -> impl Iterator<Item = Termination> {
                let decided = [$(Termination::$value),*];
                EndReason::ALL.into_iter().map(Termination::Rules).chain(decided)
            }

            /// The reason as records, the page and reports write it.
            pub const fn name(self) -> &'static str {
                match self {
                    Termination::Rules(reason) => reason.name(),
                    $(Termination::$value => $name,)*
                }
            }
        }
    };
}

termination! {
    /// A player made an illegal move.
    IllegalMove = "illegal move",
    /// A player resigned, or a match manager resigned for a player by the score.
    Resignation = "resignation",
    /// Both players agreed to a draw.
    Agreement = "agreement",
    /// A match manager ended the game as a draw by the scores of both players.
    DrawByScore = "draw by score",
    /// A match manager ended the game as a draw after a number of plies.
    MoveLimit = "move limit",
    /// A player exceeded the time limit.
    TimeLoss = "time loss",
    /// An engine ended during the game.
    Crash = "crash",
    /// An engine did not answer.
    Hang = "hang",
    /// An engine gave a wrong answer about the end of the game.
    WrongClaim = "wrong claim",
    /// The game was not finished.
    Abandoned = "abandoned",
}

impl From<EndReason> for Termination {
    fn from(reason: EndReason) -> Termination {
        Termination::Rules(reason)
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Also accepted: further spellings, such as those of the PGN standard.
const ALIASES: [(&str, Termination); 6] = [
    ("White resigned", Termination::Resignation),
    ("Black resigned", Termination::Resignation),
    ("White's time is up", Termination::TimeLoss),
    ("Black's time is up", Termination::TimeLoss),
    ("time forfeit", Termination::TimeLoss),
    ("rules infraction", Termination::IllegalMove),
];

/// Reads the text of an end. Free text is all detail.
pub(crate) fn read(text: &str) -> (Option<Termination>, String) {
    let (head, detail) = text.split_once(": ").unwrap_or((text, ""));
    let names = Termination::all().map(|reason| (reason.name(), reason));
    match names.chain(ALIASES).find(|(name, _)| name.eq_ignore_ascii_case(head)) {
        Some((_, reason)) => (Some(reason), detail.to_owned()),
        None => (None, text.to_owned()),
    }
}

/// Writes the text of an end; empty if nothing is known.
pub(crate) fn write(reason: Option<Termination>, detail: &str) -> String {
    match reason {
        None => detail.to_owned(),
        Some(reason) if detail.is_empty() => reason.name().to_owned(),
        Some(reason) => format!("{reason}: {detail}"),
    }
}
