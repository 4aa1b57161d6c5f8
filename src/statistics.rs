//! `luctor statistics`: statistics of many games.

use crate::arguments::number;
use crate::output::print_report;
use crate::record_files::{GameErrors, ReadOptionsArgs, check_inputs, file_name, games_of};
use anyhow::{Context, Result, ensure};
use clap::Args;
use luctor_engine::eval::Networks;
use luctor_findings::statistics::{GameStatistics, StatisticsReport, draw_plots};
use std::path::PathBuf;

/// Show statistics of many games: results, lengths, openings, shadowpieces, feeding, and what columns are worth.
///
/// Reads the formats of `luctor convert` except training data, whose random moves and adjudicated results mislead. There is
/// one report for each board and rule for a blocked side. Points are shares from 0 to 1; `±` is the 95 % error, `-` an
/// unknown one. Games without a result are only counted. A feeding move is a step or an entry after which the opponent can
/// capture, also if it could before.
#[derive(Args)]
pub struct StatisticsArgs {
    /// The files of games; - is standard input.
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,
    /// Plies of a game that are its opening; 0 is its start position. Shorter games have no opening.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = number::<u8>(0..=20))]
    opening_plies: u8,
    #[command(flatten)]
    read_options: ReadOptionsArgs,
    /// Write plots as SVG files into this folder: points by the size of the shadowpiece, and by the length of runs of
    /// feeding moves.
    #[arg(long, value_name = "FOLDER")]
    plots: Option<PathBuf>,
    /// Show what columns are worth too, by the network and by the results.
    #[arg(long)]
    values: bool,
    /// Print JSON, one object in a line for each board.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &StatisticsArgs) -> Result<()> {
    check_inputs(&args.files)?;
    if let Some(folder) = &args.plots {
        std::fs::create_dir_all(folder).with_context(|| file_name(folder))?;
    }
    let networks = args.values.then(Networks::embedded);
    let mut statistics = GameStatistics::new(args.opening_plies.into(), networks);
    let mut errors = GameErrors::default();
    for game in games_of(&args.files, &args.read_options.options()) {
        let game = game?;
        ensure!(
            !game.is_training_data,
            "{}: games of luctor datagen begin with random moves and are often decided by score, so they have no \
             statistics; use those of luctor match",
            file_name(game.path)
        );
        if let Some(record) = errors.complete_game(game) {
            statistics.add(&record);
        }
    }
    let reports = statistics.reports();
    // The plots do not need a reader of the text, and the text does not need the plots.
    let printed = reports
        .iter()
        .try_for_each(|report| print_report(report, args.json, StatisticsReport::text));
    if let Some(folder) = &args.plots {
        draw_plots(folder, &reports)?;
    }
    printed?;
    errors.finish("; games without a complete main line are not counted")
}
