//! Adds games to an index.

use crate::answer::ExampleGame;
use crate::error::IndexError;
use crate::index_file::IndexFile;
use crate::observations::{MoveRecord, Observations};
use crate::tables::{FORMAT, GAMES, HEADER, MOVES, MoveRow, SOURCES, check_header, keys_check};
use emergo_records::GameRecord;
use redb::{Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, WriteTransaction};
use std::path::Path;

/// Adds games of one or more sources to an index. All changes are written together by [`IndexWriter::finish`]. Without it,
/// and if the program is killed, the index stays as it was.
pub struct IndexWriter {
    transaction: WriteTransaction,
    observations: Observations,
    /// The sources of this writer, by their numbers.
    sources: Vec<(u16, String)>,
    next_game: u32,
    totals: IndexTotals,
    // After the transaction, which needs it.
    _database: Database,
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
/// Memory for pages of the store, in bytes.
const CACHE: usize = 512 << 20;

impl IndexWriter {
    /// Opens the index of this path, or a new one if there is no file.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, is something else, is damaged, or is in use.
    pub fn open(path: &Path) -> Result<IndexWriter, IndexError> {
        let (file, is_new) = IndexFile::write(path)?;
        let database = Database::builder().set_cache_size(CACHE).create_with_backend(file)?;
        if is_new {
            // The header is there before the games, so that a new index is one even if the program is killed.
            let transaction = IndexWriter::begin(&database)?;
            {
                let mut header = transaction.open_table(HEADER)?;
                header.insert("format", FORMAT)?;
                header.insert("keys", keys_check())?;
            }
            transaction.open_table(SOURCES)?;
            transaction.open_table(GAMES)?;
            transaction.open_table(MOVES)?;
            transaction.commit()?;
        }
        check_header(&database.begin_read()?.open_table(HEADER)?)?;
        let transaction = IndexWriter::begin(&database)?;
        let next_game = transaction.open_table(GAMES)?.len()?;
        let next_game = u32::try_from(next_game).map_err(|_| IndexError::Full)?;
        Ok(IndexWriter {
            transaction,
            observations: Observations::default(),
            sources: Vec::new(),
            next_game,
            totals: IndexTotals::default(),
            _database: database,
        })
    }

    fn begin(database: &Database) -> Result<WriteTransaction, IndexError> {
        let mut transaction = database.begin_write()?;
        // A reader can open the index at once, also after this program was killed.
        transaction.set_quick_repair(true);
        Ok(transaction)
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
        let game = ExampleGame::of(record, file, number);
        let row = serde_json::to_vec(&game).expect("text and numbers are always valid JSON");
        self.transaction.open_table(GAMES)?.insert(self.next_game, row.as_slice())?;
        self.totals.positions += self.observations.add(record, source, self.next_game) as u64;
        self.totals.games += 1;
        self.next_game = self.next_game.checked_add(1).ok_or(IndexError::Full)?;
        if self.observations.len() >= BATCH {
            self.write()?;
        }
        Ok(())
    }

    /// Writes everything. Returns what was added.
    ///
    /// # Errors
    ///
    /// The index cannot be written.
    pub fn finish(mut self) -> Result<IndexTotals, IndexError> {
        self.write()?;
        self.transaction.commit()?;
        Ok(self.totals)
    }

    fn source_number(&mut self, name: &str) -> Result<u16, IndexError> {
        if let Some((number, _)) = self.sources.iter().find(|(_, known)| known == name) {
            return Ok(*number);
        }
        let mut table = self.transaction.open_table(SOURCES)?;
        for row in table.iter()? {
            if row?.1.value() == name {
                return Err(IndexError::SourceExists(name.to_owned()));
            }
        }
        let number = u16::try_from(table.len()?).map_err(|_| IndexError::Full)?;
        table.insert(number, name)?;
        self.sources.push((number, name.to_owned()));
        Ok(number)
    }

    fn write(&mut self) -> Result<(), IndexError> {
        let mut table = self.transaction.open_table(MOVES)?;
        for (key, record) in self.observations.take_sorted() {
            let known = table.get(key)?.map(|row| MoveRecord::from(row.value()));
            let mut total = known.unwrap_or_default();
            total.append(&record);
            table.insert(key, MoveRow::from(total))?;
        }
        Ok(())
    }
}
