//! Why a line is not a command.

use emergo::notation::Excerpt;
use std::fmt;

/// Why a line is not a command, or why an argument of `go` is ignored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// The first word is not a command.
    Unknown(Excerpt),
    /// An argument is missing at the end of the line.
    Missing {
        /// The command.
        command: &'static str,
        /// The argument that it takes.
        expected: &'static str,
    },
    /// An argument has the wrong form.
    Argument {
        /// The command.
        command: &'static str,
        /// The argument that it takes.
        expected: &'static str,
        /// The word that was found.
        found: Excerpt,
    },
    /// There is a word after the end of a complete command.
    Extra {
        /// The command.
        command: &'static str,
        /// The first extra word.
        found: Excerpt,
    },
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Unknown(word) => write!(f, "unknown command {word}: try help"),
            CommandError::Missing { command, expected } => {
                write!(f, "{command} takes {expected}, but the line ends")
            }
            CommandError::Argument { command, expected, found } => {
                write!(f, "{command} takes {expected}, not {found}")
            }
            CommandError::Extra { command, found } => {
                write!(f, "{command}: unexpected {found}")
            }
        }
    }
}

impl std::error::Error for CommandError {}

/// The words of a line that are not parsed yet.
pub(super) type Words<'a> = std::iter::Peekable<std::str::SplitAsciiWhitespace<'a>>;

/// Checks that no word is left after a complete command.
pub(super) fn expect_end(words: &mut Words, command: &'static str) -> Result<(), CommandError> {
    match words.next() {
        None => Ok(()),
        Some(word) => Err(CommandError::Extra { command, found: Excerpt::of(word) }),
    }
}
