//! Why a line is not a command.

use emergo::notation::Excerpt;
use thiserror::Error;

/// Why a line is not a command, or why an argument of `go` is ignored.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum CommandError {
    #[error("unknown command {0}: try help")]
    Unknown(Excerpt),
    #[error("{command} takes {expected}, but the line ends")]
    Missing { command: &'static str, expected: &'static str },
    #[error("{command} takes {expected}, not {found}")]
    Argument { command: &'static str, expected: &'static str, found: Excerpt },
    /// There is a word after the end of a complete command.
    #[error("{command}: unexpected {found}")]
    Extra { command: &'static str, found: Excerpt },
}

/// The words of a line that are not parsed yet.
pub(super) type Words<'a> = std::iter::Peekable<std::str::SplitAsciiWhitespace<'a>>;

/// The error for an argument that is missing or has the wrong form.
pub(super) fn wrong(
    command: &'static str,
    expected: &'static str,
    found: Option<&str>,
) -> CommandError {
    match found {
        None => CommandError::Missing { command, expected },
        Some(found) => CommandError::Argument { command, expected, found: Excerpt::of(found) },
    }
}

/// Checks that no word is left after a complete command.
pub(super) fn expect_end(words: &mut Words, command: &'static str) -> Result<(), CommandError> {
    match words.next() {
        None => Ok(()),
        Some(word) => Err(CommandError::Extra { command, found: Excerpt::of(word) }),
    }
}
