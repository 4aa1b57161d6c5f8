//! The PGN file of a match. Games of other matches in it are kept.

use crate::match_file::StoredMatch;
use crate::settings::MatchSettings;
use emergo_records::{GameRecord, pgn};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// A PGN file, open for appending.
pub struct PgnFile(File);

impl PgnFile {
    /// Opens or creates a PGN file. When a match is resumed, an incomplete last game is cut off, and missing games of the match
    /// are appended.
    pub fn open(
        path: &Path,
        settings: &MatchSettings,
        stored: &StoredMatch,
    ) -> io::Result<PgnFile> {
        let mut file = PgnFile(File::options().append(true).create(true).open(path)?);
        if settings.resume {
            let bytes = std::fs::read(path)?;
            let known = pgn::match_games(&bytes, &stored.id)
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            file.0.set_len(known.complete_length as u64)?;
            for (_, record) in stored.games.iter().filter(|(game, _)| !known.numbers.contains(game))
            {
                file.append(record)?;
            }
        }
        Ok(file)
    }

    /// Appends a game.
    pub fn append(&mut self, record: &GameRecord) -> io::Result<()> {
        self.0.write_all(pgn::write_game(record).as_bytes())
    }
}
