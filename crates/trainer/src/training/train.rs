//! `luctor train`: fits a network to positions of self-play games, compares it with an old one on the same validation set,
//! and writes it.
//!
//! The training needs no machine learning framework: the inputs are sparse and the network small, so the processor is fast
//! enough.

use super::fit::{self, EpochReport, FitSettings, MeanLoss, TrainingTarget};
use super::network_model::NetworkModel;
use super::quantise::{QuantisedNetwork, quantise, scores};
use crate::data::dataset::{Dataset, DatasetError};
use crate::plot;
use emergo::Variant;
use luctor_engine::eval::features::{FeatureKind, FeatureSet};
use luctor_engine::eval::{Network, Networks};
use luctor_engine::score::Score;
use luctor_system::files::{FileError, OutputFile};
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

/// What to train.
#[derive(Clone, Debug)]
pub struct TrainSettings {
    /// Game files of one board, at least one.
    pub games: Vec<PathBuf>,
    /// The network file to write. The plots go beside it, with other endings.
    pub network: PathBuf,
    /// How the network is fitted.
    pub fit: FitSettings,
    /// Features that the network does not use.
    pub without: Vec<FeatureKind>,
    /// The file of the old network, to compare with. `None`: the embedded network of the board.
    pub old_network: Option<PathBuf>,
    /// Whether the training begins with the weights of the old network, not with random ones. Then the new network has the
    /// mean of the weights before and after the training, and the scale of the old one, for which the margins of the search
    /// were tuned.
    pub fine_tune: bool,
}

/// Progress of the training.
#[derive(Clone, Copy, Debug)]
pub enum TrainEvent<'a> {
    /// The game files were read.
    DataRead(&'a Dataset),
    /// An epoch is finished.
    Epoch(&'a EpochReport),
}

/// The result of a training.
pub struct TrainSummary {
    /// The loss of the old network on the validation set.
    pub old_network: MeanLoss,
    /// The loss of the trained network on the same set, before rounding.
    pub network: MeanLoss,
    /// The network that was written, and what its rounding costs.
    pub quantised: QuantisedNetwork,
}

/// Why the training failed.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum TrainError {
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("the training diverged; use a lower learning rate")]
    Diverged,
}

/// A training with a greater mean loss has diverged. Guessing has ln 2 = 0.69.
const DIVERGED_LOSS: f64 = 2.0;

/// Trains a network and writes it with its plots. Calls `report` when the data are read and after each epoch.
///
/// # Errors
///
/// The data cannot be read, the old network cannot be read or is for another board, a file cannot be written, or the training
/// diverges.
pub fn run(
    settings: &TrainSettings,
    report: &mut dyn FnMut(TrainEvent),
) -> Result<TrainSummary, TrainError> {
    let output = OutputFile::create(&settings.network, &settings.games)?;
    // A file that cannot be used is reported before the games are read.
    Networks::with_file(settings.old_network.as_deref(), &Variant::ALL)?;
    let data = Dataset::read(&settings.games)?;
    let networks = Networks::with_file(settings.old_network.as_deref(), &[data.variant])?;
    let old_network = networks.of(data.variant);
    report(TrainEvent::DataRead(&data));
    let target = settings.fit.target;
    let model = NetworkModel::new(&FeatureSet::new(data.variant), &settings.without);
    let mut reports: Vec<EpochReport> = Vec::new();
    let start = settings.fine_tune.then_some(old_network.as_ref());
    let weights = fit::fit(&model, &data.samples, &settings.fit, start, &mut |epoch| {
        reports.push(*epoch);
        report(TrainEvent::Epoch(epoch));
    });
    let last = reports.last().filter(|last| last.training_loss < DIVERGED_LOSS);
    last.ok_or(TrainError::Diverged)?;
    let weights = match start {
        Some(start) => mean(weights, &model.weights(&model.parameters_of(start))),
        None => weights,
    };
    let loss = fit::loss(&model, &weights, &data.samples.validation, target);
    let description = training_description(settings, &data, start, loss);
    let scale = start.map(|start| start.header().scale);
    let quantised = quantise(&model, &weights, &data, scale, description);
    output.finish_with(&quantised.network.to_bytes())?;
    let title = format!("{}: points by static score", data.variant);
    plot::draw_calibration(&settings.network, &title, &quantised.results)?;
    plot::draw_losses(&settings.network, &reports)?;
    let old_network = network_loss(old_network, &data, target);
    Ok(TrainSummary { old_network, network: loss, quantised })
}

/// The mean of two sets of weights. Fine-tuning can lose knowledge that the new games do not contain, such as how to win a won
/// position. The mean of the weights before and after it keeps more of this knowledge.
// CITE: M. Wortsman et al., "Robust fine-tuning of zero-shot models", 2022. https://arxiv.org/abs/2109.01903
fn mean(mut weights: Vec<f32>, others: &[f32]) -> Vec<f32> {
    weights.iter_mut().zip(others).for_each(|(weight, other)| *weight = (*weight + other) / 2.0);
    weights
}

fn network_loss(network: &Arc<Network>, data: &Dataset, target: TrainingTarget) -> MeanLoss {
    let scores = scores(network, &data.samples.validation);
    let unit = (std::f64::consts::LN_2 / Score::DOUBLING) as f32;
    let output = |sample: usize| scores[sample].value() as f32 * unit;
    fit::mean_loss(&data.samples.validation, target, &output)
}

fn training_description(
    settings: &TrainSettings,
    data: &Dataset,
    start: Option<&Network>,
    loss: MeanLoss,
) -> String {
    let FitSettings { epochs, batch_size, learning_rate, target, seed } = settings.fit;
    let (games, positions) = (data.games, data.samples.training.len());
    let mut description = format!(
        "games={games} positions={positions} epochs={epochs} batch={batch_size} rate={learning_rate} \
         lambda={} seed={seed} loss={:.4} result-loss={:.4}",
        target.lambda, loss.target, loss.result
    );
    if let Some(start) = start {
        description.push_str(&format!(" start={:016x}", start.fingerprint()));
    }
    if !settings.without.is_empty() {
        let kinds: Vec<&str> = settings.without.iter().map(|kind| kind.name()).collect();
        description.push_str(&format!(" without={}", kinds.join(",")));
    }
    description
}
