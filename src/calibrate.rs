//! `luctor calibrate`: fits the curve from search scores to expected points.

use crate::output::print;
use anyhow::Result;
use clap::Args;
use luctor_trainer::calibrate;
use std::path::PathBuf;

/// Fit the curve from search scores to expected points that UCI_ShowWDL uses.
///
/// Writes the fit into the network file and a plot beside it. The evaluation does not change.
#[derive(Args)]
pub struct CalibrateArgs {
    /// The network file.
    network: PathBuf,
    /// Files of games that this network played and was not trained on.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
}

/// Runs the subcommand.
pub fn run(args: &CalibrateArgs) -> Result<()> {
    let summary = calibrate::run(&args.network, &args.games)?;
    let (points, draws) = (summary.calibration.points(), summary.calibration.draws());
    print(&format!(
        "{}: {points} centimen = 73 % of the points, draws {draws}, {} positions\n",
        summary.variant, summary.positions
    ))
}
