//! The PGN file of a match: it has the games of the match file, and keeps the games of other matches and programs.

use emergo_records::decode;
use emergo_records::pgn::{self, FIRST_TAG};
use std::collections::HashMap;

/// What a PGN file contains, compared with the games of a match.
pub struct PgnContents {
    /// The games of other matches and programs.
    pub others: Vec<u8>,
    /// It has games of the match that are incomplete, doubled, or otherwise not as they were written.
    pub has_changed_games: bool,
    /// A game of the match is missing.
    pub lacks_games: bool,
}

impl PgnContents {
    /// Compares a file with the texts of the games of a match.
    pub fn compare(file: &[u8], games: &[String], match_id: &str) -> PgnContents {
        let mut missing: HashMap<&[u8], usize> = HashMap::new();
        games.iter().for_each(|game| *missing.entry(game.as_bytes()).or_default() += 1);
        // The writer gives this tag to the games of the match.
        let match_tag = format!("\n[Match \"{match_id}\"]\n");
        let (mut others, mut has_changed_games) = (Vec::new(), false);
        let pieces: Vec<&[u8]> = split_games(file).collect();
        for (index, game) in pieces.iter().enumerate() {
            if let Some(count) = missing.get_mut(*game).filter(|count| **count > 0) {
                *count -= 1;
                continue;
            }
            let is_incomplete = |written: &String| written.as_bytes().starts_with(game);
            let may_be_incomplete = index + 1 == pieces.len() && !game.trim_ascii().is_empty();
            let is_own = game.windows(match_tag.len()).any(|part| part == match_tag.as_bytes())
                || may_be_incomplete && games.iter().any(is_incomplete);
            has_changed_games |= is_own;
            if !is_own {
                others.extend_from_slice(game);
            }
        }
        let lacks_games = missing.values().any(|count| *count > 0);
        PgnContents { others, has_changed_games, lacks_games }
    }
}

/// The games of a file, each from its first tag on, and the text before the first one.
fn split_games(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_start = |at: &usize| {
        bytes[*at..].starts_with(FIRST_TAG.as_bytes()) && (*at == 0 || bytes[*at - 1] == b'\n')
    };
    let mut starts: Vec<usize> = (0..bytes.len()).filter(is_start).collect();
    starts.insert(0, 0);
    starts.push(bytes.len());
    starts.dedup();
    (1..starts.len()).map(move |index| &bytes[starts[index - 1]..starts[index]])
}

/// Completes or cuts off an incomplete end of a file, so that games can be appended. Returns whether it changed. A last line
/// without its end, in a game that cannot be read, is incomplete. In any other case only line ends are added.
pub fn repair_end(bytes: &mut Vec<u8>) -> bool {
    let before = bytes.clone();
    if !bytes.ends_with(b"\n") && !bytes.is_empty() {
        let last_line = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        if FIRST_TAG.as_bytes().starts_with(&bytes[last_line..]) {
            bytes.truncate(last_line);
        }
        let last_game = split_games(bytes).last().unwrap_or_default();
        let start = bytes.len() - last_game.len();
        let is_game = last_game.starts_with(FIRST_TAG.as_bytes());
        if is_game && pgn::read_games(&decode(last_game.to_vec())).any(|game| game.is_err()) {
            bytes.truncate(start);
        }
    }
    while !bytes.is_empty() && !bytes.ends_with(b"\n\n") {
        bytes.push(b'\n');
    }
    *bytes != before
}
