//! Recognises games that are equal under a symmetry of the board.

use crate::GameRecord;
use emergo::{Key, Variant};

/// The game of a record without names, notes and result, in the orientation in which it is least. Two records have equal
/// canonical games if and only if their moves are equal under a symmetry of the board.
///
/// ```
/// use emergo_records::{CanonicalGame, ReadOptions, read_records};
///
/// // The second game is the first one, turned by a quarter. The third one is another game.
/// let games = read_records("e3 e6 f4\ng5 d5 f6\ne3 e7 f4", &ReadOptions::default()).games;
/// let games: Vec<_> = games.iter().flatten().map(CanonicalGame::of).collect();
/// assert_eq!(games[0], games[1]);
/// assert_ne!(games[0], games[2]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CanonicalGame {
    variant: Variant,
    start: Key,
    /// The cells of all moves, and a mark after each move.
    cells: Vec<u8>,
}

const END_OF_MOVE: u8 = u8::MAX;

impl CanonicalGame {
    /// The canonical game of a record.
    pub fn of(record: &GameRecord) -> CanonicalGame {
        let variant = record.variant;
        let start = record.start_text().position;
        let images =
            variant.symmetries().iter().zip(start.symmetric_keys()).map(|(symmetry, start)| {
                let mut cells = Vec::with_capacity(3 * record.moves.len());
                for recorded in &record.moves {
                    let path = recorded.mv.path(variant);
                    cells.extend(path.map(|square| symmetry.image(square).index() as u8));
                    cells.push(END_OF_MOVE);
                }
                CanonicalGame { variant, start, cells }
            });
        images.min().expect("every board has a symmetry")
    }
}
