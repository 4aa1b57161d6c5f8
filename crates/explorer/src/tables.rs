//! The tables of an index in the store, and the form of their rows.
//!
//! The store is redb. It can be added to, unlike `fst`, and it needs no C compiler, unlike SQLite and LMDB.

use crate::answer::{ExampleGame, GameCounts};
use crate::canonical::MoveNumber;
use crate::error::IndexError;
use emergo::{GameResult, Key, Position, Variant};
use redb::{ReadableTable, TableDefinition};

/// `format` and `keys`.
pub(crate) const HEADER: TableDefinition<&str, u64> = TableDefinition::new("luctor explorer");
/// The names of sources by their numbers.
pub(crate) const SOURCES: TableDefinition<u16, &str> = TableDefinition::new("sources");
/// The games by their numbers, as JSON of [`ExampleGame`].
pub(crate) const GAMES: TableDefinition<u32, &[u8]> = TableDefinition::new("games");
/// What was played, by key of the canonical position, number of the move and number of the source.
pub(crate) const MOVES: TableDefinition<MoveKey, MoveRow> = TableDefinition::new("moves");

pub(crate) type MoveKey = (Key, u16, u16);
/// Wins of White, draws, wins of Black, games without a result, games with a score, sum of the scores, first games.
pub(crate) type MoveRow = (u32, u32, u32, u32, u32, i64, [u32; EXAMPLES]);

/// Example games of a move and a source.
pub(crate) const EXAMPLES: usize = 3;
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

/// Scores are limited to ± this number of centimen before the mean is computed. A forced win or loss counts as the limit.
pub(crate) const SCORE_LIMIT: i32 = 2_000;

/// What was played in a position, by one source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MoveRecord {
    pub counts: GameCounts,
    /// Numbers of the first games; as many are valid as there are games.
    examples: [u32; EXAMPLES],
}

impl MoveRecord {
    /// Adds a game. Games come in ascending order of their numbers.
    pub fn add(&mut self, game: u32, result: Option<GameResult>, score: Option<i16>) {
        if let Some(example) = self.examples.get_mut(self.counts.games() as usize) {
            *example = game;
        }
        let counts = &mut self.counts;
        *match result {
            Some(GameResult::WhiteWins) => &mut counts.white,
            Some(GameResult::Draw) => &mut counts.draws,
            Some(GameResult::BlackWins) => &mut counts.black,
            None => &mut counts.unfinished,
        } += 1;
        if let Some(score) = score {
            counts.scored += 1;
            counts.score_sum += i64::from(score);
        }
    }

    /// Adds later games.
    pub fn append(&mut self, later: &MoveRecord) {
        let known = self.counts.games() as usize;
        for (place, game) in self.examples.iter_mut().skip(known).zip(later.examples()) {
            *place = *game;
        }
        self.counts += later.counts;
    }

    /// The numbers of the first games.
    pub fn examples(&self) -> &[u32] {
        &self.examples[..EXAMPLES.min(self.counts.games() as usize)]
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

/// The key of a move of a source.
pub(crate) fn move_key(position: Key, number: MoveNumber, source: u16) -> MoveKey {
    (position, number.0, source)
}

/// Reads the row of a game.
pub(crate) fn read_game(row: &[u8]) -> Result<ExampleGame, IndexError> {
    serde_json::from_slice(row).map_err(|error| IndexError::Damaged(error.to_string()))
}
