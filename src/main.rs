//! The command line: without a subcommand the protocol loop, with a subcommand one of the tools.
//!
//! `arguments`, `output`, `progress` and `record_files` are what several subcommands share. Each other module is a subcommand.

mod analyse;
mod arguments;
mod batch;
mod bench;
mod book;
#[cfg(feature = "bot")]
mod bot;
mod calibrate;
mod convert;
mod datagen;
mod endings;
mod eval;
mod explore;
mod go;
#[cfg(feature = "gui")]
mod gui;
mod matches;
mod openings;
mod output;
mod perft;
mod progress;
mod puzzles;
mod record_files;
mod show;
mod statistics;
mod train;
mod tune;

use anyhow::{Context, Result};
use arguments::Interrupted;
use clap::{Parser, Subcommand};
use luctor_engine::engine::Engine;
use luctor_engine::ugi::{Output, Session};
use output::{STDOUT, is_broken_pipe, print_note};
use std::io::{self, IsTerminal};
use std::process::ExitCode;

/// The exit code of a run that was interrupted: that of a shell after Ctrl-C.
const INTERRUPTED: u8 = 130;

/// Luctor, an engine for the board game Emergo.
///
/// Without a subcommand it speaks UGI, a text protocol for game engines, on standard input and output. A GUI or a match
/// manager starts it this way. Type `help` to see the commands.
#[derive(Parser)]
#[command(version = env!("LUCTOR_VERSION"), args_conflicts_with_subcommands = true, max_term_width = 100)]
struct Cli {
    // The server of the page starts the program with it.
    /// Offer no options that need files
    #[arg(long, hide = true)]
    no_files: bool,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Subcommand)]
enum CliCommand {
    #[cfg(feature = "gui")]
    Gui(gui::GuiArgs),
    #[cfg(feature = "bot")]
    Bot(bot::BotArgs),
    Analyse(analyse::AnalyseArgs),
    Puzzles(puzzles::PuzzlesArgs),
    Explore(explore::ExploreArgs),
    Book(book::BookArgs),
    Statistics(statistics::StatisticsArgs),
    Endings(endings::EndingsArgs),
    Convert(convert::ConvertArgs),
    Show(show::ShowArgs),
    Match(matches::MatchArgs),
    Openings(openings::OpeningsArgs),
    Go(go::GoArgs),
    Eval(eval::EvalArgs),
    Batch(batch::BatchArgs),
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    Datagen(datagen::DatagenArgs),
    Train(train::TrainArgs),
    Calibrate(calibrate::CalibrateArgs),
    Tune(tune::TuneArgs),
    /// Play and analyse on a board in the browser. This build does not contain it.
    #[cfg(not(feature = "gui"))]
    #[command(hide = true, disable_help_flag = true)]
    Gui(MissingArgs),
    /// Play people on AbstractPlay by correspondence. This build does not contain it.
    #[cfg(not(feature = "bot"))]
    #[command(hide = true, disable_help_flag = true)]
    Bot(MissingArgs),
}

// The arguments of a subcommand that this build does not contain. They are not read.
#[cfg(not(all(feature = "gui", feature = "bot")))]
#[derive(clap::Args)]
struct MissingArgs {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _words: Vec<String>,
}

fn main() -> ExitCode {
    // If arguments are wrong, clap reports them and ends the program with exit code 2.
    let cli = Cli::parse();
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        // `luctor ... | head` is not an error.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<Interrupted>() => {
            print_note(&error.to_string());
            ExitCode::from(INTERRUPTED)
        }
        Err(error) => {
            print_note(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<()> {
    match cli.command {
        None => run_protocol(cli.no_files),
        #[cfg(feature = "gui")]
        Some(CliCommand::Gui(args)) => gui::run(&args),
        #[cfg(feature = "bot")]
        Some(CliCommand::Bot(args)) => bot::run(&args),
        Some(CliCommand::Analyse(args)) => analyse::run(&args),
        Some(CliCommand::Puzzles(args)) => puzzles::run(&args),
        Some(CliCommand::Explore(args)) => explore::run(&args),
        Some(CliCommand::Book(args)) => book::run(&args),
        Some(CliCommand::Statistics(args)) => statistics::run(&args),
        Some(CliCommand::Endings(args)) => endings::run(&args),
        Some(CliCommand::Convert(args)) => convert::run(&args),
        Some(CliCommand::Show(args)) => show::run(&args),
        Some(CliCommand::Match(args)) => matches::run(&args),
        Some(CliCommand::Openings(args)) => openings::run(&args),
        Some(CliCommand::Go(args)) => go::run(&args),
        Some(CliCommand::Eval(args)) => eval::run(&args),
        Some(CliCommand::Batch(args)) => batch::run(&args),
        Some(CliCommand::Perft(args)) => perft::run(&args),
        Some(CliCommand::Bench(args)) => bench::run(&args),
        Some(CliCommand::Datagen(args)) => datagen::run(&args),
        Some(CliCommand::Train(args)) => train::run(&args),
        Some(CliCommand::Calibrate(args)) => calibrate::run(&args),
        Some(CliCommand::Tune(args)) => tune::run(&args),
        #[cfg(not(feature = "gui"))]
        Some(CliCommand::Gui(_)) => Err(missing_feature("the board", "gui")),
        #[cfg(not(feature = "bot"))]
        Some(CliCommand::Bot(_)) => Err(missing_feature("the bot", "bot")),
    }
}

/// Speaks UGI on standard input and output until `quit` or the end of the input.
fn run_protocol(no_files: bool) -> Result<()> {
    if io::stdin().is_terminal() {
        print_note("Luctor speaks UGI, a protocol for game engines; `help` lists the commands.");
    }
    let mut session = Session::new(Engine::new()?, Output::new(io::stdout()))
        .context("cannot start the search thread")?;
    if no_files {
        session = session.without_files();
    }
    session.run(io::stdin().lock()).context(STDOUT)
}

/// The error of a command that needs a feature, which adds `what`.
#[cfg(not(all(feature = "gui", feature = "bot")))]
fn missing_feature(what: &str, feature: &str) -> anyhow::Error {
    anyhow::anyhow!(
        "this build does not contain {what}: build with `cargo build --release --features {feature}`, or install with \
         `cargo install --path . --features {feature}`"
    )
}
