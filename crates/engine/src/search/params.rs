//! The constants of search and time management in one struct, [`SearchParams`], that a tuner sets at run time.
//!
//! Every parameter is declared once, with its unit, default and range. Margins are methods. Reductions are in
//! `late_move_reductions.rs`.

use emergo::{Position, Side, Variant};
use std::ops::Index;
use thiserror::Error;

/// A parameter as a tuner sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParamEntry {
    /// The name for [`SearchParams::set`].
    pub name: &'static str,
    /// What it means, with its unit.
    pub description: &'static str,
    /// The default value.
    pub default: i32,
    /// The smallest allowed value.
    pub min: i32,
    /// The largest allowed value.
    pub max: i32,
    /// The boards on which it has an effect.
    pub boards: &'static [Variant],
}

/// Why a parameter was not set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum ParamError {
    #[error("no search parameter {0:?}")]
    Unknown(String),
    #[error("search parameter {name} takes {min} to {max}, not {value}")]
    OutOfRange { name: &'static str, min: i32, max: i32, value: i32 },
}

/// Which numbers the parameters by set have in a position. It depends on the board, and on emergo also on the men in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ParameterSet {
    /// Emergo: both sides have men in hand.
    BothHands,
    /// Emergo: one side has men in hand.
    OneHand,
    /// Emergo: all men are entered.
    NoHand,
    Emergo7,
    Hexemergo,
}

impl ParameterSet {
    const COUNT: usize = ParameterSet::Hexemergo as usize + 1;

    /// The set of a position.
    #[inline]
    pub fn of(pos: &Position) -> ParameterSet {
        match (pos.variant(), pos.hand(Side::White), pos.hand(Side::Black)) {
            (Variant::Emergo7, ..) => ParameterSet::Emergo7,
            (Variant::Hexemergo, ..) => ParameterSet::Hexemergo,
            (Variant::Emergo, 0, 0) => ParameterSet::NoHand,
            (Variant::Emergo, 0, _) | (Variant::Emergo, _, 0) => ParameterSet::OneHand,
            (Variant::Emergo, ..) => ParameterSet::BothHands,
        }
    }
}

/// A number for each set, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BySet(pub [i32; ParameterSet::COUNT]);

impl Index<ParameterSet> for BySet {
    type Output = i32;

    #[inline]
    fn index(&self, set: ParameterSet) -> &i32 {
        &self.0[set as usize]
    }
}

macro_rules! search_params {
    (
        $($(#[doc = $doc:literal])+ $name:ident = $default:literal, $min:literal..=$max:literal;)+
        by set:
        $($(#[doc = $set_doc:literal])+ $by_set:ident = $defaults:expr, $set_min:literal..=$set_max:literal;)+
    ) => {
        /// All constants of search and time management. Values stay within their ranges. A parameter by set
        /// is five parameters: its name with `_both_hands`, `_one_hand`, `_no_hand`, `_emergo7` and `_hexemergo`.
        ///
        /// ```
        /// use luctor_engine::search::{SearchParams, Searcher};
        ///
        /// let mut params = SearchParams::default();
        /// params.set("razoring_slope_no_hand", 280)?;
        /// assert!(params.set("razoring_slope_no_hand", -1).is_err());
        /// Searcher::new(1)?.set_params(params);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct SearchParams {
            $($(#[doc = $doc])+ pub(super) $name: i32,)+
            $($(#[doc = $set_doc])+ pub(super) $by_set: BySet,)+
        }

        impl Default for SearchParams {
            fn default() -> SearchParams {
                SearchParams { $($name: $default,)+ $($by_set: BySet($defaults),)+ }
            }
        }

        impl SearchParams {
            /// All parameters.
            pub fn entries() -> Vec<ParamEntry> {
                let mut entries = vec![$(ParamEntry {
                    name: stringify!($name),
                    description: concat!($($doc),+).trim_ascii_start(),
                    default: $default,
                    min: $min,
                    max: $max,
                    boards: &Variant::ALL,
                },)+];
                $(for ((name, boards), default) in sets!($by_set).into_iter().zip($defaults) {
                    entries.push(ParamEntry {
                        name,
                        description: concat!($($set_doc),+).trim_ascii_start(),
                        default,
                        min: $set_min,
                        max: $set_max,
                        boards,
                    });
                })+
                entries
            }

            /// The parameter of this name.
            fn field(&mut self, name: &str) -> Option<&mut i32> {
                $(if name == stringify!($name) {
                    return Some(&mut self.$name);
                })+
                $(if let Some(set) = sets!($by_set).iter().position(|(own, _)| *own == name) {
                    return Some(&mut self.$by_set.0[set]);
                })+
                None
            }
        }
    };
}

/// The names of a parameter by set, each with its board, in the order of [`ParameterSet`].
macro_rules! sets {
    ($name:ident) => {
        [
            (concat!(stringify!($name), "_both_hands"), &[Variant::Emergo]),
            (concat!(stringify!($name), "_one_hand"), &[Variant::Emergo]),
            (concat!(stringify!($name), "_no_hand"), &[Variant::Emergo]),
            (concat!(stringify!($name), "_emergo7"), &[Variant::Emergo7]),
            (concat!(stringify!($name), "_hexemergo"), &[Variant::Hexemergo]),
        ]
    };
}

search_params! {
    /// Deepest iteration, in plies.
    max_depth = 120, 1..=120;
    /// Iterations of a search for a win, per move of the win. More than two plies per move, because late moves are
    /// reduced.
    mate_depth_per_move = 4, 2..=8;

    /// First iteration with an aspiration window, in plies.
    aspiration_depth = 4, 1..=20;
    /// Factor of the margin after each failure.
    aspiration_growth = 3, 2..=8;
    /// Largest aspiration margin, in centimen. Beyond it the bound is opened.
    aspiration_limit = 1000, 100..=5000;

    /// Pieces on the board up to which symmetric positions share a table entry.
    symmetry_pieces = 4, 0..=8;
    /// Plies by which the stored depth must exceed the new one for the table to keep the entry of the same position.
    table_keep_depth = 3, 0..=20;

    /// Single replies extend up to this many times the depth of the iteration.
    extension_limit = 3, 0..=8;
    /// Remaining depth from which a node without a table move is searched a ply less deep.
    internal_reduction_depth = 5, 2..=12;

    /// Remaining depth up to which the static score prunes nodes and moves, in plies.
    static_pruning_depth = 4, 0..=10;
    /// Razoring: remaining depth up to which it is tried, in plies.
    razoring_depth = 3, 0..=8;
    /// Late move pruning: remaining depth up to which it is done, in plies.
    late_move_pruning_depth = 6, 0..=12;

    /// Late move reductions: moves at the front of the list that are not reduced.
    reduction_first_move = 3, 1..=10;
    /// Late move reductions: smallest remaining depth, in plies.
    reduction_depth = 3, 1..=10;
    /// Late move reductions: history of a quiet move that changes the reduction by one ply.
    reduction_history = 5000, 500..=32000;

    /// History: the constant part of bonus and malus.
    history_bonus_base = 32, 0..=500;
    /// History: bonus and malus for each squared ply of depth.
    history_bonus_slope = 16, 1..=200;
    /// History: largest bonus and malus of one cutoff.
    history_bonus_limit = 1600, 100..=4096;
    /// History: bound of every value.
    history_limit = 16384, 4096..=32000;

    /// Quiescence: feeding moves in one line.
    quiescence_feeds = 1, 0..=4;
    /// Quiescence: feeding moves of one node in which a piece is already threatened. There nearly every move leaves
    /// a capture.
    quiescence_feeds_under_threat = 4, 1..=64;

    /// Thread vote: weight of the thread with the lowest score, in centimen.
    thread_vote_offset = 30, 1..=500;

    /// Time: moves that the clock must last for, unless the next time control comes earlier.
    time_moves_ahead = 20, 10..=60;
    /// Time: part of the increment that is added to the planned time, in percent.
    time_increment = 75, 0..=100;
    /// Time: planned time divided by soft limit, in percent. With 120 the soft limit is 5/6 of the planned time.
    time_soft_divisor = 120, 100..=400;
    /// Time: the hard limit, in percent of the planned time.
    time_hard_factor = 300, 100..=800;
    /// Time: the hard limit is at most the time left divided by this.
    time_hard_divisor = 3, 2..=10;
    /// Time: the hard limit of the last move before a time control is at most this part of the time left, in percent.
    time_last_move = 90, 10..=95;
    /// Time: hard limit if there is only one legal move, in milliseconds. The search finds a score and a ponder move.
    time_single_move = 5, 0..=1000;
    /// Time: soft limit when the best move has just changed, in percent.
    time_stability_0 = 150, 50..=300;
    /// Time: soft limit when the best move is the same for one more iteration, in percent.
    time_stability_1 = 125, 50..=300;
    /// Time: the same for two iterations.
    time_stability_2 = 110, 50..=300;
    /// Time: the same for three iterations.
    time_stability_3 = 95, 25..=200;
    /// Time: the same for four iterations.
    time_stability_4 = 85, 25..=200;
    /// Time: the same for five iterations and more.
    time_stability_5 = 75, 25..=200;
    /// Time: fall of the score that doubles the soft limit, in centimen.
    time_score_fall = 300, 50..=2000;
    /// Time: smallest factor of the soft limit by the score, in percent.
    time_score_min = 85, 25..=100;
    /// Time: largest factor of the soft limit by the score, in percent.
    time_score_max = 160, 100..=400;
    /// Time: factor of the soft limit when the best move took no nodes, in percent. It falls with the share of nodes.
    time_nodes_base = 170, 100..=300;
    /// Time: smallest factor of the soft limit by nodes, in percent.
    time_nodes_min = 75, 25..=100;
    /// Time: largest factor of the soft limit by nodes, in percent.
    time_nodes_max = 140, 100..=300;
    /// Time: smallest factor of the soft limit, in percent.
    time_factor_min = 30, 10..=100;
    /// Time: largest factor of the soft limit, in percent.
    time_factor_max = 250, 100..=800;

    by set:
    /// Half the width of the first aspiration window, in centimen.
    aspiration_margin = [21, 44, 44, 24, 40], 5..=200;
    /// Reverse futility: by how much the static score must exceed beta, in centimen per ply of depth.
    reverse_futility_slope = [164, 116, 147, 91, 150], 20..=500;
    /// Reverse futility: by how much more, in centimen, where a piece of the side to move can be jumped.
    reverse_futility_threat = [148, 119, 171, 67, 150], 0..=600;
    /// Razoring: by how much the static score must fall short of alpha, in centimen per ply of depth.
    razoring_slope = [321, 267, 392, 184, 300], 50..=1000;
    /// Futility: the constant part of what a quiet move may gain, in centimen.
    futility_base = [185, 85, 90, 68, 100], 0..=500;
    /// Futility: what a quiet move may gain, in centimen per ply of depth.
    futility_slope = [94, 102, 107, 57, 100], 20..=500;
    /// Late move pruning: the constant part of the number of searched moves, in hundredths.
    late_move_count_base = [318, 250, 285, 417, 250], 100..=2000;
    /// Late move pruning: more searched moves for each squared ply of depth, in hundredths.
    late_move_count_slope = [89, 54, 95, 100, 80], 10..=500;
    /// Late move reductions: the constant part, in 1/1024 ply.
    reduction_base = [546, 651, 807, 682, 600], 0..=2048;
    /// Late move reductions: the factor of ln(depth) * ln(move number), in 1/1024 ply.
    reduction_slope = [684, 643, 588, 528, 600], 100..=2048;
}

impl SearchParams {
    /// Sets a parameter.
    ///
    /// # Errors
    ///
    /// The name is unknown or the value is outside the range. Then nothing changes.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        let unknown = || ParamError::Unknown(name.to_owned());
        let ParamEntry { name, min, max, .. } =
            Self::entries().into_iter().find(|entry| entry.name == name).ok_or_else(unknown)?;
        if !(min..=max).contains(&value) {
            return Err(ParamError::OutOfRange { name, min, max, value });
        }
        *self.field(name).expect("every entry has a field") = value;
        Ok(())
    }

    /// Iterations of a search for a win in `moves` moves.
    pub(super) fn mate_search_depth(&self, moves: u32) -> i32 {
        let moves = i32::try_from(moves).unwrap_or(self.max_depth);
        moves.saturating_mul(self.mate_depth_per_move).clamp(1, self.max_depth)
    }

    /// By how much the static score must exceed beta for a node without captures to be cut, in centimen.
    #[inline]
    pub(super) fn reverse_futility_margin(&self, set: ParameterSet, depth: i32) -> i32 {
        self.reverse_futility_slope[set] * depth
    }

    /// By how much the static score must fall short of alpha for a node to be left to quiescence, in centimen.
    #[inline]
    pub(super) fn razoring_margin(&self, set: ParameterSet, depth: i32) -> i32 {
        self.razoring_slope[set] * depth
    }

    /// What a quiet move may gain, in centimen.
    #[inline]
    pub(super) fn futility_margin(&self, set: ParameterSet, depth: i32) -> i32 {
        self.futility_base[set] + self.futility_slope[set] * depth
    }

    /// How many moves of a node are searched before late move pruning.
    #[inline]
    pub(super) fn late_move_count(&self, set: ParameterSet, depth: i32) -> usize {
        ((self.late_move_count_base[set] + self.late_move_count_slope[set] * depth * depth) / 100)
            as usize
    }

    /// The history bonus of a beta cutoff at this depth.
    #[inline]
    pub(super) fn history_bonus(&self, depth: i32) -> i32 {
        (depth * depth * self.history_bonus_slope + self.history_bonus_base)
            .min(self.history_bonus_limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_can_be_set_within_its_range_only() {
        for entry in SearchParams::entries() {
            let mut params = SearchParams::default();
            assert_eq!(params.field(entry.name).copied(), Some(entry.default), "{}", entry.name);
            assert!((entry.min..=entry.max).contains(&entry.default), "{}", entry.name);
            for value in [entry.min, entry.max] {
                assert_eq!(params.set(entry.name, value), Ok(()));
                assert_eq!(params.field(entry.name).copied(), Some(value), "{}", entry.name);
            }
            for value in [entry.min - 1, entry.max + 1] {
                let before = params.clone();
                let error = params.set(entry.name, value).unwrap_err().to_string();
                assert!(error.contains(entry.name), "{error}");
                assert_eq!(params, before);
            }
        }
        let unknown = SearchParams::default().set("contempt", 1);
        assert_eq!(unknown, Err(ParamError::Unknown("contempt".to_owned())));
    }
}
