//! The command line: without a subcommand the protocol loop, with one a tool.

#[cfg(not(feature = "gui"))]
use anyhow::bail;
use anyhow::{Context, Result};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use luctor::bench;
use luctor::engine::Engine;
#[cfg(feature = "gui")]
use luctor::gui;
use luctor::rules::notation::{Layout, PictureStyle, draw_game, draw_svg};
use luctor::rules::perft::MAX_DEPTH;
use luctor::rules::{Blocked, Coordinates, Game, Variant, read_move, read_position};
use luctor::search::{Signal, Unavailable, cores, start_threads};
use luctor::tools::matches::{arguments, interruption, pgn, progress, runner};
use luctor::tools::{datagen, openings, perft, train};
use luctor::ugi::{Output, Session};
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What could not be written, in errors.
const STDOUT: &str = "standard output";

/// The version, and the commit where the build knows it.
const VERSION: &str = env!("LUCTOR_VERSION");

/// Luctor, an engine for the board game Emergo.
///
/// Without a command it speaks UGI, a text protocol for game engines, on standard input and output: plug it
/// into a match manager or a GUI, or type `help` to see what it understands.
#[derive(Parser)]
#[command(version = VERSION, max_term_width = 100)]
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
        /// How many plies deep; `luctor perft 7` takes some seconds.
        #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
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
    /// With one thread the number of nodes is the same on every machine, and changes only when the search or the
    /// evaluation does.
    Bench {
        /// How many plies deep.
        #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
        depth: u32,
        /// Threads to search with.
        #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
        /// Measure the time to DEPTH of one thread and of N, position by position.
        #[arg(long)]
        time: bool,
    },
    /// Play engines against each other, refereed by the rules.
    ///
    /// The words are cutechess-cli's: options with one dash, then values or key=value pairs.
    #[command(after_long_help = MATCH_HELP, override_usage = "luctor match -engine cmd=FILE|internal [KEY=VALUE ...] -engine ... [OPTIONS]")]
    Match {
        #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// Make a book of openings for matches: random play that a search calls even, and plays evenly if asked to.
    ///
    /// Prints a position a line; the same arguments make the same book on every machine.
    Openings(openings::BookSettings),
    /// Play games of the engine against itself, to train evaluations on.
    ///
    /// Each game begins with random play that a search calls roughly even. The file depends on the arguments
    /// and the network alone, not on the number of threads; the same line again, after any stop, goes on where the file ends.
    Datagen {
        #[command(flatten)]
        settings: datagen::DatagenSettings,
        /// Games at a time [default: one a core].
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
    },
    /// Train an evaluation on games of `luctor datagen`.
    ///
    /// Fits material, a linear model of named terms and a network to the same positions, compares them on games held
    /// out, and writes the network with pictures and the linear weights beside it. The same arguments make the same
    /// network on any number of threads.
    Train {
        #[command(flatten)]
        settings: train::TrainSettings,
        /// Threads to train with [default: one a core].
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
    },
    /// Fit what the scores of a network's searches mean, for UCI_ShowWDL, by games played with it.
    ///
    /// Writes the fit into the network's file and draws it beside it. The evaluation stays as it is.
    Calibrate {
        /// The file of the network.
        network: PathBuf,
        /// Files of games that it played and was not trained on.
        #[arg(required = true, value_name = "GAMES")]
        games: Vec<PathBuf>,
    },
    /// Play and analyse on a board in the browser, with this or any other UGI engine.
    ///
    /// Serves a page on this machine alone and prints its address, which holds a random token; until Ctrl-C.
    #[cfg(feature = "gui")]
    Gui(gui::GuiSettings),
    /// Play and analyse on a board in the browser; this build is without it.
    #[cfg(not(feature = "gui"))]
    #[command(hide = true, disable_help_flag = true)]
    Gui {
        #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// Draw a position with letters, with its text and key.
    Show {
        #[command(flatten)]
        at: At,
        /// A file of games, as `luctor match -pgnout` writes it, instead of a position.
        #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "variant"])]
        game: Option<PathBuf>,
        /// Which game of the file, from 1.
        #[arg(long, value_name = "N", default_value_t = 1, requires = "game")]
        number: usize,
        /// After how many moves of the game [default: at its end].
        #[arg(long, value_name = "N", requires = "game")]
        ply: Option<usize>,
        /// Write a picture, as SVG, instead of letters; the cells of the last move are marked.
        #[arg(long)]
        svg: bool,
        /// How the board lies in the picture: diamond (pieces step up, down and sideways) or checkerboard.
        #[arg(long, default_value_t, value_name = "NAME", requires = "svg")]
        layout: Layout,
        /// Black's side at the bottom of the picture.
        #[arg(long, requires = "svg")]
        turned: bool,
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
    fn game(&self, subcommand: &str) -> Game {
        if self.coordinates != self.coordinates.on(self.variant) {
            refuse(
                subcommand,
                "--coordinates",
                &format!("{} has oblique coordinates only", self.variant),
            );
        }
        match &self.position {
            None => Game::new(self.variant, Blocked::Draw),
            Some(text) => match read_position(self.variant, text) {
                Ok(read) => Game::from_position(read.position, read.turn, Blocked::Draw),
                Err(error) => refuse(subcommand, "--position", &error),
            },
        }
    }
}

/// Ends the program over an argument of a subcommand that is no good.
fn refuse(subcommand: &str, argument: &str, why: &dyn Display) -> ! {
    let mut cli = Cli::command();
    cli.build();
    let message = format!("{argument}: {why}");
    match cli.find_subcommand_mut(subcommand) {
        Some(command) => command.error(ErrorKind::ValueValidation, message).exit(),
        None => cli.error(ErrorKind::ValueValidation, message).exit(),
    }
}

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).init();
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error may be closed too, and the exit code tells enough.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn run(cli: Cli) -> Result<()> {
    let mut out = io::stdout();
    match cli.command {
        None => speak()?,
        Some(Command::Perft { depth, at, divide, threads }) => {
            let game = at.game("perft");
            let counted = threads_or_all(threads)?.install(|| {
                if divide {
                    perft::print_divide(game.position(), depth, at.coordinates, &mut out)
                } else {
                    perft::count(game.position(), depth, &mut out)
                }
            });
            counted.context(STDOUT)?;
        }
        Some(Command::Bench { depth, threads, time }) => {
            let mut written = Ok(());
            let signal = Signal::new(false);
            let measure = if time { bench::time_to_depth } else { bench::run };
            let finished = measure(depth, threads.into(), &signal, &mut |line| {
                if written.is_ok() {
                    written = writeln!(out, "{line}");
                }
                if written.is_err() {
                    signal.stop();
                }
            });
            written.context(STDOUT)?;
            finished?;
        }
        Some(Command::Openings(settings)) => {
            match openings::write_book(&settings, &mut io::BufWriter::new(out)) {
                Err(openings::BookError::Io(error)) => Err(error).context(STDOUT)?,
                written => written?,
            }
        }
        Some(Command::Datagen { settings, threads }) => {
            let interruption =
                interruptible("stopping after the games under way; once more to stop at once")?;
            let made = threads_or_all(threads)?
                .install(|| datagen::run(&settings, &interruption))
                .with_context(|| settings.out.display().to_string())?;
            let (games, plies, positions) = (made.games, made.plies, made.positions);
            writeln!(out, "{games} games, {plies} plies, {positions} positions").context(STDOUT)?;
        }
        Some(Command::Train { settings, threads }) => {
            // Nobody's reading is worth hours of work: who has gone misses lines.
            let mut tell = |line: &str| drop(writeln!(out, "{line}").and_then(|()| out.flush()));
            let threads = threads_or_all(threads)?;
            threads.install(|| train::run(&settings, &mut tell))?;
        }
        Some(Command::Calibrate { network, games }) => {
            train::calibrate(&network, &games, &mut |line| drop(writeln!(out, "{line}")))?;
        }
        #[cfg(feature = "gui")]
        Some(Command::Gui(settings)) => host(&settings, &mut out)?,
        #[cfg(not(feature = "gui"))]
        Some(Command::Gui { .. }) => bail!(
            "this build has no board: build it with `cargo build --release --features gui`, or install it with \
             `cargo install --path . --features gui`"
        ),
        Some(Command::Match { words }) => play_match(&words, &mut out)?,
        Some(Command::Show { at, moves, game, number, ply, svg, layout, turned }) => {
            let mut game = match game {
                Some(path) => recorded(&path, number, ply)?,
                None => at.game("show"),
            };
            for text in &moves {
                if let Some(ending) = game.ending() {
                    refuse("show", "MOVE", &format!("{text} comes after the end: {ending}"));
                }
                match read_move(game.position(), at.coordinates, text) {
                    Ok(mv) => game.play(mv),
                    Err(error) => refuse("show", "MOVE", &error),
                }
            }
            let coordinates = at.coordinates;
            let drawing = if svg {
                draw_svg(&game, PictureStyle { layout, turned, coordinates })
            } else {
                draw_game(&game, coordinates)
            };
            writeln!(out, "{drawing}").context(STDOUT)?;
        }
    }
    Ok(())
}

fn speak() -> Result<()> {
    if io::stdin().is_terminal() {
        let greeting = "Luctor speaks UGI, a protocol for game engines; `help` lists the commands.";
        let _ = writeln!(io::stderr(), "{greeting}");
    }
    let engine = Engine::new()?;
    let output = Output::new(io::stdout());
    Session::new(engine, output.clone()).run(io::stdin().lock());
    output.error().map_or(Ok(()), |error| Err(error).context(STDOUT))
}

/// Serves the board, and shows it in the browser unless told not to.
#[cfg(feature = "gui")]
fn host(settings: &gui::GuiSettings, out: &mut impl Write) -> Result<()> {
    let mut told = Ok(());
    let mut doorway = None;
    gui::serve(settings, |address| {
        told = writeln!(out, "{address}").and_then(|()| out.flush());
        if settings.no_open {
            return;
        }
        let opened = gui::Doorway::to(address).and_then(|door| {
            let page = door.path().display().to_string();
            doorway = Some(door);
            webbrowser::open(&page)
        });
        let said = match opened {
            Ok(()) => "the board is at the address above until Ctrl-C".to_owned(),
            Err(error) => {
                format!("no browser could be started ({error}): open the address above by hand")
            }
        };
        let _ = writeln!(io::stderr(), "{said}");
    })?;
    Ok(told?)
}

/// The position of a recorded game after so many plies.
fn recorded(path: &Path, number: usize, ply: Option<usize>) -> Result<Game> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let read = pgn::read_game(&text, number).with_context(|| path.display().to_string())?;
    let played = read.game.moves().len();
    match ply {
        Some(ply) if ply > played => {
            refuse("show", "--ply", &format!("the game has {played} moves"))
        }
        Some(ply) => Ok(read.at_ply(ply)),
        None => Ok(read.game),
    }
}

/// A pool of so many threads, or of one a core.
fn threads_or_all(threads: Option<u16>) -> Result<rayon::ThreadPool> {
    let count = threads.map_or_else(cores, usize::from);
    start_threads(count, "worker").with_context(|| Unavailable::Threads(count).to_string())
}

/// What Ctrl-C interrupts, saying `first` when it is pressed first.
fn interruptible(first: &'static str) -> Result<interruption::Interruption> {
    let interruption = interruption::Interruption::default();
    let step = interruption.clone();
    ctrlc::set_handler(move || {
        let message = if step.step() { first } else { "stopping" };
        // Whoever reads standard error may have gone.
        let _ = writeln!(io::stderr(), "{message}");
    })
    .context("cannot listen to Ctrl-C")?;
    Ok(interruption)
}

fn play_match(words: &[String], out: &mut impl Write) -> Result<()> {
    let settings = match arguments::read(words) {
        Ok(settings) => settings,
        Err(error) => refuse("match", "match", &error),
    };
    let interruption = interruptible("finishing the games under way; once more to stop at once")?;
    let mut progress = progress::Progress::new(&settings);
    let result = runner::run(&settings, &interruption, &mut progress);
    progress.end();
    write!(out, "{}", result?.table(&settings)).context(STDOUT)?;
    Ok(())
}

const MATCH_HELP: &str = "\
Engines:
  -engine KEY=VALUE ...     an engine; twice or more
  -each KEY=VALUE ...       the same for all engines
    cmd=FILE|internal       its program, or this one without a process
    name=NAME dir=FOLDER arg=ARGUMENT proto=ugi|uci initstr=LINE stderr=FILE
    tc=[MOVES/][MIN:]SEC[+SEC]  its clock; or st=SEC, movetime=MS, nodes=N, depth=N a move
    timemargin=MS           how much too late a move may come [0; 10 with st, movetime]
    watchdog=MS             how long it may be silent without a clock [60000]
    option.NAME=VALUE       an option of the engine
Match:
  -variant NAME             emergo, emergo7 or hexemergo [emergo]
  -blocked draw|loss        what having men, but no move, means [draw]
  -rounds N                 rounds of each pairing, each with one opening [1]
  -games 1|2                games a round, 2 with colours swapped [2]
  -tournament round-robin|gauntlet
  -concurrency N            games at a time [1]
  -openings file=FILE [order=random|sequential] [start=N]
  -seed N                   for the order of the openings [1]
  -referee rules|none       none: the engines say when the game ends, for other games
  -sprt [elo0=0] [elo1=10] [alpha=0.05] [beta=0.05] [model=logistic|normalized]
  -resign [movecount=3] [score=1000]
  -draw [movenumber=40] [movecount=8] [score=10]
  -maxplies N
Records:
  -out FILE                 one line of JSON a game
  -resume                   go on with the match of that file, after any stop
  -pgnout FILE              games for people; read by luctor show --game
  -log FILE                 the traffic with the engines
  -event NAME -ratinginterval N
  -recover                  taken for habit's sake: failed engines are always started again

Example:
  luctor match -engine cmd=./new name=new -engine cmd=./old name=old -each tc=10+0.1 \\
    -openings file=scripts/openings/emergo.txt order=random -rounds 500 -concurrency 2 \\
    -sprt elo0=0 elo1=10 -out match.jsonl";
