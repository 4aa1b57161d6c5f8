//! Which games of a match a PGN file contains, and where an incomplete last game begins.

use super::lexer::{FIRST_TAG, Lexer};
use super::reader::GameHeader;
use std::collections::HashSet;
use std::str::Utf8Error;

/// The games of a match in a PGN file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MatchGames {
    /// The numbers of the games, from 0.
    pub numbers: HashSet<u64>,
    /// The length in bytes of the file without an incomplete last game.
    pub complete_length: usize,
}

/// Finds the games of the match with this identifier in a file of [`write_game`](super::write_game), which may contain
/// games of other matches. The end of the file may be missing at any byte, even inside a character.
///
/// # Errors
///
/// The file is not UTF-8 text, other than at its end.
pub fn match_games(bytes: &[u8], match_id: &str) -> Result<MatchGames, Utf8Error> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&bytes[..error.valid_up_to()])?
        }
        // Games of other programs may follow, so nothing may be cut off.
        Err(error) => return Err(error),
    };
    let mut starts: Vec<usize> = text.match_indices(FIRST_TAG).map(|(start, _)| start).collect();
    starts.retain(|start| *start == 0 || text.as_bytes()[start - 1] == b'\n');
    let last_line = text.rfind('\n').map_or(0, |newline| newline + 1);
    let complete_length = match starts.last() {
        // Tags, an empty line, moves, an empty line. Behind them is at most a part of the first tag of a game.
        Some(start) => match text[*start..].match_indices("\n\n").nth(1) {
            Some((empty_line, _)) => start + empty_line + 2,
            None => *start,
        },
        None if FIRST_TAG.starts_with(&text[last_line..]) => last_line,
        None => text.len(),
    };
    let numbers = starts
        .into_iter()
        .filter(|start| *start < complete_length)
        .filter_map(|start| GameHeader::read(&mut Lexer::new(&text[start..])).match_game())
        .filter(|found| found.match_id == match_id)
        .map(|found| found.game)
        .collect();
    Ok(MatchGames { numbers, complete_length })
}
