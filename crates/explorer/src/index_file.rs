//! The file of an index. Numbers are little-endian.
//!
//! | part | contents |
//! |---|---|
//! | [`MAGIC`] | |
//! | rows | what was played, in ascending order of the keys: [`ROW`] bytes each |
//! | places | for each game its place among the texts, the length and the checksum of its text: [`PLACE`] bytes each |
//! | texts | the games, as JSON of [`ExampleGame`] |
//! | footer | JSON of [`Footer`] |
//! | end | the length and the checksum of the footer: 4 bytes each |
//!
//! Each row has a checksum, too. A lookup fails if it reads damaged bytes. Other damage has no effect.

use crate::answer::{Counts, ExampleGame};
use crate::canonical::MoveNumber;
use crate::error::IndexError;
use crate::observations::{Row, RowKey};
use emergo::{Key, Position, Variant};
use luctor_system::checksum::fnv1a;
use luctor_system::files::is_locked;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

const MAGIC: &[u8; 8] = b"EmergoI2";
/// The magic numbers of all versions begin with it.
const ANY_VERSION: &[u8] = b"EmergoI";
const ROW: usize = 56;
const PLACE: usize = 16;
const END: usize = 8;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Footer {
    /// A number that changes if positions get other keys, because then an old index is useless.
    keys: u64,
    /// The names of the sources, by their numbers.
    pub sources: Vec<String>,
    rows: u64,
    pub games: u32,
    /// The length of all texts in bytes.
    text: u64,
}

impl Footer {
    fn empty() -> Footer {
        let keys = Variant::ALL.into_iter().fold(0, |check: u64, variant| {
            let start = Position::start(variant);
            let first = start.legal_moves().iter().min().copied();
            let after = first.map_or(start, |mv| start.after(mv));
            check.rotate_left(7) ^ after.canonical_key()
        });
        Footer { keys, sources: Vec::new(), rows: 0, games: 0, text: 0 }
    }

    /// The byte at which the places begin.
    fn places(&self) -> u64 {
        MAGIC.len() as u64 + ROW as u64 * self.rows
    }

    /// The byte at which the texts begin.
    fn texts(&self) -> u64 {
        self.places() + PLACE as u64 * u64::from(self.games)
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let text = serde_json::to_vec(self)?;
        out.write_all(&text)?;
        out.write_all(&(text.len() as u32).to_le_bytes())?;
        out.write_all(&checksum(&text).to_le_bytes())
    }
}

/// Games that an index does not have yet.
#[derive(Default)]
pub(crate) struct NewGames {
    places: Vec<u8>,
    texts: Vec<u8>,
}

impl NewGames {
    /// Adds a game behind those of `index`.
    pub fn add(&mut self, index: &IndexFile, game: &ExampleGame) {
        let text = serde_json::to_vec(game).expect("text and numbers are always valid JSON");
        let place = index.footer.text + self.texts.len() as u64;
        self.places.extend(place.to_le_bytes());
        self.places
            .extend([text.len() as u32, checksum(&text)].into_iter().flat_map(u32::to_le_bytes));
        self.texts.extend(text);
    }

    fn len(&self) -> usize {
        self.places.len() / PLACE
    }
}

#[derive(Debug)]
pub(crate) struct IndexFile {
    file: File,
    pub footer: Footer,
}

impl IndexFile {
    /// Opens an index for reading. Several readers can have it open.
    pub fn open(path: &Path) -> Result<IndexFile, IndexError> {
        let file = File::open(path)?;
        if !is_locked(file.try_lock_shared())? {
            return Err(IndexError::InUse);
        }
        IndexFile::of(file)
    }

    /// An index without games in a file that is still empty.
    pub fn empty(file: File) -> IndexFile {
        IndexFile { file, footer: Footer::empty() }
    }

    /// The index in an open file.
    pub fn of(file: File) -> Result<IndexFile, IndexError> {
        let mut index = IndexFile::empty(file);
        let length = index.file.metadata()?.len();
        let begin = index.bytes(0, length.min(MAGIC.len() as u64))?;
        if begin != MAGIC {
            let is_other = begin.starts_with(ANY_VERSION);
            return Err(if is_other { IndexError::OtherVersion } else { IndexError::NotAnIndex });
        }
        let incomplete = || IndexError::Damaged("its end is missing or was changed".to_owned());
        let end = length.checked_sub(END as u64).ok_or_else(incomplete)?;
        let [size, sum] = words(&index.bytes(end, END as u64)?)[..] else {
            return Err(incomplete());
        };
        let start = end.checked_sub(u64::from(size)).ok_or_else(incomplete)?;
        let text = index.bytes(start, end - start)?;
        if checksum(&text) != sum {
            return Err(incomplete());
        }
        let keys = index.footer.keys;
        index.footer = serde_json::from_slice(&text).map_err(|_| IndexError::OtherVersion)?;
        if index.footer.keys != keys {
            return Err(IndexError::OtherVersion);
        }
        let expected = index.footer.texts() + index.footer.text;
        if start != expected {
            let sentence = format!("its footer is at byte {start} and should be at {expected}");
            return Err(IndexError::Damaged(sentence));
        }
        Ok(index)
    }

    /// Writes this index with more games, and with the sources of all games. The new rows ascend by key. Their sources are not in
    /// this index, so no key occurs twice.
    pub fn write_with(
        &mut self,
        rows: impl Iterator<Item = Row>,
        games: &NewGames,
        sources: &[String],
        out: &mut impl Write,
    ) -> Result<(), IndexError> {
        out.write_all(MAGIC)?;
        let mut count = 0;
        let mut put = |row: &Row| {
            count += 1;
            out.write_all(&row_bytes(row))
        };
        let mut new = rows.peekable();
        self.file.seek(SeekFrom::Start(MAGIC.len() as u64))?;
        let mut old_rows = BufReader::new(&self.file);
        for number in 0..self.footer.rows {
            let mut bytes = [0; ROW];
            old_rows.read_exact(&mut bytes)?;
            let row = row_of(&bytes).ok_or_else(|| damaged_row(number))?;
            while let Some(before) = new.next_if(|other| other.key < row.key) {
                put(&before)?;
            }
            put(&row)?;
        }
        for row in new {
            put(&row)?;
        }
        let Footer { keys, games: old_games, text, .. } = self.footer;
        self.copy(self.footer.places(), PLACE as u64 * u64::from(old_games), out)?;
        out.write_all(&games.places)?;
        self.copy(self.footer.texts(), text, out)?;
        out.write_all(&games.texts)?;
        let footer = Footer {
            keys,
            sources: sources.to_vec(),
            rows: count,
            games: old_games + games.len() as u32,
            text: text + games.texts.len() as u64,
        };
        Ok(footer.write(out)?)
    }

    fn copy(&mut self, start: u64, length: u64, out: &mut impl Write) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(start))?;
        io::copy(&mut (&self.file).take(length), out).map(drop)
    }

    fn bytes(&mut self, start: u64, length: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.copy(start, length, &mut bytes)?;
        Ok(bytes)
    }

    fn row(&mut self, number: u64) -> Result<Row, IndexError> {
        let bytes = self.bytes(MAGIC.len() as u64 + ROW as u64 * number, ROW as u64)?;
        row_of(&bytes).ok_or_else(|| damaged_row(number))
    }

    /// The rows of a position.
    pub fn rows(&mut self, position: Key) -> Result<Vec<Row>, IndexError> {
        let (mut low, mut high) = (0, self.footer.rows);
        while low < high {
            let middle = low.midpoint(high);
            let is_before = self.row(middle)?.key.position < position;
            if is_before { low = middle + 1 } else { high = middle }
        }
        let mut rows = Vec::new();
        for number in low..self.footer.rows {
            let row = self.row(number)?;
            if row.key.position != position {
                break;
            }
            rows.push(row);
        }
        Ok(rows)
    }

    /// The game with a number.
    pub fn game(&mut self, number: u32) -> Result<ExampleGame, IndexError> {
        let damaged = || IndexError::Damaged(format!("its game {number} was changed"));
        let place = self.footer.places() + PLACE as u64 * u64::from(number);
        let [low, high, size, sum] = words(&self.bytes(place, PLACE as u64)?)[..] else {
            return Err(damaged());
        };
        let start = self.footer.texts().checked_add(long(low, high)).ok_or_else(damaged)?;
        let text = self.bytes(start, u64::from(size))?;
        if checksum(&text) != sum {
            return Err(damaged());
        }
        serde_json::from_slice(&text).map_err(|_| damaged())
    }
}

fn damaged_row(number: u64) -> IndexError {
    IndexError::Damaged(format!("its row {number} was changed"))
}

fn checksum(bytes: &[u8]) -> u32 {
    fnv1a(bytes.iter().copied()) as u32
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

fn long(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

fn row_bytes(Row { key, counts, examples }: &Row) -> Vec<u8> {
    let RowKey { position, number: MoveNumber(number), source } = *key;
    let Counts { white, draws, black, unfinished, scored, score_sum } = *counts;
    let mut bytes = [position.to_le_bytes(), score_sum.to_le_bytes()].concat();
    bytes.extend([number, source].into_iter().flat_map(u16::to_le_bytes));
    let counts = [white, draws, black, unfinished, scored];
    bytes.extend(counts.into_iter().chain(*examples).flat_map(u32::to_le_bytes));
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// The row of some bytes, or `None` if they were changed.
fn row_of(bytes: &[u8]) -> Option<Row> {
    let words = words(bytes);
    let &[white, draws, black, unfinished, scored, first, second, third, sum] = words.get(5..)?
    else {
        return None;
    };
    if checksum(&bytes[..ROW - 4]) != sum {
        return None;
    }
    let score_sum = long(words[2], words[3]) as i64;
    let counts = Counts { white, draws, black, unfinished, scored, score_sum };
    let key = RowKey {
        position: long(words[0], words[1]),
        number: MoveNumber(words[4] as u16),
        source: (words[4] >> 16) as u16,
    };
    Some(Row { key, counts, examples: [first, second, third] })
}
