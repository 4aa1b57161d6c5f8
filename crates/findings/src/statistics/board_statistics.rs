//! The statistics of one board and one rule for a blocked side.

use super::columns::{Columns, StageColumnReport};
use super::feeding::{Feeding, FeedingReport};
use super::game_ply::GamePly;
use super::mean::GameNumber;
use super::openings::{OpeningReport, Openings};
use super::points::PointCounts;
use super::shadowpiece::{ShadowpieceReport, Shadowpieces};
use emergo::{Blocked, Side, Variant};
use emergo_records::GameRecord;
use luctor_engine::eval::Network;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) struct BoardStatistics {
    variant: Variant,
    blocked: Blocked,
    unfinished: u64,
    white: PointCounts,
    plies: Vec<usize>,
    reasons: BTreeMap<&'static str, u64>,
    openings: Openings,
    shadowpieces: Shadowpieces,
    feeding: Feeding,
    columns: Option<Columns>,
}

/// The statistics of games of one board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StatisticsReport {
    /// The board.
    pub variant: Variant,
    /// The result for a blocked side.
    pub blocked: Blocked,
    /// Games without a result. They are in no other number.
    pub unfinished: u64,
    /// The results of White.
    pub white: PointCounts,
    /// The lengths of the games.
    pub plies: Option<LengthReport>,
    /// How many games ended for each reason; `unknown` if the record does not tell it.
    pub reasons: BTreeMap<&'static str, u64>,
    /// The results by opening, the most frequent first. Symmetric positions are one opening.
    pub openings: Vec<OpeningReport>,
    /// Shadowpieces.
    pub shadowpieces: ShadowpieceReport,
    /// Feeding.
    pub feeding: FeedingReport,
    /// What columns are worth, by stage. Empty without networks.
    pub columns: Vec<StageColumnReport>,
}

impl BoardStatistics {
    /// Statistics of games with the board and the rule of this game, which is not added. With the network of the board they
    /// have the values of columns.
    pub fn for_board_of(
        game: &GameRecord,
        opening_plies: usize,
        network: Option<Arc<Network>>,
    ) -> BoardStatistics {
        BoardStatistics {
            variant: game.variant,
            blocked: game.blocked,
            unfinished: 0,
            white: PointCounts::default(),
            plies: Vec::new(),
            reasons: BTreeMap::new(),
            openings: Openings::new(opening_plies),
            shadowpieces: Shadowpieces::default(),
            feeding: Feeding::default(),
            columns: network.map(Columns::new),
        }
    }

    /// Whether a game has the board and the rule of these statistics.
    pub fn accepts(&self, record: &GameRecord) -> bool {
        (record.variant, record.blocked) == (self.variant, self.blocked)
    }

    /// Adds a game that the statistics accept.
    pub fn add(&mut self, record: &GameRecord) {
        debug_assert!(self.accepts(record));
        let Some(result) = record.result else {
            self.unfinished += 1;
            return;
        };
        let number = GameNumber(self.plies.len());
        self.white.add(result, Side::White);
        self.plies.push(record.moves.len());
        self.openings.add(record, result);
        *self.reasons.entry(record.reason_name()).or_default() += 1;
        let mut game = record.game_at(0);
        let mut positions = Vec::new();
        let mut feeding = self.feeding.next_game(number, result);
        for recorded in &record.moves {
            let ply = GamePly { before: game.position(), turn: game.turn(), recorded };
            feeding.add(ply);
            self.shadowpieces.add(ply, result, &feeding);
            if self.columns.is_some() {
                positions.push(*game.position());
            }
            game.play(recorded.mv);
        }
        feeding.finish();
        if let Some(columns) = &mut self.columns {
            columns.add_game(number, &positions, result);
        }
    }

    pub fn report(&self) -> StatisticsReport {
        StatisticsReport {
            variant: self.variant,
            blocked: self.blocked,
            unfinished: self.unfinished,
            white: self.white,
            plies: LengthReport::of(&self.plies),
            reasons: self.reasons.clone(),
            openings: self.openings.report(),
            shadowpieces: self.shadowpieces.report(self.white.games()),
            feeding: self.feeding.report(),
            columns: self.columns.as_ref().map(Columns::report).unwrap_or_default(),
        }
    }
}

/// The lengths of games in plies. A tenth of the games is not longer than `tenth`, and a tenth is longer than `nine_tenths`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LengthReport {
    /// The mean.
    pub mean: f64,
    /// The first decile.
    pub tenth: usize,
    /// The median.
    pub median: usize,
    /// The ninth decile.
    pub nine_tenths: usize,
    /// The longest game.
    pub longest: usize,
}

impl LengthReport {
    /// `None` without games.
    fn of(plies: &[usize]) -> Option<LengthReport> {
        let mut sorted = plies.to_vec();
        sorted.sort_unstable();
        let longest = *sorted.last()?;
        let quantile = |tenths: usize| sorted[(sorted.len() - 1) * tenths / 10];
        Some(LengthReport {
            mean: sorted.iter().sum::<usize>() as f64 / sorted.len() as f64,
            tenth: quantile(1),
            median: quantile(5),
            nine_tenths: quantile(9),
            longest,
        })
    }
}
