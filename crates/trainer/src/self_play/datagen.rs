//! `luctor datagen`: plays self-play games on all threads and writes them to a game file.
//!
//! A game depends only on the settings, the network and its number. Blocks of games are written in the order of their
//! numbers. Therefore the file does not depend on the number of threads, and an interrupted run continues where the file
//! ends. For the same reason several machines can play parts of a file, which are joined to the file that one machine makes.

use super::game_block::{BLOCK_GAMES, GameBlock, GameTotals};
use super::game_file::{GameFileError, GameFileWriter};
use super::player::{
    DECIDED_SCORE, PLAYED_OUT_ONE_IN, SAMPLE, SAMPLED_ONE_IN, SelfPlayError, SelfPlaySettings,
    SelfPlayer,
};
use luctor_arena::number_range::NumberRange;
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_system::resources::{ResourceError, lock};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// Which games to generate.
#[derive(Clone, Debug)]
pub struct DatagenSettings {
    /// The game file to create or continue.
    pub path: PathBuf,
    /// How much is generated.
    pub goal: DatagenGoal,
    /// How the games are played.
    pub games: SelfPlaySettings,
    /// The networks that evaluate.
    pub networks: Networks,
}

/// How much is generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatagenGoal {
    /// A file with this number of positions for training.
    Positions(u64),
    /// A part of a file: the numbers of its blocks, from 1.
    Part(NumberRange),
}

impl DatagenGoal {
    fn progress(self, writer: &GameFileWriter) -> DatagenProgress {
        let (done, target) = match self {
            DatagenGoal::Positions(target) => (writer.totals().positions, target),
            DatagenGoal::Part(part) => (writer.blocks(), part.count()),
        };
        DatagenProgress { done, target }
    }

    /// Whether the file has everything that is generated.
    pub(super) fn is_reached(self, writer: &GameFileWriter) -> bool {
        let DatagenProgress { done, target } = self.progress(writer);
        done >= target
    }
}

/// How far the generation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DatagenProgress {
    /// Positions for training, or blocks of a part, in the file.
    pub done: u64,
    /// The required number of them.
    pub target: u64,
}

/// Why the games were not generated.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum DatagenError {
    #[error(transparent)]
    File(#[from] GameFileError),
    #[error(transparent)]
    Searcher(#[from] ResourceError),
    #[error("no balanced opening found with this number of random plies")]
    NoBalancedOpening,
}

/// The key in the header of a part, before its range of blocks.
pub(super) const PART_KEY: &str = " blocks=";

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
) -> Result<GameTotals, DatagenError> {
    let (first, header) = match settings.goal {
        DatagenGoal::Positions(_) => (0, file_settings(settings)),
        DatagenGoal::Part(part) => {
            let header = format!("{}{PART_KEY}{}", file_settings(settings), from_to(part));
            (part.first - 1, header)
        }
    };
    let goal = settings.goal;
    let writer = GameFileWriter::open(&settings.path, &header)?;
    report(&goal.progress(&writer));
    let next_block = AtomicU64::new(first + writer.blocks());
    let (waiting, failed) = (BTreeMap::new(), false);
    let output = Mutex::new(OrderedBlocks { writer, first, waiting, goal, failed, report });
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
pub(super) fn file_settings(settings: &DatagenSettings) -> String {
    let SelfPlaySettings { variant, nodes, random_plies, seed } = &settings.games;
    let network = settings.networks.of(*variant).fingerprint();
    format!(
        "variant={variant} seed={seed} nodes={nodes} plies={} decided={DECIDED_SCORE} played-out={PLAYED_OUT_ONE_IN} \
         sampled={SAMPLE}/{SAMPLED_ONE_IN} net={network:016x}",
        from_to(*random_plies)
    )
}

/// A range in the header of a game file, where it always has two numbers.
fn from_to(NumberRange { first, last }: NumberRange) -> String {
    format!("{first}-{last}")
}

/// The work of one thread.
fn play_blocks(
    settings: &DatagenSettings,
    interrupt: &Interrupt,
    next_block: &AtomicU64,
    output: &Mutex<OrderedBlocks>,
) -> Result<(), DatagenError> {
    let mut player = SelfPlayer::new(&settings.games, &settings.networks, interrupt.new_search())?;
    while !interrupt.is_finishing() && !lock(output).is_finished() {
        let number = next_block.fetch_add(1, Ordering::Relaxed);
        let mut block = GameBlock::default();
        for game in number * BLOCK_GAMES..(number + 1) * BLOCK_GAMES {
            match player.play(game) {
                Ok(game) => block.push(&game),
                Err(SelfPlayError::Stopped) => return Ok(()),
                Err(SelfPlayError::NoBalancedOpening) => {
                    return Err(DatagenError::NoBalancedOpening);
                }
            }
        }
        lock(output).add(number, block)?;
    }
    Ok(())
}

/// Writes blocks in the order of their numbers. A block that is finished early waits for those before it.
struct OrderedBlocks<'a> {
    writer: GameFileWriter,
    /// The number of the first block of the file, from 0.
    first: u64,
    waiting: BTreeMap<u64, GameBlock>,
    goal: DatagenGoal,
    failed: bool,
    report: &'a mut (dyn FnMut(&DatagenProgress) + Send),
}

impl OrderedBlocks<'_> {
    fn is_finished(&self) -> bool {
        self.failed || self.goal.is_reached(&self.writer)
    }

    fn add(&mut self, number: u64, block: GameBlock) -> Result<(), GameFileError> {
        self.waiting.insert(number, block);
        while !self.is_finished()
            && let Some(block) = self.waiting.remove(&(self.first + self.writer.blocks()))
        {
            if let Err(error) = self.writer.add(&block) {
                // An incomplete block may be at the end of the file. No block may follow it.
                self.failed = true;
                return Err(error);
            }
        }
        (self.report)(&self.goal.progress(&self.writer));
        Ok(())
    }
}
