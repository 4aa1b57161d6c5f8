//! Answers from an index.

use crate::answer::ExplorerAnswer;
use crate::canonical::CanonicalPosition;
use crate::error::IndexError;
use crate::index_file::IndexFile;
use emergo::{Coordinates, Position};
use luctor_system::resources::lock;
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
        let mut rows = Vec::new();
        for row in file.rows(canonical.key)? {
            let source = file.footer.sources.get(usize::from(row.key.source)).cloned();
            let missing = || IndexError::Damaged("a source is missing".to_owned());
            let examples = row.examples().iter().map(|game| file.game(*game));
            let examples = examples.collect::<Result<_, _>>()?;
            rows.push((row, source.ok_or_else(missing)?, examples));
        }
        Ok(ExplorerAnswer::of_rows(position, coordinates, &canonical, rows))
    }
}
