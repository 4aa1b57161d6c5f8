//! An index of a few games in memory.

use crate::answer::{ExampleGame, ExplorerAnswer};
use crate::canonical::CanonicalPosition;
use crate::observations::{Observations, Row};
use emergo::{Coordinates, Position};
use emergo_records::GameRecord;

/// What was played in the games of one source. It answers like an index file.
///
/// ```
/// use emergo::{Coordinates, Position, Variant};
/// use emergo_records::{ReadOptions, read_records};
/// use luctor_explorer::GameTable;
///
/// let games = read_records("1. e4 e6 1-0\n\n1. f4 e5 0-1", &ReadOptions::default()).games;
/// let table = GameTable::new("club", games.iter().flatten());
/// let answer = table.lookup(&Position::start(Variant::Emergo), Coordinates::Oblique);
/// assert_eq!(answer.counts.games, 2);
/// ```
#[derive(Clone, Debug)]
pub struct GameTable {
    source: String,
    games: Vec<ExampleGame>,
    /// In ascending order of their keys.
    rows: Vec<Row>,
}

impl GameTable {
    /// The table of these games. They are numbered from 1.
    pub fn new<'a>(source: &str, records: impl Iterator<Item = &'a GameRecord>) -> GameTable {
        let mut observations = Observations::default();
        let mut games = Vec::new();
        for (game, record) in (0..).zip(records) {
            observations.add(record, 0, game);
            games.push(ExampleGame::of(record, "", u64::from(game) + 1));
        }
        GameTable { source: source.to_owned(), games, rows: observations.rows().collect() }
    }

    /// What was played in a position. Moves are written in these coordinates.
    pub fn lookup(&self, position: &Position, coordinates: Coordinates) -> ExplorerAnswer {
        let canonical = CanonicalPosition::of(position);
        let first = self.rows.partition_point(|row| row.key.position < canonical.key);
        let rows = self.rows[first..].iter().take_while(|row| row.key.position == canonical.key);
        let rows = rows.map(|row| {
            let examples = row.examples().iter().map(|game| self.games[*game as usize].clone());
            (*row, self.source.clone(), examples.collect())
        });
        ExplorerAnswer::of_rows(position, coordinates, &canonical, rows)
    }
}
