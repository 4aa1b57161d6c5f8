//! What several subcommands share: arguments for a position, a network and threads; ranges of numbers; usage errors;
//! interrupts by Ctrl-C or by the end of standard input.

use crate::output::print_note;
use anyhow::{Context, Result, bail};
use clap::Args;
use clap::error::ErrorKind;
use emergo::{Blocked, Coordinates, Game, Variant, read_position};
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_engine::options::{MAX_TABLE_MEBIBYTES, MAX_THREADS};
use luctor_system::resources::{cores, start_threads};
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io;
use std::ops::Bound::Included;
use std::ops::{RangeBounds, RangeInclusive};
use std::path::PathBuf;
use std::str::FromStr;
use std::thread::Builder;

#[derive(Args, Clone)]
pub struct PositionArgs {
    /// The board: 9x9, 7x7 or hexagonal [default: emergo].
    #[arg(long, value_name = Variant::NAMES)]
    pub variant: Option<Variant>,
    /// The position text, such as "1/3/5/7/9/4w2/5/3/1 b 11,12" [default: the start of the game].
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Names of squares, as the designers or as AbstractPlay writes [default: oblique].
    #[arg(long, value_name = Coordinates::NAMES)]
    pub coordinates: Option<Coordinates>,
}

impl PositionArgs {
    pub fn coordinates(&self) -> Coordinates {
        self.coordinates.unwrap_or_default()
    }

    /// The game at the selected position. A blocked side draws. Ends the program with a usage error if an argument is wrong.
    pub fn game(&self) -> Game {
        let variant = self.variant.unwrap_or_default();
        check_coordinates(self.coordinates(), variant);
        match &self.position {
            None => Game::new(variant, Blocked::Draw),
            Some(text) => match read_position(variant, text) {
                Ok(read) => read.game(Blocked::Draw),
                Err(error) => usage_error("--position", &format!("{error:#}")),
            },
        }
    }
}

#[derive(Args, Clone)]
pub struct GameArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Moves to play first, such as e4 e6. The list ends at the next option.
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
}

impl GameArgs {
    /// Do the arguments name a position or moves?
    pub fn has_position(&self) -> bool {
        self.position.position.is_some() || !self.moves.is_empty()
    }

    /// The game after the moves, with this rule for a blocked side. Ends the program with a usage error if an argument is
    /// wrong.
    pub fn game(&self, blocked: Blocked) -> Game {
        let mut game = self.position.game().with_blocked_rule(blocked);
        self.play_moves(&mut game, self.position.coordinates());
        game
    }

    /// Plays the moves. Each text is one move or several separated by blanks. Ends the program with a usage error if a move is
    /// illegal or follows the end of the game.
    pub fn play_moves(&self, game: &mut Game, coordinates: Coordinates) {
        for (ply, text) in (1..).zip(self.moves.iter().flat_map(|text| text.split_whitespace())) {
            match game.read_move(coordinates, text) {
                Ok(mv) => game.play(mv),
                Err(error) => usage_error("--moves", &format!("ply {ply}: {error}")),
            }
        }
    }
}

/// Ends the program with exit code 2 and a message about an argument.
pub fn usage_error(argument: &str, error: &dyn Display) -> ! {
    clap::Error::raw(ErrorKind::ValueValidation, format!("{argument}: {error}\n")).exit()
}

/// A parser of whole numbers in a range that includes its bounds.
pub fn number<T>(
    range: impl RangeBounds<T> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let read = text.parse().ok();
        let is_too_large = read.is_none() && text.parse::<u128>().is_ok();
        let number = read.filter(|number| range.contains(number));
        number.ok_or_else(|| match (range.start_bound(), range.end_bound()) {
            (Included(least), Included(most)) => {
                format!("must be a whole number from {least} to {most}")
            }
            _ if is_too_large => "is too large".to_owned(),
            (Included(least), _) => format!("must be a whole number from {least} on"),
            _ => "must be a whole number".to_owned(),
        })
    }
}

#[derive(Args)]
pub struct NetworkArgs {
    /// A network of `luctor train` [default: the network of the program].
    #[arg(long, alias = "network", value_name = "FILE")]
    pub net: Option<PathBuf>,
}

impl NetworkArgs {
    /// The networks of the program. That of the file, which must be for one of these boards, replaces one of them.
    pub fn networks(&self, boards: &[Variant]) -> Result<Networks> {
        Ok(Networks::with_file(self.net.as_deref(), boards)?)
    }
}

/// Sizes of a transposition table in MiB.
pub const TABLE_SIZES: RangeInclusive<u64> = 1..=MAX_TABLE_MEBIBYTES;
pub const THREADS: RangeInclusive<usize> = 1..=MAX_THREADS;

#[derive(Args)]
pub struct ThreadsArgs {
    /// Number of threads in all [default: one per core].
    #[arg(long, value_name = "N", value_parser = number::<usize>(THREADS))]
    threads: Option<usize>,
}

impl ThreadsArgs {
    pub fn count(&self) -> usize {
        self.threads.unwrap_or_else(|| cores().min(MAX_THREADS))
    }

    pub fn pool(&self) -> Result<rayon::ThreadPool> {
        Ok(start_threads(self.count(), "worker")?)
    }
}

/// Ends the program with a usage error if the board does not have the coordinates.
pub fn check_coordinates(coordinates: Coordinates, variant: Variant) {
    if let Err(error) = coordinates.check(variant) {
        usage_error("--coordinates", &error);
    }
}

pub fn read_rate<T: FromStr + From<u8> + PartialOrd>(text: &str) -> Result<T, String> {
    let in_range = |number: &T| *number > T::from(0) && *number <= T::from(1);
    let number = text.parse().ok().filter(in_range);
    number.ok_or_else(|| "must be a number above 0 and at most 1".to_owned())
}

/// An interrupt that Ctrl-C and SIGTERM set. The first one prints `message`.
pub fn interrupt_on_ctrl_c(message: &'static str) -> Result<Interrupt> {
    let interrupt = Interrupt::default();
    let handler = interrupt.clone();
    ctrlc::set_handler(move || {
        print_note(if handler.step() { message } else { "stopping" });
    })
    .context("cannot listen to Ctrl-C")?;
    Ok(interrupt)
}

/// The error of a run that an interrupt has ended. It tells what that means.
#[derive(Debug)]
pub struct Interrupted(pub String);

impl Display for Interrupted {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "interrupted: {}", self.0)
    }
}

impl Error for Interrupted {}

/// Fails if an interrupt has ended a run that the same command continues.
pub fn check_finished(is_finished: bool) -> Result<()> {
    if !is_finished {
        bail!(Interrupted("the same command continues".to_owned()));
    }
    Ok(())
}

/// Stops the work at once when standard input ends. A program that starts this one holds the other end, so nothing is left
/// running if that program is killed.
pub fn end_with_stdin(interrupt: Interrupt) -> Result<()> {
    Builder::new()
        .name("stdin".to_owned())
        .spawn(move || {
            // A failed read is an end too.
            let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
            interrupt.abort();
        })
        .context("cannot watch standard input")?;
    Ok(())
}
