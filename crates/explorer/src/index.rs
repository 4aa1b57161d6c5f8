//! Answers from an index.

use crate::answer::{ExplorerAnswer, SourceMove};
use crate::canonical::{CanonicalPosition, MoveNumber};
use crate::error::IndexError;
use crate::index_file::IndexFile;
use crate::observations::{MoveRecord, move_keys};
use crate::tables::{GAMES, HEADER, MOVES, SOURCES, check_header, read_game};
use emergo::{Coordinates, Position};
use redb::{Database, ReadableDatabase};
use std::collections::BTreeMap;
use std::path::Path;

/// An index that was built by an [`IndexWriter`](crate::IndexWriter).
pub struct Index(Database);

/// Memory for pages of the store, in bytes.
const CACHE: usize = 64 << 20;

impl Index {
    /// Opens an index.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, is something else, is damaged, or is in use by a writer.
    pub fn open(path: &Path) -> Result<Index, IndexError> {
        let file = IndexFile::read(path)?;
        let index = Index(Database::builder().set_cache_size(CACHE).create_with_backend(file)?);
        check_header(&index.0.begin_read()?.open_table(HEADER)?)?;
        Ok(index)
    }

    /// What was played in a position. Moves are written in these coordinates.
    ///
    /// # Errors
    ///
    /// The file cannot be read or is damaged.
    pub fn lookup(
        &self,
        position: &Position,
        coordinates: Coordinates,
    ) -> Result<ExplorerAnswer, IndexError> {
        let canonical = CanonicalPosition::of(position);
        let rows = self.rows(&canonical)?;
        Ok(ExplorerAnswer::of_rows(position, coordinates, &canonical, rows))
    }

    /// All rows of a position, by the number of the move.
    fn rows(
        &self,
        canonical: &CanonicalPosition,
    ) -> Result<BTreeMap<MoveNumber, Vec<SourceMove>>, IndexError> {
        let transaction = self.0.begin_read()?;
        let moves = transaction.open_table(MOVES)?;
        let sources = transaction.open_table(SOURCES)?;
        let games = transaction.open_table(GAMES)?;
        let mut rows: BTreeMap<MoveNumber, Vec<SourceMove>> = BTreeMap::new();
        for row in moves.range(move_keys(canonical.key))? {
            let (key, value) = row?;
            let (_, number, source) = key.value();
            let record = MoveRecord::from(value.value());
            let name = sources.get(source)?;
            let missing = |what: &str| IndexError::Damaged(format!("a {what} is missing"));
            let example = |game: &u32| -> Result<_, IndexError> {
                read_game(games.get(game)?.ok_or_else(|| missing("game"))?.value())
            };
            rows.entry(MoveNumber(number)).or_default().push(SourceMove {
                source: name.ok_or_else(|| missing("source"))?.value().to_owned(),
                counts: record.counts,
                examples: record.examples().iter().map(example).collect::<Result<_, _>>()?,
            });
        }
        Ok(rows)
    }
}
