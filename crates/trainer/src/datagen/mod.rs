//! `luctor datagen`: games of the engine against itself, for training.
//!
//! Each game depends on the settings, the network and its number alone, and games are written in the order of
//! their numbers, so any number of threads makes the same file, and an interrupted one is gone on with where it
//! ends.

mod game;

use super::gamefile::{Block, Contents, GameFileError, GameFileWriter};
use clap::Args;
use emergo::Variant;
use game::{NoGame, SelfPlayer};
use indicatif::{ProgressBar, ProgressStyle};
use luctor_engine::eval::Networks;
use luctor_engine::search::interrupt::Interrupt;
use luctor_engine::search::{ResourceError, SearchControl, Searcher};
use luctor_engine::selfplay::read_plies;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What games to make.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct DatagenSettings {
    /// The file of games to make or go on with.
    pub out: PathBuf,
    /// The board: emergo, emergo7 or hexemergo.
    #[arg(long, default_value_t, value_name = "NAME")]
    pub variant: Variant,
    /// Positions to have in it, without those in which the mover can capture.
    #[arg(long, default_value_t = 1_000_000, value_name = "N")]
    pub positions: u64,
    /// Nodes of the search for each move.
    #[arg(long, default_value_t = 1_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Plies of random play at the beginning, at least and at most.
    #[arg(long, default_value = "4-12", value_name = "FROM-TO", value_parser = read_plies)]
    pub plies: (usize, usize),
    /// Where chance begins.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
}

impl DatagenSettings {
    /// What the file says of its games: all that they depend on, but for the search.
    fn header(&self) -> String {
        let DatagenSettings { variant, nodes, plies: (least, most), seed, .. } = self;
        let network = Networks::embedded().of(*variant).fingerprint();
        format!(
            "variant={variant} seed={seed} nodes={nodes} plies={least}-{most} net={network:016x}"
        )
    }
}

/// Why there is no data.
#[derive(Debug)]
pub enum DatagenError {
    /// The file of games.
    File(GameFileError),
    /// No memory for the tables.
    Memory(ResourceError),
    /// Random play of so many plies is never even, or ends the game.
    NoOpening,
}

impl fmt::Display for DatagenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatagenError::File(error) => error.fmt(f),
            DatagenError::Memory(error) => error.fmt(f),
            DatagenError::NoOpening => f.write_str(
                "no random opening of so many plies goes on and is even: take other --plies",
            ),
        }
    }
}

impl std::error::Error for DatagenError {}

impl From<GameFileError> for DatagenError {
    fn from(error: GameFileError) -> DatagenError {
        DatagenError::File(error)
    }
}

/// Games of one block, and of one thread at a time.
const BLOCK_GAMES: u64 = 32;
/// MiB of a thread's table.
const TABLE: u64 = 1;

/// Plays on all threads of the current rayon pool until the file has as many positions as wanted, or
/// `interrupt` says to stop. Returns what the file holds.
///
/// # Errors
///
/// No memory, no even openings, or the file can't be read or written, or has other games.
pub fn run(settings: &DatagenSettings, interrupt: &Interrupt) -> Result<Contents, DatagenError> {
    let writer = GameFileWriter::open(&settings.out, &settings.header())?;
    let next = AtomicU64::new(writer.blocks());
    let queue = Mutex::new(Queue::new(writer, settings.positions));
    let results = rayon::broadcast(|_| -> Result<(), DatagenError> {
        let pool = Searcher::new(TABLE, 1).map_err(|error| {
            lock(&queue).failed = true;
            DatagenError::Memory(error)
        })?;
        let signal = Arc::new(SearchControl::new(false));
        interrupt.will_stop(&signal);
        let mut player = SelfPlayer::new(settings, pool, signal);
        while !lock(&queue).is_finished() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let mut block = Block::default();
            for game in number * BLOCK_GAMES..(number + 1) * BLOCK_GAMES {
                if interrupt.is_finishing() {
                    return Ok(());
                }
                match player.play(game) {
                    Ok(game) => block.push(settings.variant, &game),
                    Err(NoGame::Stopped) => return Ok(()),
                    Err(NoGame::NoOpening) => {
                        lock(&queue).failed = true;
                        return Err(DatagenError::NoOpening);
                    }
                }
            }
            lock(&queue).add(number, block).map_err(GameFileError::Io)?;
        }
        Ok(())
    });
    let queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    let contents = queue.end();
    results.into_iter().collect::<Result<(), DatagenError>>()?;
    Ok(contents)
}

fn lock(queue: &Mutex<Queue>) -> std::sync::MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Puts finished blocks into the order of their numbers, and shows how far they are.
struct Queue {
    writer: GameFileWriter,
    waiting: BTreeMap<u64, Block>,
    wanted: u64,
    failed: bool,
    bar: Option<ProgressBar>,
    started: Instant,
    told: Instant,
    at_start: u64,
}

/// Between two lines of progress where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(60);

impl Queue {
    fn new(writer: GameFileWriter, wanted: u64) -> Queue {
        let bar = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template(
                "{bar:24} {human_pos} of {human_len} positions, {per_sec}, {eta} left",
            );
            let bar = ProgressBar::new(wanted);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.set_position(writer.contents().positions);
            bar.reset_eta();
            bar
        });
        let (now, at_start) = (Instant::now(), writer.contents().positions);
        let waiting = BTreeMap::new();
        Queue { writer, waiting, wanted, failed: false, bar, started: now, told: now, at_start }
    }

    fn is_finished(&self) -> bool {
        self.failed || self.writer.contents().positions >= self.wanted
    }

    fn add(&mut self, number: u64, block: Block) -> io::Result<()> {
        self.waiting.insert(number, block);
        while !self.is_finished()
            && let Some(block) = self.waiting.remove(&self.writer.blocks())
        {
            if let Err(error) = self.writer.add(&block) {
                self.failed = true;
                return Err(error);
            }
        }
        self.show();
        Ok(())
    }

    fn show(&mut self) {
        let positions = self.writer.contents().positions;
        if let Some(bar) = &self.bar {
            bar.set_position(positions);
        } else if self.told.elapsed() >= LINE_INTERVAL {
            self.told = Instant::now();
            let speed = (positions - self.at_start) as f64 / self.started.elapsed().as_secs_f64();
            let wanted = self.wanted;
            // Whoever read this may have gone.
            let _ =
                writeln!(io::stderr(), "{positions} of {wanted} positions, {speed:.0} a second");
        }
    }

    fn end(self) -> Contents {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        self.writer.contents()
    }
}
