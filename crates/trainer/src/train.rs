//! `luctor train`: fits material, a linear model of named terms and the network to the same positions, compares them on the
//! same validation set, and writes the network.
//!
//! The training needs no machine learning framework: the inputs are sparse and the models small, so the processor is fast
//! enough.

use crate::dataset::{Dataset, DatasetError, Terms};
use crate::fit::{self, DataSplit, EpochReport, FitSettings, MeanLoss};
use crate::linear_model::LinearModel;
use crate::model::{TrainableModel, TrainingTarget};
use crate::network_model::NetworkModel;
use crate::output_file::{OutputFile, OutputFileError};
use crate::plot::{self, LossCurve, PlotError};
use crate::quantise::{QuantisationError, QuantisedNetwork, quantise};
use crate::terms::{MATERIAL_TERMS, TERMS, Term};
use luctor_engine::eval::features::{FeatureKind, FeatureSet};
use luctor_engine::eval::{Evaluator, Network, Networks};
use luctor_engine::score::Calibration;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// What to train.
#[derive(Clone, Debug)]
pub struct TrainSettings {
    /// Game files of one board, at least one.
    pub games: Vec<PathBuf>,
    /// The network file to write. The plots and the weights of the linear model go beside it, with other endings.
    pub network: PathBuf,
    /// Epochs of the network, at least 1.
    pub epochs: usize,
    /// Positions of a batch, at least 1.
    pub batch_size: usize,
    /// The greatest learning rate.
    pub learning_rate: f32,
    /// The weight of the game result in the training target, 0..=1.
    pub lambda: f32,
    /// The random seed.
    pub seed: u64,
    /// Features that the network does not use.
    pub without: Vec<FeatureKind>,
    /// Whether to train the network only.
    pub network_only: bool,
    /// The networks to compare with.
    pub old_networks: Networks,
}

/// One of the models that are trained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelKind {
    /// The material terms.
    Material,
    /// The other terms.
    Linear,
    /// The network.
    Network,
}

impl ModelKind {
    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            ModelKind::Material => "material",
            ModelKind::Linear => "linear",
            ModelKind::Network => "network",
        }
    }
}

impl fmt::Display for ModelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Progress of the training.
#[derive(Clone, Copy, Debug)]
pub enum TrainEvent<'a> {
    /// The game files were read.
    DataRead(&'a Dataset),
    /// An epoch is finished.
    Epoch {
        /// The model.
        model: ModelKind,
        /// The number of its epochs.
        epochs: usize,
        /// The result of this epoch.
        report: &'a EpochReport,
    },
}

/// A trained model.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainedModel {
    /// The model.
    pub model: ModelKind,
    /// The number of its weights.
    pub weights: usize,
    /// Its loss on the validation set.
    pub loss: MeanLoss,
    /// All its epochs.
    pub epochs: Vec<EpochReport>,
}

/// The result of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainSummary {
    /// The loss of the old network of the board on the same validation set.
    pub old_network: MeanLoss,
    /// The trained models. The network is the last.
    pub models: Vec<TrainedModel>,
    /// What the rounding of the network costs.
    pub quantisation: QuantisationError,
}

/// Why the training failed.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The data cannot be used.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// The network cannot be written.
    #[error(transparent)]
    Output(#[from] OutputFileError),
    /// A plot cannot be written.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// The weights of the linear model cannot be written.
    #[error("cannot write {}", path.display())]
    Terms {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The loss became greater than that of guessing.
    #[error("the training of the {0} model diverged; use a lower learning rate")]
    Diverged(ModelKind),
}

/// The linear models have few weights and need few positions.
const LINEAR_POSITIONS: usize = 1_000_000;
const LINEAR_EPOCHS: usize = 6;
const LINEAR_LEARNING_RATE: f32 = 0.02;
const LINEAR_BATCH_SIZE: usize = 4_096;
/// A training with a greater mean loss has diverged. Guessing has ln 2 = 0.69.
const DIVERGED_LOSS: f64 = 2.0;

/// Trains the models and writes the network, the plots and the weights of the linear model. Calls `report` when the data
/// are read and after each epoch.
///
/// # Errors
///
/// The data cannot be read, a file cannot be written, or the training diverges.
pub fn run(
    settings: &TrainSettings,
    report: &mut dyn FnMut(TrainEvent),
) -> Result<TrainSummary, TrainError> {
    let output = OutputFile::create(&settings.network, &settings.games)?;
    let terms = if settings.network_only { Terms::LeftOut } else { Terms::Computed };
    let data = Dataset::read(&settings.games, terms)?;
    report(TrainEvent::DataRead(&data));
    let target = TrainingTarget { lambda: settings.lambda };
    let mut models = Vec::new();

    if !settings.network_only {
        let fit_settings = FitSettings {
            epochs: LINEAR_EPOCHS,
            epoch_positions: LINEAR_POSITIONS,
            batch_size: LINEAR_BATCH_SIZE,
            learning_rate: LINEAR_LEARNING_RATE,
            target,
            seed: settings.seed,
        };
        let material = LinearModel { terms: 0..MATERIAL_TERMS };
        models.push(train_model(ModelKind::Material, &material, &data, &fit_settings, report)?.1);
        let linear = LinearModel { terms: MATERIAL_TERMS..TERMS };
        let (weights, trained) =
            train_model(ModelKind::Linear, &linear, &data, &fit_settings, report)?;
        models.push(trained);
        write_terms(&settings.network.with_extension("terms.txt"), &weights)?;
    }

    let model = NetworkModel::new(&FeatureSet::new(data.variant), &settings.without);
    let fit_settings = FitSettings {
        epochs: settings.epochs,
        epoch_positions: usize::MAX,
        batch_size: settings.batch_size,
        learning_rate: settings.learning_rate,
        target,
        seed: settings.seed,
    };
    let (weights, trained) = train_model(ModelKind::Network, &model, &data, &fit_settings, report)?;
    let description = training_description(settings, &data, trained.loss);
    models.push(trained);

    let QuantisedNetwork { network, error, results } =
        quantise(&model, &weights, &data, description);
    output.finish(&network.to_bytes())?;
    let title = format!("{}: points by static score", data.variant);
    plot::draw_calibration(&settings.network, &title, network.header().calibration, &results)?;
    let curves: Vec<LossCurve> = models
        .iter()
        .map(|trained| LossCurve { name: trained.model.name(), epochs: &trained.epochs })
        .collect();
    plot::draw_losses(&settings.network, &curves)?;
    let old_network = network_loss(settings.old_networks.of(data.variant), &data, target);
    Ok(TrainSummary { old_network, models, quantisation: error })
}

/// The loss of a network on the validation set.
fn network_loss(network: &Arc<Network>, data: &Dataset, target: TrainingTarget) -> MeanLoss {
    let mut evaluator = Evaluator::new(Arc::clone(network));
    let outputs: Vec<f32> = (data.validation_samples.iter())
        .map(|sample| evaluator.evaluate(&sample.position, 0).value() as f32)
        .map(|score| score / Calibration::POINTS as f32)
        .collect();
    fit::mean_loss(&data.validation, target, &|sample| outputs[sample])
}

/// Trains one model. Returns its weights too.
fn train_model(
    kind: ModelKind,
    model: &impl TrainableModel,
    data: &Dataset,
    settings: &FitSettings,
    report: &mut dyn FnMut(TrainEvent),
) -> Result<(Vec<f32>, TrainedModel), TrainError> {
    let mut epochs: Vec<EpochReport> = Vec::new();
    let split = DataSplit { training: &data.training, validation: &data.validation };
    let weights = fit::fit(model, split, settings, &mut |epoch| {
        epochs.push(*epoch);
        report(TrainEvent::Epoch { model: kind, epochs: settings.epochs, report: epoch });
    });
    match epochs.last() {
        Some(last) if last.training_loss < DIVERGED_LOSS => {
            let (count, loss) = (weights.len(), last.validation_loss);
            Ok((weights, TrainedModel { model: kind, weights: count, loss, epochs }))
        }
        _ => Err(TrainError::Diverged(kind)),
    }
}

/// The description of the training in the header of the network. Its `search` is 1 - lambda.
fn training_description(settings: &TrainSettings, data: &Dataset, loss: MeanLoss) -> String {
    let TrainSettings { epochs, batch_size, learning_rate, seed, .. } = settings;
    let search = ((1.0 - f64::from(settings.lambda)) * 1e6).round() / 1e6;
    let (games, positions) = (data.games, data.training.len());
    let mut description = format!(
        "games={games} positions={positions} epochs={epochs} batch={batch_size} rate={learning_rate} \
         search={search} seed={seed} loss={:.4} result-loss={:.4}",
        loss.target, loss.result
    );
    if !settings.without.is_empty() {
        let kinds: Vec<&str> = settings.without.iter().map(|kind| kind.name()).collect();
        description.push_str(&format!(" without={}", kinds.join(",")));
    }
    description
}

/// Writes the weights of the linear model in centimen, one term per line.
fn write_terms(path: &Path, weights: &[f32]) -> Result<(), TrainError> {
    let terms = Term::all();
    let lines: String = terms[MATERIAL_TERMS..]
        .iter()
        .zip(weights)
        .map(|(term, weight)| {
            format!("{:>6.0}  {term}\n", f64::from(*weight) * Calibration::POINTS)
        })
        .collect();
    std::fs::write(path, lines)
        .map_err(|source| TrainError::Terms { path: path.to_owned(), source })
}
