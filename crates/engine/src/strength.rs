//! Levels of strength below the full one, and what they are worth in Elo.
//!
//! A level is a number of nodes and a spread of the choice (see [`Handicap`]), both running smoothly, so that every
//! Elo between the lowest and the highest has its level.

use crate::search::Handicap;

/// The level that is no handicap.
pub const FULL: u8 = 20;

/// Elo of the levels 0 to 19 on emergo above random play, by matches between neighbours (`scripts/levels`, 400 games each, from
/// level 17 on 200 to 300; 95 % errors of 26 to 38 a step) and of the lowest against random play (800 games, 25). The errors add up: 70 at level 4, 110 at
/// level 10, 135 at level 16.
const ELO: [i32; FULL as usize] = [
    116, 196, 324, 435, 587, 726, 856, 1011, 1157, 1311, 1453, 1537, 1660, 1740, 1802, 1855, 1946,
    1988, 2044, 2068,
];

/// The Elo of the lowest level.
pub const LEAST_ELO: i32 = ELO[0];
/// The Elo of the highest level below full strength.
pub const MOST_ELO: i32 = ELO[FULL as usize - 1];

/// A level of strength: 0 the lowest, [`FULL`] the full one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level(f64);

impl Level {
    /// The level of this number, 0..=20.
    pub fn skill(skill: u8) -> Level {
        Level(f64::from(skill.min(FULL)))
    }

    /// The level below full strength that plays at `elo`, cut to [`LEAST_ELO`]..=[`MOST_ELO`].
    pub fn of_elo(elo: i32) -> Level {
        let elo = elo.clamp(LEAST_ELO, MOST_ELO);
        let above = ELO.iter().position(|level| *level > elo).unwrap_or(ELO.len() - 1);
        let (low, high) = (ELO[above - 1], ELO[above]);
        Level((above - 1) as f64 + f64::from(elo - low) / f64::from(high - low))
    }

    /// How a search is held back, if it is.
    pub fn handicap(self) -> Option<Handicap> {
        (self.0 < f64::from(FULL)).then(|| Handicap {
            nodes: (200.0 * (0.28 * self.0).exp()) as u64,
            spread: (400.0 * (-0.3 * self.0).exp() - 4.0).max(0.0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise_in_elo_and_nodes_and_fall_in_chance() {
        assert!(ELO.is_sorted_by(|a, b| a < b));
        let levels: Vec<Handicap> = (0..FULL).filter_map(|s| Level::skill(s).handicap()).collect();
        assert_eq!(levels.len(), usize::from(FULL));
        for pair in levels.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes && pair[0].spread >= pair[1].spread, "{pair:?}");
        }
        assert_eq!(Level::skill(FULL).handicap(), None);
    }

    #[test]
    fn an_elo_has_the_level_that_was_measured_with_it() {
        for (skill, elo) in (0..).zip(ELO) {
            assert_eq!(Level::of_elo(elo), Level::skill(skill));
        }
        assert_eq!(Level::of_elo(i32::MIN), Level::skill(0));
        assert_eq!(Level::of_elo(i32::MAX), Level::skill(FULL - 1));
        let between = Level::of_elo((ELO[3] + ELO[4]) / 2);
        assert!(between.0 > 3.0 && between.0 < 4.0, "{between:?}");
    }
}
