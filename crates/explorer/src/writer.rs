//! Adds games to an index.

use crate::answer::ExampleGame;
use crate::error::IndexError;
use crate::index_file::{IndexFile, NewGames};
use crate::observations::Observations;
use emergo_records::GameRecord;
use luctor_engine::files::{OutputFile, is_locked};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Adds games of one or more sources to an index. All changes are written together by [`IndexWriter::finish`]. Without it,
/// and if the program is killed, the index stays as it was. A killed program may leave a file with the name of the index and
/// the ending `.batches` or `.part`.
pub struct IndexWriter {
    path: PathBuf,
    /// Of the index, so that no other process uses it.
    _lock: File,
    /// What is written: the index, or [`IndexWriter::batches`].
    written: IndexFile,
    games: NewGames,
    observations: Observations,
    /// The sources, by their numbers.
    sources: Vec<String>,
    /// Sources that the index had before.
    known_sources: usize,
    next_game: u32,
    totals: IndexTotals,
}

/// What a writer added.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct IndexTotals {
    /// Games.
    pub games: u64,
    /// Positions in which a move was played. One that occurs several times in a game counts once.
    pub positions: u64,
}

/// Moves that are sorted and written together. They take about 100 MB.
const BATCH: usize = 4_000_000;

impl IndexWriter {
    /// Opens the index of this path, or a new one if there is no file.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, is something else, is damaged, or is in use.
    pub fn open(path: &Path) -> Result<IndexWriter, IndexError> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        if !is_locked(file.try_lock())? {
            return Err(IndexError::InUse);
        }
        if file.metadata()?.len() == 0 {
            IndexFile::write_empty(&mut file)?;
        }
        let written = IndexFile::of(file.try_clone()?)?;
        Ok(IndexWriter {
            path: path.to_owned(),
            _lock: file,
            games: NewGames::default(),
            observations: Observations::default(),
            sources: written.foot.sources.clone(),
            known_sources: written.foot.sources.len(),
            next_game: written.foot.games,
            totals: IndexTotals::default(),
            written,
        })
    }

    /// Adds a game of a source. `file` and `number` tell where the game is.
    ///
    /// # Errors
    ///
    /// The index has games of this source that this writer did not add, is full, or cannot be written.
    pub fn add(
        &mut self,
        source: &str,
        file: &str,
        number: u64,
        record: &GameRecord,
    ) -> Result<(), IndexError> {
        let source = self.source_number(source)?;
        self.games.add(&self.written, &ExampleGame::of(record, file, number));
        self.totals.positions += self.observations.add(record, source, self.next_game) as u64;
        self.totals.games += 1;
        self.next_game = self.next_game.checked_add(1).ok_or(IndexError::Full)?;
        if self.observations.len() >= BATCH {
            let batches = self.batches();
            self.write(&batches)?;
            self.written = IndexFile::open(&batches)?;
        }
        Ok(())
    }

    /// Writes everything. Returns what was added.
    ///
    /// # Errors
    ///
    /// The index cannot be written.
    pub fn finish(mut self) -> Result<IndexTotals, IndexError> {
        let path = self.path.clone();
        self.write(&path)?;
        Ok(self.totals)
    }

    /// The file of the index with the batches before the last one.
    fn batches(&self) -> PathBuf {
        let mut path = self.path.clone().into_os_string();
        path.push(".batches");
        path.into()
    }

    fn write(&mut self, path: &Path) -> Result<(), IndexError> {
        let rows = self.observations.take_sorted();
        let games = std::mem::take(&mut self.games);
        let output = OutputFile::create(path, &[]).map_err(io::Error::other)?;
        output.finish_with(|file| {
            let mut out = BufWriter::new(file);
            self.written.write_with(rows, &games, &self.sources, &mut out)?;
            Ok(out.flush()?)
        })
    }

    fn source_number(&mut self, name: &str) -> Result<u16, IndexError> {
        let known = self.sources.iter().position(|known| known == name);
        if known.is_some_and(|number| number < self.known_sources) {
            return Err(IndexError::SourceExists(name.to_owned()));
        }
        let number = known.unwrap_or(self.sources.len());
        if known.is_none() {
            self.sources.push(name.to_owned());
        }
        u16::try_from(number).map_err(|_| IndexError::Full)
    }
}

impl Drop for IndexWriter {
    fn drop(&mut self) {
        // There is none for less than a batch.
        let _ = fs::remove_file(self.batches());
    }
}
