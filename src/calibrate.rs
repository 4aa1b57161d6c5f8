//! `luctor calibrate`: fits the scale of a network's scores.

use crate::output::print;
use crate::record_files::check_outputs;
use anyhow::Result;
use clap::Args;
use luctor_trainer::data::score_curve::ScoreCurve;
use luctor_trainer::training::calibrate;
use std::path::PathBuf;

/// Fit the scale of a network's scores, so that 200 centimen double the odds of the points.
///
/// Writes the scale, and the share of draws for UCI_ShowWDL, into the network file, and a plot beside it.
#[derive(Args)]
pub struct CalibrateArgs {
    /// The network file.
    network: PathBuf,
    /// Files of games that this network played and was not trained on.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
}

pub fn run(args: &CalibrateArgs) -> Result<()> {
    check_outputs(&args.games, &[("<NETWORK>", Some(&args.network))]);
    let summary = calibrate::run(&args.network, &args.games)?;
    let ScoreCurve { doubling, draws } = summary.curve;
    print(&format!(
        "{}: scale {}; {doubling:.0} centimen of the old scale double the odds; {:.0} % of the equal games were drawn \
         ({} positions)\n",
        summary.variant,
        summary.scale,
        100.0 * draws / 4.0,
        summary.positions
    ))
}
