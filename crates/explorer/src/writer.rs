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
    /// The new index.
    output: OutputFile,
    /// Locked, so that no other process uses the index.
    _old: File,
    content: Content,
    /// Sources that the index had before.
    known_sources: usize,
    next_game: u32,
    batch: usize,
    batches: Batches,
    totals: IndexTotals,
}

/// What the new index has.
struct Content {
    /// The index, or the batches.
    written: IndexFile,
    games: NewGames,
    observations: Observations,
    /// The sources, by their numbers.
    sources: Vec<String>,
}

impl Content {
    fn write(&mut self, output: OutputFile) -> Result<(), IndexError> {
        let games = std::mem::take(&mut self.games);
        output.finish_with(|file| {
            let mut out = BufWriter::new(file);
            let rows = self.observations.take_sorted();
            self.written.write_with(rows, &games, &self.sources, &mut out)?;
            Ok(out.flush()?)
        })
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

/// The index with the batches before the last one.
struct Batches {
    path: PathBuf,
    is_written: bool,
}

impl Drop for Batches {
    fn drop(&mut self) {
        if self.is_written {
            let _ = fs::remove_file(&self.path);
        }
    }
}

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
        // A link stays one.
        let path = path.canonicalize()?;
        if file.metadata()?.len() == 0 {
            IndexFile::write_empty(&mut file)?;
        }
        // Another process may have replaced the index before the lock. Then it has grown.
        if fs::metadata(&path)?.len() != file.metadata()?.len() {
            return Err(IndexError::InUse);
        }
        let written = IndexFile::of(file.try_clone()?)?;
        let mut batches = path.clone().into_os_string();
        batches.push(".batches");
        Ok(IndexWriter {
            output: create(&path)?,
            _old: file,
            known_sources: written.foot.sources.len(),
            next_game: written.foot.games,
            content: Content {
                games: NewGames::default(),
                observations: Observations::default(),
                sources: written.foot.sources.clone(),
                written,
            },
            batch: BATCH,
            batches: Batches { path: batches.into(), is_written: false },
            totals: IndexTotals::default(),
        })
    }

    /// The same writer with another size of a batch, the moves that are written together: by default four million, which take
    /// about 100 MB.
    #[must_use]
    pub fn with_batch(self, batch: usize) -> IndexWriter {
        IndexWriter { batch, ..self }
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
        let content = &mut self.content;
        content.games.add(&content.written, &ExampleGame::of(record, file, number));
        self.totals.positions += content.observations.add(record, source, self.next_game) as u64;
        self.totals.games += 1;
        self.next_game = self.next_game.checked_add(1).ok_or(IndexError::Full)?;
        if content.observations.len() >= self.batch {
            content.write(create(&self.batches.path)?)?;
            self.batches.is_written = true;
            content.written = IndexFile::open(&self.batches.path)?;
        }
        Ok(())
    }

    /// Writes everything. Returns what was added.
    ///
    /// # Errors
    ///
    /// The index cannot be written.
    pub fn finish(mut self) -> Result<IndexTotals, IndexError> {
        self.content.write(self.output)?;
        Ok(self.totals)
    }

    fn source_number(&mut self, name: &str) -> Result<u16, IndexError> {
        let sources = &mut self.content.sources;
        let known = sources.iter().position(|known| known == name);
        if known.is_some_and(|number| number < self.known_sources) {
            return Err(IndexError::SourceExists(name.to_owned()));
        }
        let number = known.unwrap_or(sources.len());
        if known.is_none() {
            sources.push(name.to_owned());
        }
        u16::try_from(number).map_err(|_| IndexError::Full)
    }
}

fn create(path: &Path) -> Result<OutputFile, IndexError> {
    Ok(OutputFile::create(path, &[]).map_err(io::Error::other)?)
}
