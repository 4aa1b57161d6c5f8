//! The command line: without a subcommand the protocol loop, with one a tool.

use anyhow::{Context, Result};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use luctor::engine::Engine;
use luctor::rules::notation::draw_game;
use luctor::rules::{Blocked, Coordinates, Game, Variant, read_move, read_position};
use luctor::search::Signal;
use luctor::tools::{bench, perft};
use luctor::ugi::{Output, Session};
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// Luctor, an engine for the board game Emergo.
///
/// Without a command it speaks UGI, a text protocol for game engines, on standard input and output: plug it
/// into a match manager or a GUI, or type `help` to see what it understands.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Count the positions that can be reached in so many plies, the test of a move generator.
    ///
    /// Prints a line for every depth up to DEPTH: positions, time, and positions a second. A capture counts
    /// once for each of its routes; a finished game has no successors.
    Perft {
        /// How many plies deep; `luctor perft 6` takes about a second.
        #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
        depth: u32,
        #[command(flatten)]
        at: At,
        /// Print the count below each move of the position, for DEPTH only.
        #[arg(long)]
        divide: bool,
        /// Threads to count with [default: one a core].
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
    },
    /// Search known positions to a fixed depth and print nodes and nodes per second.
    ///
    /// The number of nodes is the same on every machine, and changes only when the search or the evaluation
    /// does.
    Bench {
        /// How many plies deep.
        #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
        depth: u32,
    },
    /// Draw a position with letters, with its text and key.
    Show {
        #[command(flatten)]
        at: At,
        /// Moves to play first, such as e4 e6.
        #[arg(value_name = "MOVE")]
        moves: Vec<String>,
    },
}

/// A position to look at.
#[derive(Args)]
struct At {
    /// The board: emergo (9x9), emergo7 (7x7) or hexemergo (hexagonal).
    #[arg(long, default_value_t, value_name = "NAME")]
    variant: Variant,
    /// The position's text, such as "1/3/5/7/9/4w2/5/3/1 b 11,12" [default: the start of the game].
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// How squares are named: oblique (as the designers do) or checkerboard (as AbstractPlay does).
    #[arg(long, default_value_t, value_name = "NAME")]
    coordinates: Coordinates,
}

impl At {
    fn game(&self) -> Game {
        if self.coordinates != self.coordinates.on(self.variant) {
            refuse("--coordinates", &format!("{} has oblique coordinates only", self.variant));
        }
        match &self.position {
            None => Game::new(self.variant, Blocked::Draw),
            Some(text) => match read_position(self.variant, text) {
                Ok(read) => Game::from_position(read.position, read.turn, Blocked::Draw),
                Err(error) => refuse("--position", &error),
            },
        }
    }
}

/// Ends the program over an argument that is no good.
fn refuse(argument: &str, why: &dyn Display) -> ! {
    Cli::command().error(ErrorKind::ValueValidation, format!("{argument}: {why}")).exit()
}

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).init();
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn run(cli: Cli) -> Result<()> {
    let mut out = io::stdout();
    match cli.command {
        None => speak()?,
        Some(Command::Perft { depth, at, divide, threads }) => {
            let game = at.game();
            let threads = threads.map_or(0, usize::from);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.context("cannot start the threads")?.install(|| {
                if divide {
                    perft::print_divide(game.position(), depth, at.coordinates, &mut out)
                } else {
                    perft::count(game.position(), depth, &mut out)
                }
            })?;
        }
        Some(Command::Bench { depth }) => {
            let mut written = Ok(());
            let signal = Signal::new(false);
            let finished = bench::run(depth, &signal, &mut |line| {
                if written.is_ok() {
                    written = writeln!(out, "{line}");
                }
                if written.is_err() {
                    signal.stop();
                }
            });
            written?;
            finished?;
        }
        Some(Command::Show { at, moves }) => {
            let mut game = at.game();
            for text in &moves {
                match read_move(game.position(), at.coordinates, text) {
                    Ok(mv) => game.play(mv),
                    Err(error) => refuse("MOVE", &error),
                }
            }
            writeln!(out, "{}", draw_game(&game, at.coordinates))?;
        }
    }
    Ok(())
}

fn speak() -> Result<()> {
    if io::stdin().is_terminal() {
        eprintln!("Luctor speaks UGI, a protocol for game engines; `help` lists the commands.");
    }
    let engine = Engine::new()?;
    Session::new(engine, Output::new(io::stdout())).run(io::stdin().lock());
    Ok(())
}
