//! `luctor calibrate`: gives a network the scale with which 200 centimen of a search double the odds of the points.

use crate::calibration_fit::{self, ScoreCurve, ScoredResult};
use crate::dataset::scored_results;
use crate::game_file::{GameFileError, GameFileReader};
use crate::plot;
use crate::quantise::right_scale;
use emergo::Variant;
use luctor_engine::eval::NetworkError;
use luctor_engine::eval::network::{Network, NetworkHeader};
use luctor_engine::files::{OutputFile, OutputFileError};
use luctor_engine::score::Score;
use luctor_plot::PlotError;
use std::io;
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
    #[error("cannot read {}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{}", path.display())]
    Network { path: PathBuf, source: NetworkError },
    #[error("cannot read {}", path.display())]
    Games { path: PathBuf, source: GameFileError },
    #[error("{}: the games are on {found}, the network is for {expected}", path.display())]
    Board { path: PathBuf, found: Variant, expected: Variant },
    #[error("{}: these are no games of this network with its present scale", path.display())]
    OtherNetwork { path: PathBuf },
    #[error("the games have no position with a score and a result")]
    NoPositions,
    #[error(transparent)]
    Output(#[from] OutputFileError),
    #[error(transparent)]
    Plot(#[from] PlotError),
}

/// Calibrates a network by games that were played with it and that it was not trained on. Writes its scale and the share of
/// draws into the network file, and a plot beside it.
///
/// # Errors
///
/// A file cannot be read or written, is of another board or network, or there is no position with a result.
pub fn run(path: &Path, games: &[PathBuf]) -> Result<CalibrationSummary, CalibrateError> {
    let output = OutputFile::create(path, games)?;
    let network = path.to_owned();
    let bytes = std::fs::read(path)
        .map_err(|source| CalibrateError::Read { path: network.clone(), source })?;
    let mut network = Network::read(&bytes)
        .map_err(|source| CalibrateError::Network { path: network, source })?;
    let variant = network.header().variant;
    let net = format!("net={:016x}", network.fingerprint());
    let mut results: Vec<ScoredResult> = Vec::new();
    for games in games {
        let error = |source| CalibrateError::Games { path: games.clone(), source };
        let mut reader = GameFileReader::open(games).map_err(error)?;
        if reader.variant() != variant {
            let (path, found, expected) = (games.clone(), reader.variant(), variant);
            return Err(CalibrateError::Board { path, found, expected });
        }
        if !reader.settings().split(' ').any(|word| word == net) {
            return Err(CalibrateError::OtherNetwork { path: games.clone() });
        }
        results.extend(scored_results(&mut reader, usize::MAX).map_err(error)?);
    }
    if results.is_empty() {
        return Err(CalibrateError::NoPositions);
    }
    let curve = calibration_fit::fit(&results);
    let before = network.header().scale;
    let scale = right_scale(before, curve);
    // The scores as they are with the new scale.
    for ScoredResult { score, .. } in &mut results {
        let value = f64::from(score.value()) * f64::from(scale) / f64::from(before);
        *score = Score::centimen(value.round() as i32);
    }
    let title = format!("{variant}: points by search score");
    plot::draw_calibration(path, &title, &results)?;
    network.set_header(NetworkHeader { scale, draws: curve.draws, ..network.header().clone() });
    output.finish(&network.to_bytes())?;
    Ok(CalibrationSummary { variant, curve, scale, positions: results.len() })
}
