//! Answers from an index.

use crate::answer::{Counts, ExplorerAnswer, SourceMove};
use crate::canonical::{CanonicalPosition, MoveNumber};
use crate::error::IndexError;
use crate::index_file::IndexFile;
use emergo::{Coordinates, Position};
use luctor_engine::resources::lock;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

/// An index that was built by an [`IndexWriter`](crate::IndexWriter).
pub struct Index(Mutex<IndexFile>);

impl Index {
    /// Opens an index.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, is something else, is damaged, or is in use by a writer.
    pub fn open(path: &Path) -> Result<Index, IndexError> {
        IndexFile::open(path).map(|file| Index(Mutex::new(file)))
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
        let mut file = lock(&self.0);
        let mut moves: BTreeMap<MoveNumber, Vec<(Counts, SourceMove)>> = BTreeMap::new();
        for ((_, number, source), record) in file.rows(canonical.key)? {
            let name = file.foot.sources.get(usize::from(source)).cloned();
            let examples = record.examples().iter().map(|game| file.game(*game));
            let source = SourceMove {
                source: name
                    .ok_or_else(|| IndexError::Damaged("a source is missing".to_owned()))?,
                counts: record.counts.into(),
                examples: examples.collect::<Result<_, _>>()?,
            };
            moves.entry(MoveNumber(number)).or_default().push((record.counts, source));
        }
        Ok(ExplorerAnswer::of_rows(position, coordinates, &canonical, moves))
    }
}
