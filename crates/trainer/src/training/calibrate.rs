//! `luctor calibrate`: gives a network the scale with which 200 centimen of a search double the odds of the points.

use crate::data::dataset::scored_results;
use crate::data::score_curve::{ScoreCurve, ScoredResult};
use crate::plot;
use crate::self_play::game_file::GameFileReader;
use emergo::Variant;
use luctor_engine::eval::network::{Network, NetworkHeader};
use luctor_engine::score::Score;
use luctor_system::files::{FileError, OutputFile};
use luctor_system::header::header_value;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The result of a calibration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CalibrationSummary {
    /// The board of the network.
    pub variant: Variant,
    /// What the scores of the games are worth.
    pub curve: ScoreCurve,
    /// The new scale of the network, in centimen per unit of the output.
    pub scale: i32,
    /// The number of positions with a result.
    pub positions: usize,
}

/// Why a network was not calibrated.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum CalibrateError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("the games have no position with a score and a result")]
    NoPositions,
}

/// Calibrates a network by games that were played with it and that it was not trained on. Writes its scale and the share of
/// draws into the network file, and a plot beside it.
///
/// # Errors
///
/// A file cannot be read or written, is of another board or network, or there is no position with a result.
pub fn run(path: &Path, games: &[PathBuf]) -> Result<CalibrationSummary, CalibrateError> {
    let output = OutputFile::create(path, games)?;
    let mut network = Network::open(path)?;
    let mut results: Vec<ScoredResult> = Vec::new();
    for games in games {
        results.extend(read_results(games, &network)?);
    }
    if results.is_empty() {
        return Err(CalibrateError::NoPositions);
    }
    let NetworkHeader { variant, scale: before, .. } = *network.header();
    let curve = ScoreCurve::fit(&results);
    let scale = curve.calibrated_scale(before);
    // The scores as they are with the new scale.
    for ScoredResult { score, .. } in &mut results {
        let value = f64::from(score.value()) * f64::from(scale) / f64::from(before);
        *score = Score::centimen(value.round() as i32);
    }
    let title = format!("{variant}: points by search score");
    network.set_header(NetworkHeader { scale, draws: curve.draws, ..network.header().clone() });
    output.finish_with(&network.to_bytes())?;
    plot::draw_calibration(path, &title, &results)?;
    Ok(CalibrationSummary { variant, curve, scale, positions: results.len() })
}

/// The scores and results of games that were played with a network.
fn read_results(games: &Path, network: &Network) -> Result<Vec<ScoredResult>, FileError> {
    let error = |error| FileError::new(games, error);
    let mut reader = GameFileReader::open(games).map_err(error)?;
    let (found, expected) = (reader.variant(), network.header().variant);
    if found != expected {
        let reason = format!("the games are on {found}, the network is for {expected}");
        return Err(FileError::new(games, reason));
    }
    let net = format!("{:016x}", network.fingerprint());
    if header_value::<String>(reader.settings(), "net") != Some(net) {
        let reason = "these are no games of this network with its present scale";
        return Err(FileError::new(games, reason));
    }
    scored_results(&mut reader, usize::MAX).map_err(error)
}
