//! `luctor tune`: tunes the parameters of the search by games.

use crate::arguments::{
    NetworkArgs, TABLE_SIZES, ThreadsArgs, check_finished, interrupt_on_ctrl_c, number, read_rate,
    usage_error,
};
use crate::output::{print, print_note};
use anyhow::Result;
use clap::Args;
use emergo::Variant;
use luctor_engine::search::ParamEntry;
use luctor_trainer::tune::choice::{ParameterChoice, choose, tunable_parameters};
use luctor_trainer::tune::spsa::{SpsaParameter, SpsaSettings};
use luctor_trainer::tune::{self, TuneError, TuneGames, TuneProgress, TuneSettings};
use std::path::PathBuf;

/// Tune parameters of the search by games (SPSA).
///
/// Each iteration moves every chosen parameter up or down by its step, at random, and plays games of these values against
/// the opposite ones. The games are played in this process, in pairs with swapped colours, with a fixed number of nodes per
/// move. The values depend only on the arguments, the engine and the network, not on the number of threads.
///
/// The state is written to the file after each iteration. Beside it are a plot of each parameter (.svg is added to its name)
/// and a lock (.lock), which may be deleted afterwards. Run the same command again after an interruption to
/// continue. At the end, and after an interruption, the current values are printed, also as options for `luctor match`.
#[derive(Args)]
#[command(after_long_help = EXAMPLE)]
pub struct TuneArgs {
    /// The state file to create or continue.
    #[arg(long, value_name = "FILE", required_unless_present = "list")]
    out: Option<PathBuf>,
    /// Names of parameters, in which * stands for any text. NAME=STEP also sets the step: the distance of the tested values
    /// from the current value at the end (c_end of fishtest). A good step is worth 2 to 3 Elo. The default is 1/20 of
    /// the range, at least 0.5.
    #[arg(required_unless_present = "list", value_name = "NAME[=STEP]")]
    parameters: Vec<ParameterChoice>,
    /// Print all parameters that can be tuned on the board, with their values, ranges and default steps.
    #[arg(
        long,
        conflicts_with_all = ["out", "parameters", "nodes", "iterations", "pairs", "rate", "openings", "net", "hash", "seed", "threads"]
    )]
    list: bool,
    /// The board.
    #[arg(long, default_value_t, value_name = Variant::NAMES)]
    variant: Variant,
    /// Number of nodes of the search for each move.
    #[arg(long, default_value_t = 50_000, value_name = "N", value_parser = number::<u64>(1..))]
    nodes: u64,
    /// Number of iterations.
    #[arg(long, default_value_t = SpsaSettings::default().iterations, value_name = "N", value_parser = number::<u64>(1..=10_000_000))]
    iterations: u64,
    /// Pairs of games of an iteration.
    #[arg(long, default_value_t = SpsaSettings::default().pairs, value_name = "N", value_parser = number::<u64>(1..=100_000))]
    pairs: u64,
    /// Learning rate at the end (r_end of fishtest). 0.02 suits 1,000 pairs of games in all, 0.01 suits 3,000, 0.005 suits
    /// 10,000, and 0.002 suits 50,000.
    #[arg(long, default_value_t = SpsaSettings::default().rate, value_name = "X", value_parser = read_rate::<f64>)]
    rate: f64,
    /// The list of openings [default: scripts/openings/VARIANT-balanced.txt in the current folder].
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    #[command(flatten)]
    network: NetworkArgs,
    /// Size of the transposition table of each player, in MiB.
    #[arg(long, default_value_t = 8, value_name = "MIB", value_parser = number::<u64>(TABLE_SIZES))]
    hash: u64,
    /// The random seed.
    #[arg(long, default_value_t = SpsaSettings::default().seed, value_name = "N", value_parser = number::<u64>(..))]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArgs,
}

const EXAMPLE: &str = "\
Examples:
  luctor tune --list --variant emergo7
  luctor tune 'reduction_*' razoring_depth=1 --out out/reductions.json --iterations 1000";

pub fn run(args: &TuneArgs) -> Result<()> {
    let Some(state) = &args.out else {
        return print_parameters(args.variant);
    };
    let parameters = match choose(&args.parameters, args.variant) {
        Ok(parameters) => parameters,
        Err(error) => usage_error("NAME[=STEP]", &error),
    };
    let default_openings = || format!("scripts/openings/{}-balanced.txt", args.variant).into();
    let settings = TuneSettings {
        state: state.clone(),
        games: TuneGames {
            variant: args.variant,
            nodes: args.nodes,
            table_mebibytes: args.hash,
            openings: args.openings.clone().unwrap_or_else(default_openings),
            network: args.network.net.clone(),
        },
        spsa: SpsaSettings {
            iterations: args.iterations,
            pairs: args.pairs,
            seed: args.seed,
            rate: args.rate,
            parameters,
        },
    };
    let interrupt =
        interrupt_on_ctrl_c("finishing the running iteration; press again to stop at once")?;
    let last = args.threads.pool()?.install(|| {
        tune::run(&settings, &interrupt, &mut |progress| print_iteration(&settings.spsa, progress))
    });
    let last = last.map_err(|error| match error {
        TuneError::Openings(_) => anyhow::Error::from(error).context("--openings"),
        _ => error.into(),
    })?;
    let mut text = format!("after iteration {} of {}:\n", last.iteration, args.iterations);
    let mut options = Vec::new();
    for (SpsaParameter { name, .. }, value) in settings.spsa.parameters.iter().zip(&last.values) {
        text += &format!("    {name} {value:.0}\n");
        options.push(format!("option.params.{name}={value:.0}"));
    }
    let options = options.join(" ");
    print(&format!("{text}for an engine of luctor match with cmd=internal:\n    {options}\n"))?;
    check_finished(last.iteration >= args.iterations)
}

fn print_parameters(variant: Variant) -> Result<()> {
    let mut text = String::new();
    text += &format!("{:<36} {:>6} {:>6} {:>6} {:>7}\n", "name", "value", "min", "max", "step");
    for (entry, step) in tunable_parameters(variant) {
        let ParamEntry { name, description, default, min, max, .. } = entry;
        text += &format!("{name:<36} {default:>6} {min:>6} {max:>6} {step:>7}\n");
        text += &format!("    {description}\n");
    }
    print(&text)
}

fn print_iteration(settings: &SpsaSettings, progress: TuneProgress) {
    let TuneProgress { iteration, results, values } = progress;
    let mut line = format!(
        "iteration {iteration} of {}: +{} ={} -{}:",
        settings.iterations, results.wins, results.draws, results.losses
    );
    for (parameter, value) in settings.parameters.iter().zip(values) {
        line += &format!(" {} {value:.2}", parameter.name);
    }
    print_note(&line);
}
