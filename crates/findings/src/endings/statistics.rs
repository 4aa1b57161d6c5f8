//! Counts of positions by their value, and the longest wins.

use super::classes::MaterialClass;
use super::solver::{Level, SolvedLevel};
use super::value::EndingValue;
use emergo::Position;
use rayon::prelude::*;
use serde::Serialize;
use std::ops::Range;

/// How many positions are won, lost and drawn for the side to move. Positions with White and with Black to move are equal
/// up to colours; only those with White to move are counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct EndingCounts {
    /// All positions, each symmetric one for itself.
    pub positions: u64,
    /// Positions of which none is symmetric to another.
    pub distinct: u64,
    /// Won for the side to move.
    pub won: u64,
    /// Lost for the side to move.
    pub lost: u64,
    /// Drawn.
    pub drawn: u64,
}

impl EndingCounts {
    fn add(&mut self, value: EndingValue, positions: u64) {
        self.positions += positions;
        self.distinct += 1;
        match value {
            EndingValue::Win { .. } => self.won += positions,
            EndingValue::Loss { .. } => self.lost += positions,
            EndingValue::Draw => self.drawn += positions,
        }
    }

    fn with(self, other: EndingCounts) -> EndingCounts {
        EndingCounts {
            positions: self.positions + other.positions,
            distinct: self.distinct + other.distinct,
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
        }
    }
}

/// A longest win for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LongestWin {
    /// Plies to the end.
    pub plies: u16,
    /// The position, with White to move.
    pub position: Position,
}

/// The statistics of all positions with a given number of pieces.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelStatistics {
    /// The pieces of both sides.
    pub pieces: usize,
    /// All positions.
    pub counts: EndingCounts,
    /// The counts of each material class. A class contains the side to move, so each material occurs twice.
    pub classes: Vec<ClassStatistics>,
    /// A longest win, if a position is won.
    pub longest_win: Option<LongestWin>,
}

/// The statistics of a material class.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ClassStatistics {
    /// The columns, those of the side to move first.
    pub class: MaterialClass,
    /// Its positions.
    pub counts: EndingCounts,
    /// A longest win of the side to move.
    pub longest_win: Option<LongestWin>,
}

impl LevelStatistics {
    pub(super) fn of(solved: &SolvedLevel) -> LevelStatistics {
        let classes: Vec<(MaterialClass, Range<usize>)> = solved.level.classes().collect();
        let classes: Vec<ClassStatistics> = classes
            .into_par_iter()
            .map(|(class, numbers)| ClassStatistics::of(class, numbers, solved))
            .collect();
        let counts = classes.iter().map(|class| class.counts);
        LevelStatistics {
            pieces: solved.level.pieces(),
            counts: counts.fold(EndingCounts::default(), EndingCounts::with),
            // The first one of several.
            longest_win: classes
                .iter()
                .filter_map(|class| class.longest_win)
                .reduce(|best, win| if win.plies > best.plies { win } else { best }),
            classes,
        }
    }
}

impl ClassStatistics {
    fn of(class: MaterialClass, numbers: Range<usize>, solved: &SolvedLevel) -> ClassStatistics {
        let SolvedLevel { level, values, .. } = solved;
        let mut counts = EndingCounts::default();
        let mut longest: Option<(u16, usize)> = None;
        for number in numbers.filter(|number| level.is_used(*number)) {
            let value = values[number].value();
            counts.add(value, level.orbit(number));
            if let EndingValue::Win { plies } = value
                && longest.is_none_or(|(longest, _)| plies > longest)
            {
                longest = Some((plies, number));
            }
        }
        let longest_win =
            longest.map(|(plies, number)| LongestWin { plies, position: level.position(number) });
        ClassStatistics { class, counts, longest_win }
    }
}
