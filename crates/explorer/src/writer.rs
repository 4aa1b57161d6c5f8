//! Adds games to an index.

use crate::answer::ExampleGame;
use crate::error::IndexError;
use crate::index_file::{IndexFile, NewGames};
use crate::observations::Observations;
use emergo_records::GameRecord;
use luctor_system::files::{OutputFile, open_locked};
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Adds games of one or more sources to an index. What is added stays in memory, at most 50 bytes for each position, until
/// [`IndexWriter::finish`] writes the index. If `finish` is not called, or the program is killed, the index does not change. A
/// killed program may leave a file with the name of the index and the ending `.part`, and in place of a new index an empty file.
pub struct IndexWriter {
    /// A new index. This is dropped before the lock.
    _new: Option<NewIndex>,
    /// The new index.
    output: OutputFile,
    /// The index as it was. Its file is locked, so that no other process uses the index.
    old: IndexFile,
    games: NewGames,
    observations: Observations,
    /// The sources, by their numbers.
    sources: Vec<String>,
    next_game: u32,
    totals: IndexTotals,
}

/// The file of a new index. It is removed if nothing was written.
struct NewIndex(PathBuf);

impl Drop for NewIndex {
    fn drop(&mut self) {
        if fs::metadata(&self.0).is_ok_and(|file| file.len() == 0) {
            let _ = fs::remove_file(&self.0);
        }
    }
}

/// What a writer added.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct IndexTotals {
    /// Games.
    pub games: u64,
    /// Positions in which a move was played. One that occurs several times in a game counts once.
    pub positions: u64,
}

impl IndexWriter {
    /// Opens the index of this path, or a new one if there is no file.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, is something else, is damaged, or is in use.
    pub fn open(path: &Path) -> Result<IndexWriter, IndexError> {
        let is_new = !path.exists();
        let file = open_locked(path)?.ok_or(IndexError::InUse)?;
        // A link stays one.
        let path = path.canonicalize()?;
        let new = is_new.then(|| NewIndex(path.clone()));
        let length = file.metadata()?.len();
        // Another process may have replaced the index before the lock. Then it has grown.
        if fs::metadata(&path)?.len() != length {
            return Err(IndexError::InUse);
        }
        let old = if length == 0 { IndexFile::empty(file) } else { IndexFile::of(file)? };
        Ok(IndexWriter {
            _new: new,
            output: OutputFile::create(&path, &[])?,
            games: NewGames::default(),
            observations: Observations::default(),
            sources: old.footer.sources.clone(),
            next_game: old.footer.games,
            totals: IndexTotals::default(),
            old,
        })
    }

    /// Adds a game of a source. `file` and `number` tell where the game is.
    ///
    /// # Errors
    ///
    /// The index has games of this source that this writer did not add, or is full.
    pub fn add(
        &mut self,
        source: &str,
        file: &str,
        number: u64,
        record: &GameRecord,
    ) -> Result<(), IndexError> {
        let source = self.source_number(source)?;
        self.games.add(&self.old, &ExampleGame::of(record, file, number));
        self.totals.positions += self.observations.add(record, source, self.next_game) as u64;
        self.totals.games += 1;
        self.next_game = self.next_game.checked_add(1).ok_or(IndexError::Full)?;
        Ok(())
    }

    /// Writes everything. Returns what was added.
    ///
    /// # Errors
    ///
    /// The index cannot be written.
    pub fn finish(mut self) -> Result<IndexTotals, IndexError> {
        let mut out = BufWriter::new(&mut self.output);
        let rows = self.observations.rows();
        self.old.write_with(rows, &self.games, &self.sources, &mut out)?;
        out.flush()?;
        drop(out);
        self.output.finish()?;
        Ok(self.totals)
    }

    fn source_number(&mut self, name: &str) -> Result<u16, IndexError> {
        let known = self.sources.iter().position(|known| known == name);
        if known.is_some_and(|number| number < self.old.footer.sources.len()) {
            return Err(IndexError::SourceExists(name.to_owned()));
        }
        let number = known.unwrap_or(self.sources.len());
        if known.is_none() {
            self.sources.push(name.to_owned());
        }
        u16::try_from(number).map_err(|_| IndexError::Full)
    }
}
