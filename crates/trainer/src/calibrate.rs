//! `luctor calibrate`: fits the curve from search scores to expected points that UCI_ShowWDL uses. The evaluation does
//! not change.

use crate::calibration_fit::{self, ScoredResult};
use crate::dataset::scored_results;
use crate::game_file::GameFileError;
use crate::output_file::{OutputFile, OutputFileError};
use crate::plot;
use emergo::Variant;
use luctor_engine::eval::network::{Network, NetworkError, NetworkHeader};
use luctor_engine::score::Calibration;
use luctor_plot::PlotError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The result of a calibration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CalibrationSummary {
    /// The board of the network.
    pub variant: Variant,
    /// The new calibration of the network.
    pub calibration: Calibration,
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
    #[error("the games have no position with a score and a result")]
    NoPositions,
    #[error(transparent)]
    Output(#[from] OutputFileError),
    #[error(transparent)]
    Plot(#[from] PlotError),
}

/// Calibrates a network by games that were played with it and that it was not trained on. Writes the calibration into the
/// network file, and a plot beside it.
///
/// # Errors
///
/// A file cannot be read or written, is of another board, or there is no position with a result.
pub fn run(path: &Path, games: &[PathBuf]) -> Result<CalibrationSummary, CalibrateError> {
    let output = OutputFile::create(path, games)?;
    let network = path.to_owned();
    let bytes = std::fs::read(path)
        .map_err(|source| CalibrateError::Read { path: network.clone(), source })?;
    let mut network = Network::read(&bytes)
        .map_err(|source| CalibrateError::Network { path: network, source })?;
    let variant = network.header().variant;
    let mut results: Vec<ScoredResult> = Vec::new();
    for path in games {
        let path = || path.clone();
        let (found, more) = scored_results(&path(), usize::MAX)
            .map_err(|source| CalibrateError::Games { path: path(), source })?;
        if found != variant {
            return Err(CalibrateError::Board { path: path(), found, expected: variant });
        }
        results.extend(more);
    }
    if results.is_empty() {
        return Err(CalibrateError::NoPositions);
    }
    let calibration = calibration_fit::fit(&results);
    network.set_header(NetworkHeader { calibration, ..network.header().clone() });
    output.finish(&network.to_bytes())?;
    let title = format!("{variant}: points by search score");
    plot::draw_calibration(path, &title, calibration, &results)?;
    Ok(CalibrationSummary { variant, calibration, positions: results.len() })
}
