//! Shadowpieces: how often, for which side, how large, and what they are worth.
//!
//! A shadowpiece is the entry of two or more men at once, when the other hand is empty.

use super::feeding::GameFeeding;
use super::game_ply::{ExamplePosition, GamePly};
use super::least_squares::{Coefficient, RegressionSample, fit};
use super::points::PointCounts;
use emergo::{GameResult, MoveKind, Side};
use serde::Serialize;
use std::collections::BTreeMap;

/// Scores are limited to this many centimen, so that single won positions do not decide a mean.
const SCORE_LIMIT: i32 = 1_500;

#[derive(Default)]
pub(super) struct Shadowpieces(Vec<Shadowpiece>);

struct Shadowpiece {
    owner: Side,
    result: GameResult,
    size: u8,
    /// Men of the owner and of the opponent in caps on the board, before the entry.
    caps: [u32; 2],
    /// The evaluation of the entry from the owner's view, in centimen.
    score: Option<i32>,
    /// Men that the opponent fed before the entry.
    fed: u64,
    example: ExamplePosition,
}

impl Shadowpieces {
    /// Adds a ply of a game with this result, and the feeding of the game up to it.
    pub fn add(&mut self, ply: GamePly, result: GameResult, feeding: &GameFeeding) {
        let owner = ply.before.side();
        let size = ply.before.hand(owner);
        let is_shadowpiece =
            ply.mv().kind() == MoveKind::Entry && size >= 2 && ply.before.hand(owner.other()) == 0;
        if !is_shadowpiece {
            return;
        }
        let evaluation = ply.recorded.info.evaluation;
        self.0.push(Shadowpiece {
            owner,
            result,
            size,
            caps: [owner, owner.other()].map(|side| men_in_caps(ply, side)),
            score: evaluation.map(|score| score.centimen().clamp(-SCORE_LIMIT, SCORE_LIMIT)),
            fed: feeding.fed_by(owner.other()),
            example: ply.example(),
        });
    }

    pub fn report(&self, games: u64) -> ShadowpieceReport {
        let mut sizes: BTreeMap<u8, Vec<&Shadowpiece>> = BTreeMap::new();
        let mut white = 0;
        for piece in &self.0 {
            sizes.entry(piece.size).or_default().push(piece);
            white += u64::from(piece.owner == Side::White);
        }
        ShadowpieceReport {
            games,
            white,
            black: self.0.len() as u64 - white,
            sizes: sizes.into_iter().map(|(size, pieces)| size_report(size, &pieces)).collect(),
            points_model: self.model(|piece| Some(piece.result.points(piece.owner))),
            score_model: self.model(|piece| piece.score.map(f64::from)),
        }
    }

    fn model(&self, value: impl Fn(&Shadowpiece) -> Option<f64>) -> Option<ShadowpieceModel> {
        let observation = |piece: &Shadowpiece| {
            let [own, opponent] = piece.caps.map(f64::from);
            let variables = [1.0, f64::from(piece.size), own, opponent];
            Some(RegressionSample { variables, value: value(piece)? })
        };
        let observations: Vec<_> = self.0.iter().filter_map(observation).collect();
        let [constant, shadowpiece_man, own_man, opposing_man] = fit(&observations)?;
        Some(ShadowpieceModel {
            games: observations.len(),
            constant: constant?,
            shadowpiece_man: shadowpiece_man?,
            own_man: own_man?,
            opposing_man: opposing_man?,
        })
    }
}

fn size_report(size: u8, pieces: &[&Shadowpiece]) -> ShadowpieceSizeReport {
    let mut owner = PointCounts::default();
    pieces.iter().for_each(|piece| owner.add(piece.result, piece.owner));
    let scores: Vec<i32> = pieces.iter().filter_map(|piece| piece.score).collect();
    let fed: u64 = pieces.iter().map(|piece| piece.fed).sum();
    ShadowpieceSizeReport {
        size,
        owner,
        mean_score: (!scores.is_empty())
            .then(|| scores.iter().copied().map(f64::from).sum::<f64>() / scores.len() as f64),
        mean_fed: fed as f64 / pieces.len() as f64,
        example: pieces[0].example.clone(),
    }
}

fn men_in_caps(ply: GamePly, side: Side) -> u32 {
    ply.before.pieces(side).map(|square| u32::from(ply.before.column(square).cap())).sum()
}

/// Statistics of shadowpieces.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ShadowpieceReport {
    /// All games, with and without a shadowpiece.
    pub games: u64,
    /// Games with a shadowpiece of White.
    pub white: u64,
    /// Games with a shadowpiece of Black.
    pub black: u64,
    /// By size, the smallest first.
    pub sizes: Vec<ShadowpieceSizeReport>,
    /// What explains the points of the owner, 0 to 1.
    pub points_model: Option<ShadowpieceModel>,
    /// What explains the score of the entry, in centimen from the owner's view, limited to 1,500.
    pub score_model: Option<ShadowpieceModel>,
}

/// Shadowpieces of one size.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ShadowpieceSizeReport {
    /// The number of men.
    pub size: u8,
    /// The results of the owner.
    pub owner: PointCounts,
    /// The mean score of the entry from the owner's view, in centimen. `None` if the moves have no evaluations.
    pub mean_score: Option<f64>,
    /// The mean number of men that the opponent fed before the entry.
    pub mean_fed: f64,
    /// The first one among the games.
    pub example: ExamplePosition,
}

/// A linear regression over all shadowpieces: the change by one man more, with everything else equal.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ShadowpieceModel {
    /// The number of games.
    pub games: usize,
    /// The value without any men.
    pub constant: Coefficient,
    /// One man more in the shadowpiece.
    pub shadowpiece_man: Coefficient,
    /// One man of the owner more in the caps on the board.
    pub own_man: Coefficient,
    /// One man of the opponent more in the caps on the board.
    pub opposing_man: Coefficient,
}
