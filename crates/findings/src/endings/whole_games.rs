//! The exact value of the game from the empty board with few men.
//!
//! A man that has entered never goes back to the hand, and captures never add a piece. So the levels are solved in ascending
//! order of the men in hand, then of the pieces, by the retrograde analysis of the endings.

use super::board_sets::BoardSets;
use super::level::{EndingLevel, LevelKey};
use super::report::EndingMoveReport;
use super::settings::TableTooLarge;
use super::solved_levels::{SolvedLevels, ValuedMove};
use super::value::EndingValue;
use emergo::{Blocked, Coordinates, Move, Position, Side, Variant, write_move};
use rayon::prelude::*;
use serde::Serialize;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A game with few men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WholeGameSettings {
    /// The board.
    pub variant: Variant,
    /// The men of each side, within [`WholeGames::MEN`].
    pub men: u8,
    /// The rule for a side without a legal move.
    pub blocked: Blocked,
    /// The largest size of the tables, in bytes. The solver takes up to half as much for itself.
    pub memory: usize,
}

/// The values of all positions of a game with few men, those of the entering stage too. The centre rule applies to the empty
/// board only.
///
/// ```
/// use emergo::{Blocked, Position, Side, Variant};
/// use luctor_findings::endings::{WholeGameSettings, WholeGames};
///
/// let (variant, men) = (Variant::Emergo7, 1);
/// let settings = WholeGameSettings { variant, men, blocked: Blocked::Draw, memory: 1 << 20 };
/// let games = WholeGames::solve(settings)?;
/// let start = Position::start(variant).with_hand(Side::White, men).with_hand(Side::Black, men);
/// assert_eq!(games.probe(&start), games.report(Default::default()).value);
/// # Ok::<(), luctor_findings::endings::TableTooLarge>(())
/// ```
pub struct WholeGames {
    settings: WholeGameSettings,
    solved: SolvedLevels,
}

/// The value of the empty board, and of White's first entries.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WholeGameReport {
    /// The board.
    pub variant: Variant,
    /// The men of each side.
    pub men: u8,
    /// The value for White.
    #[serde(flatten)]
    pub value: EndingValue,
    /// Positions in the tables, of which none is symmetric to another or equal to it with colours exchanged.
    pub positions: u64,
    /// Plies of the longest win or loss in them.
    pub longest: u16,
    /// White's first entries, best first, one of each class of symmetric ones.
    pub entries: Vec<EndingMoveReport>,
    /// The value of a first entry on the centre, which the rules forbid, for White.
    pub centre: EndingValue,
    /// The best moves of both sides to the end of the game; none if it is drawn.
    pub line: Vec<String>,
}

impl WholeGames {
    /// Men of each side that can be solved.
    pub const MEN: RangeInclusive<u8> = 1..=5;

    /// Solves all positions, on the threads of the current rayon pool.
    ///
    /// # Errors
    ///
    /// The tables are larger than the settings allow.
    ///
    /// # Panics
    ///
    /// The settings are out of range.
    pub fn solve(settings: WholeGameSettings) -> Result<WholeGames, TableTooLarge> {
        let WholeGameSettings { variant, men, blocked, memory } = settings;
        assert!(WholeGames::MEN.contains(&men), "{men} men");
        let board = Arc::new(BoardSets::new(variant, men, men.into()));
        let hands = (0..=men).flat_map(|less| (less..=men).map(move |more| [less, more]));
        let keys = hands.flat_map(|hands| {
            let men_on_board = usize::from(2 * men - hands[0] - hands[1]);
            (0..=men_on_board).map(move |pieces| LevelKey { hands, pieces })
        });
        let levels = keys.map(|key| EndingLevel::new(&board, key));
        let solved = SolvedLevels::solve(levels, blocked, memory, &mut |_| {})?;
        Ok(WholeGames { settings, solved })
    }

    /// The exact value of a position of the game, for the side to move. Both sides have all men, on the board or in hand.
    ///
    /// # Panics
    ///
    /// The position does not belong to the game.
    pub fn probe(&self, position: &Position) -> EndingValue {
        self.solved.value(position)
    }

    /// The value of the empty board, of White's first entries, and the best line.
    pub fn report(&self, coordinates: Coordinates) -> WholeGameReport {
        let WholeGameSettings { variant, men, .. } = self.settings;
        let start =
            Position::start(variant).with_hand(Side::White, men).with_hand(Side::Black, men);
        let mut entries: Vec<ValuedMove> = Vec::new();
        for entry in self.solved.moves(&start) {
            let to = entry.mv.to();
            let mut images = variant.symmetries().iter().map(|symmetry| symmetry.image(to));
            if images.all(|image| entries.iter().all(|known| known.mv.to() != image)) {
                entries.push(entry);
            }
        }
        let levels = self.solved.levels.values();
        let write = |mv: &Move| write_move(variant, coordinates, *mv);
        WholeGameReport {
            variant,
            men,
            value: self.probe(&start),
            positions: levels.map(|solved| solved.level.used().count() as u64).sum(),
            longest: self.solved.longest(),
            entries: entries.iter().map(|entry| entry.report(variant, coordinates)).collect(),
            centre: self.probe(&start.after(Move::entry(variant.centre()))).before_move(),
            line: self.solved.best_line(&start).iter().map(write).collect(),
        }
    }
}
