//! `luctor datagen`: plays self-play games on all threads and writes them to a game file.
//!
//! A game depends only on the settings, the network and its number. Blocks of games are written in the order of their
//! numbers. Therefore the file does not depend on the number of threads, and an interrupted run continues where the file
//! ends.

use crate::game_file::{GameBlock, GameFileError, GameFileTotals, GameFileWriter};
use crate::self_play::{DECIDED_SCORE, SelfPlayError, SelfPlaySettings, SelfPlayer};
use luctor_engine::eval::Networks;
use luctor_engine::search::interrupt::Interrupt;
use luctor_engine::search::{ResourceError, SearchControl, Searcher};
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;
use thiserror::Error;

/// Which games to generate.
#[derive(Clone, Debug)]
pub struct DatagenSettings {
    /// The game file to create or continue.
    pub path: PathBuf,
    /// The required number of positions for training in the file.
    pub positions: u64,
    /// How the games are played.
    pub games: SelfPlaySettings,
    /// The networks that evaluate.
    pub networks: Networks,
}

/// How far the generation is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DatagenProgress {
    /// Positions for training in the file.
    pub positions: u64,
    /// The required number of positions.
    pub target: u64,
    /// Positions per second of this run.
    pub positions_per_second: f64,
}

/// Why the games were not generated.
#[derive(Debug, Error)]
pub enum DatagenError {
    /// The game file cannot be read or written.
    #[error(transparent)]
    File(#[from] GameFileError),
    /// There is no memory for a searcher.
    #[error(transparent)]
    Searcher(#[from] ResourceError),
    /// Random moves of the required number lead to one-sided positions or end the game.
    #[error("no balanced opening found with this number of random plies")]
    NoBalancedOpening,
}

/// Games of a block. A block is played by one thread.
const BLOCK_GAMES: u64 = 32;
/// Size of the transposition table of each thread, in MiB.
const TABLE_MEBIBYTES: u64 = 1;

/// Plays games on all threads of the current rayon pool until the file has the required number of positions, or until
/// `interrupt` is set. Calls `report` at the start and after each block. Returns the totals of the file.
///
/// # Errors
///
/// The file cannot be read or written or has games of other settings, there is no memory, or no balanced opening is found.
pub fn run(
    settings: &DatagenSettings,
    interrupt: &Interrupt,
    report: &mut (dyn FnMut(&DatagenProgress) + Send),
) -> Result<GameFileTotals, DatagenError> {
    let writer = GameFileWriter::open(&settings.path, &file_settings(settings))?;
    let next_block = AtomicU64::new(writer.blocks());
    let output = Mutex::new(OrderedBlocks::new(writer, settings.positions, report));
    let results = rayon::broadcast(|_| {
        let result = play_blocks(settings, interrupt, &next_block, &output);
        if result.is_err() {
            lock(&output).failed = true;
        }
        result
    });
    results.into_iter().collect::<Result<(), DatagenError>>()?;
    let totals = lock(&output).writer.totals();
    Ok(totals)
}

/// The settings in the header of the game file.
fn file_settings(settings: &DatagenSettings) -> String {
    let SelfPlaySettings { variant, nodes, random_plies, seed } = &settings.games;
    let network = settings.networks.of(*variant).fingerprint();
    format!(
        "variant={variant} seed={seed} nodes={nodes} plies={random_plies} decided={DECIDED_SCORE} net={network:016x}"
    )
}

/// The work of one thread.
fn play_blocks(
    settings: &DatagenSettings,
    interrupt: &Interrupt,
    next_block: &AtomicU64,
    output: &Mutex<OrderedBlocks>,
) -> Result<(), DatagenError> {
    let mut searcher = Searcher::new(TABLE_MEBIBYTES, 1)?;
    searcher.set_networks(settings.networks.clone());
    let control = Arc::new(SearchControl::new(false));
    interrupt.register(&control);
    let mut player = SelfPlayer::new(&settings.games, searcher, control);
    while !lock(output).is_finished() {
        let number = next_block.fetch_add(1, Ordering::Relaxed);
        let mut block = GameBlock::default();
        for game in number * BLOCK_GAMES..(number + 1) * BLOCK_GAMES {
            if interrupt.is_finishing() {
                return Ok(());
            }
            match player.play(game) {
                Ok(game) => block.push(settings.games.variant, &game),
                Err(SelfPlayError::Stopped) => return Ok(()),
                Err(SelfPlayError::NoBalancedOpening) => {
                    return Err(DatagenError::NoBalancedOpening);
                }
            }
        }
        lock(output).add(number, block).map_err(GameFileError::Io)?;
    }
    Ok(())
}

fn lock<'a, 'b>(output: &'a Mutex<OrderedBlocks<'b>>) -> MutexGuard<'a, OrderedBlocks<'b>> {
    output.lock().expect("no thread panics while it holds the lock")
}

/// Writes blocks in the order of their numbers. A block that is finished early waits for those before it.
struct OrderedBlocks<'a> {
    writer: GameFileWriter,
    waiting: BTreeMap<u64, GameBlock>,
    target: u64,
    failed: bool,
    report: &'a mut (dyn FnMut(&DatagenProgress) + Send),
    started: Instant,
    positions_at_start: u64,
}

impl<'a> OrderedBlocks<'a> {
    fn new(
        writer: GameFileWriter,
        target: u64,
        report: &'a mut (dyn FnMut(&DatagenProgress) + Send),
    ) -> OrderedBlocks<'a> {
        let positions_at_start = writer.totals().positions;
        let started = Instant::now();
        let waiting = BTreeMap::new();
        let failed = false;
        let mut blocks =
            OrderedBlocks { writer, waiting, target, failed, report, started, positions_at_start };
        blocks.report_progress();
        blocks
    }

    fn is_finished(&self) -> bool {
        self.failed || self.writer.totals().positions >= self.target
    }

    fn add(&mut self, number: u64, block: GameBlock) -> io::Result<()> {
        self.waiting.insert(number, block);
        while !self.is_finished()
            && let Some(block) = self.waiting.remove(&self.writer.blocks())
        {
            if let Err(error) = self.writer.add(&block) {
                // An incomplete block may be at the end of the file. No block may follow it.
                self.failed = true;
                return Err(error);
            }
        }
        self.report_progress();
        Ok(())
    }

    fn report_progress(&mut self) {
        let positions = self.writer.totals().positions;
        let added = (positions - self.positions_at_start) as f64;
        let positions_per_second = added / self.started.elapsed().as_secs_f64().max(1e-9);
        (self.report)(&DatagenProgress { positions, target: self.target, positions_per_second });
    }
}
