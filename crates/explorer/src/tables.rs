//! The tables of an index in the store, and the form of their rows.
//!
//! The store is redb. It can be added to, unlike `fst`, and it needs no C compiler, unlike SQLite and LMDB.

use crate::answer::{ExampleGame, GameCounts};
use crate::error::IndexError;
use crate::observations::{EXAMPLES, MoveKey, MoveRecord};
use emergo::{Position, Variant};
use redb::{ReadableTable, TableDefinition};

/// `format` and `keys`.
pub(crate) const HEADER: TableDefinition<&str, u64> = TableDefinition::new("luctor explorer");
/// The names of sources by their numbers.
pub(crate) const SOURCES: TableDefinition<u16, &str> = TableDefinition::new("sources");
/// The games by their numbers, as JSON of [`ExampleGame`].
pub(crate) const GAMES: TableDefinition<u32, &[u8]> = TableDefinition::new("games");
/// What was played, by key of the canonical position, number of the move and number of the source.
pub(crate) const MOVES: TableDefinition<MoveKey, MoveRow> = TableDefinition::new("moves");

/// Wins of White, draws, wins of Black, games without a result, games with a score, sum of the scores, first games.
pub(crate) type MoveRow = (u32, u32, u32, u32, u32, i64, [u32; EXAMPLES]);

/// The version of the tables.
pub(crate) const FORMAT: u64 = 1;

/// A number that changes if positions get other keys, because then an old index is useless.
pub(crate) fn keys_check() -> u64 {
    Variant::ALL.into_iter().fold(0, |check: u64, variant| {
        let start = Position::start(variant);
        let first = start.legal_moves().iter().min().copied();
        let after = first.map_or(start, |mv| start.after(mv));
        check.rotate_left(7) ^ after.canonical_key()
    })
}

/// Is it an index of this version?
pub(crate) fn check_header(
    header: &impl ReadableTable<&'static str, u64>,
) -> Result<(), IndexError> {
    let number = |name| -> Result<u64, IndexError> {
        Ok(header.get(name)?.ok_or(IndexError::NotAnIndex)?.value())
    };
    match (number("format")?, number("keys")?) {
        (FORMAT, keys) if keys == keys_check() => Ok(()),
        _ => Err(IndexError::OtherVersion),
    }
}

impl From<MoveRow> for MoveRecord {
    fn from(row: MoveRow) -> MoveRecord {
        let (white, draws, black, unfinished, scored, score_sum, examples) = row;
        let counts = GameCounts { white, draws, black, unfinished, scored, score_sum };
        MoveRecord { counts, examples }
    }
}

impl From<MoveRecord> for MoveRow {
    fn from(MoveRecord { counts, examples }: MoveRecord) -> MoveRow {
        let GameCounts { white, draws, black, unfinished, scored, score_sum } = counts;
        (white, draws, black, unfinished, scored, score_sum, examples)
    }
}

/// Reads the row of a game.
pub(crate) fn read_game(row: &[u8]) -> Result<ExampleGame, IndexError> {
    serde_json::from_slice(row).map_err(|error| IndexError::Damaged(error.to_string()))
}
