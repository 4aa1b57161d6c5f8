//! Levels of strength below full strength, and their Elo.
//!
//! A level is a number of nodes and the size of the errors of the evaluation (see [`Handicap`]). Both are smooth functions
//! of the level, so that every Elo between the lowest and the highest has a level.

use crate::search::Handicap;

/// Full strength.
pub const FULL: u8 = 20;

/// Elo of the levels 0 to 19 on emergo above random play. `scripts/levels` measures the differences of neighbouring levels.
/// A test measures level 0 against random play.
const ELO: [i32; FULL as usize] = [
    175, 245, 326, 395, 527, 661, 808, 955, 1092, 1189, 1319, 1406, 1484, 1550, 1598, 1658, 1711,
    1759, 1812, 1853,
];

/// The Elo of the lowest level.
pub const MIN_ELO: i32 = ELO[0];
/// The Elo of the highest level below full strength.
pub const MAX_ELO: i32 = ELO[FULL as usize - 1];

/// A level of strength from 0, the lowest, to [`FULL`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level(f64);

impl Level {
    /// The level with this number, at most [`FULL`].
    pub fn from_skill(skill: u8) -> Level {
        Level(f64::from(skill.min(FULL)))
    }

    /// The level below full strength with this Elo, limited to [`MIN_ELO`]..=[`MAX_ELO`].
    pub fn from_elo(elo: i32) -> Level {
        let elo = elo.clamp(MIN_ELO, MAX_ELO);
        let above = ELO.iter().position(|level| *level > elo).unwrap_or(ELO.len() - 1);
        let (low, high) = (ELO[above - 1], ELO[above]);
        Level((above - 1) as f64 + f64::from(elo - low) / f64::from(high - low))
    }

    /// The handicap of the level, `None` for full strength.
    pub fn handicap(self) -> Option<Handicap> {
        (self.0 < f64::from(FULL)).then(|| Handicap {
            nodes: (30.0 * (0.38 * self.0).exp()) as u64,
            error: (600.0 * (-0.27 * self.0).exp() - 4.0).max(0.0) as i32,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_levels_have_more_elo_and_nodes_and_smaller_errors() {
        assert!(ELO.is_sorted_by(|a, b| a < b));
        let levels: Vec<Handicap> =
            (0..FULL).filter_map(|s| Level::from_skill(s).handicap()).collect();
        assert_eq!(levels.len(), usize::from(FULL));
        for pair in levels.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes && pair[0].error >= pair[1].error, "{pair:?}");
        }
        assert_eq!(Level::from_skill(FULL).handicap(), None);
    }

    #[test]
    fn every_measured_elo_has_its_level() {
        for (skill, elo) in (0..).zip(ELO) {
            assert_eq!(Level::from_elo(elo), Level::from_skill(skill));
        }
        assert_eq!(Level::from_elo(i32::MIN), Level::from_skill(0));
        assert_eq!(Level::from_elo(i32::MAX), Level::from_skill(FULL - 1));
        let between = Level::from_elo((ELO[3] + ELO[4]) / 2);
        assert!(between.0 > 3.0 && between.0 < 4.0, "{between:?}");
    }
}
