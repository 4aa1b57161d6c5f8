//! `luctor train`: trains a network on self-play games.

use crate::arguments::{ThreadsArgs, number, read_rate};
use crate::output::{print, print_note};
use crate::record_files::check_outputs;
use anyhow::Result;
use clap::Args;
use luctor_engine::eval::features::FeatureKind;
use luctor_trainer::data::dataset::SourceFile;
use luctor_trainer::training::fit::{FitSettings, TrainingTarget};
use luctor_trainer::training::quantise::QuantisedNetwork;
use luctor_trainer::training::train::{self, TrainEvent, TrainSettings, TrainSummary};
use std::path::PathBuf;

/// Train a network on games of `luctor datagen`.
///
/// Compares the new network with an old one on the same validation set. Writes the network and plots. The same arguments make
/// the same network on any number of threads.
#[derive(Args)]
pub struct TrainArgs {
    /// Files of games of one board.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The network file. The plots go beside it.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of epochs: how often each position is used.
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = number::<usize>(1..))]
    epochs: usize,
    /// Batch size, in positions.
    #[arg(long, default_value_t = 16_384, value_name = "N", value_parser = number::<usize>(1..))]
    batch: usize,
    /// Peak learning rate of Adam, above 0 and at most 1. The rate rises to it in a short warm-up, and then falls to 0 along
    /// a cosine.
    #[arg(long, default_value_t = 0.004, value_name = "X", value_parser = read_rate::<f32>)]
    rate: f32,
    /// Weight of the game result in the training target, 0 to 1. The search score has the weight 1 - lambda.
    #[arg(long, default_value_t = 0.3, value_name = "X", value_parser = read_fraction)]
    lambda: f32,
    /// The random seed.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = number::<u64>(..))]
    seed: u64,
    /// Kinds of features to leave out, to measure their value.
    #[arg(long, value_delimiter = ',', value_name = FeatureKind::NAMES)]
    without: Vec<FeatureKind>,
    /// The network to compare the validation loss with [default: the embedded one].
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    /// Begin with the weights of the network of --compare, not with random ones. The new network has the mean of the weights
    /// before and after the training, and the scale of the network of --compare.
    #[arg(long)]
    fine_tune: bool,
    #[command(flatten)]
    threads: ThreadsArgs,
}

fn read_fraction(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "must be a number from 0 to 1".to_owned())
}

pub fn run(args: &TrainArgs) -> Result<()> {
    check_outputs(&args.games, &[("--out", Some(&args.out))]);
    let settings = TrainSettings {
        games: args.games.clone(),
        network: args.out.clone(),
        fit: FitSettings {
            epochs: args.epochs,
            batch_size: args.batch,
            learning_rate: args.rate,
            target: TrainingTarget { lambda: args.lambda },
            seed: args.seed,
        },
        without: args.without.clone(),
        old_network: args.compare.clone(),
        fine_tune: args.fine_tune,
    };
    let pool = args.threads.pool()?;
    let summary =
        pool.install(|| train::run(&settings, &mut |event| print_event(event, args.epochs)))?;
    print(&summary_text(&summary))
}

fn print_event(event: TrainEvent, epochs: usize) {
    match event {
        TrainEvent::DataRead(data) => {
            print_note(&format!(
                "{}: {} games, {} training positions, {} validation positions",
                data.variant,
                data.games,
                data.samples.training.len(),
                data.samples.validation.len()
            ));
            for SourceFile { settings, curve } in &data.files {
                let doubling = curve.doubling;
                print_note(&format!("{settings}: {doubling:.0} centimen double the odds"));
            }
        }
        TrainEvent::Epoch(report) => print_note(&format!(
            "epoch {} of {epochs}: training loss {:.4}, validation loss {:.4} (result {:.4}), \
             {:.0} positions/s",
            report.epoch,
            report.training_loss,
            report.validation_loss.target,
            report.validation_loss.result,
            report.positions_per_second
        )),
    }
}

fn summary_text(summary: &TrainSummary) -> String {
    let QuantisedNetwork { network, mean_error, greatest_error, .. } = &summary.quantised;
    let scale = network.header().scale;
    let mut text = format!(
        "scale {scale}: rounding changes scores by {mean_error:.2} centimen on average, {greatest_error:.1} at most\n\n\
         validation loss  target  result\n"
    );
    for (name, loss) in [("old network", summary.old_network), ("new network", summary.network)] {
        text += &format!("{name:<15}  {:.4}  {:.4}\n", loss.target, loss.result);
    }
    text
}
