//! Material classes, counts of positions by their value, and the longest wins.

use super::solved_levels::SolvedLevel;
use super::value::EndingValue;
use emergo::{Column, Position};
use rayon::prelude::*;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;

/// The columns of the side to move and of its opponent. Those of a side are in descending order of [`Column::bits`].
#[derive(PartialEq, Eq, Hash)]
struct MaterialClass {
    own: Vec<Column>,
    enemy: Vec<Column>,
}

impl MaterialClass {
    fn of(position: &Position) -> MaterialClass {
        let [own, enemy] = [position.side(), position.side().other()].map(|side| {
            let mut columns: Vec<Column> =
                position.pieces(side).map(|square| position.column(square)).collect();
            columns.sort_unstable_by_key(|column| Reverse(column.bits()));
            columns
        });
        MaterialClass { own, enemy }
    }

    /// The order of the classes: by the number of own columns, then by cap and prisoners of each column.
    fn order(&self) -> (usize, Vec<[u8; 2]>) {
        let columns = self.own.iter().chain(&self.enemy);
        (self.own.len(), columns.map(|column| [column.cap(), column.prisoners()]).collect())
    }
}

/// As in position text, with White to move: `w7b3 w1 - b9w4`.
impl fmt::Display for MaterialClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |columns: &[Column], owner: char, other: char| {
            let texts = columns.iter().map(|column| match column.prisoners() {
                0 => format!("{owner}{}", column.cap()),
                prisoners => format!("{owner}{}{other}{prisoners}", column.cap()),
            });
            texts.collect::<Vec<_>>().join(" ")
        };
        write!(f, "{} - {}", side(&self.own, 'w', 'b'), side(&self.enemy, 'b', 'w'))
    }
}

/// How many positions are won, lost and drawn for the side to move. Positions with White and with Black to move are equal
/// up to colours; only those with White to move are counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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

/// A longest win for the side to move.
#[derive(Clone, Copy)]
pub(super) struct LongestWin {
    plies: u16,
    pub position: Position,
}

/// The positions of a material class. A class contains the side to move, so each material occurs twice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ClassReport {
    /// The columns, White's first. White is to move.
    pub columns: String,
    /// The results.
    #[serde(flatten)]
    pub counts: EndingCounts,
    /// Plies of the longest win of the side to move.
    pub longest_win: Option<u16>,
}

/// The counts of some positions, and a longest win among them.
#[derive(Clone, Copy, Default)]
pub(super) struct PositionStatistics {
    pub counts: EndingCounts,
    pub longest_win: Option<LongestWin>,
}

/// The statistics of all positions of a level, and its classes.
pub(super) fn level_statistics(solved: &SolvedLevel) -> (PositionStatistics, Vec<ClassReport>) {
    let mut classes: Vec<_> = classes_of(solved).into_iter().collect();
    classes.sort_by_cached_key(|(class, _)| class.order());
    let mut all = PositionStatistics::default();
    classes.iter().for_each(|(_, statistics)| all.add(*statistics));
    (all, classes.iter().map(|(class, statistics)| statistics.report(class)).collect())
}

type ClassMap = HashMap<MaterialClass, PositionStatistics>;

fn classes_of(SolvedLevel { level, values, .. }: &SolvedLevel) -> ClassMap {
    let add_position = |mut classes: ClassMap, number: usize| {
        let position = level.position(number);
        let class = classes.entry(MaterialClass::of(&position)).or_default();
        class.add(PositionStatistics::of(position, values[number].value(), level.orbit(number)));
        classes
    };
    let add_all = |mut classes: ClassMap, later: ClassMap| {
        for (class, statistics) in later {
            classes.entry(class).or_default().add(statistics);
        }
        classes
    };
    level.used().fold(ClassMap::new, add_position).reduce(ClassMap::new, add_all)
}

impl PositionStatistics {
    /// A position and those symmetric to it.
    fn of(position: Position, value: EndingValue, positions: u64) -> PositionStatistics {
        let mut counts = EndingCounts { positions, distinct: 1, ..EndingCounts::default() };
        let mut longest_win = None;
        match value {
            EndingValue::Win { plies } => {
                counts.won = positions;
                longest_win = Some(LongestWin { plies, position });
            }
            EndingValue::Loss { .. } => counts.lost = positions,
            EndingValue::Draw => counts.drawn = positions,
        }
        PositionStatistics { counts, longest_win }
    }

    fn report(&self, class: &MaterialClass) -> ClassReport {
        let longest_win = self.longest_win.map(|win| win.plies);
        ClassReport { columns: class.to_string(), counts: self.counts, longest_win }
    }

    /// Adds later positions. The first one of several longest wins stays.
    fn add(&mut self, later: PositionStatistics) {
        let EndingCounts { positions, distinct, won, lost, drawn } = later.counts;
        self.counts.positions += positions;
        self.counts.distinct += distinct;
        self.counts.won += won;
        self.counts.lost += lost;
        self.counts.drawn += drawn;
        let plies = |win: Option<LongestWin>| win.map(|win| win.plies);
        if plies(later.longest_win) > plies(self.longest_win) {
            self.longest_win = later.longest_win;
        }
    }
}
