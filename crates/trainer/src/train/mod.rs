//! `luctor train`: evaluations out of games. Fits material, the linear model of named terms and the network to the
//! same positions, and compares them on the same held-out games.
//!
//! No framework: the models are small and sparse, and a few hundred lines train them on all cores several
//! times as fast as the general ones do on a processor.

pub mod calibration;
pub mod dataset;
pub mod fit;
pub mod linear;
pub mod model;
pub mod net;
pub mod plot;
pub mod terms;

use anyhow::{Context, Result};
use calibration::Outcome;
use clap::Args;
use dataset::Dataset;
use fit::{Epoch, FitSettings, Loss};
use linear::Linear;
use luctor_engine::eval::accumulator::Evaluator;
use luctor_engine::eval::features::{FeatureKind, FeatureSet};
use luctor_engine::eval::network::{Header, Network};
use luctor_engine::score::Calibration;
use model::{Model, Target};
use net::Net;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What to train.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct TrainSettings {
    /// Files of games of one board.
    #[arg(required = true, value_name = "GAMES")]
    pub games: Vec<PathBuf>,
    /// The file of the network; pictures and the linear model's weights go beside it.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Times that every position is seen.
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub epochs: u16,
    /// Positions of a step.
    #[arg(long, default_value_t = 16_384, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub batch: u32,
    /// The rate of Adam at the beginning.
    #[arg(long, default_value_t = 0.001, value_name = "X", value_parser = read_rate)]
    pub rate: f32,
    /// The weight of the search's score in the target, 0 to 1; the game's result has the rest.
    #[arg(long, default_value_t = 0.7, value_name = "X", value_parser = read_share)]
    pub search: f32,
    /// Where chance begins.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Inputs to leave out, to see what they are worth: pieces, hands, jumps, feeds.
    #[arg(long, value_delimiter = ',', value_name = "KIND", value_parser = read_kind)]
    pub without: Vec<FeatureKind>,
    /// Train the network only.
    #[arg(long)]
    pub network_only: bool,
}

fn read_rate(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| *number > 0.0 && *number <= 1.0);
    number.ok_or_else(|| "wanted is a number above 0, at most 1".to_owned())
}

fn read_share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "wanted is a number from 0 to 1".to_owned())
}

fn read_kind(text: &str) -> Result<FeatureKind, String> {
    let kind = FeatureKind::ALL.into_iter().find(|kind| kind.name() == text);
    kind.ok_or_else(|| "wanted is pieces, hands, jumps or feeds".to_owned())
}

/// Of the linear models, which have few weights and soon know all they can.
const LINEAR_POSITIONS: usize = 1_000_000;
const LINEAR_EPOCHS: usize = 6;
const LINEAR_RATE: f32 = 0.02;
const LINEAR_BATCH: usize = 4_096;
/// A mean loss that says that training went astray: a coin has 0.7.
const ABSURD_LOSS: f64 = 2.0;
/// Centimen a unit while the true scale is being found.
const FINE_SCALE: i32 = 1_000;
/// Classes of scores that are drawn.
const CLASSES: usize = 40;
/// Held-out positions for the fits of scale and points.
const CALIBRATION_POSITIONS: usize = 300_000;

/// Trains, writes the network, and tells line by line how it goes.
///
/// # Errors
///
/// Data can't be read, or results not written.
pub fn run(settings: &TrainSettings, tell: &mut dyn FnMut(&str)) -> Result<()> {
    let part = PartFile::create(&settings.out, &settings.games)?;
    let data = Dataset::read(&settings.games)?;
    let (training, held_out) = (data.training.len(), data.held_out.len());
    tell(&format!(
        "{}: {} games, {training} positions to train on, {held_out} held out",
        data.variant, data.games
    ));
    for (settings, calibration) in &data.files {
        let points = calibration.points();
        tell(&format!("{settings}: {points} centimen ahead made 73 % of the points"));
    }
    let target = Target { search: settings.search };

    let mut rows = Vec::new();
    let mut curves = Vec::new();
    if !settings.network_only {
        let few = FitSettings {
            epochs: LINEAR_EPOCHS,
            positions: LINEAR_POSITIONS,
            batch: LINEAR_BATCH,
            rate: LINEAR_RATE,
            target,
            seed: settings.seed,
        };
        let models = [("material", 0..terms::MATERIAL), ("linear", terms::MATERIAL..terms::TERMS)];
        for (name, terms) in models {
            let model = Linear { terms: terms.clone() };
            let (weights, epochs) = fit_and_tell(name, &model, &data, &few, tell)?;
            rows.push((name, weights.len(), fit::loss(&model, &weights, &data.held_out, target)));
            curves.push((name, epochs));
            if name == "linear" {
                let path = settings.out.with_extension("terms.txt");
                std::fs::write(&path, describe(&weights, terms.start))
                    .with_context(|| path.display().to_string())?;
            }
        }
    }

    let layout = FeatureSet::new(data.variant);
    let model = Net::new(&layout, &settings.without);
    let TrainSettings { epochs, batch, rate, seed, .. } = *settings;
    let (epochs, batch) = (usize::from(epochs), batch as usize);
    let fit = FitSettings { epochs, positions: usize::MAX, batch, rate, target, seed };
    let (weights, epochs) = fit_and_tell("network", &model, &data, &fit, tell)?;
    let loss = fit::loss(&model, &weights, &data.held_out, target);
    rows.push(("network", weights.len(), loss));
    curves.push(("network", epochs));

    let (network, outcomes) = finish(settings, &data, &model, &weights, loss, tell);
    part.finish(&network.to_bytes())?;
    let title = format!("{}: points by static score", data.variant);
    draw_calibration(&settings.out, &title, network.header().calibration, &outcomes)?;
    let path = settings.out.with_extension("loss.svg");
    let curves: Vec<(&str, &[Epoch])> =
        curves.iter().map(|(name, epochs)| (*name, &epochs[..])).collect();
    plot::draw_losses(&path, &curves)
        .map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;

    tell("\nheld-out loss      weights   target   result");
    for (name, weights, Loss { target, result }) in rows {
        tell(&format!("{name:<16} {weights:>9}  {target:.4}   {result:.4}"));
    }
    Ok(())
}

fn fit_and_tell(
    name: &str,
    model: &impl Model,
    data: &Dataset,
    settings: &FitSettings,
    tell: &mut dyn FnMut(&str),
) -> Result<(Vec<f32>, Vec<Epoch>)> {
    let mut epochs = Vec::new();
    let both = (&data.training, &data.held_out);
    let weights = fit::fit(model, both, settings, &mut |epoch| {
        epochs.push(*epoch);
        let Epoch { number, training, held_out, speed } = epoch;
        tell(&format!(
            "{name} {number} of {}: training {training:.4}, held out {:.4} (result {:.4}), {speed:.0} positions \
             a second",
            settings.epochs, held_out.target, held_out.result
        ));
    });
    let last = epochs.last().map_or(0.0, |epoch| epoch.training);
    anyhow::ensure!(last < ABSURD_LOSS, "training got nowhere: take a lower --rate");
    Ok((weights, epochs))
}

/// Rounds the network, gives it its scale and calibration, and says what the rounding costs.
fn finish(
    settings: &TrainSettings,
    data: &Dataset,
    model: &Net,
    weights: &[f32],
    loss: Loss,
    tell: &mut dyn FnMut(&str),
) -> (Network, Vec<Outcome>) {
    let without: Vec<&str> = settings.without.iter().map(|kind| kind.name()).collect();
    let without =
        if without.is_empty() { String::new() } else { format!(" without={}", without.join(",")) };
    let training = format!(
        "games={} positions={} epochs={} batch={} rate={} search={} seed={} loss={:.4} \
         result-loss={:.4}{without}",
        data.games,
        data.training.len(),
        settings.epochs,
        settings.batch,
        settings.rate,
        settings.search,
        settings.seed,
        loss.target,
        loss.result
    );
    let unscaled = Calibration::new(100.0, 0.0);
    let header =
        Header { variant: data.variant, scale: FINE_SCALE, calibration: unscaled, training };
    let mut network = Network::quantised(header.clone(), &model.float_weights(weights));
    let step = data.held_out.len().div_ceil(CALIBRATION_POSITIONS).max(1);
    let samples: Vec<dataset::Sample> =
        data.held_out_positions.iter().step_by(step).copied().collect();
    let unit = fine_scores(&network, &samples);
    let outcomes: Vec<Outcome> = unit
        .iter()
        .zip(&samples)
        .filter_map(|(score, sample)| Some((*score, sample.result?)))
        .collect();
    let fitted = calibration::fit(&outcomes);
    let scale = (f64::from(FINE_SCALE) * Calibration::POINTS / fitted.points()).round() as i32;
    let scale = scale.clamp(*Header::SCALES.start(), *Header::SCALES.end());
    let calibration = Calibration::new(Calibration::POINTS, fitted.draws());
    network.set_header(Header { scale, calibration, ..header });

    let mut evaluator = Evaluator::new(Arc::new(network.clone()));
    let (mut difference, mut largest): (f64, f64) = (0.0, 0.0);
    let mut outcomes: Vec<Outcome> = Vec::new();
    for (index, sample) in (0..).step_by(step).zip(&samples) {
        let score = evaluator.evaluate(&sample.position, 0).value();
        let float = model.output(weights, &data.held_out, index, 0) * scale as f32;
        let error = f64::from(score as f32 - float).abs();
        difference += error;
        largest = largest.max(error);
        outcomes.extend(sample.result.map(|points| (score, points)));
    }
    tell(&format!(
        "{scale} centimen a unit; rounding changes scores by {:.2} in the mean, {largest:.1} at most",
        difference / samples.len() as f64
    ));
    for (what, worth, count) in calibration::worths(&network, &samples) {
        tell(&format!("{what}: worth {worth:.0} centimen in even positions ({count} taken away)"));
    }
    (network, outcomes)
}

/// Draws what scores mean beside the file of a network.
fn draw_calibration(
    network: &Path,
    title: &str,
    calibration: Calibration,
    outcomes: &[Outcome],
) -> Result<()> {
    let path = network.with_extension("calibration.svg");
    let classes = calibration::classes(outcomes, calibration, CLASSES);
    plot::draw_calibration(&path, title, calibration, &classes)
        .map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))
}

/// Says in a network's file what scores of searches with it mean, by games that were played with it and that it
/// was not trained on, and draws them beside it. The evaluation stays as it is.
///
/// # Errors
///
/// A file can't be read or written, or is of another board.
pub fn calibrate(path: &Path, games: &[PathBuf], tell: &mut dyn FnMut(&str)) -> Result<()> {
    let part = PartFile::create(path, games)?;
    let name = |path: &Path| path.display().to_string();
    let bytes = std::fs::read(path).with_context(|| name(path))?;
    let mut network = Network::read(&bytes).with_context(|| name(path))?;
    let variant = network.header().variant;
    let mut outcomes: Vec<Outcome> = Vec::new();
    for file in games {
        let (board, more) = dataset::outcomes(file, usize::MAX).with_context(|| name(file))?;
        anyhow::ensure!(
            board == variant,
            "{}: its games are of {board}, the network is for {variant}",
            name(file)
        );
        outcomes.extend(more);
    }
    anyhow::ensure!(!outcomes.is_empty(), "there is no position whose result counts");
    let calibration = calibration::fit(&outcomes);
    tell(&format!(
        "{variant}: {} centimen ahead make 73 % of the points, draws {}, by {} positions",
        calibration.points(),
        calibration.draws(),
        outcomes.len()
    ));
    network.set_header(Header { calibration, ..network.header().clone() });
    part.finish(&network.to_bytes())?;
    draw_calibration(
        path,
        &format!("{variant}: points by the search's score"),
        calibration,
        &outcomes,
    )
}

fn fine_scores(network: &Network, samples: &[dataset::Sample]) -> Vec<i32> {
    let mut evaluator = Evaluator::new(Arc::new(network.clone()));
    samples.iter().map(|sample| evaluator.evaluate(&sample.position, 0).value()).collect()
}

/// A file that has its name only when it is whole. Made first: whoever can't write learns it before the work.
struct PartFile {
    part: PathBuf,
    whole: PathBuf,
}

impl PartFile {
    fn create(whole: &Path, games: &[PathBuf]) -> Result<PartFile> {
        let whole = whole.to_owned();
        let name = || whole.display().to_string();
        anyhow::ensure!(!whole.is_dir(), "{}: is a folder", name());
        // Done, the network takes the name of what was there: not that of a device.
        anyhow::ensure!(!whole.exists() || whole.is_file(), "{}: is no file", name());
        let place = |path: &PathBuf| path.canonicalize().ok();
        let mut part = whole.clone().into_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        for path in [&whole, &part] {
            let mut places = games.iter().filter_map(&place);
            let is_games = places.any(|games| Some(games) == place(path));
            anyhow::ensure!(!is_games, "{}: is a file of games", name());
        }
        std::fs::File::create(&part).with_context(|| part.display().to_string())?;
        Ok(PartFile { part, whole })
    }

    fn finish(self, bytes: &[u8]) -> Result<()> {
        std::fs::write(&self.part, bytes)
            .and_then(|()| std::fs::rename(&self.part, &self.whole))
            .with_context(|| self.whole.display().to_string())
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        // Gone already if all went well.
        let _ = std::fs::remove_file(&self.part);
    }
}

/// The linear model for people: each term with its weight in centimen.
fn describe(weights: &[f32], first: usize) -> String {
    let lines = weights.iter().enumerate().map(|(term, weight)| {
        format!(
            "{:>6.0}  {}\n",
            f64::from(*weight) * Calibration::POINTS,
            terms::name(first + term)
        )
    });
    lines.collect()
}
